import { createHash, createPrivateKey, createPublicKey } from 'node:crypto';

/** An SSH key of a host, as a line of known_hosts. */
export interface HostKey {
  line: string;
  fingerprint_sha256: string;
}

const TYPES = [
  'ssh-ed25519',
  'ssh-rsa',
  'ssh-dss',
  'ecdsa-sha2-nistp256',
  'ecdsa-sha2-nistp384',
  'ecdsa-sha2-nistp521',
  'sk-ssh-ed25519@openssh.com',
  'sk-ecdsa-sha2-nistp256@openssh.com',
];

/**
 * A bare `type key` or a line of known_hosts; a bare key is one of `host` (document 1:186).
 * Undefined for any other text.
 */
export function parseHostKey(text: string, host: string): HostKey | undefined {
  const words = text.trim().split(/\s+/);
  const at = words.findIndex((word) => TYPES.includes(word));
  const type = words[at] ?? '';
  const blob = Buffer.from(words[at + 1] ?? '', 'base64');
  if (at < 0 || at > 1 || text.includes('\n') || keyTypeOf(blob) !== type) return undefined;
  const line = [words[at - 1] ?? host, type, blob.toString('base64')].join(' ');
  const digest = createHash('sha256').update(blob).digest('base64').replace(/=+$/, '');
  return { line, fingerprint_sha256: `SHA256:${digest}` };
}

/** The type at the beginning of the key. */
function keyTypeOf(blob: Buffer) {
  const length = blob.length > 4 ? blob.readUInt32BE(0) : 0;
  return length > 0 && blob.length > 4 + length ? blob.toString('latin1', 4, 4 + length) : undefined;
}

const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The public Ed25519 key that is derived from 32 bytes, as `ssh-ed25519 …`. */
export function publicKeyOf(secret: Buffer): string {
  const known = publicKeys.get(secret.toString('hex')) ?? derived(secret);
  publicKeys.set(secret.toString('hex'), known);
  return known;
}

/** The keys of the seed are the same in all platforms of a process. */
const publicKeys = new Map<string, string>();

function derived(secret: Buffer): string {
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_ED25519, secret]), format: 'der', type: 'pkcs8' });
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' });
  const blob = Buffer.concat(['ssh-ed25519', Buffer.from(x, 'base64url')].map(prefixed));
  return `ssh-ed25519 ${blob.toString('base64')}`;
}

function prefixed(part: string | Buffer) {
  const bytes = Buffer.from(part as string);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}
