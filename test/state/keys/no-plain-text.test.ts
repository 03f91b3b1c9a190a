import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openState } from '#main/state/open/state-file.ts';
import { notices } from '#main/state/notices.ts';
import { profiles } from '#main/state/profiles.ts';
import { views } from '#main/state/views.ts';
import { filesBelow, emptyDataFolder, sampleProfile } from '../data-folders.ts';

const passphrase = 'correct horse battery';
const token = 'glpat-0123456789abcdefghij';
const needles = [token, passphrase, 'Production', 'code.example.com', 'a filter on ada', 'something to tell'];

/** All encodings in which a text could be stored in a file. */
function spellings(text: string): Buffer[] {
  const plain = Buffer.from(text);
  return [
    plain,
    Buffer.from(text, 'utf16le'),
    Buffer.from(plain.toString('hex')),
    Buffer.from(plain.toString('base64')),
  ];
}

function spellingsOfKey(hex: string): Buffer[] {
  const raw = Buffer.from(hex, 'hex');
  return [raw, Buffer.from(hex), Buffer.from(hex.toUpperCase()), Buffer.from(raw.toString('base64'))];
}

function found(folder: string, wanted: Buffer[]): string[] {
  return filesBelow(folder).filter((path) => {
    const bytes = readFileSync(join(folder, path));
    return wanted.some((needle) => bytes.includes(needle));
  });
}

test.each(['open', 'missing'] as const)(
  'no token, key, passphrase or content is stored in plain text; keychain: %s',
  async (mode) => {
    const { ports, data, vault } = emptyDataFolder();
    ports.secrets.mode = mode;
    const opened = await vault();
    if (mode === 'missing') await opened.unlock(passphrase);
    else await opened.setPassphrase(passphrase);
    const key = opened.databaseKey();
    await opened.secrets().set('token:p1', token);

    const state = openState({ folder: data, key, now: 1 });
    profiles(state.db).add(sampleProfile, 1);
    views(state.db).save({ table: 'users', name: 'a filter on ada', version: 2, query: { search: 'ada' } }, 1);
    notices(state.db).add({ at: 1, code: 'x', detail: 'something to tell' });
    state.db.prepare('CREATE TEMP TABLE sorted AS SELECT * FROM profiles ORDER BY name').run();
    const wanted = [...needles.flatMap(spellings), ...spellingsOfKey(key)];
    expect(filesBelow(data)).toContain('state.db-wal');
    expect(found(data, wanted)).toEqual([]);

    state.close(2);
    expect(filesBelow(data)).toContain(join('state.db.copies', '000002-19700101T000000Z.db'));
    expect(found(data, wanted)).toEqual([]);
    expect(found(data, [Buffer.from('"wrapped"')])).toEqual(['keys.json', 'keys.json.copy']);
  },
);
