import { expect, test } from 'vitest';
import type { Upload } from '#main/api/types.ts';
import { wikis } from '#main/api/endpoints/wikis.ts';
import { failureOf } from '../rig.ts';
import { projects, simulator } from './simulator.ts';

const id = projects.private;
const one = '/projects/:id/wikis/:slug';

function fileOf(fileName: string, content: string): Upload {
  const bytes = Buffer.from(content);
  async function* open() {
    yield bytes;
  }
  return { fileName, sizeBytes: bytes.byteLength, type: 'text/plain', open };
}

test('all pages of a wiki are listed, with content if requested', async () => {
  const { as, reached } = await simulator();
  const send = as('developer');
  const bare = await send.answer(wikis.list, { path: { id } });
  expect(bare.unreadable).toBe(0);
  expect(bare.value.length).toBeGreaterThan(3);
  expect(bare.value.map(({ format }) => format)).toEqual(expect.arrayContaining(['markdown', 'asciidoc']));
  const whole = await send(wikis.list, { path: { id }, query: { with_content: true } });
  expect(whole.map(({ slug }) => slug)).toEqual(bare.value.map(({ slug }) => slug));
  expect(whole.every(({ content }) => typeof content === 'string' && content !== '')).toBe(true);
  expect(reached('GET /projects/:id/wikis').map(({ query }) => query)).toEqual([[], [['with_content', 'true']]]);
});

test('further pages of the list are read while the platform names a next one', async () => {
  const { as } = await simulator();
  const send = as('developer');
  const slugs: string[] = [];
  let page = await send.page(wikis.list, { path: { id }, query: { page: 1, per_page: 2 } });
  for (;;) {
    slugs.push(...(JSON.parse(Buffer.from(page.body).toString()) as { slug: string }[]).map(({ slug }) => slug));
    if (page.next === null) break;
    page = await send.page(wikis.list, { next: page.next });
  }
  expect(slugs).toEqual((await send(wikis.list, { path: { id }, query: { per_page: 100 } })).map(({ slug }) => slug));
});

