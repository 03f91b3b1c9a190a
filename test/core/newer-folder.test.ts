import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '#main/state/files/database.ts';
import { openStored } from '../fixtures/stored-data/stored.ts';
import { temporaryFolder } from '../helpers/rig.ts';
import { filesBelow, fingerprint } from '../state/data-folders.ts';

const databases: [name: string, pattern: RegExp][] = [
  ['the state', /^state\.db$/],
  ['the archive', /^archive\.db$/],
  ['the cache of an instance', /^profiles\/.*cache\.db$/],
];

test.each(databases)(
  'a folder in which a newer program wrote %s is refused, and no byte of it changes',
  async (_, pattern) => {
    const folder = temporaryFolder();
    const data = join(folder, 'data');
    let before = {};
    const opening = openStored(folder, {
      prepare: (_data, key) => {
        const names = filesBelow(data).filter((path) => pattern.test(path));
        expect(names.length).toBeGreaterThan(0);
        for (const name of names) {
          const db = openDatabase(join(data, name), key);
          db.pragma('user_version=99990');
          db.close();
        }
        before = fingerprint(data);
      },
    });
    const refusal = {
      code: 'conflict',
      message: expect.stringMatching(/ was written by a newer Reeve \(version 99990, this one knows \d+\)$/) as string,
    };
    await expect(opening).rejects.toMatchObject(refusal);
    expect(fingerprint(data)).toEqual(before);
  },
);
