import { expect, test } from 'vitest';
import { forgetPerson } from '#main/cache/history/file/forget-person.ts';
import { plainBlock, writeBlock } from '#main/cache/history/file/state-blocks.ts';
import type { Connection } from '#main/cache/open-cache.ts';
import { openPair, outboxOf, transferNext } from './rig.ts';

const person = { id: 417, usernames: ['jdoe'], names: ['Jane "Doe"'], emails: ['jane@mail.example'] };

/** Everything that a database stores, with the content of the blocks. */
function dump(db: Connection): string {
  const tables = db.prepare<[], string>(`SELECT name FROM sqlite_schema WHERE type = 'table'`).pluck().all();
  return tables
    .flatMap((table) => db.prepare<[], object>(`SELECT * FROM "${table}"`).all())
    .map((row) => JSON.stringify(row, (_, value: unknown) => (value instanceof Uint8Array ? '' : value)))
    .concat(
      tables.includes('states')
        ? db
            .prepare<[], Uint8Array>('SELECT block FROM states')
            .pluck()
            .all()
            .map((one) => JSON.stringify(plainBlock(one)))
        : [],
    )
    .join('\n');
}

function filled() {
  const pair = openPair();
  const { put, changed } = outboxOf(pair.cache);
  changed(417, 1_000, { fields: { name: ['Jane "Doe"', 'Other'], is_admin: [false, true] } });
  changed(418, 1_000, { fields: { name: ['John', 'Jonathan'] } });
  put({
    collection: 'runners',
    id: 3,
    foundAt: 1_100,
    fields: { creator: [null, { id: 417, username: 'jdoe' }], active: [true, false] },
  });
  put({
    collection: 'issues',
    id: 9,
    foundAt: 1_100,
    fields: { title: ['Ask JDOE', 'Ask someone'], labels: [[], ['jdoes']] },
  });
  transferNext(pair.cache, pair.history);
  put({
    collection: 'members',
    scope: 'group:1',
    id: 417,
    kind: 3,
    foundAt: 1_200,
    fields: { username: 'jdoe', access_level: 50 },
  });
  const block = writeBlock({
    fields: ['name', 'email', 'bio'],
    rows: [
      [1, 417, 0, 'Jane "Doe"', 'jane@mail.example', undefined],
      [1, 418, 0, 'John', 'cc: jane@mail.example', undefined],
      [1, 419, 0, 'Jim', 'jim@mail.example', null],
    ],
  });
  pair.history.prepare('INSERT INTO states VALUES (1, 1, 1000, 0, 3, ?)').run(block);
  return { ...pair, put };
}

test('a dry run counts and changes nothing', () => {
  const { cache, history } = filled();
  const before = dump(cache) + dump(history);
  expect(forgetPerson(cache, history, person, true)).toEqual({ entries: 4, states: 2 });
  expect(dump(cache) + dump(history)).toBe(before);
});

test('no trace of a forgotten person is left, and everything else stays', () => {
  const { cache, history } = filled();
  expect(forgetPerson(cache, history, person)).toEqual({ entries: 4, states: 2 });
  const text = dump(cache) + dump(history);
  expect(text.replaceAll('jdoes', '')).not.toMatch(/jdoe|jane|Doe/i);
  const fields = history.prepare<[], string>('SELECT fields FROM entries ORDER BY n').pluck().all();
  const placeholder = { forgotten: true };
  expect(fields.map((one) => JSON.parse(one) as unknown)).toEqual([
    { name: [placeholder, placeholder], is_admin: [placeholder, placeholder] },
    { name: ['John', 'Jonathan'] },
    { creator: [null, placeholder], active: [true, false] },
    { title: [placeholder, 'Ask someone'], labels: [[], ['jdoes']] },
  ]);
  const [block] = history.prepare<[], Uint8Array>('SELECT block FROM states').pluck().all();
  expect(plainBlock(block ?? new Uint8Array()).rows).toEqual([
    [1, 417, 0, placeholder, placeholder, undefined],
    [1, 418, 0, 'John', placeholder, undefined],
    [1, 419, 0, 'Jim', 'jim@mail.example', null],
  ]);
  expect(forgetPerson(cache, history, person, true)).toEqual({ entries: 0, states: 0 });
  expect(history.prepare('SELECT count(*) FROM entries WHERE kind = 2 AND found_at >= 1000').pluck().get()).toBe(4);
});
