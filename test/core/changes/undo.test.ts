import { expect, test } from 'vitest';
import { commits } from '#main/api/endpoints/commits.ts';
import { files } from '#main/api/endpoints/files.ts';
import { notes } from '#main/api/endpoints/notes.ts';
import { pushRules } from '#main/api/endpoints/push-rules.ts';
import { wikis } from '#main/api/endpoints/wikis.ts';
import { senderTo } from '../../api/rig.ts';
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

test('an undo pauses before it deletes a resource that somebody else has changed since', async () => {
  const { client, platform } = await rig();
  const { send } = senderTo(platform.url, { token: () => platform.tokens.owner });
  platform.world.pushRules.removeWhere(() => true);
  const path = { id: 'acme/core' };
  const commit = { branch: 'main', commit_message: 'Ours' };
  const file_path = 'ours.txt';
  type Change = (createdId: number) => Promise<unknown>;
  const cases: [op: string, path: object, body: object, change: Change][] = [
    [
      ...(['notes.createOnIssue', { ...path, issue_iid: 1 }, { body: 'Ours' }] as const),
      (note_id) => send(notes.editOfIssue, { path: { ...path, issue_iid: 1, note_id }, body: { body: 'Theirs' } }),
    ],
    [
      ...(['push-rules.create', { id: 'acme' }, { prevent_secrets: true }] as const),
      () => send(pushRules.edit, { path: { id: 'acme' }, body: { deny_delete_tag: true } }),
    ],
    [
      ...(['wikis.create', path, { title: 'Ours', content: 'Ours' }] as const),
      () => send(wikis.edit, { path: { ...path, slug: 'Ours' }, body: { content: 'Theirs' } }),
    ],
    [
      ...(['files.create', { ...path, file_path }, { ...commit, content: 'Ours' }] as const),
      () => send(files.edit, { path: { ...path, file_path }, body: { ...commit, content: 'Theirs' } }),
    ],
    [
      ...(['branches.create', path, { branch: 'ours', ref: 'main' }] as const),
      () => send(commits.create, { path, body: { ...commit, branch: 'ours', allow_empty: true } }),
    ],
  ];
  for (const [op, at, body, change] of cases) {
    const { plan, row } = await client.changes.run({ op, path: at, body } as never);
    const unchanged = await client.changes.undo({ planId: plan.id });
    expect([op, unchanged.counts]).toEqual([op, { planned: 1 }]);
    await change((await client.journal.get({ id: row.journalId ?? 0 }))?.createdId ?? 0);
    const undo = await client.changes.undo({ planId: plan.id });
    expect([op, undo.counts]).toEqual([op, { drifted: 1 }]);
    platform.requests.clear();
    expect(await applyAndWait(client, undo)).toMatchObject({ state: 'paused', pausedWhy: 'drift' });
    expect(platform.requests.list().filter(({ method }) => method !== 'GET' && method !== 'HEAD')).toEqual([]);
  }
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
