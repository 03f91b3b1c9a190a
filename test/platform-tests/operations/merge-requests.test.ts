import { expect, test } from 'vitest';
import type { TokenName } from '../../platform/seed/tokens.ts';
import { commit, fieldsOf, json } from '../repository-rig.ts';
import { LABEL, MILESTONE, REFERENCES, TASKS, TIME_STATS } from '../resources/issues.ts';
import { MERGE_REQUEST, PARTICIPANT, UNDOCUMENTED } from '../resources/merge-requests.ts';
import { ask, ids, link, start } from '../rig.ts';

type Row = Record<string, unknown>;
const ALL = '/merge_requests?scope=all&per_page=100';
const inner = (row: Row, field: string) => (row[field] ?? {}) as Row;
const people = (row: Row, field: string) => (row[field] as Row[]).map(({ username }) => username);
const labels = (row: Row) => row['labels'] as string[];

test('a merge request has the documented fields, and the fields that its filters use', async () => {
  const { rows } = await ask(await start(), 'admin', `${ALL}&with_labels_details=true`);
  expect(rows.length).toBeGreaterThan(10);
  for (const row of rows) {
    expect(fieldsOf(row)).toEqual(expect.arrayContaining([...MERGE_REQUEST, ...UNDOCUMENTED]));
    expect(row).not.toHaveProperty('description_html');
    const everyone = [
      row['author'],
      row['closed_by'],
      ...(row['assignees'] as unknown[]),
      ...(row['reviewers'] as unknown[]),
    ];
    for (const person of everyone) if (person !== null) expect(fieldsOf(person)).toEqual(PARTICIPANT.toSorted());
    for (const label of row['labels'] as unknown[]) expect(fieldsOf(label)).toEqual(LABEL.toSorted());
    if (row['milestone'] !== null) expect(fieldsOf(row['milestone'])).toEqual(MILESTONE.toSorted());
    expect(fieldsOf(row['references'])).toEqual(REFERENCES.toSorted());
    expect(fieldsOf(row['time_stats'])).toEqual(TIME_STATS.toSorted());
    expect(fieldsOf(row['task_completion_status'])).toEqual(TASKS.toSorted());
  }
  expect(new Set(rows.map((row) => row['state']))).toEqual(new Set(['opened', 'closed', 'locked', 'merged']));
  expect(rows.some((row) => row['draft'] === true)).toBe(true);
  expect(rows.some((row) => row['blocking_discussions_resolved'] === false)).toBe(true);
});

test('`render_html` adds titles and descriptions without active content', async () => {
  const { rows } = await ask(await start(), 'admin', `${ALL}&render_html=true`);
  for (const row of rows) {
    const html = String(row['title_html']) + String(row['description_html']);
    expect(html).not.toMatch(/<script|<img|javascript:|\son\w+=/i);
  }
  expect(rows.map((row) => row['title_html'])).toContain('&lt;b&gt;Bold&lt;/b&gt; &amp; <em>careless</em>');
  expect(rows.some((row) => String(row['description_html']).includes('<strong>somebody</strong>'))).toBe(true);
});

test('the simple view has a subset of the fields', async () => {
  const platform = await start();
  const simple = await ask(platform, 'admin', `${ALL}&view=simple`);
  const whole = await ask(platform, 'admin', ALL);
  expect(ids(simple)).toEqual(ids(whole));
  simple.rows.forEach((row, i) => expect(whole.rows[i]).toMatchObject(row));
  expect(fieldsOf(simple.rows[0]).length).toBeLessThan(fieldsOf(whole.rows[0]).length);
});

