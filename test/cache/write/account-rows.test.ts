import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openCache } from '#main/cache/open-cache.ts';
import { wholeList } from '#shared/contract/collection.ts';
import { openBoth } from '../rig.ts';
import { user } from '../rows.ts';

const anna = { username: 'anna', name: 'Anna Arndt', email: 'anna@acme.example' };
const now = 1_000;

test('all rows of an account are deleted with their details and search texts, and no other row', async () => {
  const { store, reader, file } = await openBoth();
  const put = (collection: string, scope: string, rows: object[]) =>
    store.putRows({ place: { collection, scope }, rows, by: 'unrecorded', now });
  await put('users', '', [user(417, anna), user(7)]);
  await store.put({
    place: { collection: 'users.detail', scope: '' },
    id: 417,
    record: user(417, { ...anna, note: 'x' }),
    now,
    by: 'unrecorded',
  });
  for (const scope of ['project:1', 'project:2'])
    await put('members', scope, [
      { id: 417, ...anna, access_level: 30 },
      { id: 7, username: 'ben', name: 'Ben', access_level: 50 },
    ]);
  await put('accessTokens', 'group:1', [
    { id: 1, name: 'ci', user_id: 417, account_username: 'anna' },
    { id: 2, user_id: 7 },
  ]);
  await store.markNotReturned({ place: { collection: 'users', scope: '' }, id: 417, by: 'unrecorded', now });

  const records = await store.accountRecords({ id: 417 });
  expect(records.map(({ collection, isReturned }) => `${collection} ${isReturned}`)).toEqual([
    ...['users false', 'users.detail false', 'members true', 'members true', 'accessTokens true'],
  ]);
  expect(await store.removeAccount({ id: 417 })).toBe(5);
  expect(await store.accountRecords({ id: 417 })).toEqual([]);
  const idsIn = async (name: 'users' | 'members' | 'accessTokens', search = '') => {
    const query = wholeList(null, { notReturned: 'show', search });
    const { rows } = await reader.lists(name).list({ query, slice: { from: 0, count: 9 } });
    return rows.map(({ row }) => row.id);
  };
  expect(await idsIn('users')).toEqual([7]);
  expect(await idsIn('users', 'arndt')).toEqual([]);
  expect(await idsIn('members')).toEqual([7, 7]);
  expect(await idsIn('accessTokens')).toEqual([2]);
  await Promise.all([reader.close(), store.close()]);

  const db = openCache(file, 'write');
  db.pragma('rekey=""');
  db.close();
  const bytes = readFileSync(file.file).toString('latin1');
  expect(bytes).toContain('"username":"ben"');
  expect(bytes).not.toMatch(/anna|arndt/i);
});
