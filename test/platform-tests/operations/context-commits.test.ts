import { expect, test } from 'vitest';
import type { Platform } from '../../platform/platform.ts';
import type { TokenName } from '../../platform/seed/tokens.ts';
import { fieldsOf, form, json, projectOf } from '../repository-rig.ts';
import { CONTEXT_COMMIT, NEW_CONTEXT_COMMIT } from '../resources/context-commits.ts';
import { ask, ids, start } from '../rig.ts';

const commits = '/projects/acme%2Fcore/merge_requests/5/context_commits';
const seeded = '/projects/acme%2Fcore/merge_requests/4/context_commits';

/** The SHA of a commit of the private project, by its position in the history. */
const shaAt = (platform: Platform, n: number) =>
  platform.world.repositories.planned(projectOf(platform))?.commits[n]?.id ?? '';

test('commits of the repository are added, listed in order and removed', async () => {
  const platform = await start();
  const [a, b] = [shaAt(platform, 7), shaAt(platform, 2)];
  expect((await ask(platform, 'developer', commits)).rows).toEqual([]);
  const added = await ask(platform, 'developer', commits, json('POST', { commits: [a, b] }));
  expect(added.status).toBe(201);
  expect(ids(added)).toEqual([a, b]);
  for (const commit of added.rows) expect(fieldsOf(commit)).toEqual(NEW_CONTEXT_COMMIT.toSorted());
  const list = await ask(platform, 'developer', commits);
  expect(ids(list)).toEqual([a, b]);
  for (const commit of list.rows) expect(fieldsOf(commit)).toEqual(CONTEXT_COMMIT.toSorted());
  const removed = await ask(platform, 'developer', commits, json('DELETE', { commits: [a] }));
  expect([removed.status, removed.text]).toEqual([204, '']);
  expect(ids(await ask(platform, 'developer', commits))).toEqual([b]);
});

test('some seeded merge requests have context commits', async () => {
  const { rows } = await ask(await start(), 'developer', seeded);
  expect(rows.length).toBeGreaterThan(1);
});

test('context commits can also be added with a form and removed with a query', async () => {
  const platform = await start();
  const sha = shaAt(platform, 7);
  expect((await ask(platform, 'developer', commits, form('POST', [['commits[]', sha]]))).status).toBe(201);
  const removed = await ask(platform, 'developer', `${commits}?commits[]=${sha}`, { method: 'DELETE' });
  expect(removed.status).toBe(204);
});

test('an unknown SHA is refused, and nothing is added', async () => {
  const platform = await start();
  const known = shaAt(platform, 7);
  for (const sha of ['0'.repeat(40), 'main', 'not a sha', '']) {
    const answer = await ask(platform, 'developer', commits, json('POST', { commits: [known, sha] }));
    expect(answer.status, sha).toBe(400);
  }
  expect((await ask(platform, 'developer', commits)).rows).toEqual([]);
});

test.each<[string, string, object]>([
  ['POST', commits, {}],
  ['POST', commits, { commits: [] }],
  ['DELETE', commits, {}],
  ['DELETE', commits, { commits: ['0'.repeat(40)] }],
])('%s of %s with %j is refused', async (method, path, body) => {
  expect((await ask(await start(), 'developer', path, json(method, body))).status).toBe(400);
});

test('a commit that was added before is refused', async () => {
  const platform = await start();
  const body = json('POST', { commits: [shaAt(platform, 7)] });
  expect((await ask(platform, 'developer', commits, body)).status).toBe(201);
  expect((await ask(platform, 'developer', commits, body)).status).toBe(400);
  expect((await ask(platform, 'developer', commits)).rows).toHaveLength(1);
});

test.each<[TokenName | null, number, number]>([
  ['admin', 200, 201],
  ['developer', 200, 201],
  ['auditor', 200, 403],
  ['outsider', 404, 404],
])('%s: reading replies %i, adding %i', async (who, reads, adds) => {
  const platform = await start();
  const body = { commits: [shaAt(platform, 7)] };
  expect((await ask(platform, who, commits)).status).toBe(reads);
  expect((await ask(platform, who, commits, json('POST', body))).status).toBe(adds);
  const removed = await ask(platform, who, commits, json('DELETE', body));
  expect(removed.status).toBe(adds === 201 ? 204 : adds);
});

test('adding context commits requires a token, and the Developer role or being the author', async () => {
  const platform = await start();
  const body = json('POST', { commits: [shaAt(platform, 7)] });
  expect((await ask(platform, null, commits, body)).status).toBe(401);
  const row = platform.world.mergeRequests.byIid(1, 5);
  if (row !== undefined) Object.assign(row, { author_id: 1, assignee_ids: [] });
  expect((await ask(platform, 'guest', commits, body)).status).toBe(403);
  expect((await ask(platform, 'reporter', commits, body)).status).toBe(403);
  if (row !== undefined) row.author_id = 8;
  expect((await ask(platform, 'reporter', commits, body)).status).toBe(201);
});

test('the context commits of an unknown merge request are 404', async () => {
  const platform = await start();
  for (const iid of ['999', 'x']) {
    const path = `/projects/acme%2Fcore/merge_requests/${iid}/context_commits`;
    expect((await ask(platform, 'admin', path)).status).toBe(404);
  }
});