test.each<[string, (row: Row) => boolean]>([
  ['state=opened', (row) => row['state'] === 'opened'],
  ['state=closed', (row) => row['state'] === 'closed'],
  ['state=locked', (row) => row['state'] === 'locked'],
  ['state=merged', (row) => row['state'] === 'merged'],
  ['wip=yes', (row) => row['draft'] === true],
  ['wip=no', (row) => row['draft'] === false],
  ['author_id=1', (row) => inner(row, 'author')['id'] === 1],
  ['author_username=owner', (row) => inner(row, 'author')['username'] === 'owner'],
  ['assignee_id=None', (row) => people(row, 'assignees').length === 0],
  ['assignee_id=3', (row) => people(row, 'assignees').includes('owner')],
  ['reviewer_id=None', (row) => people(row, 'reviewers').length === 0],
  ['reviewer_id=Any', (row) => people(row, 'reviewers').length > 0],
  ['reviewer_id=3', (row) => people(row, 'reviewers').includes('owner')],
  ['reviewer_username=owner', (row) => people(row, 'reviewers').includes('owner')],
  ['reviewer_username=None', (row) => people(row, 'reviewers').length === 0],
  ['source_branch=feature/login-form', (row) => row['source_branch'] === 'feature/login-form'],
  ['target_branch=stable', (row) => row['target_branch'] === 'stable'],
  ['labels=bug', (row) => labels(row).includes('bug')],
  ['labels=None', (row) => labels(row).length === 0],
  ['milestone=Any', (row) => row['milestone'] !== null],
  ['milestone=v1.0', (row) => inner(row, 'milestone')['title'] === 'v1.0'],
  ['search=typo', (row) => /typo/i.test(String(row['title'])) || /typo/i.test(String(row['description']))],
  ['search=typo&in=title', (row) => /typo/i.test(String(row['title']))],
  ['created_after=2026-06-01T00:00:00Z', (row) => String(row['created_at']) >= '2026-06-01T00:00:00Z'],
  ['created_before=2026-06-01T00:00:00Z', (row) => String(row['created_at']) <= '2026-06-01T00:00:00Z'],
  ['updated_after=2026-06-01T00:00:00Z', (row) => String(row['updated_at']) >= '2026-06-01T00:00:00Z'],
  ['updated_before=2026-06-01T00:00:00Z', (row) => String(row['updated_at']) <= '2026-06-01T00:00:00Z'],
  ['environment=staging', (row) => row['state'] === 'merged'],
  ['deployed_after=2000-01-01T00:00:00Z', (row) => row['state'] === 'merged'],
  ['approved_by_ids=Any', (row) => row['state'] === 'merged' && people(row, 'reviewers').length > 0],
  ['not[labels]=bug', (row) => !labels(row).includes('bug')],
  ['not[milestone]=v1.0', (row) => inner(row, 'milestone')['title'] !== 'v1.0'],
  ['not[author_id]=1', (row) => inner(row, 'author')['id'] !== 1],
  ['not[author_username]=owner', (row) => inner(row, 'author')['username'] !== 'owner'],
  ['not[assignee_id]=3', (row) => !people(row, 'assignees').includes('owner')],
  ['not[assignee_username]=owner', (row) => !people(row, 'assignees').includes('owner')],
  ['not[reviewer_id]=3', (row) => !people(row, 'reviewers').includes('owner')],
  ['not[reviewer_username]=owner', (row) => !people(row, 'reviewers').includes('owner')],
])('%s', async (query, passes) => {
  const platform = await start();
  const all = (await ask(platform, 'admin', ALL)).rows;
  const found = await ask(platform, 'admin', `${ALL}&${query}`);
  expect(found.status).toBe(200);
  const expected = all.filter(passes).map((row) => row['id']);
  expect(ids(found)).toEqual(expected);
  expect(expected.length, 'some must pass').toBeGreaterThan(0);
  expect(expected.length, 'some must not').toBeLessThan(all.length);
});

