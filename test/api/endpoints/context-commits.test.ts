import { expect, test } from 'vitest';
import { contextCommits } from '#main/api/endpoints/context-commits.ts';
import { commits } from '#main/api/endpoints/commits.ts';
import { mergeRequests } from '#main/api/endpoints/merge-requests.ts';
import type { Send } from '#main/api/types.ts';
import { failureOf } from '../rig.ts';
import { projects, simulator } from './simulator.ts';

const id = projects.private;
const at = '/projects/:id/merge_requests/:merge_request_iid/context_commits';

/** A merge request of the private project, and commits that are not in its context. */
async function places(send: Send) {
  const open = await send(mergeRequests.list, { query: { scope: 'all', state: 'opened', per_page: 100 } });
  const row = open.find(({ references }) => references?.full?.startsWith(`${id}!`));
  const path = { id, merge_request_iid: row?.iid ?? 0 };
  const before = await send(contextCommits.list, { path });
  const known = before.map((commit) => commit.id);
  const all = await send(commits.list, { path: { id }, query: { per_page: 100 } });
  const free = all.map((commit) => commit.id).filter((sha) => !known.includes(sha));
  return { path, before: known, free };
}

test('context commits are added to a merge request, and removed by a DELETE with a body', async () => {
  const { as, reached } = await simulator();
  const send = as('developer');
  const { path, before, free } = await places(send);
  const shas = free.slice(0, 2);
  const added = await send(contextCommits.add, { path, body: { commits: shas } });
  expect(added.map((commit) => commit.id).toSorted()).toEqual(shas.toSorted());
  expect(added[0]).toMatchObject({ web_url: expect.any(String) as string, trailers: expect.any(Object) as object });
  expect(reached(`POST ${at}`)[0]).toMatchObject({
    path: `/api/v4/projects/acme%2Fcore/merge_requests/${path.merge_request_iid}/context_commits`,
    body: { commits: shas },
  });

  const now = await send(contextCommits.list, { path });
  expect(now.map((commit) => commit.id).toSorted()).toEqual([...before, ...shas].toSorted());
  expect(now[0]).toMatchObject({ title: expect.any(String) as string, parent_ids: expect.any(Array) as string[] });

  await send(contextCommits.remove, { path, body: { commits: shas } });
  expect(reached(`DELETE ${at}`)[0]?.body).toEqual({ commits: shas });
  expect((await send(contextCommits.list, { path })).map((commit) => commit.id).toSorted()).toEqual(before.toSorted());
});

test('context commits are listed in pages', async () => {
  const { as, reached } = await simulator();
  const send = as('developer');
  const { path, before, free } = await places(send);
  await send(contextCommits.add, { path, body: { commits: free.slice(0, 3) } });
  const ids: string[] = [];
  let page = await send.page(contextCommits.list, { path, query: { page: 1, per_page: 2 } });
  for (;;) {
    ids.push(...(JSON.parse(Buffer.from(page.body).toString()) as { id: string }[]).map((commit) => commit.id));
    if (page.next === null) break;
    page = await send.page(contextCommits.list, { next: page.next });
  }
  expect(ids.toSorted()).toEqual([...before, ...free.slice(0, 3)].toSorted());
  expect(reached(`GET ${at}`).at(1)?.query).toEqual([
    ['page', '1'],
    ['per_page', '2'],
  ]);
});

test('an unknown commit is refused by the platform; an invalid SHA and an empty list are not sent', async () => {
  const { as, reached } = await simulator();
  const send = as('developer');
  const { path } = await places(send);
  const failure = await failureOf(send(contextCommits.add, { path, body: { commits: ['0'.repeat(40)] } }));
  expect(failure).toMatchObject({ code: expect.toBeOneOf(['invalid', 'missing']) as string });
  for (const shas of [[], ['main'], ['']]) {
    expect(await failureOf(send(contextCommits.add, { path, body: { commits: shas } }))).toMatchObject({
      code: 'invalid',
      field: expect.stringMatching(/^commits/) as string,
      status: undefined,
    });
  }
  expect(reached(`POST ${at}`)).toHaveLength(1);
});

test('other users see no context commits, and an unknown merge request is missing', async () => {
  const { as } = await simulator();
  const { path } = await places(as('developer'));
  expect(await failureOf(as('outsider')(contextCommits.list, { path }))).toMatchObject({
    code: 'missing',
    reason: 'hidden-or-missing',
    status: 404,
  });
  const none = { id, merge_request_iid: 9_999 };
  expect(await failureOf(as('developer')(contextCommits.list, { path: none }))).toMatchObject({ status: 404 });
  const body = { commits: ['0'.repeat(40)] };
  expect(await failureOf(as(null)(contextCommits.remove, { path, body }))).toMatchObject({
    code: 'denied',
    reason: 'token-missing',
  });
});

test('a removal whose reply was lost is not repeated', async () => {
  const { as, platform, reached } = await simulator();
  const send = as('developer');
  const { path, free } = await places(send);
  const body = { commits: free.slice(0, 1) };
  await send(contextCommits.add, { path, body });
  platform.faults.add({ kind: 'reset', when: 'after', times: 1, match: 'DELETE *' });
  expect((await failureOf(send(contextCommits.remove, { path, body }))).code).toBe('offline');
  expect(reached(`DELETE ${at}`)).toHaveLength(1);
});
