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
 * Tokens where there is no keychain but a passphrase: `secrets.json`, each value AES-256-GCM under a key derived from the
 * database key and bound to its name.
 *
 * Why a file of its own and not a table of `state.db`: a token must not come along in the copies of `state.db` or in a
 * query by mistake, and it must be gone when it is removed, which a copied database cannot promise. Why not memory only:
 * on a headless host the person would have to paste every token at each start, and would end up with one in a script.
 * Nothing is weaker for it: who has the passphrase has the databases, who has not has neither.
 *
 * Fails: `invalid`/`corrupt` when the file or an entry cannot be read; the next `set` or `delete` then sets the file aside.
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
      const { [name]: _gone, ...entries } = content.entries;
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
 * The keychain, and below it what was sealed while there was none: reads fall through, writes move the entry up.
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
