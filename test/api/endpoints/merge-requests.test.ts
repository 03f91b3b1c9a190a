import { expect, test } from 'vitest';
import { mergeRequests } from '#main/api/endpoints/merge-requests.ts';
import type { InputOf, Send } from '#main/api/types.ts';
import type { MergeRequest } from '#shared/contract/merge-requests.ts';
import { failureOf } from '../rig.ts';
import { simulator } from './simulator.ts';

type Query = NonNullable<InputOf<typeof mergeRequests.list>['query']>;
const listed = (send: Send, query: Query) =>
  send(mergeRequests.list, { query: { scope: 'all', per_page: 100, ...query } });

test('merge requests are listed in pages, each once, with a total', async () => {
  const { as } = await simulator();
  const send = as('admin');
  const all = await send.answer(mergeRequests.list, { query: { scope: 'all', per_page: 100 } });
  expect(all.unreadable).toBe(0);
  expect(all.value.length).toBeGreaterThan(10);
  expect(all.value.some(({ draft }) => draft === true)).toBe(true);
  const first = await send.page(mergeRequests.list, { query: { scope: 'all', per_page: 10 } });
  expect(first.total).toBe(all.value.length);
  const second = await send.page(mergeRequests.list, { next: first.next ?? '' });
  const ids = [first, second].flatMap(({ body }) =>
    (JSON.parse(Buffer.from(body).toString()) as MergeRequest[]).map(({ id }) => id),
  );
  expect(ids).toEqual(all.value.slice(0, 20).map(({ id }) => id));
});

test('every parameter is sent with its name in the documents', async () => {
  const { as, reached } = await simulator();
  await as('admin')(mergeRequests.list, {
    query: {
      approved_by_ids: [1, 2],
      approver_ids: 'Any',
      assignee_id: 'None',
      author_id: 3,
      created_after: '2026-01-02T03:04:05Z',
      created_before: '2026-11-01T00:00:00Z',
      deployed_after: '2026-01-03T00:00:00Z',
      deployed_before: '2026-11-03T00:00:00Z',
      environment: 'production',
      in: ['title'],
      labels: ['bug', 'needs work'],
      merge_user_username: 'owner',
      milestone: 'v1.1',
      my_reaction_emoji: 'Any',
      non_archived: true,
      not: { labels: ['x', 'y'], reviewer_id: 4, author_username: 'guest', my_reaction_emoji: 'heart' },
      order_by: 'merged_at',
      render_html: true,
      reviewer_username: 'Any',
      scope: 'reviews_for_me',
      search: 'a b',
      sort: 'asc',
      source_branch: 'feature/x',
      state: 'merged',
      target_branch: 'main',
      updated_after: '2026-01-04T00:00:00Z',
      updated_before: '2026-11-04T00:00:00Z',
      view: 'simple',
      wip: 'no',
      with_labels_details: true,
      with_merge_status_recheck: false,
      page: 1,
      per_page: 7,
    },
  });
  const [request] = reached('GET /merge_requests');
  expect(request?.status).toBe(200);
  expect(request?.query.toSorted()).toEqual(
    [
      ['approved_by_ids[]', '1'],
      ['approved_by_ids[]', '2'],
      ['approver_ids', 'Any'],
      ['assignee_id', 'None'],
      ['author_id', '3'],
      ['created_after', '2026-01-02T03:04:05Z'],
      ['created_before', '2026-11-01T00:00:00Z'],
      ['deployed_after', '2026-01-03T00:00:00Z'],
      ['deployed_before', '2026-11-03T00:00:00Z'],
      ['environment', 'production'],
      ['in', 'title'],
      ['labels', 'bug,needs work'],
      ['merge_user_username', 'owner'],
      ['milestone', 'v1.1'],
      ['my_reaction_emoji', 'Any'],
      ['non_archived', 'true'],
      ['not[author_username]', 'guest'],
      ['not[labels]', 'x,y'],
      ['not[my_reaction_emoji]', 'heart'],
      ['not[reviewer_id]', '4'],
      ['order_by', 'merged_at'],
      ['render_html', 'true'],
      ['reviewer_username', 'Any'],
      ['scope', 'reviews_for_me'],
      ['search', 'a b'],
      ['sort', 'asc'],
      ['source_branch', 'feature/x'],
      ['state', 'merged'],
      ['target_branch', 'main'],
      ['updated_after', '2026-01-04T00:00:00Z'],
      ['updated_before', '2026-11-04T00:00:00Z'],
      ['view', 'simple'],
      ['wip', 'no'],
      ['with_labels_details', 'true'],
      ['with_merge_status_recheck', 'false'],
      ['page', '1'],
      ['per_page', '7'],
    ].toSorted(),
  );
});

