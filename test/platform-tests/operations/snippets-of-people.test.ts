import { expect, test } from 'vitest';
import type { Platform } from '../../platform/platform.ts';
import type { TokenName } from '../../platform/seed/tokens.ts';
import { fieldsOf, form, json, row } from '../repository-rig.ts';
import { AUTHOR } from '../resources/notes.ts';
import { SNIPPET, WHOLE_SNIPPET } from '../resources/snippets.ts';
import { ask, ids, start } from '../rig.ts';

const two = [
  { file_path: 'a.txt', content: 'A' },
  { file_path: 'dir/b ü.txt', content: 'B' },
];

async function made(platform: Platform, body: object = {}, who: TokenName = 'developer') {
  const answer = await ask(platform, who, '/snippets', json('POST', { title: 'Mine', files: two, ...body }));
  expect(answer.status, answer.text).toBe(201);
  return row(answer);
}

const pathsOf = (snippet: Record<string, unknown>) => (snippet['files'] as { path: string }[]).map(({ path }) => path);

test('a snippet is created, read and listed with the documented fields', async () => {
  const platform = await start();
  const snippet = await made(platform, { description: 'About', visibility: 'internal' });
  expect(fieldsOf(snippet)).toEqual(WHOLE_SNIPPET.toSorted());
  expect(fieldsOf(snippet['author'])).toEqual(AUTHOR.toSorted());
  expect(snippet).toMatchObject({
    title: 'Mine',
    description: 'About',
    visibility: 'internal',
    project_id: null,
    file_name: 'a.txt',
  });
  expect(pathsOf(snippet)).toEqual(['a.txt', 'dir/b ü.txt']);
  for (const file of snippet['files'] as object[]) expect(fieldsOf(file)).toEqual(['path', 'raw_url']);
  expect(row(await ask(platform, 'developer', `/snippets/${String(snippet['id'])}`))).toEqual(snippet);
  const list = await ask(platform, 'developer', '/snippets');
  for (const each of list.rows) expect(fieldsOf(each)).toEqual(SNIPPET.toSorted());
  expect(ids(list)[0]).toBe(snippet['id']);
  for (const each of list.rows) expect(each['author']).toMatchObject({ username: 'developer' });
});

test('the list is filtered by creation time', async () => {
  const platform = await start();
  const { id, created_at } = await made(platform);
  const found = async (query: string) => ids(await ask(platform, 'developer', `/snippets?${query}`));
  expect(await found(`created_after=${String(created_at)}`)).toEqual([id]);
  const older = await found('created_before=2026-11-01T00:00:00Z');
  expect(older.length).toBeGreaterThan(0);
  expect(older).not.toContain(id);
  expect(await found('per_page=1&page=2')).toEqual([older[0]]);
  expect((await ask(platform, 'developer', '/snippets?created_after=soon')).status).toBe(400);
});

test('`raw` returns the first file, and every file can be read by reference and path', async () => {
  const platform = await start();
  const { id } = await made(platform);
  const raw = await ask(platform, 'developer', `/snippets/${String(id)}/raw`);
  expect(raw.text).toBe('A');
  expect(raw.headers.get('content-type')).toMatch(/^text\/plain/);
  expect(raw.headers.get('x-content-type-options')).toBe('nosniff');
  const files = `/snippets/${String(id)}/files`;
  const path = encodeURIComponent('dir/b ü.txt');
  expect((await ask(platform, 'developer', `${files}/main/${path}/raw`)).text).toBe('B');
  expect((await ask(platform, 'developer', `${files}/main/none/raw`)).status).toBe(404);
  expect((await ask(platform, 'developer', `${files}/nowhere/a.txt/raw`)).status).toBe(404);
});

test('after a change, the earlier version can be read by its SHA', async () => {
  const platform = await start();
  const { id } = await made(platform);
  const own = `/snippets/${String(id)}`;
  const sha = platform.world.snippets.get(Number(id))?.versions[0]?.sha ?? '';
  const files = [{ action: 'update', file_path: 'a.txt', content: 'A2' }];
  expect((await ask(platform, 'developer', own, json('PUT', { files }))).status).toBe(200);
  expect((await ask(platform, 'developer', `${own}/files/main/a.txt/raw`)).text).toBe('A2');
  expect((await ask(platform, 'developer', `${own}/files/${sha}/a.txt/raw`)).text).toBe('A');
});

test('one update can create, change, move and delete files', async () => {
  const platform = await start();
  const snippet = await made(platform);
  platform.clock.advance(1000);
  const files = [
    { action: 'create', file_path: 'c.txt', content: 'C' },
    { action: 'update', file_path: 'a.txt', content: 'A2' },
    { action: 'move', file_path: 'e.txt', previous_path: 'dir/b ü.txt' },
    { action: 'move', file_path: 'd.txt', previous_path: 'c.txt', content: 'D' },
  ];
  const own = `/snippets/${String(snippet['id'])}`;
  const answer = await ask(
    platform,
    'developer',
    own,
    json('PUT', { files, title: 'New', description: 'D', visibility: 'public' }),
  );
  expect(answer.status).toBe(200);
  expect(row(answer)).toMatchObject({
    title: 'New',
    description: 'D',
    visibility: 'public',
    updated_at: '2026-11-15T12:00:01Z',
  });
  expect(pathsOf(row(answer))).toEqual(['a.txt', 'e.txt', 'd.txt']);
  const text = async (path: string) => (await ask(platform, 'developer', `${own}/files/main/${path}/raw`)).text;
  expect([await text('a.txt'), await text('e.txt'), await text('d.txt')]).toEqual(['A2', 'B', 'D']);
  const less = await ask(
    platform,
    'developer',
    own,
    json('PUT', { files: [{ action: 'delete', file_path: 'a.txt' }] }),
  );
  expect(pathsOf(row(less))).toEqual(['e.txt', 'd.txt']);
});

