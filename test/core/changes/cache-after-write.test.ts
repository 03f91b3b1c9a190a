import { expect, test } from 'vitest';
import { syncList, rig, type Rig } from '../../helpers/rig.ts';
import { applyAndWait, waitForPlan } from '../changes-rig.ts';
import { PROJECT_PATHS } from '../../platform/seed/groups.ts';
import { PATHS } from '../../platform/seed/repository-files.ts';
import { BRANCHES } from '../../platform/seed/repositories.ts';

const slice = { from: 0, count: 200 };

function projectOf({ platform }: Rig): { id: number; scope: string } {
  const { id = 0 } = platform.world.projects.lookup(PROJECT_PATHS.private) ?? {};
  return { id, scope: `project:${id}` };
}

test('created, renamed and deleted wiki pages are updated in the cache without another sync', async () => {
  const given = await rig();
  const { client } = given;
  const { id, scope } = projectOf(given);
  await syncList(client, 'wikis', scope);
  const slugs = async (): Promise<string[]> =>
    (await client.wikis.list({ query: { scope, search: 'runbook' }, slice })).rows.map(({ row }) => row.slug);

  await client.changes.run({ op: 'wikis.create', path: { id }, body: { title: 'Runbook', content: 'Call first.' } });
  expect(await slugs()).toEqual(['Runbook']);
  expect((await client.wikis.get({ scope, id: 'Runbook' }))?.row.content).toBe('Call first.');

  await client.changes.run({
    op: 'wikis.edit',
    path: { id, slug: 'Runbook' },
    body: { title: 'Runbook 007', content: 'Call first, then write.' },
  });
  expect(await slugs()).toEqual(['Runbook-007']);
  expect((await client.wikis.get({ scope, id: 'Runbook-007' }))?.row.content).toBe('Call first, then write.');

  const plan = await client.changes.plan({ calls: [{ op: 'wikis.remove', path: { id, slug: 'Runbook-007' } }] });
  await applyAndWait(client, plan);
  expect(await slugs()).toEqual([]);
});

test('a created and then deleted branch is updated in the cache, by its name', async () => {
  const given = await rig();
  const { client } = given;
  const { id, scope } = projectOf(given);
  await syncList(client, 'branches', scope);
  const before = await client.branches.summary({ scope });
  await client.changes.run({ op: 'branches.create', path: { id }, body: { branch: '007', ref: 'main' } });
  expect((await client.branches.get({ scope, id: '007' }))?.row).toMatchObject({ name: '007', default: false });
  expect(await client.branches.summary({ scope })).toMatchObject({ live: before.live + 1 });
  await client.changes.run({ op: 'branches.remove', path: { id, branch: '007' } });
  expect(await client.branches.summary({ scope })).toMatchObject({ live: before.live });
});

test('protecting and unprotecting a branch changes its row in the list, also after an undo', async () => {
  const given = await rig();
  const { client } = given;
  const { id, scope } = projectOf(given);
  await syncList(client, 'branches', scope);
  const name = BRANCHES.slash;
  const row = async () => (await client.branches.get({ scope, id: name }))?.row;
  const listed = async (): Promise<boolean> =>
    (await client.branches.list({ query: { scope, filter: { protected: true } }, slice })).rows.some(
      ({ row: one }) => one.name === name,
    );
  const { plan } = await client.changes.run({
    op: 'protected-branches.protect',
    path: { id },
    body: { name, push_access_level: 30 },
  });
  expect(await row()).toMatchObject({ protected: true, developers_can_push: true, developers_can_merge: false });
  expect(await listed()).toBe(true);
  await applyAndWait(client, await client.changes.undo({ planId: plan.id }));
  expect(await row()).toMatchObject({ protected: false, developers_can_push: false });
  expect(await listed()).toBe(false);
  expect(given.platform.world.protectedBranches.all().some((rule) => rule.name === name)).toBe(false);
});

test('an updated submodule is the newest commit of its branch', async () => {
  const given = await rig();
  const { client } = given;
  const { id, scope } = projectOf(given);
  await syncList(client, 'branches', scope);
  const write = {
    op: 'submodules.edit',
    path: { id, submodule: PATHS.submodule },
    body: { branch: 'main', commit_sha: 'ab'.repeat(20), commit_message: 'Take the fix' },
  };
  await applyAndWait(client, await client.changes.plan({ calls: [write] }));
  expect((await client.branches.get({ scope, id: 'main' }))?.row.commit?.title).toBe('Take the fix');
});

