import type { KeyFault } from '#shared/contract/keys.ts';
import type { CertificateCheck } from '#shared/contract/ssh-certificates.ts';
import { keyFaults } from './keys.ts';
import { plural } from './moments.ts';
import { writeLabels } from './operations.ts';

const add = writeLabels('ssh-certificates.create');

const problems: Record<Exclude<NonNullable<CertificateCheck['problem']>, 'unreadable'>, string> = {
  empty: 'Paste the public key of the certificate authority.',
  'private-key': 'This is a private key. Reeve removed it and didn’t send it. Paste the public key (the .pub file).',
  certificate: 'This is a signed certificate. Paste the public key of the certificate authority.',
  several: 'Paste only one key.',
  'no-key': 'This isn’t an SSH public key.',
  fingerprint: 'This is a fingerprint. Paste the complete public key.',
};

export const sshCertificates = {
  noun: { one: 'SSH certificate', many: 'SSH certificates' },
  role: 'the Owner role in the top-level group',
  searchHint: 'Title or key',
  columns: { key: 'Public key of the authority' },
  groups: { authority: 'Certificate authority' },
  type: 'Type',
  fingerprint: 'Fingerprint',
  unnamed: (id: number) => `Certificate ${id}`,
  add: add.open,
  addTitle: add.name,
  addText:
    'Everyone with a certificate signed by this authority can sign in to the group. Add only keys that you control.',
  addButton: add.send,
  added: (title: string) => `Added ${title}`,
  titleHelp: 'The purpose of the authority, for example “Workstations”.',
  keyField: 'Public key of the authority',
  keyHelp: 'One line, as in its .pub file.',
  titleTaken: 'Another certificate already has this title.',
  same: (title: string) => `The group already trusts this key, as “${title}”. The instance will refuse it.`,
  problem: (problem: NonNullable<CertificateCheck['problem']>, fault: KeyFault | null, detail: string | null) =>
    problem === 'unreadable' ? keyFaults[fault ?? 'cut-short'](detail ?? '') : problems[problem],
  read: (type: string, bits: number | null, sha256: string) =>
    `${type}${bits === null ? '' : `, ${bits} bits`}, SHA256:${sha256}`,
  remove: 'Delete…',
  removeOne: (title: string) => `Delete ${title}`,
  removeMany: (n: number) => `Delete ${plural(n, 'SSH certificate')}`,
  removeWhy: (title: string, group: string) =>
    `Certificates signed by “${title}” can no longer be used to sign in to ${group}. You can add it again, with a new ID and date.`,
  removeManyWhy: (group: string) =>
    `Certificates signed by these authorities can no longer be used to sign in to ${group}. You can add them again, with new IDs.`,
  removeField: (title: string) => `Type “${title}” to delete it`,
  removeError: (title: string) => `The title doesn’t match “${title}”.`,
  removed: (title: string) => `Deleted ${title}`,
};
