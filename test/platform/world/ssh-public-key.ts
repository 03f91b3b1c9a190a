import { createHash } from 'node:crypto';

/** A public key in the one-line format of OpenSSH. */
export interface PublicKey {
  type: string;
  blob: Buffer;
  comment: string;
}

const CURVES: Record<string, number> = { nistp256: 65, nistp384: 97, nistp521: 133 };
const MIN_RSA_BITS = 1024;

/** Reads `ssh-ed25519 AAAA… comment`; undefined if it is not a complete key of an allowed type. */
export function parsePublicKey(text: string): PublicKey | undefined {
  const match = /^(\S+) ([A-Za-z0-9+/]+={0,2})(?: ([^\r\n]*))?$/.exec(text.trim());
  if (match === null) return undefined;
  const [, type = '', base64 = '', comment = ''] = match;
  const blob = Buffer.from(base64, 'base64');
  if (blob.toString('base64') !== base64) return undefined;
  const fields = fieldsOf(blob);
  if (fields === undefined || fields[0]?.toString('latin1') !== type) return undefined;
  return isWhole(type, fields.slice(1)) ? { type, blob, comment: comment.trim() } : undefined;
}

/** The length-prefixed fields of a key; undefined if one of them is incomplete. */
function fieldsOf(blob: Buffer): Buffer[] | undefined {
  const fields: Buffer[] = [];
  for (let at = 0; at < blob.length;) {
    if (at + 4 > blob.length) return undefined;
    const end = at + 4 + blob.readUInt32BE(at);
    if (end > blob.length) return undefined;
    fields.push(blob.subarray(at + 4, end));
    at = end;
  }
  return fields;
}

function isWhole(type: string, fields: readonly Buffer[]): boolean {
  const [first, second, third] = fields;
  switch (type) {
    case 'ssh-ed25519':
      return fields.length === 1 && first?.length === 32;
    case 'sk-ssh-ed25519@openssh.com':
      return fields.length === 2 && first?.length === 32;
    case 'ssh-rsa':
      return fields.length === 2 && first !== undefined && first.length > 0 && bitsOf(second) >= MIN_RSA_BITS;
    case 'ecdsa-sha2-nistp256':
    case 'ecdsa-sha2-nistp384':
    case 'ecdsa-sha2-nistp521':
      return fields.length === 2 && isPoint(type.slice('ecdsa-sha2-'.length), first, second);
    case 'sk-ecdsa-sha2-nistp256@openssh.com':
      return fields.length === 3 && third !== undefined && isPoint('nistp256', first, second);
    default:
      return false;
  }
}

function isPoint(curve: string, name: Buffer | undefined, point: Buffer | undefined) {
  return name?.toString('latin1') === curve && point?.length === CURVES[curve] && point?.[0] === 4;
}

function bitsOf(number: Buffer | undefined) {
  const start = number?.findIndex((byte) => byte !== 0) ?? -1;
  if (number === undefined || start < 0) return 0;
  return (number.length - start) * 8 - Math.clz32(number[start] ?? 0) + 24;
}

/** `ba:81:…`, as `ssh-keygen -l -E md5` prints it behind `MD5:`. */
export const md5Fingerprint = (key: PublicKey) =>
  createHash('md5').update(key.blob).digest('hex').match(/../g)?.join(':') ?? '';

/** Base64 without padding, as `ssh-keygen -l` prints it behind `SHA256:`. */
export const sha256Fingerprint = (key: PublicKey) =>
  createHash('sha256').update(key.blob).digest('base64').replace(/=+$/, '');
