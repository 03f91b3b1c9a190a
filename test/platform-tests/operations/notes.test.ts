import { expect, test } from 'vitest';
import type { Platform } from '../../platform/platform.ts';
import type { TokenName } from '../../platform/seed/tokens.ts';
import { fieldsOf, form, json, row } from '../repository-rig.ts';
import { AUTHOR, NOTE } from '../resources/notes.ts';
import { ask, AT_MS, ids, link, start } from '../rig.ts';

const core = '/projects/acme%2Fcore';
const issue = `${core}/issues/1/notes`;
const mergeRequest = `${core}/merge_requests/1/notes`;
const snippet = `${core}/snippets/5/notes`;
const KINDS = [issue, mergeRequest, snippet];

async function written(platform: Platform, who: TokenName, path = issue, body: object = { body: 'Hello' }) {
  const answer = await ask(platform, who, path, json('POST', body));
  expect(answer.status, answer.text).toBe(201);
  return row(answer);
}

test.each(KINDS)('%s: a note is created, read and listed with the documented fields', async (path) => {
  const platform = await start();
  const note = await written(platform, 'developer', path);
  expect(fieldsOf(note)).toEqual(NOTE.toSorted());
  expect(fieldsOf(note['author'])).toEqual(AUTHOR.toSorted());
  expect(note).toMatchObject({ body: 'Hello', system: false, internal: false, created_at: '2026-11-15T12:00:00Z' });
  expect(row(await ask(platform, 'developer', `${path}/${String(note['id'])}`))).toEqual(note);
  const list = await ask(platform, 'developer', path);
  expect(list.rows[0]).toEqual(note);
  for (const each of list.rows) expect(fieldsOf(each)).toEqual(NOTE.toSorted());
});

test('a note has type and ID of its resource', async () => {
  const platform = await start();
  const id = platform.world.issues.byIid(1, 1)?.id;
  expect(await written(platform, 'guest')).toMatchObject({
    noteable_type: 'Issue',
    noteable_id: id,
    noteable_iid: 1,
    project_id: 1,
  });
  expect(await written(platform, 'developer', mergeRequest)).toMatchObject({
    noteable_type: 'MergeRequest',
    noteable_iid: 1,
  });
  expect(await written(platform, 'developer', snippet)).toMatchObject({
    noteable_type: 'Snippet',
    noteable_id: 5,
    noteable_iid: null,
  });
});

test('a note can be created with a form or a query', async () => {
  const platform = await start();
  const sent = await ask(platform, 'developer', issue, form('POST', [['body', 'as a form']]));
  expect(row(sent)).toMatchObject({ body: 'as a form' });
  const asked = await ask(platform, 'developer', `${issue}?body=as%20a%20query`, { method: 'POST' });
  expect(row(asked)).toMatchObject({ body: 'as a query' });
});

test.each([issue, snippet])('%s: the author of a note can change and delete it', async (path) => {
  const platform = await start();
  const note = await written(platform, 'developer', path);
  const own = `${path}/${String(note['id'])}`;
  platform.clock.advance(60_000);
  const changed = await ask(platform, 'developer', own, json('PUT', { body: 'Changed' }));
  expect(changed.status).toBe(200);
  expect(row(changed)).toEqual({ ...note, body: 'Changed', updated_at: '2026-11-15T12:01:00Z' });
  const removed = await ask(platform, 'developer', own, { method: 'DELETE' });
  expect([removed.status, removed.text]).toEqual([204, '']);
  expect((await ask(platform, 'developer', own)).status).toBe(404);
  expect((await ask(platform, 'developer', own, { method: 'DELETE' })).status).toBe(404);
});

test.each<[TokenName | null, number]>([
  ['guest', 403],
  ['reporter', 403],
  ['maintainer', 200],
  ['admin', 200],
  ['outsider', 404],
  [null, 401],
])('%s: changing the note of another user replies %i', async (who, status) => {
  const platform = await start();
  const { id } = await written(platform, 'developer');
  const answer = await ask(platform, who, `${issue}/${String(id)}`, json('PUT', { body: 'Mine now' }));
  expect(answer.status).toBe(status);
  expect(platform.world.notes.get(Number(id))?.body).toBe(status === 200 ? 'Mine now' : 'Hello');
});