test('a page in a folder is created, read, changed and deleted', async () => {
  const { as, reached } = await simulator();
  const send = as('maintainer');
  const body = { title: 'guides/Größe v1.2', content: '# Größe\n\n確認 <b>', format: 'markdown' } as const;
  const made = await send(wikis.create, { path: { id }, body });
  expect(made).toMatchObject({ content: body.content, format: 'markdown' });
  expect(reached('POST /projects/:id/wikis')[0]?.body).toEqual(body);
  expect(made.slug).toMatch(/^guides\//);
  const path = { id, slug: made.slug };
  expect(await send(wikis.get, { path })).toMatchObject({ slug: made.slug, content: body.content });
  const [read] = reached(`GET ${one}`);
  expect(read?.path).toBe(`/api/v4/projects/acme%2Fcore/wikis/${encodeURIComponent(made.slug).replaceAll('.', '%2E')}`);

  expect(await send(wikis.edit, { path, body: { content: 'other' } })).toMatchObject({
    slug: made.slug,
    content: 'other',
    title: made.title,
  });
  await send(wikis.remove, { path });
  expect(reached(`DELETE ${one}`)[0]?.status).toBe(204);
  expect(await failureOf(send(wikis.get, { path }))).toMatchObject({
    code: 'missing',
    reason: 'hidden-or-missing',
    status: 404,
  });
});

test('a new title changes the slug, and a change whose reply was lost is not repeated', async () => {
  const { as, platform, reached } = await simulator();
  const send = as('maintainer');
  const { slug } = await send(wikis.create, { path: { id }, body: { title: 'before', content: 'x' } });
  platform.faults.add({ kind: 'reset', when: 'after', times: 1, match: 'PUT *' });
  const edit = send(wikis.edit, { path: { id, slug }, body: { title: 'after' } });
  expect((await failureOf(edit)).code).toBe('offline');
  expect(reached(`PUT ${one}`)).toHaveLength(1);
  expect(await send(wikis.get, { path: { id, slug: 'after' } })).toMatchObject({ content: 'x' });
  expect(await failureOf(send(wikis.get, { path: { id, slug } }))).toMatchObject({ code: 'missing' });
});

test('a page is read as HTML, and an unknown version is missing', async () => {
  const { as, reached } = await simulator();
  const send = as('developer');
  const path = { id, slug: 'home' };
  const plain = await send(wikis.get, { path });
  const html = await send(wikis.get, { path, query: { render_html: true } });
  expect(plain.content).toContain('# ');
  expect(html.content).toMatch(/<h1/);
  const version = '0'.repeat(40);
  expect(await failureOf(send(wikis.get, { path, query: { version } }))).toMatchObject({
    code: 'missing',
    status: 404,
  });
  expect(reached(`GET ${one}`).map(({ query }) => query)).toEqual([
    [],
    [['render_html', 'true']],
    [['version', version]],
  ]);
});

test('a file is attached to the wiki unchanged, on the given branch', async () => {
  const { as, platform } = await simulator();
  const send = as('developer');
  const file = fileOf('größe "1".txt', 'one\ntwo\n');
  const made = await send(wikis.attach, { path: { id }, body: { file } });
  expect(made).toMatchObject({
    file_path: expect.stringMatching(/^uploads\//) as string,
    branch: expect.any(String) as string,
    link: { url: made.file_path, markdown: expect.stringContaining(made.file_path ?? '?') as string },
  });
  const other = await send(wikis.attach, { path: { id }, body: { file: fileOf('a.txt', 'x'), branch: 'drafts' } });
  expect(other).toMatchObject({ file_name: 'a.txt', branch: 'drafts' });
  const [first, second] = platform.requests.list('POST /projects/:id/wikis/attachments');
  expect(first?.body).toContain('one\ntwo\n');
  expect(first?.body).not.toContain('name="branch"');
  expect(second?.body).toMatch(/name="branch"\r\n\r\ndrafts\r\n/);
  const project = platform.world.projects.lookup(id);
  if (project === undefined) throw new Error('no project');
  const kept = [...platform.world.wikis.of(project).attachments.values()].flat();
  expect(kept.map(({ bytes }) => Buffer.from(bytes).toString())).toEqual(['one\ntwo\n', 'x']);
});

test('an invalid page is not sent', async () => {
  const { as, platform } = await simulator();
  const send = as('maintainer');
  const invalid = { code: 'invalid', status: undefined };
  const create = (body: object) => failureOf(send(wikis.create, { path: { id }, body: body as never }));
  expect(await create({ title: 'x' })).toMatchObject({ ...invalid, field: 'content' });
  expect(await create({ title: '', content: 'x' })).toMatchObject({ ...invalid, field: 'title' });
  expect(await create({ title: 'x', content: 'x', format: 'html' })).toMatchObject({ ...invalid, field: 'format' });
  const edit = send(wikis.edit, { path: { id, slug: 'home' }, body: { format: 'org' } });
  expect(await failureOf(edit)).toMatchObject({ ...invalid, field: 'content' });
  const attach = send(wikis.attach, { path: { id }, body: { file: 'text' as never } });
  expect(await failureOf(attach)).toMatchObject({ ...invalid, field: 'file' });
  expect(platform.requests.count()).toBe(0);
});

test('wiki pages are hidden from other users, and can’t be created without a token', async () => {
  const { as } = await simulator();
  expect(await failureOf(as('outsider')(wikis.list, { path: { id } }))).toMatchObject({
    code: 'missing',
    reason: 'hidden-or-missing',
    status: 404,
  });
  const create = as(null)(wikis.create, { path: { id: projects.public }, body: { title: 'x', content: 'x' } });
  expect(await failureOf(create)).toMatchObject({ code: 'denied', reason: 'token-missing', status: 401 });
});
