import type { KeyFault } from '#shared/contract/keys.ts';
import type { CertificateCheck } from '#shared/contract/ssh-certificates.ts';
import { keyFaults } from './keys.ts';
import { count } from './moments.ts';

const problems: Record<Exclude<NonNullable<CertificateCheck['problem']>, 'unreadable'>, string> = {
  empty: 'Paste the public key of the certificate authority.',
  'private-key':
    'This is a private key. It was removed and sent nowhere. Paste the public half, the file that ends in .pub.',
  certificate: 'This is a certificate that somebody signed. Paste the public key that signs: the authority’s own.',
  several: 'There is more than one key. Paste one.',
  'no-key': 'There is no SSH public key in this.',
  fingerprint: 'This is a fingerprint only. The platform needs the whole public key.',
};

export const sshCertificates = {
  title: 'SSH certificates',
  noun: { one: 'SSH certificate', many: 'SSH certificates' },
  role: 'Owner of the top-level group',
  searchHint: 'Title or key',
  columns: { title: 'Title', created_at: 'Created', key: 'Public key of the authority', age: 'Cached', id: 'ID' },
  views: { all: 'All', gone: 'Gone' },
  group: 'Certificate authority',
  fields: { title: 'Title', id: 'ID', key: 'Public key', created_at: 'Created' },
  unnamed: (id: number) => `Certificate ${id}`,
  unnamedRow: 'Certificate',
  add: 'Add certificate…',
  addTitle: 'Add an SSH certificate',
  addText: (group: string) =>
    `Whoever holds a certificate that this authority signed can sign in to ${group}, so add only a key that you look after.`,
  addButton: 'Add certificate',
  added: (title: string) => `Added ${title}`,
  titleField: 'Title',
  titleHelp: 'What the authority is for, for instance “Workstations”.',
  keyField: 'Public key of the authority',
  keyHelp: 'One line, as in its .pub file.',
  titleBlank: 'Give it a title.',
  titleTaken: 'There is a certificate of this title already.',
  same: (title: string) => `The group trusts this key already, as “${title}”. The platform will refuse it.`,
  problem: (problem: NonNullable<CertificateCheck['problem']>, fault: KeyFault | null, detail: string | null) =>
    problem === 'unreadable' ? keyFaults[fault ?? 'cut-short'](detail ?? '') : problems[problem],
  read: (type: string, bits: number | null, sha256: string) =>
    `${type}${bits === null ? '' : `, ${bits} bits`}, SHA256:${sha256}`,
  remove: 'Delete…',
  removeOne: (title: string) => `Delete ${title}`,
  removeMany: (n: number) => `Delete ${n === 1 ? '1 SSH certificate' : `${count(n)} SSH certificates`}`,
  removeWhy: (title: string, group: string) =>
    `From now on nobody signs in to ${group} with a certificate that “${title}” signed. It can be added again, with a new id and a new date.`,
  removeManyWhy: (group: string) =>
    `From now on nobody signs in to ${group} with a certificate that these authorities signed. They can be added again, with new ids.`,
  removeField: (title: string) => `Type “${title}” to delete it`,
  removeError: (title: string) => `That is not “${title}”.`,
  removed: (title: string) => `Deleted ${title}`,
  cancel: 'Cancel',
  checking: 'The key is being read.',
};
