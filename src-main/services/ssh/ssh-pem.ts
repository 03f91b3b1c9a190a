import { createPublicKey } from 'node:crypto';
import type { KeyFault } from '#shared/contract/keys.ts';
import { base64Bytes, WireError, wireNumber, wireString } from './ssh-wire.ts';

/** A block between a BEGIN and an END line: its last line, and its key or the reason why it has none. */
export type PemBlock = { lastLine: number } & (
  | { bytes: Buffer; comment: string | null }
  | { fault: KeyFault; detail: string | null }
);

/** Maximum lines of a block; the longest RSA keys need about thirty. */
const mostLines = 500;
const ending = /^\s*-{4,5} ?END /;
const beginning = /^\s*-{4,5} ?BEGIN ([A-Z0-9 ]+?) ?-{4,5}\s*$/;

/** Whether a block starts in this line. */
export function beginsBlock(line: string): boolean {
  return beginning.test(line);
}

/**
 * Read the block that starts in line `first` (from 0): RFC 4716 (`SSH2 PUBLIC KEY`) or a public key in PEM, as SSH
 * bytes. Other blocks give a fault with their type.
 */
export function readBlock(lines: readonly string[], first: number): PemBlock {
  const label = beginning.exec(lines[first] ?? '')?.[1] ?? '';
  const length = lines
    .slice(first + 1, first + mostLines)
    .findIndex((line) => ending.test(line) || beginning.test(line));
  const isWhole = length >= 0 && ending.test(lines[first + 1 + length] ?? '');
  const lastLine = isWhole ? first + 1 + length : first;
  if (!isWhole) return { lastLine, fault: 'no-end', detail: label };
  const body = lines.slice(first + 1, lastLine);
  try {
    if (label === 'SSH2 PUBLIC KEY') return { lastLine, ...readSsh2(body) };
    if (/^(RSA )?PUBLIC KEY$/.test(label)) return { lastLine, ...readPem(label, body) };
  } catch (thrown) {
    if (!(thrown instanceof WireError)) throw thrown;
    return { lastLine, fault: thrown.fault, detail: thrown.detail };
  }
  if (label === 'SSH SIGNATURE') return { lastLine, fault: 'signature', detail: label };
  return { lastLine, fault: 'x509', detail: label };
}

/** A header continues in the next line after a backslash; the rest is base64. */
function readSsh2(body: readonly string[]): { bytes: Buffer; comment: string | null } {
  const whole = body.join('\n').replaceAll('\\\n', '');
  const comment = /^Comment:(.*)$/im.exec(whole)?.[1]?.trim().replaceAll(/^"|"$/g, '') ?? null;
  const data = whole.split('\n').filter((line) => !/^[\w-]+:/.test(line));
  return { bytes: base64Bytes(data.join('').replaceAll(/\s/g, '')), comment };
}

function readPem(
  label: string,
  body: readonly string[],
): { bytes: Buffer; comment: null } | { fault: KeyFault; detail: string } {
  const data = base64Bytes(body.join('').replaceAll(/\s/g, ''));
  const jwk = asJwk(data, label.startsWith('RSA') ? 'pkcs1' : 'spki');
  const part = (name: 'n' | 'e' | 'x' | 'y'): Buffer => Buffer.from(jwk[name] ?? '', 'base64url');
  if (jwk.kty === 'RSA') {
    return {
      bytes: Buffer.concat([wireString('ssh-rsa'), wireNumber(part('e')), wireNumber(part('n'))]),
      comment: null,
    };
  }
  if (jwk.crv === 'Ed25519') {
    return { bytes: Buffer.concat([wireString('ssh-ed25519'), wireString(part('x'))]), comment: null };
  }
  const curve = { 'P-256': 'nistp256', 'P-384': 'nistp384', 'P-521': 'nistp521' }[jwk.crv ?? ''];
  if (curve === undefined) return { fault: 'x509', detail: jwk.crv ?? label };
  const point = wireString(Buffer.concat([Buffer.of(4), part('x'), part('y')]));
  return { bytes: Buffer.concat([wireString(`ecdsa-sha2-${curve}`), wireString(curve), point]), comment: null };
}

function asJwk(
  data: Buffer,
  type: 'pkcs1' | 'spki',
): { kty?: string; crv?: string; n?: string; e?: string; x?: string; y?: string } {
  try {
    return createPublicKey({ key: data, format: 'der', type }).export({ format: 'jwk' });
  } catch {
    throw new WireError('cut-short');
  }
}