test('merge requests are filtered by who merged, approved or can approve them, and by deployments', async () => {
  const platform = await start();
  const { world } = platform;
  const rows = world.mergeRequests.all();
  const found = async (query: string) => ids(await ask(platform, 'admin', `${ALL}&${query}`)).toSorted();
  const expected = (test: (row: (typeof rows)[number]) => boolean) =>
    rows
      .filter(test)
      .map(({ id }) => id)
      .toSorted();
  const merger = rows.find((row) => row.merge_user_id !== null)?.merge_user_id ?? 0;
  expect(await found(`merge_user_id=${merger}`)).toEqual(expected((row) => row.merge_user_id === merger));
  const name = world.users.get(merger)?.username ?? '';
  expect(await found(`merge_user_username=${name}`)).toEqual(expected((row) => row.merge_user_id === merger));
  const approver = rows.find((row) => row.approved_by_ids.length > 0)?.approved_by_ids[0] ?? 0;
  expect(await found(`approved_by_ids[]=${approver}`)).toEqual(
    expected((row) => row.approved_by_ids.includes(approver)),
  );
  expect(await found(`approved_by_ids[]=${approver}&approved_by_ids[]=999999`)).toEqual([]);
  expect(await found('approved_by_ids=None')).toEqual(expected((row) => row.approved_by_ids.length === 0));
  expect(await found(`approver_ids=${approver}`)).toEqual(expected((row) => row.approver_ids.includes(approver)));
  const live = expected(({ deployed }) => deployed.some(({ environment }) => environment === 'production'));
  expect(live.length).toBeGreaterThan(0);
  expect(await found('environment=production')).toEqual(live);
  expect(await found('environment=production&deployed_before=2000-01-01T00:00:00Z')).toEqual([]);
  expect(await found('environment=nowhere')).toEqual([]);
});

test('a merge request counts as deployed after a deployment of its merge commit', async () => {
  const platform = await start();
  const row = platform.world.mergeRequests.find(({ project_id, state }) => project_id === 1 && state === 'merged');
  const environment = 'review/only-here';
  const body = { environment, sha: row?.merge_commit_sha, ref: 'main', tag: false, status: 'success' };
  const made = await ask(platform, 'maintainer', '/projects/1/deployments', json('POST', body));
  expect(made.status, made.text).toBe(201);
  const found = async (query: string) => ids(await ask(platform, 'admin', `${ALL}&${query}`));
  expect(await found(`environment=${environment}`)).toEqual([row?.id]);
  expect(await found(`environment=${environment}&deployed_after=2026-11-15T12:00:01Z`)).toEqual([]);
});

test('the reaction filter uses the reactions of the user of the token', async () => {
  const platform = await start();
  const own = platform.world.awards
    .filter((award) => award.awardable_type === 'MergeRequest' && award.user_id === 1)
    .map((award) => award.awardable_id);
  expect(own.length).toBeGreaterThan(0);
  const found = async (query: string) => ids(await ask(platform, 'admin', `${ALL}&${query}`)).toSorted();
  expect(await found('my_reaction_emoji=Any')).toEqual(own.toSorted());
  expect(await found('not[my_reaction_emoji]=Any')).toEqual(await found('my_reaction_emoji=None'));
});

test('merge requests of archived projects are listed unless they are excluded', async () => {
  const platform = await start();
  const project = platform.world.projects.lookup('acme/website');
  if (project !== undefined) project.archived = true;
  const projects = async (query: string) =>
    (await ask(platform, 'admin', ALL + query)).rows.map((row) => row['project_id']);
  expect(await projects('')).toContain(project?.id);
  expect(await projects('&non_archived=true')).not.toContain(project?.id);
});

test.each<[TokenName | null, string, number]>([
  [null, '/merge_requests', 401],
  [null, '/merge_requests?scope=all', 200],
  ['guest', '/merge_requests', 200],
  ['manage_runners', '/merge_requests', 403],
])('%s: %s replies %i', async (who, path, status) => {
  expect((await ask(await start(), who, path)).status).toBe(status);
});

test('merge requests of hidden projects are not listed', async () => {
  const platform = await start();
  const core = platform.world.projects.lookup('acme/core')?.id;
  const projects = async (who: TokenName | null) =>
    (await ask(platform, who, ALL)).rows.map((row) => row['project_id']);
  expect(await projects('developer')).toContain(core);
  expect(await projects('outsider')).not.toContain(core);
  expect(new Set(await projects(null)).size).toBe(1);
});

