import { expect, test } from 'vitest';
import { personalSnippets as snippets } from '#main/api/endpoints/snippets.ts';
import type { Snippet, SnippetEdit } from '#shared/contract/snippets.ts';
import { failureOf } from '../rig.ts';
import { simulator } from './simulator.ts';

const text = (bytes: ArrayBuffer) => Buffer.from(bytes).toString();
const files = [
  { file_path: 'docs/größe & co.md', content: '# Größe\n' },
  { file_path: 'b.sh', content: 'echo b\n' },
];
/** The branch of a snippet, from the address of its first file. */
const branchOf = (snippet: Snippet) => /\/raw\/([^/]+)\//.exec(snippet.files?.[0]?.raw_url ?? '')?.[1] ?? '';

test('snippets of the user of the token are listed in pages and filtered by creation time', async () => {
  const { as, reached, platform } = await simulator();
  const send = as('developer');
  for (const title of ['a', 'b', 'c']) {
    platform.clock.advance(60_000);
    await send(snippets.create, { body: { title, files: [{ file_path: 'x', content: title }] } });
  }
  const all = await send.answer(snippets.list, { query: { per_page: 100 } });
  expect(all.unreadable).toBe(0);
  expect(new Set(all.value.map(({ author }) => author?.username))).toEqual(new Set(['developer']));
  expect(all.value.every(({ project_id }) => project_id === null)).toBe(true);
  const page = await send.page(snippets.list, { query: { per_page: 2 } });
  expect(page.total).toBe(all.value.length);
  const next = await send.page(snippets.list, { next: page.next ?? '' });
  expect((JSON.parse(text(next.body)) as Snippet[])[0]?.id).toBe(all.value[2]?.id);

  const made = all.value.filter(({ title }) => ['a', 'b', 'c'].includes(title));
  const [first, second, third] = made.map(({ created_at }) => created_at ?? '').toSorted();
  const between = { created_after: second ?? '', created_before: third ?? '' };
  const found = (await send(snippets.list, { query: between })).map(({ created_at }) => created_at);
  expect(found).toContain(second);
  expect(found).not.toContain(first);
  expect(reached('GET /snippets').at(-1)?.query).toEqual(Object.entries(between));
});

test('a snippet with several files is created, and each file is read', async () => {
  const { as, reached, platform } = await simulator();
  const send = as('developer');
  const body = { title: 'Two', files, description: 'About *two*', visibility: 'private' } as const;
  const made = await send(snippets.create, { body });
  expect(made).toMatchObject({ title: 'Two', description: 'About *two*', visibility: 'private', project_id: null });
  expect(made.files?.map(({ path }) => path)).toEqual(files.map((file) => file.file_path));
  expect(made.http_url_to_repo).toEqual(expect.any(String));
  expect(reached('POST /snippets')[0]).toMatchObject({ status: 201, body });
  const path = { id: made.id };
  expect(await send(snippets.get, { path })).toMatchObject({ id: made.id, files: made.files });
  expect(text(await send(snippets.raw, { path }))).toBe(files[0]?.content);
  for (const { file_path, content } of files) {
    const at = { ...path, ref: branchOf(made), file_path };
    expect(text(await send(snippets.rawFile, { path: at }))).toBe(content);
  }
  expect(platform.requests.list('GET /snippets/:id/files/:ref/:file_path/raw')[0]?.path).toMatch(
    /\/files\/[^/]+\/docs%2Fgr%C3%B6%C3%9Fe%20%26%20co%2Emd\/raw$/,
  );
  const saved = await send.bytes(
    snippets.rawFile,
    { path: { ...path, ref: branchOf(made), file_path: 'b.sh' } },
    {
      into: new WritableStream(),
    },
  );
  expect(saved).toMatchObject({ name: 'b.sh', sizeBytes: 7 });
});

