import { expect, test } from 'vitest';
import { DAY_MS } from '../../platform/clock.ts';
import type { Platform } from '../../platform/platform.ts';
import { ask, AT_MS, ids, start } from '../rig.ts';

type Row = Record<string, unknown>;
const ALL = '/issues?scope=all&per_page=100';
const TODAY = Math.floor(AT_MS / DAY_MS) * DAY_MS;
const day = (offset: number) => new Date(TODAY + offset * DAY_MS).toISOString().slice(0, 10);

const everything = async (platform: Platform) => (await ask(platform, 'admin', ALL)).rows;
const inner = (row: Row, field: string) => (row[field] ?? {}) as Row;
const labels = (row: Row) => row['labels'] as string[];
const names = (row: Row) => (row['assignees'] as Row[]).map(({ username }) => username);
const due = (row: Row) => row['due_date'] as string | null;

/** Expect that the filtered list has exactly the matching rows of the whole list, and that both kinds exist. */
async function expectFilter(query: string, passes: (row: Row) => boolean) {
  const platform = await start();
  const all = await everything(platform);
  const found = await ask(platform, 'admin', `${ALL}&${query}`);
  expect(found.status).toBe(200);
  const expected = all.filter(passes).map((row) => row['id']);
  expect(ids(found)).toEqual(expected);
  expect(expected.length, 'some must pass').toBeGreaterThan(0);
  expect(expected.length, 'some must not').toBeLessThan(all.length);
}

