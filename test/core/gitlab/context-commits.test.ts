import { beforeEach, expect, test } from 'vitest';
import { rig, type Rig } from '../../helpers/rig.ts';
import { must } from '../../changes/undo-case.ts';
import { applyAndWait, rowsOf } from '../changes-rig.ts';

const post = 'POST /projects/:id/merge_requests/:merge_request_iid/context_commits';
let running: Rig;
beforeEach(async () => {
  running = await rig({ dialect: 'gitlab' });
});

/** A merge request, and 25 commits that are not in its context. */
async function places() {
  const { world } = running.platform;
  const project = must(world.projects.lookup('acme/core'));
  const row = must(world.mergeRequests.find(({ project_id }) => project_id === project.id));
  const log = await world.repositories.of(project).log({ revisions: ['main'], count: 60 });
  const commits = log.map(({ id }) => id).filter((id) => !row.context_commits.includes(id));
  return { row, path: { id: project.id, merge_request_iid: row.iid }, commits: commits.slice(0, 25) };
}
const sent = () =>
  running.platform.requests
    .list(post)
    .map(({ body }) => (JSON.parse(body ?? '') as { commits: string[] }).commits.length);

test('more context commits than one request may have are added, and restored after a removal, in several requests', async () => {
  const { client } = running;
  const { row, path, commits } = await places();
  const before = [...row.context_commits];
  const draft = await client.changes.plan({ calls: [{ op: 'context-commits.add', path, body: { commits } }] });
  expect(draft).toMatchObject({ total: 2, confirmation: { kind: 'plan' }, undo: { kind: 'exact' } });
  const added = await applyAndWait(client, draft);
  expect(added.counts).toEqual({ applied: 2 });
  expect(row.context_commits).toEqual([...before, ...commits]);

  const removal = [{ op: 'context-commits.remove', path, body: { commits } }];
  const removed = await applyAndWait(client, await client.changes.plan({ calls: removal }));
  expect(row.context_commits).toEqual(before);
  const restored = await applyAndWait(client, await client.changes.undo({ planId: removed.id }));
  expect(restored.counts).toEqual({ applied: 2 });
  expect(row.context_commits).toEqual([...before, ...commits]);
  expect(sent()).toEqual([20, 5, 20, 5]);
});

test('if a write in several requests is applied in part, this part can be undone, and the refused part of the undo can be sent again', async () => {
  const { client, platform } = running;
  const { row, path, commits } = await places();
  const before = [...row.context_commits];
  const fault = { kind: 'status', status: 400, match: post } as const;
  platform.faults.add({ ...fault, nth: 2 });
  const calls = [{ op: 'context-commits.add', path, body: { commits } }];
  const partly = await applyAndWait(client, await client.changes.plan({ calls }));
  expect(partly).toMatchObject({ counts: { applied: 1, refused: 1 }, undoable: 1 });
  expect(row.context_commits).toEqual([...before, ...commits.slice(0, 20)]);
  await applyAndWait(client, await client.changes.undo({ planId: partly.id }));
  expect(row.context_commits).toEqual(before);

  row.context_commits.push(...commits);
  const removal = [{ op: 'context-commits.remove', path, body: { commits } }];
  const removed = await applyAndWait(client, await client.changes.plan({ calls: removal }));
  platform.faults.add({ ...fault, nth: 2 });
  const undo = await applyAndWait(client, await client.changes.undo({ planId: removed.id }));
  expect((await rowsOf(client, undo.id)).map(({ state }) => state)).toEqual(['applied', 'refused']);
  const rest = await applyAndWait(client, await client.changes.again({ planId: undo.id, states: ['refused'] }));
  expect(rest.counts).toEqual({ applied: 1 });
  expect(row.context_commits).toEqual([...before, ...commits]);
});

test('an invalid entry is reported for its call, also after a call that becomes several requests', async () => {
  const { path, commits } = await places();
  const good = { op: 'context-commits.add', path, body: { commits } };
  const bad = { op: 'context-commits.add', path, body: { commits: ['main'] } };
  await expect(running.client.changes.plan({ calls: [good, bad] })).rejects.toMatchObject({
    code: 'invalid',
    field: expect.stringMatching(/^calls\.1\.commits/) as string,
  });
});
