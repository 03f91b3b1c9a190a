import { expect, test } from 'vitest';
import type { CacheReader } from '#main/cache/store-api.ts';
import { changeNotices } from '#main/services/notices/observers/changes.ts';
import { edgesOf, type EdgeEntry } from '#shared/contract/change-edges.ts';

const came = (collection: string, row: object, over: Partial<EdgeEntry> = {}): EdgeEntry => ({
  ...{ collection, scope: 'project:7', id: 4, kind: 'came', at: 1_000, source: 'sync', fields: [] },
  row: { ...row },
  ...over,
});
const changed = (collection: string, name: string, before: unknown, after: unknown, source = 'sync'): EdgeEntry =>
  came(collection, {}, { kind: 'changed', source, row: null, fields: [{ name, before, after }] });
const kindsOf = (entry: EdgeEntry): string[] => edgesOf(entry).map(({ kind }) => kind);

test.each<[string, ...EdgeEntry[]]>([
  ['new-administrator', came('users', { is_admin: true }), changed('users', 'is_admin', false, true)],
  ['new-auditor', came('users', { is_auditor: true }), changed('users', 'is_auditor', null, true)],
  ['two-factor-off', changed('enterpriseUsers', 'two_factor_enabled', true, false)],
  ['new-external', came('users', { external: true }), changed('users', 'external', false, true)],
  ['access-raised', came('members', { access_level: 40 }), changed('members', 'access_level', 30, 40)],
  ['access-raised', changed('members', 'access_level', 40, 50)],
  ['token-risk', came('accessTokens', { expires_at: null }), changed('accessTokens', 'expires_at', '2027-01-01', null)],
  ['token-risk', came('accessTokens', { scopes: ['api'] }), changed('accessTokens', 'scopes', ['read_api'], ['api'])],
  ['mirror-host', came('remoteMirrors', { url: 'https://a.example/x' }), changed('remoteMirrors', 'url', 'a', 'b')],
  ['allowlist-opened', changed('jobTokenScope', 'inbound_enabled', true, false), came('jobTokenGroups', {})],
])('%s', (kind, ...entries) => {
  for (const entry of entries) {
    expect(kindsOf(entry)).toEqual([kind]);
    expect(kindsOf({ ...entry, source: 'ours' }), 'a change by this Reeve').toEqual([]);
    for (const other of ['back', 'notReturned', 'visible'] as const)
      expect(kindsOf({ ...entry, kind: other })).toEqual([]);
  }
});

test.each([
  ['a removed administrator', changed('users', 'is_admin', true, false)],
  ['two-factor authentication that was never on', came('users', { two_factor_enabled: false })],
  ['a lower level', changed('members', 'access_level', 50, 40)],
  ['a Developer', came('members', { access_level: 30 })],
  ['a token whose expiry date is not sent', came('accessTokens', { scopes: ['read_api'] })],
  ['a token that is revoked', came('accessTokens', { expires_at: null, revoked: true })],
  ['one more scope besides “api”', changed('accessTokens', 'scopes', ['api'], ['api', 'read_api'])],
  ['access only from the allowlist', changed('jobTokenScope', 'inbound_enabled', false, true)],
  ['a new name of an administrator', changed('users', 'name', 'Anna', 'Ann')],
])('no edge: %s', (_, entry) => expect(kindsOf(entry)).toEqual([]));

test('a value that the platform adjusted after a write by Reeve is an edge', () => {
  expect(kindsOf(changed('users', 'is_admin', false, true, 'adjusted'))).toEqual(['new-administrator']);
});

/** A cache with these rows, and these mirrors. */
function reader(row: object, mirrors: { scope: string; id: number; url: string }[] = []): Pick<CacheReader, 'lists'> {
  const lists = () => ({
    rowsAt: async () => [{ row }],
    list: async () => ({ rows: mirrors.map(({ scope, ...own }) => ({ scope, row: own })) }),
  });
  return { lists: lists as unknown as CacheReader['lists'] };
}
const noticesOf = async (edges: ReturnType<typeof edgesOf>, ...given: Parameters<typeof reader>) =>
  changeNotices({ profileId: 'p1', reader: reader(...given), labelOf: (scope) => `acme/${scope.at(-1)}` }, edges);

test('a notice names the row, and opens its history', async () => {
  const edges = edgesOf(changed('members', 'access_level', 30, 40));
  expect(await noticesOf(edges, { name: 'Anna Arndt' })).toMatchObject([
    {
      ...{ kind: 'access-raised', at: 1_000, title: 'Anna Arndt is now Maintainer of acme/7' },
      link: { page: 'members', query: { id: '4', at: 'project:7', tab: 'history' } },
    },
  ]);
});

test('a person with raised access in several projects gives one notice', async () => {
  const entry = changed('members', 'access_level', 30, 50);
  const edges = ['project:7', 'project:8'].flatMap((scope) => edgesOf({ ...entry, scope }));
  expect((await noticesOf(edges, { name: 'Anna' })).map(({ title }) => title)).toEqual([
    'Anna is now Owner in 2 projects',
  ]);
});

test('many changes of one kind give one notice', async () => {
  const edges = Array.from({ length: 30 }, (_, id) =>
    edgesOf(came('users', { is_admin: true }, { scope: '', id })),
  ).flat();
  expect(await noticesOf(edges, { name: 'Anna' })).toMatchObject([
    { title: '30 new administrators', link: { page: 'changes' } },
  ]);
});

test('a mirror gives a notice only if no other mirror pushes to its host', async () => {
  const edges = edgesOf(came('remoteMirrors', { url: 'https://backup.example/x.git' }));
  const own = { scope: 'project:7', id: 4, url: 'https://backup.example/x.git' };
  expect(await noticesOf(edges, {}, [own])).toMatchObject([
    { title: 'A mirror of acme/7 pushes to a new host: backup.example', subject: 'acme/7' },
  ]);
  expect(await noticesOf(edges, {}, [own, { ...own, id: 5, url: 'https://backup.example/y.git' }])).toEqual([]);
  const moved = edgesOf(
    changed('remoteMirrors', 'url', 'https://backup.example/x.git', 'https://backup.example/y.git'),
  );
  expect(await noticesOf(moved, {}, [own])).toEqual([]);
});

test('an opened allowlist links to the page of its project', async () => {
  const edges = [
    ...edgesOf(changed('jobTokenScope', 'inbound_enabled', true, false)),
    ...edgesOf(came('jobTokenProjects', { path_with_namespace: 'acme/web' })),
  ];
  expect(await noticesOf(edges, {})).toMatchObject([
    { title: 'Job tokens of all projects can access acme/7', link: { page: 'p/7/access/job-token' } },
    { title: 'Job tokens of acme/web can access acme/7' },
  ]);
});
