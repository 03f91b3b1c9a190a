import { expect, test } from 'vitest';
import { rig } from '../../helpers/rig.ts';
import { applyAndWait, rowsOf, slice } from '../changes-rig.ts';

const note = (id: number, text: string) => ({ op: 'runners.edit', path: { id }, body: { maintenance_note: text } });

test('a plan is undone in reverse order, and cannot be undone twice', async () => {
  const { client, platform } = await rig();
  const runners = platform.world.runners.all().slice(0, 3);
  const plan = await client.changes.plan({ calls: runners.map(({ id }) => note(id, 'ours')) });
  await applyAndWait(client, plan);
  const undo = await client.changes.undo({ planId: plan.id });
  expect(undo).toMatchObject({ undoOf: plan.id, total: 3 });
  const rows = await rowsOf(client, undo.id);
  expect(rows.map(({ path }) => path)).toEqual(runners.map(({ id }) => `/runners/${id}`).reverse());
  await applyAndWait(client, undo);
  expect(runners.map(({ maintenance_note }) => maintenance_note ?? '')).toEqual(['', '', '']);
  expect(await client.changes.get({ planId: plan.id })).toMatchObject({ undone: 3, undoable: 0 });
  await expect(client.changes.undo({ planId: plan.id })).rejects.toMatchObject({ code: 'conflict', reason: 'no-undo' });
});

test('undo pauses if somebody else has changed the resource since', async () => {
  const { client, platform } = await rig();
  const [runner] = platform.world.runners.all();
  if (runner === undefined) throw new Error('no runner');
  const { plan } = await client.changes.run(note(runner.id, 'ours'));
  runner.maintenance_note = 'theirs';
  const undo = await client.changes.undo({ planId: plan.id });
  expect(undo.counts).toEqual({ drifted: 1 });
  expect(await applyAndWait(client, undo)).toMatchObject({ state: 'paused', pausedWhy: 'drift' });
  expect(runner.maintenance_note).toBe('theirs');
});

test('writes that cannot be undone are skipped, and undo fails if there are no others', async () => {
  const { client, platform } = await rig();
  const [runner] = platform.world.runners.all();
  const project = platform.world.projects.lookup('acme/core');
  const user = platform.world.users.ordered('id').at(-1);
  const add = {
    op: 'members.create',
    path: { id: project?.id ?? 0 },
    body: { user_id: user?.id ?? 0, access_level: 30 },
  };
  expect((await client.changes.plan({ calls: [add] })).undo).toEqual({
    kind: 'none',
    why: 'Reeve can’t remove members',
  });
  const plan = await client.changes.plan({ calls: [note(runner?.id ?? 0, 'ours'), add] });
  expect(plan.undo).toMatchObject({ kind: 'none', isPartial: true });
  await applyAndWait(client, plan);
  const undo = await client.changes.undo({ planId: plan.id });
  expect(undo.counts).toEqual({ planned: 1, skipped: 1 });
  const { rows } = await client.journal.list({ query: { op: 'members.create' }, slice });
  const journalIds = rows.map(({ id }) => id);
  await expect(client.changes.undo({ journalIds })).rejects.toMatchObject({ reason: 'no-undo' });
});

test('after an undo the resource is read and compared with its state before, and this read is in the number of requests', async () => {
  const { client, platform } = await rig();
  const [runner] = platform.world.runners.all();
  const { plan } = await client.changes.run(note(runner?.id ?? 0, 'ours'));
  const undo = await client.changes.undo({ planId: plan.id });
  platform.requests.clear();
  await applyAndWait(client, undo);
  expect(platform.requests.list()).toHaveLength(undo.requests);
  expect(await rowsOf(client, undo.id)).toMatchObject([{ state: 'applied', restored: { differs: [], unchecked: [] } }]);
});

test('if the resource can’t be read after an undo, its fields are named as not checked', async () => {
  const { client, platform } = await rig();
  const [runner] = platform.world.runners.all();
  const { plan } = await client.changes.run(note(runner?.id ?? 0, 'ours'));
  const undo = await client.changes.undo({ planId: plan.id });
  platform.faults.add({ kind: 'status', status: 403, message: '403 Forbidden', match: 'GET /runners/:id' });
  await applyAndWait(client, undo);
  expect(runner?.maintenance_note ?? '').toBe('');
  const restored = { differs: [], unchecked: ['maintenance_note'] };
  expect(await rowsOf(client, undo.id)).toMatchObject([{ state: 'applied', restored }]);
});

test('an undo whose reply was lost is compared as well', async () => {
  const { client, platform } = await rig();
  const { id } = platform.world.groups.lookup('acme') ?? { id: 0 };
  const rule = { op: 'push-rules.create', path: { id }, body: { prevent_secrets: true } };
  await client.changes.run(rule);
  const plan = await client.changes.plan({ calls: [{ op: 'push-rules.remove', path: { id } }] });
  await applyAndWait(client, plan);
  platform.faults.add({ kind: 'status', status: 500, when: 'after', match: 'POST *', times: 1 });
  const undo = await client.changes.undo({ planId: plan.id });
  await applyAndWait(client, undo);
  const [row] = await rowsOf(client, undo.id);
  expect(row).toMatchObject({ state: 'applied' });
  expect(row?.restored?.differs.map(({ field }) => field)).toContain('id');
  expect(row?.restored?.differs.map(({ field }) => field)).not.toContain('prevent_secrets');
});
