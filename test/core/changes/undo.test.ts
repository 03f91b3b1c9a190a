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
  const plan = await client.changes.plan({ calls: [note(runner?.id ?? 0, 'ours'), add] });
  await applyAndWait(client, plan);
  const undo = await client.changes.undo({ planId: plan.id });
  expect(undo.counts).toEqual({ planned: 1, skipped: 1 });
  const { rows } = await client.journal.list({ query: { op: 'members.create' }, slice });
  const journalIds = rows.map(({ id }) => id);
  await expect(client.changes.undo({ journalIds })).rejects.toMatchObject({ reason: 'no-undo' });
});
