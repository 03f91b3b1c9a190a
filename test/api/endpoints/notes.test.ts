import { expect, test } from 'vitest';
import { issues } from '#main/api/endpoints/issues.ts';
import { notes } from '#main/api/endpoints/notes.ts';
import { projectSnippets } from '#main/api/endpoints/snippets.ts';
import type { Send } from '#main/api/types.ts';
import { mostNoteCharacters, type Note } from '#shared/contract/notes.ts';
import { failureOf } from '../rig.ts';
import { projects, simulator } from './simulator.ts';

const id = projects.private;
const onIssue = '/projects/:id/issues/:issue_iid/notes';
const onSnippet = '/projects/:id/snippets/:snippet_id/notes';
const onMergeRequest = '/projects/:id/merge_requests/:merge_request_iid/notes';
const aNumber = expect.any(Number) as number;

/** The first issue of the private project, which has more notes than one page. */
const issue = { id, issue_iid: 1 };
const mergeRequest = { id, merge_request_iid: 4 };
const snippet = async (send: Send) => {
  const [first] = await send(projectSnippets.list, { path: { id } });
  return { id, snippet_id: first?.id ?? 0 };
};
const isNote = (made: object): made is Note => 'body' in made;

test('notes of an issue are listed in pages, by default newest first', async () => {
  const { as, reached } = await simulator();
  const send = as('developer');
  const all = await send.answer(notes.listOfIssue, { path: issue, query: { per_page: 100 } });
  expect(all.unreadable).toBe(0);
  expect(all.value.length).toBeGreaterThan(20);
  const times = all.value.map(({ created_at }) => String(created_at));
  expect(times).toEqual(times.toSorted().toReversed());
  expect(all.value[0]).toMatchObject({ noteable_type: 'Issue', noteable_iid: 1, project_id: aNumber });

  const query = { sort: 'asc', order_by: 'updated_at', activity_filter: 'only_comments', per_page: 5 } as const;
  const page = await send.page(notes.listOfIssue, { path: issue, query });
  const rows = JSON.parse(Buffer.from(page.body).toString()) as Note[];
  expect(rows).toHaveLength(5);
  expect(rows.every(({ system }) => system === false)).toBe(true);
  expect(page.total).toBe(all.value.filter(({ system }) => system === false).length);
  const next = await send.page(notes.listOfIssue, { next: page.next ?? '' });
  const more = JSON.parse(Buffer.from(next.body).toString()) as Note[];
  const updated = [...rows, ...more].map(({ updated_at }) => String(updated_at));
  expect(updated).toEqual(updated.toSorted());
  expect(reached(`GET ${onIssue}`)[1]?.query.toSorted()).toEqual(
    Object.entries(query)
      .map(([name, value]) => [name, String(value)])
      .toSorted(),
  );
});

test('only system notes can be listed', async () => {
  const { as } = await simulator();
  const query = { activity_filter: 'only_activity', per_page: 100 } as const;
  const rows = await as('developer')(notes.listOfIssue, { path: issue, query });
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.every(({ system }) => system === true)).toBe(true);
});

test('a note on an issue is created, read, changed and deleted', async () => {
  const { as, reached } = await simulator();
  const send = as('developer');
  const body = 'Größe & <b>more</b>\n\n確認 🎉';
  const made = await send(notes.createOnIssue, { path: issue, body: { body, internal: true } });
  expect(made).toMatchObject({ body, internal: true, system: false, author: { username: 'developer' } });
  expect(reached(`POST ${onIssue}`)[0]?.body).toEqual({ body, internal: true });
  const path = { ...issue, note_id: (made as Note).id };
  expect(await send(notes.getOfIssue, { path })).toMatchObject({ id: path.note_id, body });
  expect(await send(notes.editOfIssue, { path, body: { body: 'other' } })).toMatchObject({ body: 'other' });
  await send(notes.removeOfIssue, { path });
  expect(await failureOf(send(notes.getOfIssue, { path }))).toMatchObject({
    code: 'missing',
    reason: 'hidden-or-missing',
    status: 404,
  });
});

test('the deprecated field `confidential` still works, and `internal` takes precedence', async () => {
  const { as } = await simulator();
  const send = as('developer');
  const hidden = await send(notes.createOnIssue, { path: issue, body: { body: 'a', confidential: true } });
  expect(hidden).toMatchObject({ internal: true });
  const both = { body: 'b', internal: false, confidential: true };
  expect(await send(notes.createOnIssue, { path: issue, body: both })).toMatchObject({ internal: false });
  const path = { ...issue, note_id: (hidden as Note).id };
  expect(await send(notes.editOfIssue, { path, body: { confidential: false } })).toMatchObject({ id: path.note_id });
});

test('a note on a project snippet is created, listed, read, changed and deleted', async () => {
  const { as, reached } = await simulator();
  const send = as('developer');
  const at = await snippet(send);
  const made = await send(notes.createOnSnippet, { path: at, body: { body: 'one' } });
  const rows = await send(notes.listOfSnippet, { path: at, query: { sort: 'desc', order_by: 'created_at' } });
  expect(rows[0]).toMatchObject({ body: 'one', noteable_type: 'Snippet', noteable_id: at.snippet_id });
  const page = await send.page(notes.listOfSnippet, { path: at, query: { per_page: 1 } });
  expect(page.total).toBe(rows.length);
  expect(page.next).not.toBeNull();
  const path = { ...at, note_id: (made as Note).id };
  expect(await send(notes.getOfSnippet, { path })).toMatchObject({ body: 'one' });
  expect(await send(notes.editOfSnippet, { path, body: { body: 'two' } })).toMatchObject({ body: 'two' });
  expect(reached(`PUT ${onSnippet}/:note_id`)[0]?.body).toEqual({ body: 'two' });
  await send(notes.removeOfSnippet, { path });
  expect(await failureOf(send(notes.getOfSnippet, { path }))).toMatchObject({ code: 'missing', status: 404 });
});

