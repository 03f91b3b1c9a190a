import { expect, test } from 'vitest';
import { syncList, rig } from '../../helpers/rig.ts';

const slice = { from: 0, count: 200 };

/** The first issue, merge request and project snippet that have notes. */
async function withNotes() {
  const given = await rig();
  const { world } = given.platform;
  const hasNotes = (type: 'Issue' | 'MergeRequest' | 'Snippet', id: number) => world.notes.on(type, id).length > 1;
  const issue = world.issues.all().find(({ id }) => hasNotes('Issue', id));
  const mr = world.mergeRequests.all().find(({ id }) => hasNotes('MergeRequest', id));
  const snippet = world.snippets.all().find(({ id, project_id }) => project_id !== null && hasNotes('Snippet', id));
  if (issue === undefined || mr === undefined || !snippet?.project_id) throw new Error('nothing has notes');
  const places = [
    { type: 'Issue', id: issue.id, scope: `project:${issue.project_id}/issue:${issue.iid}` },
    { type: 'MergeRequest', id: mr.id, scope: `project:${mr.project_id}/mr:${mr.iid}` },
    { type: 'Snippet', id: snippet.id, scope: `project:${snippet.project_id}/snippet:${snippet.id}` },
  ] as const;
  return { ...given, places };
}

test('the notes of an issue, a merge request and a snippet are synced, searched and opened separately', async () => {
  const { client, platform, places } = await withNotes();
  for (const { type, id, scope } of places) {
    const there = platform.world.notes.on(type, id);
    expect(await syncList(client, 'notes', scope)).toMatchObject({ state: 'done', rows: there.length });
    const { rows } = await client.notes.list({ query: { scope }, slice });
    expect(rows.map(({ row }) => row.id).sort()).toEqual(there.map((note) => note.id).sort());
    const [first] = rows;
    if (first === undefined) throw new Error('no notes');
    const word = /\w{4,}/.exec(first.row.body)?.[0] ?? '';
    const found = await client.notes.list({ query: { scope, search: word }, slice });
    expect(found.rows.map(({ row }) => row.id)).toContain(first.row.id);
    await client.notes.refresh({ scope, id: first.row.id });
    expect((await client.notes.get({ scope, id: first.row.id }))?.detailFetchedAt).not.toBeNull();
  }
  const all = await client.notes.list({ query: { scope: null }, slice });
  expect(new Set(all.rows.map(({ scope }) => scope))).toEqual(new Set(places.map(({ scope }) => scope)));
});

test('a deleted note is marked in its place, and a refused place does not affect others', async () => {
  const { client, platform, places } = await withNotes();
  const [{ scope, id }, other] = places;
  await syncList(client, 'notes', scope);
  await syncList(client, 'notes', other.scope);
  const before = await client.notes.summary({ scope: other.scope });
  const [note] = platform.world.notes.on('Issue', id);
  platform.world.notes.remove(note?.id ?? 0);
  const job = await syncList(client, 'notes', scope);
  if (job?.state === 'needs-person') await client.jobs.confirmNotReturned({ id: job.id });
  expect(await client.notes.summary({ scope })).toMatchObject({ notReturned: 1 });
  const missing = `${scope.split('/')[0] ?? ''}/issue:99999`;
  expect(await syncList(client, 'notes', missing)).toMatchObject({ state: 'failed', failure: { code: 'missing' } });
  expect(await client.notes.summary({ scope: other.scope })).toEqual(before);
  expect(await client.notes.summary({ scope: missing })).toMatchObject({ live: 0, completedAt: null });
});

test('notes that were synced under the path of a project move to its id when the id becomes known', async () => {
  const { client, platform, places } = await withNotes();
  const [{ scope }] = places;
  const [base = '', tail = ''] = scope.split('/');
  const id = Number(base.split(':')[1]);
  const project = platform.world.projects.get(id);
  const path = project === undefined ? '' : platform.world.projects.fullPath(project);
  await syncList(client, 'notes', `project:${path}/${tail}`);
  const { live } = await client.notes.summary({ scope: `project:${path}/${tail}` });
  // The web addresses of its branches contain the path of the project
  await syncList(client, 'branches', base);
  await expect
    .poll(async () => (await client.notes.list({ query: { scope: null }, slice })).rows.map((row) => row.scope))
    .toEqual(Array.from({ length: live }, () => scope));
  expect(await client.notes.summary({ scope: `project:${path}/${tail}` })).toMatchObject({ live });
});

test('a list refuses places that it does not have, and invalid places', async () => {
  const { client } = await rig();
  const refused = { code: 'invalid' };
  for (const scope of ['', 'project:1', 'project:1/hook:1', 'project:1/epic:1', 'group:1/issue:1']) {
    await expect(client.jobs.sync({ collection: 'notes', scope })).rejects.toMatchObject(refused);
  }
  await expect(client.jobs.sync({ collection: 'wikis', scope: 'project:1/issue:1' })).rejects.toMatchObject(refused);
  await expect(client.jobs.everywhere({ collection: 'notes' })).rejects.toMatchObject(refused);
});