test.each<[TokenName | null, string, number]>([
  ['guest', issue, 201],
  ['outsider', issue, 404],
  [null, issue, 401],
  ['read_api', issue, 403],
  ['auditor', '/projects/acme%2Fwebsite/issues/1/notes', 201],
  ['outsider', '/projects/acme%2Fwebsite/issues/1/notes', 201],
  ['admin', `${core}/issues/9999/notes`, 404],
  ['admin', `${core}/merge_requests/9999/notes`, 404],
  ['admin', `${core}/snippets/9999/notes`, 404],
  ['admin', `${core}/snippets/1/notes`, 404],
  ['admin', '/projects/acme%2Flegacy/issues/1/notes', 403],
])('%s: writing to %s replies %i', async (who, path, status) => {
  expect((await ask(await start(), who, path, json('POST', { body: 'Hello' }))).status).toBe(status);
});

test('only members can write in a locked discussion', async () => {
  const platform = await start();
  const found = platform.world.issues.byIid(2, 1);
  if (found !== undefined) found.discussion_locked = true;
  const path = '/projects/acme%2Fwebsite/issues/1/notes';
  expect((await ask(platform, 'outsider', path, json('POST', { body: 'Hello' }))).status).toBe(403);
  expect((await ask(platform, 'owner', path, json('POST', { body: 'Hello' }))).status).toBe(201);
});

test('a note requires a body of at most 1,000,000 characters', async () => {
  const platform = await start();
  const status = async (body: object, method = 'POST', path = issue) =>
    (await ask(platform, 'developer', path, json(method, body))).status;
  expect(await status({})).toBe(400);
  expect(await status({ body: '  ' })).toBe(400);
  expect(await status({ body: '𝕏'.repeat(1_000_000) })).toBe(201);
  expect(await status({ body: 'x'.repeat(1_000_001) })).toBe(400);
  const { id } = await written(platform, 'developer', snippet);
  expect(await status({}, 'PUT', `${snippet}/${String(id)}`)).toBe(400);
  expect(await status({ body: 'x'.repeat(1_000_001) }, 'PUT', `${snippet}/${String(id)}`)).toBe(400);
});

test.each<[TokenName, boolean]>([
  ['admin', true],
  ['owner', true],
  ['maintainer', false],
  ['developer', false],
])('%s can set the creation time of a note: %s', async (who, isAllowed) => {
  const platform = await start();
  const body = { body: 'Long ago', created_at: '2001-02-03T04:05:06Z' };
  const note = await written(platform, who, issue, body);
  expect(note['created_at']).toBe(
    isAllowed ? '2001-02-03T04:05:06Z' : new Date(AT_MS).toISOString().replace('.000', ''),
  );
});

test('a creation time before 1970 is refused', async () => {
  const platform = await start();
  for (const created_at of ['1969-12-31T23:59:59Z', 'yesterday']) {
    expect((await ask(platform, 'admin', issue, json('POST', { body: 'x', created_at }))).status).toBe(400);
  }
});

test('internal notes require the Planner role', async () => {
  const platform = await start();
  const both = await written(platform, 'developer', issue, { body: 'Secret', internal: true, confidential: false });
  expect(both).toMatchObject({ internal: true, confidential: true });
  expect(await written(platform, 'developer', issue, { body: 'Old way', confidential: true })).toMatchObject({
    internal: true,
  });
  expect(await written(platform, 'developer', mergeRequest, { body: 'Secret', internal: true })).toMatchObject({
    internal: true,
  });
  const own = `${issue}/${String(both['id'])}`;
  expect((await ask(platform, 'guest', own)).status).toBe(404);
  expect((await ask(platform, 'guest', issue)).rows.filter((note) => note['internal'] === true)).toEqual([]);
  expect((await ask(platform, 'reporter', own)).status).toBe(200);
  expect((await ask(platform, 'auditor', own)).status).toBe(200);
  const opened = await ask(platform, 'developer', own, json('PUT', { confidential: false }));
  expect(row(opened)).toMatchObject({ body: 'Secret', internal: false, confidential: false });
  expect((await ask(platform, 'guest', own)).status).toBe(200);
});

