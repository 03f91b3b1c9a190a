import { holdsPrivateKey, type AuthorityKey } from '#shared/contract/keys.ts';
import type { Reached } from '../reached.ts';
import { readOneKey } from './ssh-text.ts';

const noKey: AuthorityKey = {
  problem: null,
  fault: null,
  detail: null,
  line: null,
  type: null,
  bits: null,
  sha256: null,
};

/**
 * The public key of a certificate authority as an OpenSSH line. If the text contains something else, `problem` says
 * what.
 */
export function readAuthority(text: string, reached?: Reached): AuthorityKey {
  if (text.trim() === '') return { ...noKey, problem: 'empty' };
  if (holdsPrivateKey(text)) return { ...noKey, problem: 'private-key' };
  const [one, ...more] = readOneKey(text, reached);
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