test('a comment is cached at its issue, and a reaction is not cached as a comment', async () => {
  const given = await rig();
  const { client, platform } = given;
  const issue = platform.world.issues.all().find(({ id }) => platform.world.notes.on('Issue', id).length > 1);
  if (issue === undefined) throw new Error('no issue with notes');
  const scope = `project:${issue.project_id}/issue:${issue.iid}`;
  await syncList(client, 'notes', scope);
  const bodies = async (): Promise<string[]> =>
    (await client.notes.list({ query: { scope }, slice })).rows.map(({ row }) => row.body);
  const before = await bodies();
  const path = { id: issue.project_id, issue_iid: issue.iid };
  await client.changes.run({ op: 'notes.createOnIssue', path, body: { body: 'Restarted runner 12.' } });
  await applyAndWait(
    client,
    await client.changes.plan({ calls: [{ op: 'notes.createOnIssue', path, body: { body: ':tada:' } }] }),
  );
  expect((await bodies()).toSorted()).toEqual([...before, 'Restarted runner 12.'].toSorted());
});

test('added and removed context commits are updated in the cache, also by a part of their SHA', async () => {
  const given = await rig();
  const { client, platform } = given;
  const request = platform.world.mergeRequests.find(({ context_commits: ids }) => ids.length > 1);
  if (request === undefined) throw new Error('no merge request with context commits');
  const [first = '', second = ''] = request.context_commits;
  const scope = `project:${request.project_id}/mr:${request.iid}`;
  await syncList(client, 'contextCommits', scope);
  const cached = async (): Promise<string[]> =>
    (await client.contextCommits.list({ query: { scope, notReturned: 'hide' }, slice })).rows.map(({ row }) => row.id);
  expect((await cached()).toSorted()).toEqual([first, second].toSorted());

  const path = { id: request.project_id, merge_request_iid: request.iid };
  const removed = await client.changes.run({
    op: 'context-commits.remove',
    path,
    body: { commits: [first.slice(0, 10)] },
  });
  expect(await cached()).toEqual([second]);
  await applyAndWait(client, await client.changes.undo({ planId: removed.plan.id }));
  expect((await cached()).toSorted()).toEqual([first, second].toSorted());
  expect(request.context_commits.toSorted()).toEqual([first, second].toSorted());

  request.context_commits = [];
  await syncList(client, 'contextCommits', scope);
  const added = await client.changes.run({
    op: 'context-commits.add',
    path,
    body: { commits: [first.slice(0, 10)] },
  });
  expect(await cached()).toEqual([first]);
  await applyAndWait(client, await client.changes.undo({ planId: added.plan.id }));
  expect(await cached()).toEqual([]);
  expect(request.context_commits).toEqual([]);
});

test('when a plan is done or paused, the rows that it has written are in the cache', async () => {
  const { client, platform } = await rig();
  const [like] = platform.world.runners.all();
  if (like === undefined) throw new Error('no runner');
  const { id: _, ...fields } = like;
  // More rows than the engine stores in one call
  for (let at = 0; at < 120; at += 1) platform.world.runners.add({ ...fields, description: `extra ${at}` });
  await syncList(client, 'runners', '');
  const ids = platform.world.runners.all().map(({ id }) => id);
  const noted = async (maintenance_note: string): Promise<number> => {
    const rows = await Promise.all(ids.map(async (id) => (await client.runners.get({ scope: '', id }))?.row));
    return rows.filter((row) => row?.maintenance_note === maintenance_note).length;
  };
  const draft = (note: string) =>
    client.changes.plan({
      calls: ids.map((id) => ({ op: 'runners.edit', path: { id }, body: { maintenance_note: note } })),
    });
  await applyAndWait(client, await draft('all'));
  expect(await noted('all')).toBe(ids.length);

  const paused = await draft('some');
  await client.changes.apply({ planId: paused.id, canary: 3 });
  await waitForPlan(client, paused.id, ['paused']);
  expect(await noted('some')).toBe(3);
});