test.each<[string, object]>([
  ['no files', { files: [] }],
  ['no path', { files: [{ content: 'x' }] }],
  ['no content', { files: [{ file_path: 'x' }] }],
  ['a path out of the repository', { files: [{ file_path: '../x', content: 'x' }] }],
  ['a file twice', { files: [two[0], two[0]] }],
  ['files and content', { content: 'x', file_name: 'x' }],
  ['no title', { title: '' }],
  ['an unknown visibility', { visibility: 'secret' }],
  ['files that are no hashes', { files: ['a.txt'] }],
])('a new snippet with %s is refused', async (_why, body) => {
  const platform = await start();
  const before = platform.world.snippets.size;
  const answer = await ask(platform, 'developer', '/snippets', json('POST', { title: 'T', files: two, ...body }));
  expect(answer.status).toBe(400);
  expect(platform.world.snippets.size).toBe(before);
});

test('a snippet without a title, or without files and content, is refused', async () => {
  const platform = await start();
  expect((await ask(platform, 'developer', '/snippets', json('POST', { files: two }))).status).toBe(400);
  expect((await ask(platform, 'developer', '/snippets', json('POST', { title: 'T' }))).status).toBe(400);
});

test('the deprecated fields `content` and `file_name` still create and change a snippet', async () => {
  const platform = await start();
  const answer = await ask(
    platform,
    'developer',
    '/snippets',
    form('POST', [
      ['title', 'Old'],
      ['content', 'x'],
      ['file_name', 'x.txt'],
    ]),
  );
  expect(answer.status).toBe(201);
  const own = `/snippets/${String(row(answer)['id'])}`;
  expect(row(await ask(platform, 'developer', own, json('PUT', { content: 'y' })))).toMatchObject({
    file_name: 'x.txt',
  });
  expect((await ask(platform, 'developer', `${own}/raw`)).text).toBe('y');
  expect(row(await ask(platform, 'developer', own, json('PUT', { file_name: 'z.txt' })))).toMatchObject({
    file_name: 'z.txt',
  });
});

test.each<[string, object]>([
  ['nothing', {}],
  ['content for one of many files', { content: 'x' }],
  ['an action without a name', { files: [{ file_path: 'a.txt', content: 'x' }] }],
  ['an unknown action', { files: [{ action: 'chmod', file_path: 'a.txt' }] }],
  ['a file that is there', { files: [{ action: 'create', file_path: 'a.txt', content: 'x' }] }],
  ['a change of a file that is not there', { files: [{ action: 'update', file_path: 'x', content: 'x' }] }],
  ['a removal of one', { files: [{ action: 'delete', file_path: 'x' }] }],
  ['a move of one', { files: [{ action: 'move', file_path: 'y', previous_path: 'x' }] }],
  ['a move from nowhere', { files: [{ action: 'move', file_path: 'y' }] }],
  ['a move onto another file', { files: [{ action: 'move', file_path: 'a.txt', previous_path: 'dir/b ü.txt' }] }],
  ['no file left', { files: two.map(({ file_path }) => ({ action: 'delete', file_path })) }],
])('an update with %s is refused and changes nothing', async (_why, body) => {
  const platform = await start();
  const snippet = await made(platform);
  const own = `/snippets/${String(snippet['id'])}`;
  expect((await ask(platform, 'developer', own, json('PUT', { ...body }))).status).toBe(400);
  expect(row(await ask(platform, 'developer', own))).toEqual(snippet);
});

test.each<[string, TokenName | null, number, number]>([
  ['private', 'developer', 200, 200],
  ['private', 'admin', 200, 200],
  ['private', 'owner', 404, 404],
  ['private', null, 404, 401],
  ['internal', 'outsider', 200, 403],
  ['internal', null, 404, 401],
  ['public', 'outsider', 200, 403],
  ['public', null, 200, 401],
])('a %s snippet, %s: reading replies %i, changing %i', async (visibility, who, reads, changes) => {
  const platform = await start();
  const { id } = await made(platform, { visibility });
  const own = `/snippets/${String(id)}`;
  for (const path of [own, `${own}/raw`, `${own}/files/main/a.txt/raw`]) {
    expect((await ask(platform, who, path)).status, path).toBe(reads);
  }
  expect((await ask(platform, who, own, json('PUT', { title: 'New' }))).status).toBe(changes);
  const removed = await ask(platform, who, own, { method: 'DELETE' });
  expect(removed.status).toBe(changes === 200 ? 204 : changes);
});

test('external users do not see internal snippets', async () => {
  const platform = await start();
  const { id } = await made(platform, { visibility: 'internal' });
  platform.world.users.edit(7, { external: true });
  expect((await ask(platform, 'guest', `/snippets/${String(id)}`)).status).toBe(404);
});

test('a deleted snippet is 404; listing and creating require a token', async () => {
  const platform = await start();
  const { id } = await made(platform);
  expect((await ask(platform, 'developer', `/snippets/${String(id)}`, { method: 'DELETE' })).text).toBe('');
  expect((await ask(platform, 'developer', `/snippets/${String(id)}`)).status).toBe(404);
  expect((await ask(platform, 'developer', '/snippets/none')).status).toBe(404);
  expect((await ask(platform, null, '/snippets')).status).toBe(401);
  expect((await ask(platform, null, '/snippets', json('POST', {}))).status).toBe(401);
  expect((await ask(platform, 'read_api', '/snippets', json('POST', {}))).status).toBe(403);
});
