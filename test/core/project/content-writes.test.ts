import { expect, test } from 'vitest';
import { scopeOfRevisions } from '#shared/contract/scope.ts';
import { megabytes } from '#shared/time.ts';
import { rig, type Rig } from '../../helpers/rig.ts';
import { PROJECT_PATHS } from '../../platform/seed/groups.ts';
import { applyAndWait, rowsOf, slice } from '../changes-rig.ts';

/** The project of which all users with a fixed role are members, with its wiki and its uploads. */
function projectOf({ platform: { world } }: Rig) {
  const project = world.projects.lookup(PROJECT_PATHS.private);
  if (project === undefined) throw new Error('no project');
  const uploads = () => world.uploads.filter(({ project_id }) => project_id === project.id);
  return { id: project.id, wiki: world.wikis.of(project), uploads };
}
const upload = (id: number, fileName: string, bytes: Buffer) => ({
  op: 'uploads.create',
  path: { id },
  body: { file: { fileName, type: 'image/png', base64: bytes.toString('base64') } },
});

test('an edit and a new page of a guest are refused, and the wiki is unchanged', async () => {
  const rigged = await rig({ as: 'guest' });
  const { id, wiki } = projectOf(rigged);
  const before = [...wiki.pages()];
  for (const call of [
    { op: 'wikis.edit', path: { id, slug: 'home' }, body: { content: '# Refused\n' } },
    { op: 'wikis.create', path: { id }, body: { title: 'Refused', content: 'x' } },
  ]) {
    const { row } = await rigged.client.changes.run(call);
    expect(row, call.op).toMatchObject({ state: 'refused', status: 403, failure: { code: 'denied' } });
  }
  expect([...wiki.pages()]).toEqual(before);
});

test('a page that was deleted on the instance in the meantime is not moved', async () => {
  const rigged = await rig();
  const { id, wiki } = projectOf(rigged);
  const pages = new Map(wiki.pages());
  pages.delete('legacy');
  wiki.commit(1, 'test', pages);
  const call = { op: 'wikis.edit', path: { id, slug: 'legacy' }, body: { title: 'Older' } };
  const { row } = await rigged.client.changes.run(call);
  expect(row).toMatchObject({ state: 'skipped', failure: { code: 'missing' } });
  expect(rigged.platform.requests.count('PUT /projects/:id/wikis/:slug')).toBe(0);
  expect(wiki.pages().has('Older')).toBe(false);
});

test('a file is attached to the wiki on a branch after its plan, and its row has the link that the instance returned', async () => {
  const rigged = await rig();
  const { client } = rigged;
  const { id, wiki } = projectOf(rigged);
  const file = { fileName: 'logo.svg', type: 'image/svg+xml', base64: Buffer.from('<svg/>').toString('base64') };
  const call = { op: 'wikis.attach', path: { id }, body: { file, branch: 'drafts' } };
  await expect(client.changes.run(call)).rejects.toMatchObject({ reason: 'needs-plan' });
  const plan = await client.changes.plan({ calls: [call] });
  expect(plan.undo).toMatchObject({ kind: 'none', why: expect.stringMatching(/can’t delete attachments/) as string });
  await applyAndWait(client, plan);
  const [attachment] = wiki.attachments.get('drafts') ?? [];
  expect(attachment?.bytes.toString()).toBe('<svg/>');
  expect(await rowsOf(client, plan.id)).toMatchObject([{ reportedMessage: `![logo](${attachment?.path})` }]);
});

test('a developer can upload a file, but can’t delete one, neither by its ID nor by its address', async () => {
  const rigged = await rig({ as: 'developer' });
  const { client } = rigged;
  const { id, uploads } = projectOf(rigged);
  await applyAndWait(client, await client.changes.plan({ calls: [upload(id, 'mine.png', Buffer.from('mine'))] }));
  expect(uploads().at(-1)?.bytes.toString()).toBe('mine');
  const [first] = uploads();
  if (first === undefined) throw new Error('no upload');
  const { secret, filename } = first;
  const plan = await client.changes.plan({ calls: [{ op: 'uploads.removeBySecret', path: { id, secret, filename } }] });
  expect(plan.confirmation).toEqual({ kind: 'name', name: filename });
  await applyAndWait(client, plan);
  expect(await rowsOf(client, plan.id)).toMatchObject([{ state: 'refused', status: 403 }]);
  expect(uploads()).toContain(first);
});

