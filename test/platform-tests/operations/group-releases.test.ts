import { expect, test } from 'vitest';
import type { TokenName } from '../../platform/seed/tokens.ts';
import { fieldsOf } from '../repository-rig.ts';
import { RELEASE } from '../resources/group-releases.ts';
import { PERSON } from '../resources/issues.ts';
import { COMMIT } from '../resources/repositories.ts';
import { ask, AT_MS, link, start } from '../rig.ts';

const releases = '/groups/acme/releases';
type Row = Record<string, unknown>;
const tags = (rows: Row[]) => rows.map((row) => `${String(row['name'])} ${String(row['tag_name'])}`);

test('a release has the documented fields, and an existing commit', async () => {
  const platform = await start();
  const { rows } = await ask(platform, 'admin', releases);
  expect(rows.length).toBeGreaterThan(6);
  for (const row of rows) {
    expect(fieldsOf(row)).toEqual(RELEASE.toSorted());
    expect(fieldsOf(row['author'])).toEqual(PERSON.toSorted());
    expect(fieldsOf(row['commit'])).toEqual(COMMIT.toSorted());
    const { id } = row['commit'] as { id: string };
    const path = String(row['commit_path']).replace(/^\/(.*)\/-\/.*$/, '$1');
    expect(row['commit_path']).toBe(`/${path}/-/commit/${id}`);
    expect(row['tag_path']).toBe(`/${path}/-/tags/${String(row['tag_name'])}`);
    const commit = await ask(
      platform,
      'admin',
      `/projects/${encodeURIComponent(path)}/repository/commits/${String(row['tag_name'])}`,
    );
    expect(commit.json).toMatchObject({ id });
  }
  const upcoming = rows.filter((row) => row['upcoming_release'] === true);
  expect(upcoming).toHaveLength(1);
  expect(Date.parse(String(upcoming[0]?.['released_at']))).toBeGreaterThan(AT_MS);
});

test('releases are sorted newest first unless another order is requested', async () => {
  const platform = await start();
  const times = async (query: string) =>
    (await ask(platform, 'admin', releases + query)).rows.map((row) => String(row['released_at']));
  const latest = await times('');
  expect(latest).toEqual(latest.toSorted().toReversed());
  expect(await times('?sort=desc')).toEqual(latest);
  expect(await times('?sort=asc')).toEqual(latest.toSorted());
  expect((await ask(platform, 'admin', `${releases}?sort=up`)).status).toBe(400);
});

test('the simple list has the same releases with fewer fields', async () => {
  const platform = await start();
  const simple = await ask(platform, 'admin', `${releases}?simple=true`);
  const whole = await ask(platform, 'admin', releases);
  expect(tags(simple.rows)).toEqual(tags(whole.rows));
  simple.rows.forEach((row, i) => expect(whole.rows[i]).toMatchObject(row));
  expect(fieldsOf(simple.rows[0]).length).toBeLessThan(RELEASE.length);
});

test('the list of releases is paged', async () => {
  const platform = await start();
  const first = await ask(platform, 'admin', `${releases}?per_page=4`);
  const second = await ask(platform, 'admin', link(first, 'next') ?? '');
  expect(first.rows).toHaveLength(4);
  expect(tags(second.rows).filter((tag) => tags(first.rows).includes(tag))).toEqual([]);
});

test.each<[TokenName | null, string, number]>([
  ['guest', releases, 200],
  ['outsider', releases, 404],
  [null, releases, 404],
  [null, '/groups/globex/releases', 200],
  ['guest', '/groups/acme%2Fplatform/releases', 404],
  ['admin', '/groups/none/releases', 404],
])('%s: %s replies %i', async (who, path, status) => {
  expect((await ask(await start(), who, path)).status).toBe(status);
});

test('the list has only visible releases, and code only for users who can read it', async () => {
  const platform = await start();
  const rows = async (who: TokenName) => (await ask(platform, who, releases)).rows;
  const projects = (list: Row[]) => new Set(list.map((row) => String(row['name']).replace(/ [\d.]+$/, '')));
  expect(projects(await rows('owner'))).toEqual(new Set(['Core', 'Website', 'Runner Images']));
  const seen = await rows('guest');
  expect(projects(seen)).toEqual(new Set(['Core', 'Website']));
  for (const row of seen) expect(row['commit'] === null).toBe(String(row['name']).startsWith('Core'));
});