test('files are created, updated, moved and deleted by their actions', async () => {
  const { as, reached } = await simulator();
  const send = as('developer');
  const { id } = await send(snippets.create, { body: { title: 'Two', files } });
  const body: SnippetEdit = {
    title: 'Three',
    visibility: 'public',
    files: [
      { action: 'create', file_path: 'c.txt', content: 'c' },
      { action: 'update', file_path: 'b.sh', content: 'echo B\n' },
      { action: 'move', previous_path: 'docs/größe & co.md', file_path: 'a.md' },
    ],
  };
  const edited = await send(snippets.edit, { path: { id }, body });
  expect(reached('PUT /snippets/:id')[0]?.body).toEqual(body);
  expect(edited).toMatchObject({ title: 'Three', visibility: 'public' });
  expect(edited.files?.map(({ path }) => path).toSorted()).toEqual(['a.md', 'b.sh', 'c.txt']);
  const ref = branchOf(edited);
  const read = async (file_path: string) => text(await send(snippets.rawFile, { path: { id, ref, file_path } }));
  expect(await read('a.md')).toBe('# Größe\n');
  expect(await read('b.sh')).toBe('echo B\n');
  const less: SnippetEdit = { files: [{ action: 'delete', file_path: 'c.txt' }] };
  expect((await send(snippets.edit, { path: { id }, body: less })).files).toHaveLength(2);
  expect(await failureOf(read('c.txt'))).toMatchObject({ code: 'missing', status: 404 });
  const again = await failureOf(send(snippets.edit, { path: { id }, body: less }));
  expect(again.code).toBeOneOf(['invalid', 'missing']);
});

test('a snippet is deleted', async () => {
  const { as } = await simulator();
  const send = as('developer');
  const { id } = await send(snippets.create, { body: { title: 'Two', files } });
  await send(snippets.remove, { path: { id } });
  expect(await failureOf(send(snippets.get, { path: { id } }))).toMatchObject({
    code: 'missing',
    reason: 'hidden-or-missing',
    status: 404,
  });
});

test('the deprecated fields change a snippet of one file', async () => {
  const { as } = await simulator();
  const send = as('developer');
  const { id } = await send(snippets.create, { body: { title: 'One', files: files.slice(1) } });
  const body = { content: 'echo other\n', file_name: 'other.sh' };
  const edited = await send(snippets.edit, { path: { id }, body });
  expect(edited.files?.map(({ path }) => path)).toEqual(['other.sh']);
  expect(text(await send(snippets.raw, { path: { id } }))).toBe('echo other\n');
});

test('a change whose reply was lost is not repeated', async () => {
  const { as, platform } = await simulator();
  const send = as('developer');
  const { id } = await send(snippets.create, { body: { title: 'Two', files } });
  platform.faults.add({ kind: 'reset', when: 'after', times: 1, match: 'PUT *' });
  const body: SnippetEdit = { files: [{ action: 'delete', file_path: 'b.sh' }] };
  expect((await failureOf(send(snippets.edit, { path: { id }, body }))).code).toBe('offline');
  expect(platform.requests.count('PUT /snippets/:id')).toBe(1);
});

test('an invalid snippet is not sent', async () => {
  const { as, platform } = await simulator();
  const send = as('developer');
  const invalid = { code: 'invalid', status: undefined };
  const create = (body: object) => failureOf(send(snippets.create, { body: body as never }));
  expect(await create({ title: '', files })).toMatchObject({ ...invalid, field: 'title' });
  expect(await create({ title: 'x' })).toMatchObject({ ...invalid, field: 'files' });
  expect(await create({ title: 'x', files: [] })).toMatchObject({ ...invalid, field: 'files' });
  expect(await create({ title: 'x', files: [{ file_path: 'a' }] })).toMatchObject({
    ...invalid,
    field: 'files.0.content',
  });
  expect(await create({ title: 'x', files, visibility: 'secret' })).toMatchObject({ ...invalid, field: 'visibility' });
  const edit = (file: object) => failureOf(send(snippets.edit, { path: { id: 1 }, body: { files: [file] } as never }));
  expect(await edit({ file_path: 'a', content: 'b' })).toMatchObject({ ...invalid, field: 'files.0.action' });
  expect(await edit({ action: 'move', file_path: 'a' })).toMatchObject({ ...invalid, field: 'files.0.previous_path' });
  expect(await edit({ action: 'chmod', file_path: 'a' })).toMatchObject({ ...invalid, field: 'files.0.action' });
  expect(platform.requests.count()).toBe(0);
});

test('private snippets are hidden from other users; a list requires a token', async () => {
  const { as } = await simulator();
  const { id } = await as('developer')(snippets.create, { body: { title: 'x', files, visibility: 'private' } });
  const refused = [
    as('outsider')(snippets.get, { path: { id } }),
    as('outsider')(snippets.raw, { path: { id } }),
    as('outsider')(snippets.edit, { path: { id }, body: { title: 'y' } }),
    as('outsider')(snippets.remove, { path: { id } }),
  ];
  for (const failure of await Promise.all(refused.map(failureOf))) {
    expect(failure).toMatchObject({ code: 'missing', status: 404 });
  }
  expect(await failureOf(as(null)(snippets.list))).toMatchObject({ code: 'denied', reason: 'token-missing' });
});