test.each<[string, (row: Row) => boolean]>([
  ['state=opened', (row) => row['state'] === 'opened'],
  ['state=closed', (row) => row['state'] === 'closed'],
  ['author_id=1', (row) => inner(row, 'author')['id'] === 1],
  ['author_username=developer', (row) => inner(row, 'author')['username'] === 'developer'],
  ['assignee_id=None', (row) => names(row).length === 0],
  ['assignee_id=Any', (row) => names(row).length > 0],
  ['assignee_id=5', (row) => names(row).includes('developer')],
  ['assignee_username[]=developer', (row) => names(row).includes('developer')],
  ['assignee_username=developer', (row) => names(row).includes('developer')],
  ['labels=bug', (row) => labels(row).includes('bug')],
  ['labels=bug,feature', (row) => labels(row).includes('bug') && labels(row).includes('feature')],
  ['labels[]=bug&labels[]=feature', (row) => labels(row).includes('bug') && labels(row).includes('feature')],
  ['labels=None', (row) => labels(row).length === 0],
  ['labels=Any', (row) => labels(row).length > 0],
  ['milestone=v1.1', (row) => inner(row, 'milestone')['title'] === 'v1.1'],
  ['milestone=None', (row) => row['milestone'] === null],
  ['milestone_id=Any', (row) => row['milestone'] !== null],
  ['milestone_id=3', (row) => inner(row, 'milestone')['id'] === 3],
  [
    'milestone_id=Started',
    (row) => ['v1.1', 'Launch', 'Spring cleaning'].includes(String(inner(row, 'milestone')['title'])),
  ],
  [
    'milestone=Upcoming',
    (row) => ['v2.0', 'Relaunch', 'Stocktaking'].includes(String(inner(row, 'milestone')['title'])),
  ],
  ['confidential=true', (row) => row['confidential'] === true],
  ['confidential=false', (row) => row['confidential'] === false],
  ['issue_type=incident', (row) => row['issue_type'] === 'incident'],
  ['weight=3', (row) => row['weight'] === 3],
  ['weight=0', (row) => row['weight'] === 0],
  ['weight=None', (row) => row['weight'] === null],
  ['weight=Any', (row) => row['weight'] !== null],
  ['epic_id=None', (row) => row['epic'] === null],
  ['epic_id=Any', (row) => row['epic'] !== null],
  ['epic_id=1', (row) => inner(row, 'epic')['id'] === 1],
  ['health_status=at_risk', (row) => row['health_status'] === 'at_risk'],
  ['iteration_id=Any', (row) => row['iteration'] !== null],
  ['iteration_id=4', (row) => inner(row, 'iteration')['id'] === 4],
  ['iteration_title=Sprint Aardvark', (row) => inner(row, 'iteration')['title'] === 'Sprint Aardvark'],
  ['iids[]=1&iids[]=3', (row) => [1, 3].includes(Number(row['iid']))],
  ['due_date=0', (row) => due(row) === null],
  ['due_date=any', (row) => due(row) !== null],
  ['due_date=today', (row) => due(row) === day(0)],
  ['due_date=tomorrow', (row) => due(row) === day(1)],
  ['due_date=overdue', (row) => due(row) !== null && String(due(row)) < day(0)],
  // 15 November 2026 is a Sunday.
  ['due_date=week', (row) => String(due(row)) >= day(-6) && String(due(row)) <= day(0)],
  ['due_date=month', (row) => String(due(row)).startsWith('2026-11')],
  [
    'due_date=next_month_and_previous_two_weeks',
    (row) => String(due(row)) >= day(-14) && String(due(row)) <= '2026-12-31',
  ],
  ['search=QUEUE', (row) => /queue/i.test(`${String(row['title'])} ${String(row['description'])}`)],
  ['search=queue&in=title', (row) => /queue/i.test(String(row['title']))],
  ['search=queue&in=description', (row) => /queue/i.test(String(row['description']))],
  [
    'search=queue&in=title,description',
    (row) => /queue/i.test(`${String(row['title'])} ${String(row['description'])}`),
  ],
  ['search=name%20forgets', (row) => String(row['title']).includes('forgets the name')],
  ['created_after=2026-05-01T00:00:00Z', (row) => String(row['created_at']) >= '2026-05-01T00:00:00Z'],
  ['created_before=2026-05-01', (row) => String(row['created_at']) <= '2026-05-01T00:00:00Z'],
  ['updated_after=2026-05-01T00:00:00Z', (row) => String(row['updated_at']) >= '2026-05-01T00:00:00Z'],
  ['updated_before=2026-05-01T00:00:00%2B02:00', (row) => String(row['updated_at']) <= '2026-04-30T22:00:00Z'],
  ['not[labels]=bug,feature', (row) => !labels(row).includes('bug') && !labels(row).includes('feature')],
  ['not[author_id]=1', (row) => inner(row, 'author')['id'] !== 1],
  ['not[author_username]=developer', (row) => inner(row, 'author')['username'] !== 'developer'],
  ['not[assignee_id]=5', (row) => !names(row).includes('developer')],
  ['not[assignee_username][]=developer', (row) => !names(row).includes('developer')],
  ['not[iids][]=1&not[iids][]=2', (row) => ![1, 2].includes(Number(row['iid']))],
  ['not[milestone]=v1.1', (row) => inner(row, 'milestone')['title'] !== 'v1.1'],
  ['not[milestone_id]=Any', (row) => row['milestone'] === null],
  ['not[weight]=3', (row) => row['weight'] !== 3],
  ['not[iteration_id]=4', (row) => inner(row, 'iteration')['id'] !== 4],
  ['not[iteration_title]=Sprint Aardvark', (row) => inner(row, 'iteration')['title'] !== 'Sprint Aardvark'],
  [
    'state=opened&labels=bug&not[weight]=1',
    (row) => row['state'] === 'opened' && labels(row).includes('bug') && row['weight'] !== 1,
  ],
])('%s', expectFilter);

test('the reaction filter uses the reactions of the user of the token', async () => {
  const platform = await start();
  const { world } = platform;
  const own = (name?: string) =>
    world.awards
      .filter(
        (award) =>
          award.awardable_type === 'Issue' && award.user_id === 1 && (name === undefined || award.name === name),
      )
      .map((award) => award.awardable_id);
  const found = async (value: string) =>
    ids(await ask(platform, 'admin', `${ALL}&non_archived=false&my_reaction_emoji=${value}`));
  expect(own().length).toBeGreaterThan(0);
  expect((await found('Any')).toSorted()).toEqual(own().toSorted());
  expect((await found('thumbsup')).toSorted()).toEqual(own('thumbsup').toSorted());
  expect(await found('None')).toHaveLength(world.issues.size - own().length);
});

