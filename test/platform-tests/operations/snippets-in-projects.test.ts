import { expect, test } from 'vitest';
import type { Platform } from '../../platform/platform.ts';
import type { TokenName } from '../../platform/seed/tokens.ts';
import { fieldsOf, json, row } from '../repository-rig.ts';
import { SNIPPET, WHOLE_SNIPPET } from '../resources/snippets.ts';
import { ask, ids, start } from '../rig.ts';

const core = '/projects/acme%2Fcore/snippets';
const website = '/projects/acme%2Fwebsite/snippets';
const body = { title: 'Ours', files: [{ file_path: 'a.txt', content: 'A' }] };

async function made(platform: Platform, who: TokenName, path = core, more: object = {}) {
  const answer = await ask(platform, who, path, json('POST', { ...body, ...more }));
  expect(answer.status, answer.text).toBe(201);
  return row(answer);
}

test('a project snippet is created, read, changed and deleted', async () => {
  const platform = await start();
  const snippet = await made(platform, 'reporter');
  expect(fieldsOf(snippet)).toEqual(WHOLE_SNIPPET.toSorted());
  expect(snippet).toMatchObject({ project_id: 1, author: { username: 'reporter' } });
  const own = `${core}/${String(snippet['id'])}`;
  expect(row(await ask(platform, 'guest', own))).toEqual(snippet);
  const raw = await ask(platform, 'guest', `${own}/raw`);
  expect([raw.text, raw.headers.get('content-type')]).toEqual(['A', 'text/plain; charset=utf-8']);
  const list = await ask(platform, 'guest', core);
  expect(ids(list)).toContain(snippet['id']);
  for (const each of list.rows) expect(fieldsOf(each)).toEqual(SNIPPET.toSorted());
  const files = [{ action: 'move', file_path: 'b.txt', previous_path: 'a.txt' }];
  const changed = await ask(platform, 'reporter', own, json('PUT', { title: 'New', files }));
  expect(changed.status).toBe(200);
  expect(row(changed)).toMatchObject({ title: 'New', file_name: 'b.txt' });
  const removed = await ask(platform, 'reporter', own, { method: 'DELETE' });
  expect([removed.status, removed.text]).toEqual([204, '']);
  expect((await ask(platform, 'reporter', own, { method: 'DELETE' })).status).toBe(404);
});

test.each<[TokenName | null, string, number]>([
  ['owner', core, 201],
  ['reporter', core, 201],
  ['guest', core, 403],
  ['auditor', core, 403],
  ['outsider', core, 404],
  [null, core, 401],
  ['outsider', website, 403],
  ['read_api', core, 403],
  ['owner', '/projects/acme%2Flegacy/snippets', 403],
])('%s: creating a snippet in %s replies %i', async (who, path, status) => {
  expect((await ask(await start(), who, path, json('POST', body))).status).toBe(status);
});

test.each<[TokenName | null, number]>([
  ['admin', 200],
  ['maintainer', 200],
  ['developer', 403],
  ['guest', 403],
  ['outsider', 404],
  [null, 401],
])('%s: changing the snippet of another user replies %i', async (who, status) => {
  const platform = await start();
  const { id } = await made(platform, 'reporter');
  const own = `${core}/${String(id)}`;
  expect((await ask(platform, who, own, json('PUT', { title: 'New' }))).status).toBe(status);
  expect((await ask(platform, who, own, { method: 'DELETE' })).status).toBe(status === 200 ? 204 : status);
});

test('the visibility of a snippet and of its project decides who can see it', async () => {
  const platform = await start();
  const seen = async (who: TokenName | null, path: string) => {
    const { rows } = await ask(platform, who, path);
    return rows.map((each) => each['visibility']).toSorted();
  };
  await made(platform, 'owner', website, { visibility: 'private' });
  expect(await seen(null, website)).toEqual(['public']);
  expect(await seen('outsider', website)).toEqual(['internal', 'public']);
  expect(await seen('owner', website)).toEqual(['internal', 'private', 'public']);
  expect((await ask(platform, null, core)).status).toBe(404);
  expect((await ask(platform, 'outsider', core)).status).toBe(404);
});

test.each<[string, object]>([
  ['no title', { files: body.files }],
  ['no files', { title: 'T' }],
  ['a file without content', { title: 'T', files: [{ file_path: 'a' }] }],
])('a new snippet with %s is refused', async (_why, sent) => {
  expect((await ask(await start(), 'reporter', core, json('POST', sent))).status).toBe(400);
});

test('personal snippets and those of other projects are not found in a project', async () => {
  const platform = await start();
  const { id } = await made(platform, 'owner', website, { visibility: 'public' });
  for (const path of [`${core}/${String(id)}`, `${core}/1`, `${core}/9999`, `${core}/x`]) {
    expect((await ask(platform, 'admin', path)).status, path).toBe(404);
  }
});

test('deleting a snippet deletes its notes', async () => {
  const platform = await start();
  expect(platform.world.notes.on('Snippet', 5).length).toBeGreaterThan(0);
  await ask(platform, 'developer', `${core}/5`, { method: 'DELETE' });
  expect(platform.world.notes.on('Snippet', 5)).toEqual([]);
});