test('a wrong secret or a wrong name in an address deletes no upload', async () => {
  const rigged = await rig();
  const { client } = rigged;
  const { id, uploads } = projectOf(rigged);
  const before = uploads();
  const [one, other] = before;
  if (one === undefined || other === undefined) throw new Error('too few uploads');
  const path = { id, secret: other.secret, filename: one.filename };
  const plan = await client.changes.plan({ calls: [{ op: 'uploads.removeBySecret', path }] });
  await applyAndWait(client, plan);
  const rows = await rowsOf(client, plan.id);
  expect(rows).toMatchObject([{ state: 'refused', status: 404 }]);
  expect(uploads()).toEqual(before);
  const shown = [plan, rows, await client.journal.list({ query: {}, slice })];
  expect(JSON.stringify(shown)).not.toContain(other.secret);
});

test('of several uploads, the one that is too large for the instance is refused, and the others are stored', async () => {
  const rigged = await rig({ maxBodyBytes: megabytes(1) });
  const { client } = rigged;
  const { id, uploads } = projectOf(rigged);
  const files = [
    ['one.png', Buffer.from('one')],
    ['large.bin', Buffer.alloc(megabytes(1))],
    ['two.png', Buffer.from('two')],
  ] as const;
  const plan = await client.changes.plan({ calls: files.map(([name, bytes]) => upload(id, name, bytes)) });
  expect((await applyAndWait(client, plan, false)).counts).toEqual({ applied: 2, refused: 1 });
  expect((await rowsOf(client, plan.id)).map(({ state, status }) => [state, status])).toEqual([
    ['applied', 201],
    ['refused', 413],
    ['applied', 201],
  ]);
  const stored = uploads().slice(-2);
  expect(stored.map(({ filename, bytes }) => [filename, bytes.toString()])).toEqual([
    ['one.png', 'one'],
    ['two.png', 'two'],
  ]);
});

/** A merge request with two context commits, and another commit of its project. */
async function contextOf({ platform: { world } }: Rig) {
  const request = world.mergeRequests.find(({ context_commits: ids }) => ids.length === 2);
  const project = world.projects.get(request?.project_id ?? 0);
  if (request === undefined || project === undefined) throw new Error('no merge request has two context commits');
  const other = (await world.repositories.of(project).resolve('main')) ?? '';
  return { request, other, path: { id: project.id, merge_request_iid: request.iid } };
}

test('a reporter who is not involved in a merge request can’t change its context commits', async () => {
  const rigged = await rig({ as: 'reporter' });
  const { request, other, path } = await contextOf(rigged);
  Object.assign(request, { author_id: 1, assignee_ids: [] });
  const before = [...request.context_commits];
  for (const [op, commits] of [
    ['context-commits.add', [other]],
    ['context-commits.remove', before],
  ] as const) {
    const { row } = await rigged.client.changes.run({ op, path, body: { commits } });
    expect(row, op).toMatchObject({ state: 'refused', status: 403, failure: { code: 'denied' } });
  }
  expect(request.context_commits).toEqual(before);
});

test('new context commits with one unknown SHA are all refused, and a look-up of each SHA shows which one is unknown', async () => {
  const rigged = await rig();
  const { client } = rigged;
  const { request, other, path } = await contextOf(rigged);
  const before = [...request.context_commits];
  const commits = [other.slice(0, 10), '0123456789'];
  const { row } = await client.changes.run({ op: 'context-commits.add', path, body: { commits } });
  expect(row).toMatchObject({ state: 'refused', status: 400 });
  expect(request.context_commits).toEqual(before);
  const look = (sha: string) => client.commits.refresh({ scope: scopeOfRevisions(`project:${path.id}`, sha), id: sha });
  await expect(look(other)).resolves.toMatchObject({ fetchedAt: expect.any(Number) as number });
  await expect(look('0123456789')).rejects.toMatchObject({ code: 'missing' });
  // A part of a SHA finds its commit too, although the ID of the commit is the full SHA
  await expect(look(other.slice(0, 10))).rejects.not.toMatchObject({ code: 'missing' });
});

test('new context commits by a part of their SHA are added at the end, and the undo removes only them', async () => {
  const rigged = await rig();
  const { client } = rigged;
  const { request, other, path } = await contextOf(rigged);
  const before = [...request.context_commits];
  const body = { commits: [other.slice(0, 10)] };
  const { plan } = await client.changes.run({ op: 'context-commits.add', path, body });
  expect(request.context_commits).toEqual([...before, other]);
  await applyAndWait(client, await client.changes.undo({ planId: plan.id }));
  expect(request.context_commits).toEqual(before);
  expect((await client.journal.list({ query: { op: 'context-commits.remove' }, slice })).total).toBe(1);
});