test('issues of archived projects are listed only if requested', async () => {
  const platform = await start();
  const archived = platform.world.projects.lookup('acme/legacy')?.id;
  const projects = (rows: Row[]) => rows.map((row) => row['project_id']);
  expect(projects(await everything(platform))).not.toContain(archived);
  expect(projects((await ask(platform, 'admin', `${ALL}&non_archived=false`)).rows)).toContain(archived);
  const group = await ask(platform, 'admin', '/groups/acme/issues?scope=all&per_page=100');
  expect(projects(group.rows)).not.toContain(archived);
});

test.each([
  'assignee_id=1&assignee_username=admin',
  'author_id=1&author_username=admin',
  'milestone=v1.1&milestone_id=Any',
  'iteration_id=1&iteration_title=x',
  'not[author_id]=1&not[author_username]=admin',
  'not=x',
  'assignee_id=nobody',
  'milestone_id=v1.1',
  'author_id=x',
  'due_date=yesterday',
  'state=merged',
  'scope=mine',
  'in=labels&search=x',
  'issue_type=epic',
  'weight=heavy',
  'health_status=fine',
  'confidential=perhaps',
  'order_by=id',
  'sort=up',
  'created_after=soon',
  'iids[]=x',
  'per_page=0',
])('%s is refused with 400', async (query) => {
  const platform = await start();
  for (const path of ['/issues', '/groups/acme/issues']) {
    const answer = await ask(platform, 'admin', `${path}?scope=all&${query}`);
    expect(answer.status, path).toBe(400);
    expect(Object.keys(answer.json as object).some((key) => key === 'message' || key === 'error')).toBe(true);
  }
});

const highest = (row: Row) => {
  const order: Record<string, number> = { 'priority::high': 0, stock: 0, bug: 1, backend: 2, design: 2, feature: 3 };
  const isOther = String(inner(row, 'references')['full']).startsWith('globex');
  return Math.min(9, ...labels(row).map((name) => (name === 'bug' && isOther ? 9 : (order[name] ?? 9))));
};
const milestoneDue = (row: Row) => (inner(row, 'milestone')['due_date'] as string | null | undefined) ?? '9999';

test.each<[string, (row: Row) => string | number]>([
  ['created_at', (row) => String(row['created_at'])],
  ['updated_at', (row) => String(row['updated_at'])],
  ['title', (row) => String(row['title']).toLowerCase()],
  ['due_date', (row) => due(row) ?? '9999'],
  ['weight', (row) => Number(row['weight'] ?? 999)],
  ['popularity', (row) => Number(row['upvotes'])],
  ['milestone_due', milestoneDue],
  ['label_priority', highest],
  ['priority', milestoneDue],
])('order_by=%s sorts in both directions, with rows without a value last', async (field, key) => {
  const platform = await start();
  const none = ['9999', 999, 9];
  for (const sort of ['asc', 'desc']) {
    const keys = (await ask(platform, 'admin', `${ALL}&order_by=${field}&sort=${sort}`)).rows.map(key);
    const [some, rest] = [keys.filter((each) => !none.includes(each)), keys.filter((each) => none.includes(each))];
    expect(keys).toEqual([...some, ...rest]);
    const sorted = some.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    expect(some).toEqual(sort === 'asc' ? sorted : sorted.toReversed());
    expect(new Set(some).size).toBeGreaterThan(1);
  }
});

test('issues are sorted newest first by default', async () => {
  const created = (await everything(await start())).map((row) => String(row['created_at']));
  expect(created).toEqual(created.toSorted().toReversed());
});

test('`relative_position` sorts issues by their position on a board', async () => {
  const platform = await start();
  const places = (await ask(platform, 'admin', `${ALL}&order_by=relative_position&sort=asc`)).rows.map(
    (row) => platform.world.issues.get(Number(row['id']))?.relative_position ?? Infinity,
  );
  expect(places).toEqual(places.toSorted((a, b) => a - b));
});
