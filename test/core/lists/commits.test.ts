import { expect, test } from 'vitest';
import { scopeOfRevisions } from '#shared/contract/scope.ts';
import { syncList } from '../../helpers/rig.ts';
import { slice, startMs, withHistory } from './history-rig.ts';

test('the commits of a branch are synced with their numbers and trailers, the newest first', async () => {
  const { client, commit, push, listed, scope, sync, count } = await withHistory(3);
  commit(5, 'Fix the timeout\n\nIt was too short.\n\nReviewed-by: Mei Weber <mei@mail.example>\n');
  push();
  expect(await sync()).toMatchObject({ state: 'done', rows: 4 });
  expect(await listed()).toEqual(['Fix the timeout', 'change 2', 'change 1', 'change 0']);
  const sort = { by: 'committed_date' as const, direction: 'desc' as const };
  const { rows } = await client.commits.list({ query: { scope, sort }, slice });
  expect(rows[0]?.row).toMatchObject({
    stats: { additions: 6, deletions: 0, total: 6 },
    trailers: { 'Reviewed-by': 'Mei Weber <mei@mail.example>' },
  });
  const asked = count();
  const id = rows[0]?.row.id ?? '';
  await client.commits.refresh({ scope, id });
  const detail = await client.commits.get({ scope, id });
  expect(detail?.row).toMatchObject({
    stats: { additions: 6 },
    message: expect.stringContaining('too short') as string,
  });
  expect(detail?.row).toHaveProperty('last_pipeline');
  expect(count()).toBe(asked);
});

test('a sync without new commits sends one request, and one with new commits stops at known ones', async () => {
  const { sync, commit, push, listed, count } = await withHistory(120);
  expect(await sync()).toMatchObject({ state: 'done', rows: 120 });
  let before = count();
  expect(await sync()).toMatchObject({ state: 'done', changed: 0 });
  expect(count()).toBe(before + 1);
  commit(400, 'new');
  push();
  before = count();
  expect(await sync()).toMatchObject({ state: 'done', changed: 1 });
  expect(count()).toBe(before + 1);
  expect((await listed())[0]).toBe('new');
});

test('commits of a merged branch that are older than known commits are found', async () => {
  const { client, sync, commit, push, history, main, scope, count } = await withHistory(150);
  history().fork('topic', main);
  for (let at = 0; at < 110; at += 1) commit(400 + at, `main ${at}`);
  push();
  expect(await sync()).toMatchObject({ state: 'done' });
  commit(330, 'on the topic branch', { branch: 'topic' });
  commit(600, 'Merge', { merge: 'topic' });
  push();
  const before = count();
  expect(await sync()).toMatchObject({ state: 'done', changed: 2 });
  expect(count()).toBe(before + 2);
  expect((await client.commits.list({ query: { scope, search: 'topic branch' }, slice })).total).toBe(1);
});

test('after a force-push, commits that are no longer on the branch stay and are marked', async () => {
  const { sync, commit, push, startOver, listed } = await withHistory(12);
  await sync();
  startOver();
  for (let at = 0; at < 4; at += 1) commit(at, `change ${at}`);
  commit(20, 'another future');
  push();
  expect(await sync()).toMatchObject({ state: 'done', notReturnedFound: 8 });
  expect(await listed()).toEqual(['another future', 'change 3', 'change 2', 'change 1', 'change 0']);
  expect(await listed('only')).toHaveLength(8);
});

test('a branch that was reset to an earlier commit loses the later ones', async () => {
  const { sync, commit, push, startOver, listed } = await withHistory(6);
  await sync();
  startOver();
  for (let at = 0; at < 4; at += 1) commit(at, `change ${at}`);
  push();
  expect(await sync()).toMatchObject({ state: 'done', notReturnedFound: 2 });
  expect(await listed('only')).toEqual(['change 5', 'change 4']);
});

test('the commits of a path, and those of the first parents, are asked of the platform and kept apart', async () => {
  const { client, project, commit, push, history, main, scope, listed } = await withHistory(3);
  history().fork('topic', main);
  commit(10, 'side', { branch: 'topic' });
  commit(20, 'Merge', { merge: 'topic' });
  push();
  const ofPath = scopeOfRevisions(project, `${main}?path=change%201.txt`);
  expect(await syncList(client, 'commits', ofPath)).toMatchObject({ state: 'done', rows: 1 });
  expect(await listed('hide', ofPath)).toEqual(['change 1']);
  const firstParents = scopeOfRevisions(project, `${main}?first_parent=true`);
  await syncList(client, 'commits', firstParents);
  expect(await listed('hide', firstParents)).toEqual(['Merge', 'change 2', 'change 1', 'change 0']);
  expect((await client.commits.summary({ scope })).completedAt).toBeNull();
});

test('the topological order of the platform is kept', async () => {
  const { client, project, commit, push, history, main } = await withHistory(2);
  history().fork('topic', main);
  commit(10, 'side 1', { branch: 'topic' });
  commit(15, 'main 1');
  commit(20, 'side 2', { branch: 'topic' });
  commit(30, 'Merge', { merge: 'topic' });
  push();
  const scope = scopeOfRevisions(project, `${main}?order=topo`);
  await syncList(client, 'commits', scope);
  const sort = { by: 'position' as const, direction: 'asc' as const };
  const titles = (await client.commits.list({ query: { scope, sort }, slice })).rows.map(({ row }) => row.title);
  expect(titles).toHaveLength(6);
  const sides = [titles.indexOf('side 1'), titles.indexOf('side 2')];
  expect(Math.abs((sides[0] ?? 0) - (sides[1] ?? 0))).toBe(1);
});

test('authors and dates are filtered in the cache, without a request', async () => {
  const { client, scope, sync, platform } = await withHistory(5);
  await sync();
  const sent = platform.requests.count();
  const find = async (filter: object) => (await client.commits.list({ query: { scope, filter }, slice })).total;
  expect(await find({ author: 'ada p' })).toBe(5);
  expect(await find({ author: 'ADA@mail' })).toBe(5);
  expect(await find({ author: 'nobody' })).toBe(0);
  expect(await find({ since: new Date(startMs + 3 * 60_000).toISOString() })).toBe(2);
  expect(await find({ until: new Date(startMs).toISOString() })).toBe(1);
  expect(platform.requests.count()).toBe(sent);
});

test('an unknown branch is reported as missing', async () => {
  const { client, project } = await withHistory(2);
  const scope = scopeOfRevisions(project, 'no/such branch');
  expect(await syncList(client, 'commits', scope)).toMatchObject({ state: 'failed', failure: { code: 'missing' } });
});
