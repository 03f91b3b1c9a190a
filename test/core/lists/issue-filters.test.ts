import { expect, test } from 'vitest';
import { rig, syncList } from '../../helpers/rig.ts';
import { GROUP_PATHS } from '../../platform/seed/groups.ts';

const slice = { from: 0, count: 200 };
type Rigged = Awaited<ReturnType<typeof rig>>;

async function idsOf({ client }: Rigged, collection: 'issues' | 'mergeRequests', scope: string, filter: object) {
  await client[collection].refreshFilter({ scope, filter });
  const { rows, serverFilters } = await client[collection].list({ query: { scope, filter }, slice });
  expect(serverFilters?.map(({ name }) => name)).toEqual(Object.keys(filter));
  return rows.map(({ row }) => row.id).sort((a, b) => a - b);
}
const sorted = (ids: number[]) => ids.sort((a, b) => a - b);

test('the instance evaluates filters of issues, excluding ones as fields of `not`', async () => {
  const rigged = await rig();
  const { client, platform } = rigged;
  await syncList(client, 'issues');
  const { issues, milestones, clock } = platform.world;
  const isStarted = (id: number | null): boolean => {
    const milestone = milestones.get(id ?? 0);
    const { state, start_date: start } = milestone ?? { state: 'closed', start_date: null };
    return state === 'active' && start !== null && start <= clock.now();
  };
  const expected = issues.filter(({ milestone_id: id }) => !isStarted(id)).map(({ id }) => id);
  expect(expected.length).toBeLessThan(issues.all().length);
  expect(await idsOf(rigged, 'issues', '', { not_milestone_id: 'Started' })).toEqual(sorted(expected));
});

test('in a project, the instance evaluates a filter over the scope that was synced', async () => {
  const rigged = await rig();
  const { client, platform } = rigged;
  const group = `group:${platform.world.groups.lookup(GROUP_PATHS.top)?.id ?? 0}`;
  await syncList(client, 'issues', group);
  const issue = platform.world.issues.find(({ project_id: id }) => id === 1);
  const title = issue?.title ?? '';
  const scope = `project:${issue?.project_id ?? 0}`;
  const before = platform.requests.count('GET /issues');
  const expected = platform.world.issues
    .filter((one) => one.project_id === issue?.project_id && one.title.includes(title))
    .map(({ id }) => id);
  expect(await idsOf(rigged, 'issues', scope, { search_title: title })).toEqual(sorted(expected));
  expect(platform.requests.count('GET /issues')).toBe(before);
});

test('a filter of a project whose issues were never synced is refused', async () => {
  const { client } = await rig();
  await expect(
    client.issues.refreshFilter({ scope: 'project:7', filter: { search: 'timeout' } }),
  ).rejects.toMatchObject({ code: 'invalid', field: 'scope' });
});

test('an issue is found by its number in the cache', async () => {
  const { client, platform } = await rig();
  await syncList(client, 'issues');
  const [issue] = platform.world.issues.all();
  const before = platform.requests.count('GET /issues');
  const query = { scope: `project:${issue?.project_id ?? 0}`, filter: { iids: [issue?.iid ?? 0] } };
  const { rows } = await client.issues.list({ query, slice });
  expect(rows.map(({ row }) => row.id)).toEqual([issue?.id]);
  expect(platform.requests.count('GET /issues')).toBe(before);
});

test('the instance evaluates filters of merge requests', async () => {
  const rigged = await rig();
  const { client, platform } = rigged;
  await syncList(client, 'mergeRequests');
  const all = platform.world.mergeRequests.all();
  const reviewed = all.find(({ approved_by_ids: ids }) => ids.length > 0);
  const [approver = 0] = reviewed?.approved_by_ids ?? [];
  const expected = sorted(all.filter(({ approved_by_ids: ids }) => ids.includes(approver)).map(({ id }) => id));
  expect(await idsOf(rigged, 'mergeRequests', '', { approved_by_ids: [approver] })).toEqual(expected);
  expect(
    await idsOf(rigged, 'mergeRequests', `project:${reviewed?.project_id ?? 0}`, { search_title: reviewed?.title }),
  ).toContain(reviewed?.id);
});

