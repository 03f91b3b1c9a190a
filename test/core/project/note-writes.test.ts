import { expect, test } from 'vitest';
import { rig, syncList } from '../../helpers/rig.ts';
import type { Platform } from '../../platform/platform.ts';
import { PROJECT_PATHS } from '../../platform/seed/groups.ts';
import { applyAndWait, rowsOf, slice } from '../changes-rig.ts';

/** An issue, a merge request and a snippet of a project of which all users with a fixed role are members. */
function threadsOf({ world }: Platform) {
  const id = world.projects.lookup(PROJECT_PATHS.private)?.id ?? 0;
  const issue = world.issues.find((one) => one.project_id === id && !one.confidential && !one.discussion_locked);
  const request = world.mergeRequests.find((one) => one.project_id === id);
  const snippet = world.snippets.find((one) => one.project_id === id);
  if (issue === undefined || request === undefined || snippet === undefined) throw new Error('no thread');
  return {
    issue,
    onIssue: { id, issue_iid: issue.iid },
    onRequest: { id, merge_request_iid: request.iid },
    requestScope: `project:${id}/mr:${request.iid}`,
    onSnippet: { id, snippet_id: snippet.id },
    snippetScope: `project:${id}/snippet:${snippet.id}`,
    written: (body: string) => world.notes.filter((note) => note.body === body),
  };
}

test('an internal note of a guest is refused and not added, and the same note for all is added', async () => {
  const { client, platform } = await rig({ as: 'guest' });
  const { onIssue, written } = threadsOf(platform);
  const call = { op: 'notes.createOnIssue', path: onIssue };
  const refused = await client.changes.run({ ...call, body: { body: 'Secret plan', internal: true } });
  expect(refused.row).toMatchObject({ state: 'refused', status: 403, failure: { code: 'denied' } });
  expect(written('Secret plan')).toEqual([]);
  await client.changes.run({ ...call, body: { body: 'Secret plan' } });
  expect(written('Secret plan')).toMatchObject([{ internal: false }]);
});

test('the date of a developer’s note is ignored, and a note of somebody else is neither changed nor deleted', async () => {
  const { client, platform } = await rig({ as: 'developer' });
  const { issue, onIssue, written } = threadsOf(platform);
  const body = { body: 'Seen last year', created_at: '2020-02-03T10:30:00Z' };
  expect((await client.changes.run({ op: 'notes.createOnIssue', path: onIssue, body })).row.state).toBe('applied');
  expect(written('Seen last year')[0]?.created_at).toBeGreaterThan(Date.parse('2026-01-01'));
  const [note] = platform.world.notes.on('Issue', issue.id).filter(({ system, internal }) => !system && !internal);
  if (note === undefined) throw new Error('no note');
  Object.assign(note, { body: 'Written by the administrator', author_id: 1 });
  const path = { ...onIssue, note_id: note.id };
  const calls = [
    { op: 'notes.editOfIssue', path, body: { body: 'Mine' } },
    { op: 'notes.removeOfIssue', path },
  ];
  for (const call of calls) {
    const { id } = await applyAndWait(client, await client.changes.plan({ calls: [call] }));
    const [row] = await rowsOf(client, id);
    expect(row, call.op).toMatchObject({ state: 'refused', status: 403, failure: { code: 'denied' } });
  }
  expect(platform.world.notes.get(note.id)?.body).toBe('Written by the administrator');
});

test('a note of another person is deleted by a plan, and undone by a plan that names the author of the words', async () => {
  const { client, platform } = await rig();
  const { issue, onIssue, written } = threadsOf(platform);
  const [note] = platform.world.notes.on('Issue', issue.id).filter(({ system }) => !system);
  const other = platform.world.users.ordered('id').at(-1);
  if (note === undefined || other === undefined) throw new Error('no note');
  Object.assign(note, { body: 'Her words', author_id: other.id });
  const remove = { op: 'notes.removeOfIssue', path: { ...onIssue, note_id: note.id } };
  const undo = { kind: 'lossy', authors: [other.name] };
  await expect(client.changes.run(remove)).rejects.toMatchObject({ reason: 'needs-plan' });
  const plan = await client.changes.plan({ calls: [remove] });
  expect(plan).toMatchObject({ confirmation: { kind: 'plan' }, undo });
  await applyAndWait(client, plan);
  const { rows } = await client.journal.list({ query: { op: remove.op }, slice });
  expect(rows).toMatchObject([{ undo }]);
  const back = await client.changes.undo({ journalIds: [rows[0]?.id ?? 0] });
  expect(back).toMatchObject({ confirmation: { kind: 'plan' }, undoes: undo });
  await applyAndWait(client, back);
  expect(written('Her words')).toMatchObject([{ author_id: 1 }]);
});