const has = (labels: MergeRequest['labels'], name: string) => labels?.includes(name) === true;
test.each<[string, Query, (row: MergeRequest) => boolean]>([
  ['state', { state: 'merged' }, ({ state }) => state === 'merged'],
  ['drafts', { wip: 'yes' }, ({ draft }) => draft === true],
  ['no drafts', { wip: 'no' }, ({ draft }) => draft === false],
  ['author', { author_username: 'developer' }, ({ author }) => author?.username === 'developer'],
  ['not the author', { not: { author_username: 'developer' } }, ({ author }) => author?.username !== 'developer'],
  ['any assignee', { assignee_id: 'Any' }, ({ assignees }) => (assignees ?? []).length > 0],
  ['no reviewer', { reviewer_id: 'None' }, ({ reviewers }) => (reviewers ?? []).length === 0],
  ['a label', { labels: ['bug'] }, ({ labels }) => has(labels, 'bug')],
  ['not a label', { not: { labels: ['bug'] } }, ({ labels }) => !has(labels, 'bug')],
  ['target branch', { target_branch: 'stable' }, ({ target_branch }) => target_branch === 'stable'],
  ['since', { created_after: '2026-06-01T00:00:00Z' }, ({ created_at }) => String(created_at) >= '2026-06-01'],
])('the filter %s returns exactly the matching rows', async (_, query, passes) => {
  const { as } = await simulator();
  const send = as('admin');
  const all = await listed(send, {});
  const expected = all.filter(passes).map(({ id }) => id);
  expect((await listed(send, query)).map(({ id }) => id)).toEqual(expected);
  expect(expected.length).toBeGreaterThan(0);
  expect(expected.length).toBeLessThan(all.length);
});

test('without a scope, only merge requests of the user of the token are listed', async () => {
  const { as } = await simulator();
  const rows = await as('developer')(mergeRequests.list, { query: { per_page: 100 } });
  expect(rows.length).toBeGreaterThan(0);
  expect(new Set(rows.map(({ author }) => author?.username))).toEqual(new Set(['developer']));
});

test('the simple view and the view with HTML are read', async () => {
  const { as } = await simulator();
  const simple = await as('admin').answer(mergeRequests.list, { query: { scope: 'all', view: 'simple' } });
  expect(simple.value.length).toBeGreaterThan(0);
  expect(simple.unreadable).toBe(0);
  const rows = await listed(as('admin'), { render_html: true });
  expect(rows[0]?.title_html).toEqual(expect.any(String));
});

test.each<[string, Query, object]>([
  ['merge user', { merge_user_id: 1, merge_user_username: 'a' }, { reason: 'exclusive-parameters' }],
  ['reviewer', { reviewer_id: 1, reviewer_username: 'a' }, { reason: 'exclusive-parameters' }],
  ['more than five', { approved_by_ids: [1, 2, 3, 4, 5, 6] }, { field: 'approved_by_ids' }],
  ['a state', { state: 'ready' } as unknown as Query, { field: 'state' }],
])('invalid input is not sent: %s', async (_, query, expected) => {
  const { as, platform } = await simulator();
  expect(await failureOf(listed(as('admin'), query))).toMatchObject({ code: 'invalid', ...expected });
  expect(platform.requests.count()).toBe(0);
});

test('the list of merge requests requires a token', async () => {
  const { as } = await simulator();
  expect(await failureOf(as(null)(mergeRequests.list))).toMatchObject({
    code: 'denied',
    reason: 'token-missing',
    status: 401,
  });
});
