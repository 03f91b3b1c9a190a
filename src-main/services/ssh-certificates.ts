import type { CacheReader } from '#main/cache/store-api.ts';
import type { Scope } from '#shared/contract/scope.ts';
import { holdsPrivateKey } from '#shared/contract/keys.ts';
import type { CertificateCheck, SshCertificate } from '#shared/contract/ssh-certificates.ts';
import type { Instance } from './instances/instance.ts';
import { readOneKey } from './ssh/ssh-text.ts';

type KeyPart = Pick<CertificateCheck, 'problem' | 'fault' | 'detail' | 'line' | 'type' | 'bits' | 'sha256'>;

const noKey: KeyPart = { problem: null, fault: null, detail: null, line: null, type: null, bits: null, sha256: null };
/** Maximum certificates of a group that are compared with a new one. */
const mostCompared = 200;

/** Checks a new certificate before it is sent. */
export function sshCertificates(open: () => Instance) {
  return {
    check: async (
      { scope, title, key }: { scope: Scope; title: string; key: string },
      signal: AbortSignal,
    ): Promise<CertificateCheck> => {
      const read = readAuthority(key);
      const cached = await certificatesOf(open().reader, scope, signal);
      const name = title.trim();
      const same = cached.find((row) => read.sha256 !== null && readAuthority(row.key ?? '').sha256 === read.sha256);
      return {
        ...read,
        isTitleBlank: name === '',
        isTitleTaken: cached.some((row) => name !== '' && row.title?.trim() === name),
        same: same === undefined ? null : { id: same.id, title: same.title ?? null },
      };
    },
  };
}

/**
 * The public key of a certificate authority as an OpenSSH line. If the text contains something else, `problem` says
 * what.
 */
export function readAuthority(text: string): KeyPart {
  if (text.trim() === '') return { ...noKey, problem: 'empty' };
  if (holdsPrivateKey(text)) return { ...noKey, problem: 'private-key' };
  const [one, ...more] = readOneKey(text);
  if (one === undefined) return { ...noKey, problem: 'no-key' };
  if (more.length > 0) return { ...noKey, problem: 'several' };
  const { kind, error, type, bits, sha256 } = one.found;
  switch (kind) {
    case 'public-key':
      return { ...noKey, line: one.line, type, bits, sha256 };
    case 'unreadable':
      return { ...noKey, problem: 'unreadable', fault: error?.fault ?? null, detail: error?.detail ?? null };
    case 'certificate':
      return { ...noKey, problem: 'certificate' };
    case 'fingerprint':
      return { ...noKey, problem: 'fingerprint' };
    case 'id':
      return { ...noKey, problem: 'no-key' };
    default:
      return kind satisfies never;
  }
}

async function certificatesOf(reader: CacheReader, scope: Scope, signal: AbortSignal): Promise<SshCertificate[]> {
  const sort = { by: 'id', direction: 'desc' } as const;
  const query = { scope, search: '', filter: {}, sort, notReturned: 'hide' } as const;
  const { rows } = await reader
    .lists('sshCertificates')
    .list({ query, slice: { from: 0, count: mostCompared } }, signal);
  return rows.map(({ row }) => row);
}
