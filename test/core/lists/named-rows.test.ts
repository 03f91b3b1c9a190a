import { expect, test } from 'vitest';
import { syncList, rig, type Rig } from '../../helpers/rig.ts';
import { PROJECT_PATHS } from '../../platform/seed/groups.ts';

const slice = { from: 0, count: 200 };
const projectOf = ({ platform }: Pick<Rig, 'platform'>, path: string = PROJECT_PATHS.private) => {
  const project = platform.world.projects.lookup(path);
  if (project === undefined) throw new Error(`no project ${path}`);
  return { project, scope: `project:${project.id}` };
};

/** Keys that would be equal after some conversion. */
const alike = ['7', '007', '1e3', '1000', '1234567890123456789012345678901234567890', 'Release', 'release'];
const twins = ['caf\u00e9', 'cafe\u0301'];

async function withWiki(slugs: readonly string[]) {
  const given = await rig();
  const at = projectOf(given);
  const wiki = given.platform.world.wikis.of(at.project);
  const put = (names: readonly string[]) =>
    wiki.commit(
      1,
      'test',
      new Map(names.map((slug) => [slug, { slug, format: 'markdown' as const, content: `Text of ${slug}` }])),
    );
  put(slugs);
  const slugsOf = async (query: object = {}) => {
    const sort = { by: 'slug' as const, direction: 'asc' as const };
    const { rows } = await given.client.wikis.list({ query: { scope: at.scope, sort, ...query }, slice });
    return rows.map(({ row }) => row.slug).sort();
  };
  return { ...given, ...at, put, slugsOf };
}

test('wiki pages are synced, searched and opened by their slug, even if slugs are similar', async () => {
  const slugs = [...alike, ...twins, 'docs/how-to', 'größe'];
  const { client, platform, scope, slugsOf } = await withWiki(slugs);
  expect(await syncList(client, 'wikis', scope)).toMatchObject({ state: 'done', rows: slugs.length, unreadable: 0 });
  expect(await slugsOf()).toEqual(slugs.toSorted());
  expect(await slugsOf({ search: '007' })).toEqual(['007']);
  expect(await slugsOf({ search: 'text of' })).toEqual(slugs.toSorted());
  for (const slug of slugs) {
    expect((await client.wikis.get({ scope, id: slug }))?.row.content).toBe(`Text of ${slug}`);
  }
  expect(platform.requests.count('GET /projects/:id/wikis/:slug')).toBe(0);

  await client.wikis.refresh({ scope, id: '007' });
  const { detailFetchedAt } = (await client.wikis.get({ scope, id: '007' })) ?? {};
  expect(detailFetchedAt).not.toBeNull();
  expect((await client.wikis.get({ scope, id: '7' }))?.detailFetchedAt).toBeNull();
  expect(await client.wikis.get({ scope, id: 7 })).toBeNull();
});

test('a wiki page that the platform no longer lists is marked, and a page with a similar slug is not', async () => {
  const { client, scope, put, slugsOf } = await withWiki([...alike, ...twins]);
  await syncList(client, 'wikis', scope);
  const [absent, ...rest] = [...alike, ...twins];
  put(rest);
  expect(await syncList(client, 'wikis', scope)).toMatchObject({ state: 'done', notReturnedFound: 1 });
  expect(await slugsOf({ notReturned: 'only' })).toEqual([absent]);
  put([...alike, ...twins].slice(0, -1));
  await syncList(client, 'wikis', scope);
  expect(await slugsOf({ notReturned: 'only' })).toEqual([twins[1]]);
});

test('copied keys of wiki pages are slugs, and a curl command has the path of the page', async () => {
  const { client, platform, scope } = await withWiki(['docs/how to']);
  await syncList(client, 'wikis', scope);
  const selection = { kind: 'all' as const, query: { scope }, except: [] };
  const copied = await client.wikis.copy({ selection, format: 'id', columns: [] });
  expect(copied.text).toBe('docs/how to');
  const { text } = await client.wikis.copy({ selection, format: 'curl', columns: [] });
  expect(text).toContain(`${platform.url}/api/v4/projects/${scope.split(':')[1] ?? ''}/wikis/docs%2Fhow%20to`);
});

test('branches are synced, searched and opened by their name', async () => {
  const given = await rig();
  const { client, platform } = given;
  const { scope } = projectOf(given);
  expect(await syncList(client, 'branches', scope)).toMatchObject({ state: 'done', unreadable: 0 });
  const { rows } = await client.branches.list({ query: { scope }, slice });
  expect(rows.length).toBeGreaterThan(1);
  for (const { row } of rows) {
    await client.branches.refresh({ scope, id: row.name });
    expect(await client.branches.get({ scope, id: row.name })).toMatchObject({ row: { name: row.name } });
    const found = await client.branches.list({ query: { scope, search: row.name }, slice });
    expect(found.rows.map((one) => one.row.name)).toContain(row.name);
  }
  expect(platform.requests.count('GET /projects/:id/repository/branches/:branch')).toBe(rows.length);
});
