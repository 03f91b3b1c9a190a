import { expect, test } from 'vitest';
import { scopeOfRevisions } from '#shared/contract/scope.ts';
import { seconds } from '#shared/time.ts';
import { rig, syncList, until } from '../../helpers/rig.ts';
import { PROJECT_PATHS } from '../../platform/seed/groups.ts';
import { createHistory } from '../../platform/seed/history.ts';

/**
 * The goal: a sync with 1 % changed rows sends at most 2 % of the requests of a sync of the whole list. For 10,000 rows,
 * these are 2 requests. Fewer rows are enough here, because no page of unchanged rows may be requested.
 */
const changedRows = 100;
const mostRequests = 2;
const rows = 1_500;

const lists = [
  { collection: 'issues', request: 'GET /issues', when: 'at different times' },
  { collection: 'mergeRequests', request: 'GET /merge_requests', when: 'at the same time' },
] as const;

for (const { collection, request, when } of lists) {
  test(`${collection}: after 100 rows changed ${when}, a sync sends at most 2 requests`, async () => {
    const { client, platform } = await rig();
    const table = platform.world[collection];
    const [like] = table.all();
    if (like === undefined) throw new Error('no row');
    const newest = Math.max(...table.all().map(({ updated_at }) => updated_at));
    const { id: _, ...fields } = like;
    for (let iid = 10_000; table.size < rows; iid += 1) {
      table.add({ ...fields, description: '', iid, updated_at: newest - seconds(iid) } as never);
    }
    const whole = await requestsOf();
    expect(whole).toBeGreaterThanOrEqual(rows / 100);

    const changed = [...table.all()].slice(0, changedRows);
    for (const [at, row] of changed.entries()) {
      Object.assign(row, {
        title: 'Changed',
        updated_at: newest + seconds(when === 'at the same time' ? 1 : 1 + at),
      });
    }
    expect(await requestsOf()).toBeLessThanOrEqual(mostRequests);
    const { total } = await client[collection].list({
      query: { scope: '', search: 'Changed' },
      slice: { from: 0, count: 1 },
    });
    expect(total).toBe(changedRows);

    async function requestsOf(): Promise<number> {
      const before = platform.requests.count(request);
      expect(await syncList(client, collection)).toMatchObject({ state: 'done' });
      return platform.requests.count(request) - before;
    }
  });
}

test('commits of a branch: a sync requests only the pages that have new commits', async () => {
  const { client, platform } = await rig();
  const { world } = platform;
  const project = world.projects.lookup(PROJECT_PATHS.private);
  if (project === undefined) throw new Error('no project');
  const main = project.default_branch;
  const history = createHistory(main);
  const author = { name: 'Ada Park', email: 'ada@mail.example' };
  let atMs = Date.UTC(2026, 0, 5, 9);
  const commit = (count: number): void => {
    for (let left = count; left > 0; left -= 1) {
      history.commit(main, { author, atMs: (atMs += seconds(60)), message: 'change', put: { 'a.txt': `${atMs}\n` } });
    }
    world.repositories.replace(project, history.planned());
  };
  const scope = scopeOfRevisions(`project:${project.id}`, main);
  const requestsOf = async (): Promise<number> => {
    const before = platform.requests.count('GET /projects/:id/repository/commits');
    expect(await syncList(client, 'commits', scope)).toMatchObject({ state: 'done' });
    return platform.requests.count('GET /projects/:id/repository/commits') - before;
  };
  commit(300);
  expect(await requestsOf()).toBe(3);
  commit(200);
  expect(await requestsOf()).toBe(2);
  commit(1);
  expect(await requestsOf()).toBe(1);
  expect((await client.commits.summary({ scope })).live).toBe(501);
});

test('notes: after one of 20 issues changed, a pinned project requests only its notes again', async () => {
  const { client, platform } = await rig();
  const { world } = platform;
  const project = world.projects.lookup(PROJECT_PATHS.private);
  const [like] = world.issues.filter(({ project_id }) => project_id === project?.id);
  const [note] = world.notes.all();
  if (project === undefined || like === undefined || note === undefined) throw new Error('no project with an issue');
  const { id: _, ...fields } = like;
  const { id: _note, ...noteFields } = note;
  const now = world.clock.now();
  const added = Array.from({ length: 20 }, (_one, at) => {
    const issue = world.issues.add({ ...fields, iid: 10_000 + at, updated_at: now - seconds(60 + at) });
    const on = { noteable_type: 'Issue', noteable_id: issue.id, noteable_iid: issue.iid } as const;
    world.notes.add({ ...noteFields, ...on, project_id: project.id, system: false, internal: false });
    return issue;
  });
  await client.catalogue.add({ text: PROJECT_PATHS.private, kind: 'project', isPinned: false });
  const threads = (): string[] =>
    platform.requests.list().flatMap(({ path }) => (/\/issues\/\d+\/notes/.test(path) ? [path] : []));
  const fill = async (): Promise<string[]> => {
    const before = threads().length;
    const target = { kind: 'place' as const, scope: `project:${PROJECT_PATHS.private}` };
    const { id } = await client.pins.pin({ target, depths: ['facts', 'text'] });
    await until(
      async () => (await client.pins.list()).pins.find((one) => one.id === id)?.state,
      (state) => state === 'ready',
    );
    return threads().slice(before);
  };
  expect((await fill()).length).toBeGreaterThanOrEqual(added.length);
  const [changed] = added;
  Object.assign(changed ?? {}, { updated_at: world.clock.now() + seconds(5) });
  await syncList(client, 'issues');
  const again = await fill();
  expect(again).toHaveLength(1);
  expect(again[0]).toContain(`/issues/${changed?.iid}/notes`);
});
