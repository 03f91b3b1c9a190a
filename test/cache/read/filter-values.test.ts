import { expect, test } from 'vitest';
import { wholeList, type ListQuery } from '#shared/contract/collection.ts';
import { openBoth, runSync } from '../rig.ts';
import { publicUser, user, usersBetween, type Row } from '../rows.ts';

async function listOf(rows: Row[]) {
  const { store, reader } = await openBoth();
  await runSync(store, [{ pages: [rows] }]);
  return reader.lists('users');
}

const identity = (provider: string, uid = 'x') => ({ provider, extern_uid: uid });
const query = (own: Partial<ListQuery> = {}) => wholeList('', own);

test('a row with two identities of a provider counts once', async () => {
  const list = await listOf([
    user(1, { identities: [identity('ldapmain', '1\n"ldap2"\t'), identity('ldapmain', '2')] }),
    user(2, { identities: [identity('group_saml', '\u2028'), identity('ldapmain')] }),
    user(3, { identities: [identity('<b>\u202e"')] }),
    user(4, { identities: [] }),
  ]);
  expect(await list.values({ query: query(), name: 'provider', search: '' })).toEqual({
    values: [
      { value: 'ldapmain', rows: 2 },
      { value: '<b>\u202e"', rows: 1 },
      { value: 'group_saml', rows: 1 },
    ],
    hasMore: false,
  });
  const saml = await list.values({ query: query({ filter: { provider: 'saml' } }), name: 'provider', search: 'SAML' });
  expect(saml.values).toEqual([{ value: 'group_saml', rows: 1 }]);
});

test('at most 200 values are returned, as the platform spells them, and none that is longer than 255 characters', async () => {
  const list = await listOf([
    user(1, { username: 'Zoe' }),
    user(2, { username: 'z'.repeat(256) }),
    ...usersBetween(3, 203),
  ]);
  const first = await list.values({ query: query(), name: 'username', search: '' });
  expect([first.values.length, first.hasMore]).toEqual([200, true]);
  expect(await list.values({ query: query(), name: 'username', search: 'Z' })).toEqual({
    values: [{ value: 'Zoe', rows: 1 }],
    hasMore: false,
  });
});

test('a choice without rows has an unknown number of rows while some rows lack the field', async () => {
  const choices = [{ two_factor: 'enabled' }, { two_factor: 'disabled' }];
  const rowsOf = async (rows: Row[]) => {
    const { values } = await (await listOf(rows)).values({ query: query(), name: 'two_factor', search: '', choices });
    return values.map((one) => one.rows);
  };
  const enabled = user(1, { two_factor_enabled: true });
  expect(await rowsOf([enabled, enabled])).toEqual([1, 0]);
  expect(await rowsOf([enabled, publicUser(2)])).toEqual([1, null]);
});