test('by default, only merge requests of the user of the token are listed', async () => {
  const platform = await start();
  const rows = async (query: string) => (await ask(platform, 'owner', `/merge_requests${query}`)).rows;
  const own = await rows('');
  expect(own.length).toBeGreaterThan(0);
  for (const row of own) expect(row['author']).toMatchObject({ username: 'owner' });
  const assigned = await rows('?scope=assigned_to_me');
  expect(assigned.length).toBeGreaterThan(0);
  for (const row of assigned) expect(people(row, 'assignees')).toContain('owner');
  const reviews = await rows('?scope=reviews_for_me');
  expect(reviews.length).toBeGreaterThan(0);
  for (const row of reviews) expect(people(row, 'reviewers')).toContain('owner');
});

test.each([
  'author_id=1&author_username=admin',
  'assignee_id=1&assignee_username=admin',
  'merge_user_id=1&merge_user_username=admin',
  'reviewer_id=1&reviewer_username=admin',
  'approved_by_ids[]=1&approved_by_ids[]=2&approved_by_ids[]=3&approved_by_ids[]=4&approved_by_ids[]=5&approved_by_ids[]=6',
  'approved_by_ids=x',
  'state=draft',
  'wip=perhaps',
  'view=full',
  'scope=mine',
  'order_by=id',
  'sort=up',
  'in=labels&search=x',
  'deployed_after=soon',
])('%s is refused with 400', async (query) => {
  expect((await ask(await start(), 'admin', `/merge_requests?${query}`)).status).toBe(400);
});

test.each(['created_at', 'updated_at', 'title', 'merged_at'])('order_by=%s sorts in both directions', async (field) => {
  const platform = await start();
  const keys = async (sort: string) =>
    (await ask(platform, 'admin', `${ALL}&order_by=${field}&sort=${sort}`)).rows
      .map((row) => row[field] as string | null)
      .map((key) => key?.toLowerCase() ?? null);
  const ascending = await keys('asc');
  const some = ascending.filter((key) => key !== null);
  expect(ascending.slice(0, some.length)).toEqual(some.toSorted());
  const descending = await keys('desc');
  expect(descending.slice(0, some.length)).toEqual(some.toSorted().toReversed());
});

test('the list is paged', async () => {
  const platform = await start();
  const first = await ask(platform, 'admin', '/merge_requests?scope=all&per_page=5');
  expect(first.rows).toHaveLength(5);
  const second = await ask(platform, 'admin', link(first, 'next') ?? '');
  expect(ids(second).filter((id) => ids(first).includes(id))).toEqual([]);
  expect(Number(first.headers.get('x-total'))).toBe(platform.world.mergeRequests.size);
});

test('a recheck updates the merge status after a moment, and requires the Developer role', async () => {
  const platform = await start();
  const status = async (who: TokenName, query = '') => {
    const { rows } = await ask(platform, who, `${ALL}&state=opened&wip=no${query}`);
    return rows.map((row) => row['merge_status']);
  };
  expect(await status('developer')).toContain('unchecked');
  expect(await status('guest', '&with_merge_status_recheck=true')).toContain('unchecked');
  expect(await status('admin', '&with_merge_status_recheck=true')).toContain('checking');
  platform.clock.advance(5000);
  const after = await status('admin');
  expect(after).not.toContain('checking');
  expect(after).not.toContain('unchecked');
  expect(new Set(after)).toEqual(new Set(['can_be_merged', 'cannot_be_merged']));
});

test('a push to its branch changes the head of an open merge request', async () => {
  const platform = await start();
  const { id } = await commit(platform, 'feature/login-form', [
    { action: 'create', file_path: 'new.txt', content: 'x' },
  ]);
  const { rows } = await ask(platform, 'admin', `${ALL}&source_branch=feature/login-form&state=opened`);
  expect(rows.filter((row) => row['project_id'] === 1).map((row) => row['sha'])).toEqual([id, id]);
});