test('merge requests below a group are found by the beginning of their reference', async () => {
  const { client, platform } = await rig();
  await syncList(client, 'mergeRequests');
  const group = platform.world.groups.lookup(GROUP_PATHS.sub);
  if (group === undefined) throw new Error('no group');
  const below = new Set(platform.world.projects.inGroup(group).map(({ id }) => id));
  const expected = platform.world.mergeRequests.filter(({ project_id: id }) => below.has(id)).map(({ id }) => id);
  const query = { scope: '', filter: { reference_prefix: `${GROUP_PATHS.sub}/` } };
  const { rows } = await client.mergeRequests.list({ query, slice });
  expect(expected.length).toBeGreaterThan(0);
  expect(expected.length).toBeLessThan(platform.world.mergeRequests.all().length);
  expect(sorted(rows.map(({ row }) => row.id))).toEqual(sorted(expected));
});

test('context commits of a merge request are synced and found', async () => {
  const { client, platform } = await rig();
  const request = platform.world.mergeRequests.all().find(({ context_commits: commits }) => commits.length > 0);
  const scope = `project:${request?.project_id ?? 0}/mr:${request?.iid ?? 0}`;
  expect(await syncList(client, 'contextCommits', scope)).toMatchObject({ state: 'done', unreadable: 0 });
  const { rows } = await client.contextCommits.list({ query: { scope }, slice });
  expect(rows.map(({ row }) => row.id).sort()).toEqual([...(request?.context_commits ?? [])].sort());
});

test.each([
  ['letters', 'x'],
  ['emoji', '😀'],
])('a note of 1,000,000 %s is stored and returned whole', async (_, character) => {
  const { client, platform } = await rig();
  const issue = platform.world.issues.all().find(({ id }) => platform.world.notes.on('Issue', id).length > 1);
  const [note] = platform.world.notes.on('Issue', issue?.id ?? 0);
  if (note === undefined) throw new Error('no issue has notes');
  note.body = character.repeat(1_000_000);
  const scope = `project:${issue?.project_id ?? 0}/issue:${issue?.iid ?? 0}`;
  expect(await syncList(client, 'notes', scope)).toMatchObject({ state: 'done', unreadable: 0 });
  const body = (await client.notes.get({ scope, id: note.id }))?.row.body;
  expect(body === note.body).toBe(true);
});

test('a note that does not match the documents is stored as it was sent', async () => {
  const { client, platform } = await rig();
  const issue = platform.world.issues.all().find(({ id }) => platform.world.notes.on('Issue', id).length > 1);
  const all = platform.world.notes.on('Issue', issue?.id ?? 0);
  const [note] = all;
  if (note === undefined) throw new Error('no issue has notes');
  const sent = { body: { parts: ['a', 'b'] }, system: 'no' };
  Object.assign(note, sent);
  const scope = `project:${issue?.project_id ?? 0}/issue:${issue?.iid ?? 0}`;
  expect(await syncList(client, 'notes', scope)).toMatchObject({ state: 'done' });
  const { total, rows } = await client.notes.list({ query: { scope }, slice });
  expect(total).toBe(all.length);
  expect(rows.find(({ row }) => row.id === note.id)?.row).toMatchObject(sent);
  expect((await client.notes.get({ scope, id: note.id }))?.row).toMatchObject(sent);
});

test('a search in a thread treats any text literally', async () => {
  const { client, platform } = await rig();
  const { world } = platform;
  const issue = world.issues.find(({ id }) => world.notes.on('Issue', id).length > 1);
  const [note] = issue === undefined ? [] : world.notes.on('Issue', issue.id);
  if (issue === undefined || note === undefined) throw new Error('no issue with notes');
  note.body = `50% of "a_b" (c*) NEAR(x) \\ 'd'; DROP TABLE 🎉 Ünï`;
  const scope = `project:${issue.project_id}/issue:${issue.iid}`;
  await syncList(client, 'notes', scope);
  const found = async (search: string) =>
    (await client.notes.list({ query: { scope, search }, slice: { from: 0, count: 100 } })).rows.map(
      ({ row }) => row.id,
    );
  for (const text of ['50%', '"a_b"', '(c*)', 'near(x)', '\\', "'d'; drop", '🎉', 'uni', 'a_b\0(c*)', ' \n50%\t'])
    expect([text, await found(text)]).toEqual([text, [note.id]]);
  for (const text of ['5_%', 'a%b', 'NEAR("x")', 'c*d', '\ud83c', 'x'.repeat(100_000), `${'w '.repeat(1_000)}zz`])
    expect([text.slice(0, 20), await found(text)]).toEqual([text.slice(0, 20), []]);
  expect(await found(' \0 ')).toHaveLength(world.notes.on('Issue', issue.id).length);
});