test('an own note is deleted without a plan, the note of a deleted user only with one', async () => {
  const { client, platform } = await rig({ probes: ['user'] });
  const { issue, onIssue, onSnippet, written } = threadsOf(platform);
  await client.changes.run({ op: 'notes.createOnSnippet', path: onSnippet, body: { body: 'My words' } });
  const own = { op: 'notes.removeOfSnippet', path: { ...onSnippet, note_id: written('My words')[0]?.id ?? 0 } };
  const { plan } = await client.changes.run(own);
  const undone = await client.changes.undo({ planId: plan.id });
  expect(undone).toMatchObject({ confirmation: { kind: 'none' }, undoes: { kind: 'lossy' } });
  expect(undone.undoes).not.toHaveProperty('authors');
  const [note] = platform.world.notes.on('Issue', issue.id).filter(({ system }) => !system);
  Object.assign(note ?? {}, { author_id: 987_654 });
  const remove = { op: 'notes.removeOfIssue', path: { ...onIssue, note_id: note?.id ?? 0 } };
  expect(await client.changes.plan({ calls: [remove] })).toMatchObject({
    confirmation: { kind: 'plan' },
    undo: { authors: ['Ghost User'] },
  });
});

test('an edit of a note that has changed since it was shown is not sent', async () => {
  const { client, platform } = await rig();
  const { issue, onIssue } = threadsOf(platform);
  const [note] = platform.world.notes.on('Issue', issue.id).filter(({ system }) => !system);
  if (note === undefined) throw new Error('no note');
  const seen = { body: note.body };
  note.body = 'The version of a colleague';
  const path = { ...onIssue, note_id: note.id };
  const { plan, row } = await client.changes.run({ op: 'notes.editOfIssue', path, body: { body: 'Mine' }, seen });
  expect([plan.state, row.state]).toEqual(['paused', 'drifted']);
  expect(note.body).toBe('The version of a colleague');
});

test('a single emoji is sent only after its plan, which says that it can’t be undone, and becomes a reaction', async () => {
  const { client, platform } = await rig();
  const { issue, onIssue, written } = threadsOf(platform);
  const call = { op: 'notes.createOnIssue', path: onIssue, body: { body: ':tada:' } };
  await expect(client.changes.run(call)).rejects.toMatchObject({ reason: 'needs-plan' });
  const plan = await client.changes.plan({ calls: [call] });
  expect(plan).toMatchObject({
    undo: { kind: 'none', why: 'the note becomes a reaction, and Reeve can’t remove reactions' },
  });
  await applyAndWait(client, plan);
  expect(platform.world.awards.on('Issue', issue.id).map(({ name }) => name)).toContain('tada');
  expect(written(':tada:')).toEqual([]);
});

test('a note of a merge request is sent only after its plan, which says that it can’t be undone, and is cached', async () => {
  const { client, platform } = await rig();
  const { onRequest, requestScope, written } = threadsOf(platform);
  await syncList(client, 'notes', requestScope);
  const body = { body: 'Looks good.', internal: true };
  const call = { op: 'notes.createOnMergeRequest', path: onRequest, body };
  await expect(client.changes.run(call)).rejects.toMatchObject({ reason: 'needs-plan' });
  expect(written('Looks good.')).toEqual([]);
  const plan = await client.changes.plan({ calls: [call] });
  const [row] = await rowsOf(client, plan.id);
  expect(row?.undo).toMatchObject({
    kind: 'none',
    why: expect.stringMatching(/can’t delete notes of merge requests/) as string,
  });
  await applyAndWait(client, plan);
  expect(written('Looks good.')).toMatchObject([{ internal: true }]);
  const query = { scope: requestScope, search: 'Looks good' };
  expect((await client.notes.list({ query, slice })).rows).toMatchObject([{ row: { internal: true } }]);
});

test('a note of a snippet is cached when it is added, edited and deleted, and when the deletion is undone', async () => {
  const { client, platform } = await rig({ probes: ['user'] });
  const { onSnippet, snippetScope, written } = threadsOf(platform);
  await syncList(client, 'notes', snippetScope);
  const cached = async () =>
    (await client.notes.list({ query: { scope: snippetScope, search: 'use it' }, slice })).rows.map(
      ({ row }) => row.body,
    );
  await client.changes.run({ op: 'notes.createOnSnippet', path: onSnippet, body: { body: 'Use it with care.' } });
  expect(await cached()).toEqual(['Use it with care.']);
  const path = { ...onSnippet, note_id: written('Use it with care.')[0]?.id ?? 0 };
  await client.changes.run({ op: 'notes.editOfSnippet', path, body: { body: 'Use it.' } });
  expect(await cached()).toEqual(['Use it.']);
  const { plan } = await client.changes.run({ op: 'notes.removeOfSnippet', path });
  expect(await cached()).toEqual([]);
  expect(written('Use it.')).toEqual([]);
  await applyAndWait(client, await client.changes.undo({ planId: plan.id }));
  expect(await cached()).toEqual(['Use it.']);
  expect(written('Use it.')).toHaveLength(1);
});