test('a note on a merge request is created, listed and read', async () => {
  const { as, reached } = await simulator();
  const send = as('developer');
  const body = { body: 'Looks good', internal: false };
  const made = await send(notes.createOnMergeRequest, { path: mergeRequest, body });
  if (!isNote(made)) throw new Error('a reaction');
  expect(made).toMatchObject({ body: 'Looks good', noteable_type: 'MergeRequest' });
  expect(reached(`POST ${onMergeRequest}`)[0]?.body).toEqual(body);
  const path = { ...mergeRequest, note_id: made.id };
  expect(await send(notes.getOfMergeRequest, { path })).toMatchObject({ id: made.id });
  const page = await send.page(notes.listOfMergeRequest, { path: mergeRequest, query: { per_page: 1, sort: 'desc' } });
  expect((JSON.parse(Buffer.from(page.body).toString()) as Note[])[0]?.id).toBe(made.id);
  expect(page.total).toBeGreaterThan(1);
  expect(page.next).not.toBeNull();
});

test('a note with only an emoji on a merge request returns a reaction instead of the note', async () => {
  const { as } = await simulator();
  const send = as('developer');
  const made = await send(notes.createOnMergeRequest, { path: mergeRequest, body: { body: ':rocket:' } });
  expect(isNote(made) && made.body === ':rocket:').toBe(false);
});

test('setting the creation time of a note requires an Owner or administrator, and a time after 1970', async () => {
  const { as, platform } = await simulator();
  const created_at = '2026-03-04T05:06:07Z';
  const made = await as('owner')(notes.createOnIssue, { path: issue, body: { body: 'old', created_at } });
  expect(made).toMatchObject({ created_at: expect.stringMatching(/^2026-03-04T05:06:07/) as string });
  const before = platform.requests.count();
  for (const never of ['1970-01-01T00:00:00Z', '1969-12-31T23:59:59Z', 'yesterday']) {
    const body = { body: 'x', created_at: never };
    const refused = [
      as('owner')(notes.createOnIssue, { path: issue, body }),
      as('owner')(notes.createOnSnippet, { path: { id, snippet_id: 1 }, body }),
      as('owner')(notes.createOnMergeRequest, { path: mergeRequest, body }),
    ];
    for (const failure of await Promise.all(refused.map(failureOf))) {
      expect(failure).toMatchObject({ code: 'invalid', field: 'created_at', status: undefined });
    }
  }
  expect(platform.requests.count()).toBe(before);
});

test('a note of a million characters is sent, a longer one is not', async () => {
  const { as, platform } = await simulator();
  const send = as('developer');
  const most = '🎉'.repeat(mostNoteCharacters);
  expect(await send(notes.createOnIssue, { path: issue, body: { body: most } })).toMatchObject({ body: most });
  const before = platform.requests.count();
  const body = { body: `${most}x` };
  const path = { ...issue, note_id: 1 };
  const refused = [
    send(notes.createOnIssue, { path: issue, body }),
    send(notes.createOnSnippet, { path: { id, snippet_id: 1 }, body }),
    send(notes.createOnMergeRequest, { path: mergeRequest, body }),
    send(notes.editOfIssue, { path, body }),
    send(notes.editOfSnippet, { path: { id, snippet_id: 1, note_id: 1 }, body }),
    send(notes.createOnIssue, { path: issue, body: { body: '' } }),
  ];
  for (const failure of await Promise.all(refused.map(failureOf))) {
    expect(failure).toMatchObject({ code: 'invalid', field: 'body', status: undefined });
  }
  expect(platform.requests.count()).toBe(before);
});

test('notes are hidden from other users, and can’t be created without a token', async () => {
  const { as } = await simulator();
  const outsider = as('outsider');
  const onIt = await snippet(as('developer'));
  const refused = [
    outsider(notes.listOfIssue, { path: issue }),
    outsider(notes.listOfMergeRequest, { path: mergeRequest }),
    outsider(notes.listOfSnippet, { path: onIt }),
    outsider(notes.createOnIssue, { path: issue, body: { body: 'x' } }),
  ];
  for (const failure of await Promise.all(refused.map(failureOf))) {
    expect(failure).toMatchObject({ code: 'missing', reason: 'hidden-or-missing', status: 404 });
  }
  const anonymous = as(null)(notes.createOnIssue, { path: issue, body: { body: 'x' } });
  expect(await failureOf(anonymous)).toMatchObject({ code: 'denied', reason: 'token-missing', status: 401 });
  const [row] = await as('admin')(issues.list, { query: { scope: 'all' } });
  const nowhere = { id: row?.project_id ?? 0, issue_iid: 99_999 };
  expect(await failureOf(as('admin')(notes.listOfIssue, { path: nowhere }))).toMatchObject({ status: 404 });
});
