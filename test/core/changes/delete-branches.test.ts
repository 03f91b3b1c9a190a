import { expect, test } from 'vitest';
import { rig, syncList, type Rig } from '../../helpers/rig.ts';
import { applyAndWait } from '../changes-rig.ts';
import { PROJECT_PATHS } from '../../platform/seed/groups.ts';
import { BRANCHES } from '../../platform/seed/repositories.ts';

async function someBranches({ platform }: Rig, names: readonly string[]) {
  const { world } = platform;
  const project = world.projects.lookup(PROJECT_PATHS.private);
  if (project === undefined) throw new Error('no project');
  const repository = world.repositories.of(project);
  const commit = (await world.repositories.resolve(project, 'HEAD')) ?? '';
  // One run of git for all branches
  const input = names.map((name) => `create refs/heads/${name} ${commit}\n`).join('');
  await repository.git(['update-ref', '--stdin'], { input });
  const left = async () => (await repository.branches()).map(({ name }) => name).sort();
  return { project, scope: `project:${project.id}`, commit, left };
}

const sort = { by: 'name', direction: 'asc' } as const;

test('120 branches are deleted by a filter in one plan with a result per row, which can be undone', async () => {
  const given = await rig();
  const { client, platform } = given;
  const names = Array.from({ length: 120 }, (_, at) => `old/${String(at).padStart(3, '0')}`);
  const { project, scope, commit, left } = await someBranches(given, names);
  const before = await left();
  await syncList(client, 'branches', scope);
  const query = { scope, search: 'old/', filter: {}, sort, notReturned: 'hide' as const };
  const plan = await client.changes.plan({
    onRows: { op: 'branches.remove', collection: 'branches', selection: { kind: 'all', query, except: [] } },
  });
  expect(plan).toMatchObject({ total: 120, undo: { kind: 'exact' }, confirmation: { kind: 'plan' } });
  const done = await applyAndWait(client, plan);
  expect(done.counts).toEqual({ applied: 120 });
  expect(await left()).toEqual(before.filter((name) => !name.startsWith('old/')));
  const shown = await client.branches.list({ query, slice: { from: 0, count: 1 } });
  expect(shown.total).toBe(0);

  // A row of the plan is undone like the whole plan
  const { rows } = await client.changes.rows({ planId: plan.id, slice: { from: 0, count: 3 } });
  const journalIds = rows.flatMap(({ journalId }) => journalId ?? []);
  await applyAndWait(client, await client.changes.undo({ journalIds }));
  const labels = rows.map(({ label }) => label);
  expect((await left()).filter((name) => name.startsWith('old/'))).toEqual(labels);
  for (const name of labels) expect(await platform.world.repositories.resolve(project, name)).toBe(commit);
});

test('the default branch and protected branches are skipped with the reason, and the others are deleted', async () => {
  const given = await rig();
  const { client } = given;
  const { scope, left } = await someBranches(given, ['old']);
  await syncList(client, 'branches', scope);
  const query = { scope, search: '', filter: {}, sort, notReturned: 'hide' as const };
  const plan = await client.changes.plan({
    onRows: { op: 'branches.remove', collection: 'branches', selection: { kind: 'all', query, except: [] } },
  });
  const { rows } = await client.changes.rows({ planId: plan.id, states: ['skipped'], slice: { from: 0, count: 9 } });
  expect(rows.map(({ label, reportedMessage }) => [label, reportedMessage])).toEqual([
    [BRANCHES.default, expect.stringContaining('default branch')],
    [BRANCHES.protected, expect.stringContaining('Unprotect it first')],
  ]);
  expect((await applyAndWait(client, plan)).counts.skipped).toBe(2);
  expect(await left()).toEqual([BRANCHES.default, BRANCHES.protected].sort());
});

test('the commits of a branch that are not in the default branch are counted, and the first ones are returned', async () => {
  const given = await rig();
  const { client, platform } = given;
  const { project, scope } = await someBranches(given, ['same']);
  await syncList(client, 'branches', scope);
  expect(await client.branches.ownCommits({ scope, branch: 'same' })).toEqual({
    count: 0,
    isMore: false,
    commits: [],
  });
  const own = await client.branches.ownCommits({ scope, branch: BRANCHES.slash });
  expect(own.count).toBeGreaterThan(0);
  expect(own.isMore).toBe(false);
  expect(own.commits.map(({ id }) => id)).toContain(await platform.world.repositories.resolve(project, BRANCHES.slash));
  const asked = platform.requests.list().filter(({ path }) => path.endsWith('/repository/commits'));
  expect(asked.map(({ query }) => new URLSearchParams(query).get('ref_name'))).toEqual([
    'main..same',
    `main..${BRANCHES.slash}`,
  ]);
});
