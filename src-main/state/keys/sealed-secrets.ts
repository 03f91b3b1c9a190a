import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { Failure } from '#shared/errors.ts';
import type { Secrets } from '#main/ports.ts';
import { setAside, writeAtomically } from '../files/files.ts';
import { deriveKey } from './keys-file.ts';

const Sealed = z.object({ iv: z.string(), tag: z.string(), box: z.string() });
const SealedFile = z.object({ version: z.literal(1), salt: z.string(), entries: z.record(z.string(), Sealed) });
type SealedFile = z.infer<typeof SealedFile>;

/**
 * Tokens if there is a passphrase but no keychain: `secrets.json`. Each value is encrypted with AES-256-GCM, with a key
 * that is derived from the database key, and bound to its name.
 *
 * It is not a table of `state.db`, because tokens must not be in backups of `state.db`, where a removed token would
 * remain, or in the result of a query. It is not in memory only, because on a headless host every token would have to
 * be entered at each start, and would end up in a script. The security is the same: the passphrase opens both.
 *
 * Fails: `invalid`/`corrupt` if the file or an entry can't be read; the next `set` or `delete` then renames the file.
 */
export function sealedSecrets(folder: string, databaseKey: Buffer): Secrets {
  const file = join(folder, 'secrets.json');

  function keyOf(content: SealedFile): Buffer {
    return deriveKey(databaseKey, Buffer.from(content.salt, 'base64'), 'secrets');
  }
  function read(): SealedFile | null {
    if (!existsSync(file)) return null;
    try {
      return SealedFile.parse(JSON.parse(readFileSync(file, 'utf8')));
    } catch (cause) {
      throw new Failure('invalid', `${file} cannot be read`, { reason: 'corrupt', cause });
    }
  }
  function readOrSetAside(): SealedFile | null {
    try {
      return read();
    } catch {
      setAside(file, 'broken');
      return null;
    }
  }
  function write(content: SealedFile): void {
    writeAtomically(file, `${JSON.stringify(content, null, 2)}\n`);
  }

  return {
    get: async (name) => {
      const content = read();
      const entry = content?.entries[name];
      if (content === null || entry === undefined) return null;
      try {
        return open(keyOf(content), name, entry);
      } catch (cause) {
        throw new Failure('invalid', `the entry ${name} of ${file} cannot be read`, { reason: 'corrupt', cause });
      }
    },
    set: async (name, value) => {
      const content = readOrSetAside() ?? { version: 1, salt: randomBytes(16).toString('base64'), entries: {} };
      write({ ...content, entries: { ...content.entries, [name]: seal(keyOf(content), name, value) } });
    },
    delete: async (name) => {
      const content = readOrSetAside();
      if (content?.entries[name] === undefined) return;
      const { [name]: _removed, ...entries } = content.entries;
      write({ ...content, entries });
    },
  };
}

function seal(key: Buffer, name: string, value: string): z.infer<typeof Sealed> {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(name));
  const box = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()]);
  return { iv: iv.toString('base64'), tag: cipher.getAuthTag().toString('base64'), box: box.toString('base64') };
}

function open(key: Buffer, name: string, { iv, tag, box }: z.infer<typeof Sealed>): string {
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64'), { authTagLength: 16 });
  decipher.setAAD(Buffer.from(name)).setAuthTag(Buffer.from(tag, 'base64'));
  return Buffer.concat([decipher.update(Buffer.from(box, 'base64')), decipher.final()]).toString('utf8');
}

/**
 * The keychain, with entries of `secrets.json` from a time without a keychain as a fallback. Setting an entry moves it
 * to the keychain.
 */
export function keychainWithFallback(keychain: Secrets, sealed: Secrets): Secrets {
  return {
    get: async (name) => (await keychain.get(name)) ?? sealed.get(name),
    set: async (name, value) => {
      await keychain.set(name, value);
      await sealed.delete(name);
    },
    delete: async (name) => {
      await keychain.delete(name);
      await sealed.delete(name);
    },
  };
}