test('the notes of a confidential issue are hidden from users who can’t see the issue', async () => {
  const platform = await start();
  const found = platform.world.issues.byIid(1, 1);
  if (found !== undefined) Object.assign(found, { confidential: true, author_id: 1, assignee_ids: [] });
  expect((await ask(platform, 'guest', issue)).status).toBe(404);
  expect((await ask(platform, 'reporter', issue)).status).toBe(200);
});

test('`activity_filter` separates activity from comments, and system notes can’t be changed', async () => {
  const platform = await start();
  const system = async (filter: string) =>
    (await ask(platform, 'admin', `${issue}?per_page=100${filter}`)).rows.map((note) => note['system']);
  const all = await system('');
  expect(await system('&activity_filter=all_notes')).toEqual(all);
  expect(await system('&activity_filter=only_comments')).toEqual(all.filter((is) => is === false));
  expect(await system('&activity_filter=only_activity')).toEqual(all.filter((is) => is === true));
  expect(new Set(all).size).toBe(2);
  expect((await ask(platform, 'admin', `${issue}?activity_filter=some`)).status).toBe(400);
  const { rows } = await ask(platform, 'admin', `${issue}?activity_filter=only_activity`);
  const own = `${issue}/${String(rows[0]?.['id'])}`;
  expect((await ask(platform, 'admin', own, json('PUT', { body: 'x' }))).status).toBe(403);
  expect((await ask(platform, 'admin', own, { method: 'DELETE' })).status).toBe(403);
});

test.each(KINDS)('%s: notes are sorted newest first unless another order is requested', async (path) => {
  const platform = await start();
  const times = async (query: string, field: string) =>
    (await ask(platform, 'admin', `${path}?per_page=100${query}`)).rows.map((note) => String(note[field]));
  const created = await times('', 'created_at');
  expect(created.length).toBeGreaterThan(0);
  expect(created).toEqual(created.toSorted().toReversed());
  expect(await times('&sort=asc', 'created_at')).toEqual(created.toSorted());
  const updated = await times('&order_by=updated_at&sort=asc', 'updated_at');
  expect(updated).toEqual(updated.toSorted());
  for (const query of ['sort=up', 'order_by=id']) {
    expect((await ask(platform, 'admin', `${path}?${query}`)).status).toBe(400);
  }
});

test('the list of notes is paged', async () => {
  const platform = await start();
  const first = await ask(platform, 'admin', issue);
  expect(first.rows).toHaveLength(20);
  const second = await ask(platform, 'admin', link(first, 'next') ?? '');
  expect(new Set([...ids(first), ...ids(second)]).size).toBe(Number(first.headers.get('x-total')));
});

test.each([':rocket:', '👍', ':+1:', '❤'])('%s alone becomes a reaction', async (body) => {
  const platform = await start();
  const before = platform.world.notes.size;
  const answer = await ask(platform, 'reporter', mergeRequest, json('POST', { body }));
  expect(answer.status).toBe(201);
  expect(row(answer)).toMatchObject({ awardable_type: 'MergeRequest', user: { username: 'reporter' } });
  expect(row(answer)).not.toHaveProperty('body');
  expect(platform.world.notes.size).toBe(before);
  expect(platform.world.awards.find((award) => award.user_id === 8 && award.id === row(answer)['id'])).toBeDefined();
});

test.each([':no_such_thing:', 'Well done :tada:', '::', '👍 yes'])('%s is a note', async (body) => {
  expect(await written(await start(), 'developer', mergeRequest, { body })).toMatchObject({ body });
});

test('a new note changes `updated_at` of its issue', async () => {
  const platform = await start();
  await written(platform, 'developer');
  const { rows } = await ask(platform, 'admin', '/issues?scope=all&order_by=updated_at&per_page=1');
  expect(rows[0]).toMatchObject({ iid: 1, project_id: 1, updated_at: '2026-11-15T12:00:00Z' });
});

test('a note is not found below another resource', async () => {
  const platform = await start();
  const { id } = await written(platform, 'developer');
  for (const path of [`${core}/issues/2/notes`, mergeRequest, snippet]) {
    expect((await ask(platform, 'admin', `${path}/${String(id)}`)).status).toBe(404);
  }
  expect((await ask(platform, 'admin', `${issue}/none`)).status).toBe(404);
});
