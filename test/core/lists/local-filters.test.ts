import { expect, test } from 'vitest';
import { rig, syncList } from '../../helpers/rig.ts';

const slice = { from: 0, count: 200 };
type Collection = 'issues' | 'mergeRequests';
type Rigged = Awaited<ReturnType<typeof rig>>;
interface Case {
  filter: object;
  query: string;
}

const paths: Record<Collection, string> = { issues: 'issues', mergeRequests: 'merge_requests' };

/** The ids that the instance returns for a query, over all pages. */
async function askedOf({ platform }: Rigged, collection: Collection, query: string): Promise<number[]> {
  const ids: number[] = [];
  for (let page = 1; ; page += 1) {
    const all = `scope=all&state=all&non_archived=false&per_page=100&page=${page}`;
    const reply = await fetch(`${platform.url}/api/v4/${paths[collection]}?${all}&${query}`, {
      headers: { 'PRIVATE-TOKEN': platform.tokens.admin },
    });
    expect(reply.status, query).toBe(200);
    const rows = (await reply.json()) as { id: number }[];
    if (rows.length === 0) return ids.sort((a, b) => a - b);
    ids.push(...rows.map(({ id }) => id));
  }
}

/** The ids that the cache returns for a filter without any request. */
async function cachedOf({ client }: Rigged, collection: Collection, filter: object): Promise<number[]> {
  const { rows, total, serverFilters } = await client[collection].list({ query: { scope: '', filter }, slice });
  expect(serverFilters, JSON.stringify(filter)).toBeUndefined();
  expect(total).toBeLessThanOrEqual(slice.count);
  return rows.map(({ row }) => row.id).sort((a, b) => a - b);
}

/** Compares both results of each case. Each filter must match some rows and not all of them. */
async function compare(rigged: Rigged, collection: Collection, cases: readonly Case[]): Promise<void> {
  const all = (await askedOf(rigged, collection, '')).length;
  for (const { filter, query } of cases) {
    const found = await cachedOf(rigged, collection, filter);
    expect(found, query).toEqual(await askedOf(rigged, collection, query));
    expect(found.length, query).toBeGreaterThan(0);
    expect(found.length, query).toBeLessThan(all);
  }
}

/** A filter by ids or by `None` and `Any`. */
const byIdOrPresence = (name: string, id: number): Case[] =>
  [id, 'None', 'Any'].map((value) => ({ filter: { [name]: value }, query: `${name}=${value}` }));

