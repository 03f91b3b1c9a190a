import { expect, test } from 'vitest';
import { projectSnippets as snippets } from '#main/api/endpoints/snippets.ts';
import type { Snippet, SnippetEdit } from '#shared/contract/snippets.ts';
import { failureOf } from '../rig.ts';
import { projects, simulator } from './simulator.ts';

const id = projects.private;
const one = '/projects/:id/snippets/:snippet_id';
const text = (bytes: ArrayBuffer) => Buffer.from(bytes).toString();
const files = [
  { file_path: 'a.md', content: '# Größe\n' },
  { file_path: 'b.sh', content: 'echo b\n' },
];

test('the snippets of a project are listed in pages', async () => {
  const { as, reached } = await simulator();
  const send = as('developer');
  for (const title of ['a', 'b']) await send(snippets.create, { path: { id }, body: { title, files } });
  const all = await send.answer(snippets.list, { path: { id }, query: { per_page: 100 } });
  expect(all.unreadable).toBe(0);
  expect(all.value.map(({ title }) => title)).toEqual(expect.arrayContaining(['a', 'b', 'For the team']));
  const ids: number[] = [];
  let page = await send.page(snippets.list, { path: { id }, query: { page: 1, per_page: 2 } });
  expect(page.total).toBe(all.value.length);
  for (;;) {
    ids.push(...(JSON.parse(text(page.body)) as Snippet[]).map((row) => row.id));
    if (page.next === null) break;
    page = await send.page(snippets.list, { next: page.next });
  }
  expect(ids).toEqual(all.value.map((row) => row.id));
  expect(reached('GET /projects/:id/snippets')[1]?.path).toBe('/api/v4/projects/acme%2Fcore/snippets');
});

test('a project snippet is created, read, changed and deleted', async () => {
  const { as, reached } = await simulator();
  const send = as('developer');
  const body = { title: 'Two', files, description: 'About', visibility: 'private' } as const;
  const made = await send(snippets.create, { path: { id }, body });
  expect(reached('POST /projects/:id/snippets')[0]).toMatchObject({ status: 201, body });
  expect(made).toMatchObject({ title: 'Two', description: 'About', project_id: expect.any(Number) as number });
  const path = { id, snippet_id: made.id };
  expect((await send(snippets.get, { path })).files?.map((file) => file.path)).toEqual(['a.md', 'b.sh']);
  expect(text(await send(snippets.raw, { path }))).toBe('# Größe\n');
  const edit: SnippetEdit = {
    title: 'Other',
    files: [
      { action: 'update', file_path: 'a.md', content: 'new\n' },
      { action: 'delete', file_path: 'b.sh' },
    ],
  };
  expect(await send(snippets.edit, { path, body: edit })).toMatchObject({ title: 'Other', files: [{ path: 'a.md' }] });
  expect(reached(`PUT ${one}`)[0]).toMatchObject({ status: 200, body: edit });
  expect(text(await send(snippets.raw, { path }))).toBe('new\n');
  await send(snippets.remove, { path });
  expect(reached(`DELETE ${one}`)[0]?.status).toBe(204);
  const missing = { code: 'missing', reason: 'hidden-or-missing', status: 404 };
  expect(await failureOf(send(snippets.get, { path }))).toMatchObject(missing);
  expect(await failureOf(send(snippets.remove, { path }))).toMatchObject(missing);
});

test('the raw text of a snippet can be saved as a file', async () => {
  const { as } = await simulator();
  const send = as('developer');
  const { id: snippet_id } = await send(snippets.create, { path: { id }, body: { title: 'x', files } });
  const saved = await send.bytes(snippets.raw, { path: { id, snippet_id } }, { into: new WritableStream() });
  expect(saved.sizeBytes).toBe(Buffer.byteLength('# Größe\n'));
  expect(saved.contentType).toMatch(/^text\/plain/);
});

test('the same body as form fields creates the same snippet', async () => {
  const { as } = await simulator();
  const send = as('developer');
  const made = await send(snippets.create, { path: { id }, body: { title: 'Form', files }, as: 'form' });
  expect(made.files?.map((file) => file.path)).toEqual(['a.md', 'b.sh']);
});

test('snippets are hidden from other users, need a token to be created, and at least one file', async () => {
  const { as, platform } = await simulator();
  expect(await failureOf(as('outsider')(snippets.list, { path: { id } }))).toMatchObject({
    code: 'missing',
    status: 404,
  });
  const body = { title: 'x', files };
  const anonymous = as(null)(snippets.create, { path: { id: projects.public }, body });
  expect(await failureOf(anonymous)).toMatchObject({ code: 'denied', reason: 'token-missing', status: 401 });
  const before = platform.requests.count();
  expect(await failureOf(as('developer')(snippets.create, { path: { id }, body: { title: 'x' } }))).toMatchObject({
    code: 'invalid',
    field: 'files',
  });
  expect(platform.requests.count()).toBe(before);
});
