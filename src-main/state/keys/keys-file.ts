import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { Failure, isStoreFailure } from '#shared/errors.ts';
import { makePrivateFolder, setAside, writeAtomically } from '../files/files.ts';

const base64 = z.string().regex(/^[A-Za-z0-9+/]+=*$/);

/** The cost N of scrypt: 128 MB for about half a second. Only tests use another one. */
export const passphraseCost = 2 ** 17;

/** The key, encrypted with a passphrase. A lower cost than the default is refused, because it shows tampering. */
const Wrapped = z.object({
  kdf: z.literal('scrypt'),
  n: z.int().max(2 ** 20),
  r: z.literal(8),
  p: z.literal(1),
  salt: base64,
  iv: base64,
  tag: base64,
  box: base64,
});

/**
 * `keys.json`, beside the databases: the ID of their key and how to recognize it, never the plain key.
 * `check` is an HMAC of a constant under a key derived from the database key with `salt`.
 */
const KeysFile = z.object({
  version: z.literal(1),
  id: z.string().regex(/^[0-9a-f]{16}$/),
  createdAt: z.number(),
  salt: base64,
  check: base64,
  wrapped: Wrapped.nullable(),
});
export type KeysFile = z.infer<typeof KeysFile>;

export type KeysRead =
  | { kind: 'absent' }
  | { kind: 'unreadable'; why: string; failure?: Failure }
  | { kind: 'read'; keys: KeysFile };

const name = 'keys.json';
/** Written after each write of `keys.json`, because a wrapped key may exist nowhere else. */
const copyName = 'keys.json.copy';

/**
 * Read `keys.json`, or its copy if it is damaged or missing. Never writes.
 * Fails: with the reason of the disk, if the file can't be read. Its content may still be intact.
 */
export function readKeysFile(folder: string, cost = passphraseCost): KeysRead {
  const first = readOne(join(folder, name), cost);
  if (first.kind === 'read') return first;
  const copy = readOne(join(folder, copyName), cost);
  if (copy.kind === 'read') return copy;
  const read = first.kind === 'absent' ? copy : first;
  if (read.kind === 'unreadable' && read.failure !== undefined) throw read.failure;
  return read;
}

function readOne(file: string, cost: number): KeysRead {
  if (!existsSync(file)) return { kind: 'absent' };
  try {
    const parsed = KeysFile.refine(({ wrapped }) => (wrapped?.n ?? cost) >= cost, { path: ['wrapped.n'] }).safeParse(
      JSON.parse(readFileSync(file, 'utf8')),
    );
    if (parsed.success) return { kind: 'read', keys: parsed.data };
    return { kind: 'unreadable', why: `${file}: ${parsed.error.issues[0]?.path.join('.') ?? ''} is not as expected` };
  } catch (error) {
    const failure = Failure.from(error);
    const why = `${file}: ${failure.message}`;
    return { kind: 'unreadable', why, ...(isStoreFailure(failure) && { failure }) };
  }
}

/** Write `keys.json` and then its copy, each atomically. A file with another key is renamed, not overwritten. */
export function writeKeysFile(folder: string, keys: KeysFile, cost = passphraseCost): void {
  makePrivateFolder(folder);
  const before = readKeysFile(folder, cost);
  if (before.kind === 'unreadable' || (before.kind === 'read' && before.keys.id !== keys.id)) {
    for (const file of [name, copyName]) if (existsSync(join(folder, file))) setAside(join(folder, file), 'old');
  }
  const text = `${JSON.stringify(keys, null, 2)}\n`;
  writeAtomically(join(folder, name), text);
  writeAtomically(join(folder, copyName), text);
}

/** Create a 256-bit key and the content of its `keys.json`. Nothing is written. */
export function createKey(now: number): { key: Buffer; keys: KeysFile } {
  const key = randomBytes(32);
  const salt = randomBytes(16);
  const keys: KeysFile = {
    version: 1,
    id: randomBytes(8).toString('hex'),
    createdAt: now,
    salt: salt.toString('base64'),
    check: checkValue(key, salt).toString('base64'),
    wrapped: null,
  };
  return { key, keys };
}

/** Derive a key for another purpose. The database key can't be computed from it. */
export function deriveKey(key: Buffer, salt: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, `reeve ${purpose}`, 32));
}

function checkValue(key: Buffer, salt: Buffer): Buffer {
  return createHmac('sha256', deriveKey(key, salt, 'check'))
    .update('reeve database key')
    .digest();
}

/** Whether this key passes the check value of the file. */
export function isMatchingKey(key: Buffer, keys: KeysFile): boolean {
  const expected = Buffer.from(keys.check, 'base64');
  const actual = checkValue(key, Buffer.from(keys.salt, 'base64'));
  return key.length === 32 && expected.length === actual.length && timingSafeEqual(expected, actual);
}

/** Encrypt the key with a passphrase: scrypt, then AES-256-GCM bound to the key ID. */
export async function wrapKey(key: Buffer, keys: KeysFile, passphrase: string, n = passphraseCost): Promise<KeysFile> {
  const salt = randomBytes(16);
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', await keyFromPassphrase(passphrase, salt, n), iv).setAAD(
    Buffer.from(keys.id),
  );
  const box = Buffer.concat([cipher.update(key), cipher.final()]);
  const text = (bytes: Buffer) => bytes.toString('base64');
  const wrapped = { n, salt: text(salt), iv: text(iv), tag: text(cipher.getAuthTag()), box: text(box) };
  return { ...keys, wrapped: { kdf: 'scrypt', r: 8, p: 1, ...wrapped } };
}

/** Decrypt the key. Fails: `denied`/`passphrase-wrong`; `denied`/`key-mismatch` if it does not pass the check value. */
export async function unwrapKey(keys: KeysFile, passphrase: string): Promise<Buffer> {
  const wrapped = keys.wrapped;
  if (wrapped === null) throw new Failure('denied', 'no passphrase was set', { reason: 'passphrase-wrong' });
  const bytes = (text: string) => Buffer.from(text, 'base64');
  const stretched = await keyFromPassphrase(passphrase, bytes(wrapped.salt), wrapped.n);
  let key: Buffer;
  try {
    const decipher = createDecipheriv('aes-256-gcm', stretched, bytes(wrapped.iv), { authTagLength: 16 });
    decipher.setAAD(Buffer.from(keys.id)).setAuthTag(bytes(wrapped.tag));
    key = Buffer.concat([decipher.update(bytes(wrapped.box)), decipher.final()]);
  } catch (cause) {
    throw new Failure('denied', 'the passphrase does not decrypt the key', { reason: 'passphrase-wrong', cause });
  }
  if (!isMatchingKey(key, keys))
    throw new Failure('denied', 'the wrapped key does not match the check value', { reason: 'key-mismatch' });
  return key;
}

/** NFKC, because two systems may encode the same typed letters differently. */
function keyFromPassphrase(passphrase: string, salt: Buffer, n: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFKC'), salt, 32, { N: n, r: 8, p: 1, maxmem: 192 * n * 8 }, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}
