import { expect, test } from 'vitest';
import { issues } from '#main/api/endpoints/issues.ts';
import type { InputOf, Send } from '#main/api/types.ts';
import type { Issue } from '#shared/contract/issues.ts';
import { toIso } from '#shared/time.ts';
import { failureOf } from '../rig.ts';
import { groups, platformAtMs, simulator } from './simulator.ts';

type Query = NonNullable<InputOf<typeof issues.list>['query']>;
const listed = (send: Send, query: Query) => send(issues.list, { query: { scope: 'all', per_page: 100, ...query } });

test('issues are listed in pages, each once, with a total', async () => {
  const { as, platform } = await simulator();
  const send = as('admin');
  const all = await send.answer(issues.list, { query: { scope: 'all', per_page: 100 } });
  expect(all.unreadable).toBe(0);
  expect(all.value.length).toBeGreaterThan(20);
  const first = all.value[0];
  const title = platform.world.issues.get(first?.id ?? 0)?.title;
  expect(first).toMatchObject({ title, iid: expect.any(Number) as number, project_id: expect.any(Number) as number });
  expect(first?.references?.full).toMatch(/^[\w/-]+#\d+$/);

  const ids: number[] = [];
  let at: Parameters<typeof send.page>[1] = { query: { scope: 'all', per_page: 15 } };
  for (;;) {
    const page = await send.page(issues.list, at);
    expect(page.total).toBe(all.value.length);
    ids.push(...(JSON.parse(Buffer.from(page.body).toString()) as Issue[]).map(({ id }) => id));
    if (page.next === null) break;
    at = { next: page.next };
  }
  expect(ids).toEqual(all.value.map(({ id }) => id));
});

test('every parameter is sent with its name in the documents', async () => {
  const { as, reached } = await simulator();
  await as('admin')(issues.list, {
    query: {
      assignee_username: ['developer', 'a&b'],
      author_id: 3,
      confidential: false,
      created_after: '2026-01-02T03:04:05Z',
      created_before: '2026-11-01T00:00:00Z',
      updated_after: '2026-01-02T03:04:05+02:00',
      updated_before: '2026-11-02T00:00:00Z',
      due_date: '0',
      epic_id: 'None',
      health_status: 'at_risk',
      iids: [1, 3],
      in: ['title', 'description'],
      issue_type: 'task',
      iteration_title: 'Sprint 1',
      labels: ['bug', 'needs work'],
      milestone_id: 'Upcoming',
      my_reaction_emoji: 'thumbsup',
      non_archived: false,
      not: { labels: ['x', 'y'], iids: [4], assignee_username: ['owner'], weight: 3, milestone: 'v1.1' },
      order_by: 'relative_position',
      scope: 'assigned_to_me',
      search: 'größe & more',
      sort: 'asc',
      state: 'opened',
      weight: 'Any',
      with_labels_details: true,
      page: 2,
      per_page: 50,
    },
  });
  const [request] = reached('GET /issues');
  expect(request?.status).toBe(200);
  expect(request?.query.toSorted()).toEqual(
    [
      ['assignee_username[]', 'developer'],
      ['assignee_username[]', 'a&b'],
      ['author_id', '3'],
      ['confidential', 'false'],
      ['created_after', '2026-01-02T03:04:05Z'],
      ['created_before', '2026-11-01T00:00:00Z'],
      ['updated_after', '2026-01-02T03:04:05+02:00'],
      ['updated_before', '2026-11-02T00:00:00Z'],
      ['due_date', '0'],
      ['epic_id', 'None'],
      ['health_status', 'at_risk'],
      ['iids[]', '1'],
      ['iids[]', '3'],
      ['in', 'title,description'],
      ['issue_type', 'task'],
      ['iteration_title', 'Sprint 1'],
      ['labels', 'bug,needs work'],
      ['milestone_id', 'Upcoming'],
      ['my_reaction_emoji', 'thumbsup'],
      ['non_archived', 'false'],
      ['not[labels]', 'x,y'],
      ['not[iids][]', '4'],
      ['not[assignee_username][]', 'owner'],
      ['not[weight]', '3'],
      ['not[milestone]', 'v1.1'],
      ['order_by', 'relative_position'],
      ['scope', 'assigned_to_me'],
      ['search', 'größe & more'],
      ['sort', 'asc'],
      ['state', 'opened'],
      ['weight', 'Any'],
      ['with_labels_details', 'true'],
      ['page', '2'],
      ['per_page', '50'],
    ].toSorted(),
  );
});

const names = ({ assignees }: Issue) => (assignees ?? []).map(({ username }) => username);
const day = toIso(platformAtMs).slice(0, 10);
test.each<[string, Query, (issue: Issue) => boolean]>([
  ['state', { state: 'closed' }, (issue) => issue.state === 'closed'],
  ['author', { author_username: 'developer' }, (issue) => issue.author?.username === 'developer'],
  ['no assignee', { assignee_id: 'None' }, (issue) => names(issue).length === 0],
  ['an assignee by name', { assignee_username: ['developer'] }, (issue) => names(issue).includes('developer')],
  [
    'two labels',
    { labels: ['bug', 'feature'] },
    ({ labels }) => ['bug', 'feature'].every((one) => labels?.includes(one)),
  ],
  [
    'two labels as text',
    { labels: 'bug,feature' },
    ({ labels }) => ['bug', 'feature'].every((one) => labels?.includes(one)),
  ],
  ['no labels', { labels: 'None' }, ({ labels }) => labels?.length === 0],
  [
    'none of two labels',
    { not: { labels: ['bug', 'feature'] } },
    ({ labels }) => !['bug', 'feature'].some((one) => labels?.includes(one)),
  ],
  ['another author', { not: { author_username: 'developer' } }, (issue) => issue.author?.username !== 'developer'],
  ['a weight', { weight: 3 }, ({ weight }) => weight === 3],
  ['another weight', { not: { weight: 3 } }, ({ weight }) => weight !== 3],
  ['any epic', { epic_id: 'Any' }, ({ epic }) => epic !== null],
  ['health', { health_status: 'at_risk' }, ({ health_status }) => health_status === 'at_risk'],
  ['numbers', { iids: [1, 3] }, ({ iid }) => iid === 1 || iid === 3],
  ['a milestone', { milestone: 'v1.1' }, ({ milestone }) => milestone?.title === 'v1.1'],
  ['confidential', { confidential: true }, ({ confidential }) => confidential === true],
  ['no due date', { due_date: '0' }, ({ due_date }) => due_date === null],
  ['overdue', { due_date: 'overdue' }, ({ due_date }) => typeof due_date === 'string' && due_date < day],
  ['type', { issue_type: 'incident' }, ({ issue_type }) => issue_type === 'incident'],
  ['search in titles', { search: 'queue', in: ['title'] }, ({ title }) => /queue/i.test(title)],
  ['since', { created_after: '2026-05-01T00:00:00Z' }, ({ created_at }) => String(created_at) >= '2026-05-01'],
])('the filter %s returns exactly the matching rows', async (_, query, passes) => {
  const { as } = await simulator();
  const send = as('admin');
  const all = await listed(send, {});
  const found = await listed(send, query);
  const expected = all.filter(passes).map(({ id }) => id);
  expect(found.map(({ id }) => id)).toEqual(expected);
  expect(expected.length).toBeGreaterThan(0);
  expect(expected.length).toBeLessThan(all.length);
});

test('issues are filtered and excluded by milestone ID', async () => {
  const { as } = await simulator();
  const send = as('admin');
  const all = await listed(send, {});
  const id = all.find(({ milestone }) => milestone?.title === 'v1.1')?.milestone?.id ?? 0;
  const idsOf = (rows: typeof all) => rows.map((one) => one.id);
  const isIn = ({ milestone }: (typeof all)[number]) => milestone?.id === id;
  expect(all.filter(isIn).length).toBeGreaterThan(0);
  expect(idsOf(await listed(send, { milestone_id: id }))).toEqual(idsOf(all.filter(isIn)));
  const others = await listed(send, { not: { milestone_id: id } });
  expect(idsOf(others)).toEqual(idsOf(all.filter((one) => !isIn(one))));
});

test('without a scope, only issues of the user of the token are listed', async () => {
  const { as } = await simulator();
  const rows = await as('developer')(issues.list, { query: { per_page: 100 } });
  expect(rows.length).toBeGreaterThan(0);
  expect(new Set(rows.map(({ author }) => author?.username))).toEqual(new Set(['developer']));
});

test('labels have details if requested', async () => {
  const { as } = await simulator();
  const rows = await listed(as('admin'), { with_labels_details: true, labels: 'Any' });
  expect(rows[0]?.labels?.[0]).toMatchObject({
    name: expect.any(String) as string,
    color: expect.any(String) as string,
    text_color: expect.any(String) as string,
  });
});

test('order and direction are sent and applied', async () => {
  const { as } = await simulator();
  const rows = await listed(as('admin'), { order_by: 'title', sort: 'asc', search: 'the' });
  const titles = rows.map(({ title }) => title.toLowerCase());
  expect(titles.length).toBeGreaterThan(1);
  expect(titles).toEqual(titles.toSorted());
});

test.each<[string, Query, object]>([
  ['assignee', { assignee_id: 1, assignee_username: ['a'] }, { reason: 'exclusive-parameters' }],
  ['author', { author_id: 1, author_username: 'a' }, { reason: 'exclusive-parameters' }],
  ['iteration', { iteration_id: 1, iteration_title: 'a' }, { reason: 'exclusive-parameters' }],
  ['milestone', { milestone: 'a', milestone_id: 'Any' }, { reason: 'exclusive-parameters' }],
  ['a due date', { due_date: 'yesterday' } as unknown as Query, { field: 'due_date' }],
  ['a comma', { labels: ['a,b'] }, { field: 'labels.0' }],
  ['an unknown exclusion', { not: { search: 'x' } } as unknown as Query, { field: 'not.search' }],
  ['a name for an id', { author_id: 'x' } as unknown as Query, { field: 'author_id' }],
  ['an unknown parameter', { labelz: 'x' } as unknown as Query, { field: 'labelz' }],
])('invalid input is not sent: %s', async (_, query, expected) => {
  const { as, platform } = await simulator();
  expect(await failureOf(listed(as('admin'), query))).toMatchObject({ code: 'invalid', ...expected });
  expect(platform.requests.count()).toBe(0);
});

test('the issues of a group include those of its projects and subgroups', async () => {
  const { as, reached, platform } = await simulator();
  const send = as('admin');
  const rows = await send(issues.listOfGroup, { path: { id: groups.top }, query: { scope: 'all', per_page: 100 } });
  const paths = new Set(rows.map(({ references }) => references?.full?.replace(/#.*/, '')));
  expect(paths).toContain('acme/core');
  expect(paths).toContain('acme/platform/runner-images');
  expect([...paths].filter((path) => path?.startsWith('globex'))).toEqual([]);
  const sub = encodeURIComponent(groups.sub);
  await send(issues.listOfGroup, {
    path: { id: groups.sub },
    query: { scope: 'all', state: 'opened', labels: ['bug'] },
  });
  expect(reached('GET /groups/:id/issues')[1]).toMatchObject({
    path: `/api/v4/groups/${sub}/issues`,
    query: expect.arrayContaining([
      ['scope', 'all'],
      ['state', 'opened'],
      ['labels', 'bug'],
    ]) as string[][],
  });
  const id = platform.world.groups.lookup(groups.sub)?.id ?? 0;
  const page = await send.page(issues.listOfGroup, { path: { id }, query: { scope: 'all', per_page: 1 } });
  expect(page.total).toBeGreaterThan(1);
  expect(page.next).not.toBeNull();
});

test('a private group is hidden from other users; the list of all issues requires a token', async () => {
  const { as } = await simulator();
  const path = { id: groups.top };
  expect(await failureOf(as('outsider')(issues.listOfGroup, { path }))).toMatchObject({
    code: 'missing',
    reason: 'hidden-or-missing',
    status: 404,
  });
  expect((await failureOf(as(null)(issues.listOfGroup, { path }))).status).toBeOneOf([401, 403, 404]);
  expect(await failureOf(as(null)(issues.list))).toMatchObject({
    code: 'denied',
    reason: 'token-missing',
    status: 401,
  });
});