test('the cache evaluates filters of issues as the instance does', async () => {
  const rigged = await rig();
  const { world } = rigged.platform;
  const issues = world.issues.all();
  const of = <T>(found: T | undefined): NonNullable<T> => {
    if (found === undefined || found === null) throw new Error('the seed lacks such an issue');
    return found;
  };
  const assigned = of(issues.find(({ assignee_ids: ids }) => ids.length > 0));
  const [assignee = 0] = assigned.assignee_ids;
  const username = of(world.users.get(assignee)).username;
  const author = of(world.users.get(of(issues[0]).author_id));
  const milestone = of(world.milestones.get(of(issues.find(({ milestone_id: id }) => id !== null)).milestone_id ?? 0));
  const epic = of(issues.find(({ epic_id: id }) => id !== null)).epic_id ?? 0;
  const iteration = of(world.iterations.get(of(issues.find(({ iteration_id: id }) => id !== null)).iteration_id ?? 0));
  const weight = of(issues.find(({ weight: one }) => one !== null)).weight ?? 0;
  const health = of(issues.find(({ health_status: one }) => one !== null)).health_status ?? '';
  const label = of(world.labels.get(of(issues.find(({ label_ids: ids }) => ids.length > 0)).label_ids[0] ?? 0)).name;
  const iid = of(issues[0]).iid;
  const escaped = encodeURIComponent;
  await syncList(rigged.client, 'issues');

  await compare(rigged, 'issues', [
    ...byIdOrPresence('assignee_id', assignee),
    { filter: { assignee_username: [username.toUpperCase()] }, query: `assignee_username[]=${username}` },
    { filter: { labels_are: 'None' }, query: 'labels=None' },
    { filter: { labels_are: 'Any' }, query: 'labels=Any' },
    { filter: { milestone: milestone.title }, query: `milestone=${escaped(milestone.title)}` },
    { filter: { milestone: 'None' }, query: 'milestone=None' },
    { filter: { milestone: 'Any' }, query: 'milestone=Any' },
    ...byIdOrPresence('milestone_id', milestone.id),
    ...byIdOrPresence('epic_id', epic),
    ...byIdOrPresence('iteration_id', iteration.id),
    { filter: { iteration_title: iteration.title }, query: `iteration_title=${escaped(iteration.title ?? '')}` },
    ...byIdOrPresence('weight', weight),
    { filter: { health_status: health }, query: `health_status=${health}` },
    { filter: { due_date: '0' }, query: 'due_date=0' },
    { filter: { due_date: 'any' }, query: 'due_date=any' },
    { filter: { not_assignee_id: assignee }, query: `not[assignee_id]=${assignee}` },
    { filter: { not_assignee_username: [username] }, query: `not[assignee_username][]=${username}` },
    { filter: { not_author_id: author.id }, query: `not[author_id]=${author.id}` },
    { filter: { not_author_username: author.username }, query: `not[author_username]=${author.username}` },
    { filter: { not_iids: [iid] }, query: `not[iids][]=${iid}` },
    { filter: { not_iteration_id: iteration.id }, query: `not[iteration_id]=${iteration.id}` },
    {
      filter: { not_iteration_title: iteration.title },
      query: `not[iteration_title]=${escaped(iteration.title ?? '')}`,
    },
    { filter: { not_labels: [label] }, query: `not[labels]=${escaped(label)}` },
    { filter: { not_milestone: milestone.title }, query: `not[milestone]=${escaped(milestone.title)}` },
    { filter: { not_milestone: 'None' }, query: 'not[milestone]=None' },
    { filter: { not_milestone_id: milestone.id }, query: `not[milestone_id]=${milestone.id}` },
    { filter: { not_milestone_id: 'Any' }, query: 'not[milestone_id]=Any' },
    { filter: { not_weight: weight }, query: `not[weight]=${weight}` },
  ]);

  const { title } = assigned;
  const query = { scope: '', search: title, filter: { assignee_id: assignee, not_iids: [assigned.iid + 10_000] } };
  const { rows } = await rigged.client.issues.list({ query, slice });
  expect(rows.map(({ row }) => row.id)).toContain(assigned.id);
});

test('the cache evaluates filters of merge requests as the instance does', async () => {
  const rigged = await rig();
  const { world } = rigged.platform;
  const requests = world.mergeRequests.all();
  const reviewer = requests.find(({ reviewer_ids: ids }) => ids.length > 0)?.reviewer_ids[0] ?? 0;
  const reviewerName = world.users.get(reviewer)?.username ?? '';
  const assignee = requests.find(({ assignee_ids: ids }) => ids.length > 0)?.assignee_ids[0] ?? 0;
  const assigneeName = world.users.get(assignee)?.username ?? '';
  const author = world.users.get(requests[0]?.author_id ?? 0);
  const label = world.labels.get(requests.find(({ label_ids: ids }) => ids.length > 0)?.label_ids[0] ?? 0)?.name ?? '';
  await syncList(rigged.client, 'mergeRequests');

  await compare(rigged, 'mergeRequests', [
    ...byIdOrPresence('assignee_id', assignee),
    ...byIdOrPresence('reviewer_id', reviewer),
    { filter: { reviewer_username: reviewerName }, query: `reviewer_username=${reviewerName}` },
    { filter: { reviewer_username: 'None' }, query: 'reviewer_username=None' },
    { filter: { labels_are: 'Any' }, query: 'labels=Any' },
    { filter: { not_assignee_id: assignee }, query: `not[assignee_id]=${assignee}` },
    { filter: { not_assignee_username: [assigneeName] }, query: `not[assignee_username][]=${assigneeName}` },
    { filter: { not_author_id: author?.id ?? 0 }, query: `not[author_id]=${author?.id}` },
    { filter: { not_author_username: author?.username ?? '' }, query: `not[author_username]=${author?.username}` },
    { filter: { not_reviewer_id: reviewer }, query: `not[reviewer_id]=${reviewer}` },
    { filter: { not_reviewer_username: reviewerName }, query: `not[reviewer_username]=${reviewerName}` },
    { filter: { not_labels: [label] }, query: `not[labels]=${encodeURIComponent(label)}` },
  ]);
});
