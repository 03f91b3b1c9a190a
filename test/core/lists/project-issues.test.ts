import { expect, test } from 'vitest';
import { ended, rig, syncList } from '../../helpers/rig.ts';
import { GROUP_PATHS, PROJECT_PATHS } from '../../platform/seed/groups.ts';

const slice = { from: 0, count: 200 };

async function withIssues() {
  const rigged = await rig();
  const { client, platform } = rigged;
  const { world } = platform;
  const group = `group:${world.groups.lookup(GROUP_PATHS.top)?.id ?? 0}`;
  const projectId = world.projects.lookup(PROJECT_PATHS.private)?.id ?? 0;
  const project = `project:${projectId}`;
  const listed = async (scope: string) => (await client.issues.list({ query: { scope }, slice })).rows;
  const ofProject = world.issues.filter(({ project_id }) => project_id === projectId).length;
  return { ...rigged, world, group, project, projectId, listed, ofProject };
}

test('a project shows the issues that the sync of its group or of the instance returned', async () => {
  const { client, platform, world, group, project, listed, ofProject } = await withIssues();
  expect(await client.issues.summary({ scope: project })).toMatchObject({ live: 0, completedAt: null, syncedIn: null });
  await syncList(client, 'issues', group);
  expect(await listed(project)).toHaveLength(ofProject);
  const { completedAt } = await client.issues.summary({ scope: group });
  expect(await client.issues.summary({ scope: project })).toMatchObject({
    live: ofProject,
    completedAt,
    syncedIn: group,
  });
  const before = (await listed(group)).length;

  await syncList(client, 'issues');
  expect(await listed('')).toHaveLength([...world.issues.all()].length);
  expect(await listed(group)).toHaveLength(before);
  expect(await client.issues.summary({ scope: project })).toMatchObject({ live: ofProject, syncedIn: '' });
  expect(await syncList(client, 'issues', group)).toMatchObject({ state: 'done', changed: 0, notReturnedFound: 0 });
  expect(platform.requests.count('GET /issues')).toBeGreaterThan(0);
});

test('a project without issues is covered by its group, once both are in the catalogue', async () => {
  const { client, world, project, projectId, listed } = await withIssues();
  const group = `group:${GROUP_PATHS.top}`;
  for (const { id } of world.issues.filter(({ project_id }) => project_id === projectId)) world.issues.remove(id);
  await syncList(client, 'issues', group);
  expect(await client.issues.summary({ scope: project })).toMatchObject({ syncedIn: null });
  await client.catalogue.add({ text: GROUP_PATHS.top, kind: 'group', isPinned: false });
  await client.catalogue.add({ text: PROJECT_PATHS.private, kind: 'project', isPinned: false });
  const path = `project:${PROJECT_PATHS.private}`;
  expect(await client.issues.summary({ scope: path })).toMatchObject({ live: 0 });
  expect(await listed(path)).toEqual([]);
  await expect
    .poll(async () => (await client.issues.summary({ scope: path })).completedAt)
    .toBe((await client.issues.summary({ scope: group })).completedAt);
});

test('a sync of issues in a project is refused with the reason', async () => {
  const { client, project } = await withIssues();
  await expect(client.jobs.sync({ collection: 'issues', scope: project })).rejects.toMatchObject({
    code: 'invalid',
    field: 'scope',
  });
});

test('an issue is copied, exported and found in a project as in its group', async () => {
  const { client, group, project, listed } = await withIssues();
  await syncList(client, 'issues', group);
  const [first] = await listed(project);
  const id = first?.row.id ?? 0;
  expect(await client.issues.get({ scope: project, id })).toMatchObject({ key: first?.key, row: { id } });
  const query = {
    scope: project,
    search: '',
    filter: {},
    sort: { by: 'id' as const, direction: 'asc' as const },
    notReturned: 'hide' as const,
  };
  const selection = { kind: 'all' as const, query, except: [] };
  const { text } = await client.issues.copy({ selection, format: 'id', columns: [] });
  expect(text.split('\n')).toHaveLength((await listed(project)).length);
  const curl = await client.issues.copy({
    selection: { kind: 'ids', ids: [first?.key ?? 0] },
    format: 'curl',
    columns: [],
  });
  expect(curl.text).toContain('/api/v4/issues');
});

test('a full sync is the same job as an incremental sync of the list, and finds rows that are no longer returned', async () => {
  const { client, platform, world, group } = await withIssues();
  await syncList(client, 'issues', group);
  const [first] = (await client.issues.list({ query: { scope: group }, slice })).rows;
  world.issues.remove(first?.row.id ?? 0);
  const asked = platform.requests.count('GET /groups/:id/issues');
  expect(await syncList(client, 'issues', group)).toMatchObject({ state: 'done', notReturnedFound: 0, rows: 1 });
  expect(platform.requests.count('GET /groups/:id/issues')).toBe(asked + 1);
  const [full, again] = await Promise.all([
    client.jobs.sync({ collection: 'issues', scope: group, full: true }),
    client.jobs.sync({ collection: 'issues', scope: group }),
  ]);
  expect(again.id).toBe(full.id);
  expect(await ended(client, full.id)).toMatchObject({ state: 'done', notReturnedFound: 1 });
});

test('issues are shown in a project that was added by its path, before or after the sync', async () => {
  const { client, group, listed, ofProject } = await withIssues();
  const path = `project:${PROJECT_PATHS.private}`;
  await client.catalogue.add({ text: PROJECT_PATHS.private, kind: 'project', isPinned: false });
  expect(await listed(path)).toEqual([]);
  await syncList(client, 'issues', group);
  await expect.poll(async () => (await listed(path)).length).toBe(ofProject);
  expect(await client.issues.summary({ scope: path })).toMatchObject({ live: ofProject, syncedIn: group });
});

test('an issue that the instance, a group and a subgroup returned is one row in lists, counts, search and on its page', async () => {
  const { client, world, group } = await withIssues();
  const sub = world.groups.lookup(GROUP_PATHS.sub);
  if (sub === undefined) throw new Error('no subgroup');
  const below = new Set(world.projects.inGroup(sub).map(({ id }) => id));
  const issue = world.issues.find(({ project_id: id }) => below.has(id));
  if (issue === undefined) throw new Error('no issue in the subgroup');
  issue.title = 'Only one row has this title';
  const subgroup = `group:${sub.id}`;
  for (const scope of ['', group, subgroup]) await syncList(client, 'issues', scope);

  const shown = `project:${issue.project_id}`;
  const keys = new Set<number>();
  for (const scope of [null, '', group, subgroup, shown]) {
    const { rows, total } = await client.issues.list({ query: { scope, search: issue.title }, slice });
    expect(rows.map(({ row }) => row.id)).toEqual([issue.id]);
    expect(total).toBe(1);
    for (const { key } of rows) keys.add(key);
  }
  expect(keys.size).toBe(1);
  const all = [...world.issues.all()].length;
  expect(await client.issues.summary({ scope: null })).toMatchObject({ live: all });
  expect(await client.issues.summary({ scope: '' })).toMatchObject({ live: all });
  const { hits } = await client.search.find({ words: issue.title });
  expect(hits.filter(({ kind }) => kind === 'issues')).toMatchObject([{ scope: shown, id: issue.id }]);
  // The page of an issue finds it by its number
  const byNumber = await client.issues.list({ query: { scope: shown, filter: { iids: [issue.iid] } }, slice });
  expect(byNumber.rows.map(({ key }) => key)).toEqual([...keys]);
});

test('the search finds the issue or merge request with a number first', async () => {
  const { client, world } = await withIssues();
  await syncList(client, 'issues');
  await syncList(client, 'mergeRequests');
  const issue = world.issues.find(({ iid }) => iid === 1);
  const request = world.mergeRequests.find(({ iid }) => iid === 1);
  if (issue === undefined || request === undefined) throw new Error('no number 1');
  const found = async (words: string, kind: string) =>
    (await client.search.find({ words })).hits.filter((hit) => hit.kind === kind)[0]?.about;
  expect(await found('#1', 'issues')).toMatch(/#1$/);
  expect(await found('!1', 'mergeRequests')).toMatch(/!1$/);
});

test('an issue with the typed number is found among many whose numbers begin with it', async () => {
  const { client, world } = await withIssues();
  const [first] = world.issues.all();
  if (first === undefined) throw new Error('no issue');
  const { id: _, ...copied } = first;
  for (let iid = 700; iid < 770; iid += 1) world.issues.add({ ...copied, iid: 77_000 + iid, title: `A copy ${iid}` });
  world.issues.add({ ...copied, iid: 777, title: 'Z' });
  await syncList(client, 'issues');
  for (const words of ['777', '#777']) {
    const { hits } = await client.search.find({ words, kinds: ['issues'] });
    expect(hits[0]).toMatchObject({ title: 'Z', about: expect.stringMatching(/#777$/) as string });
  }
});

test('a note is found by a part of its text, and names its thread and its author', async () => {
  const { client, world, projectId } = await withIssues();
  const issue = world.issues.find((one) => one.project_id === projectId && world.notes.on('Issue', one.id).length > 0);
  const [note] = issue === undefined ? [] : world.notes.on('Issue', issue.id);
  if (issue === undefined || note === undefined) throw new Error('no issue with notes');
  note.body = `${'Long text. '.repeat(50)}The **Zürich** rollback${' and more'.repeat(50)}`;
  const scope = `project:${projectId}/issue:${issue.iid}`;
  await syncList(client, 'notes', scope);
  const found = async (words: string) =>
    (await client.search.find({ words })).hits.filter(({ kind }) => kind === 'notes');
  const [hit, ...others] = await found('zurich rollback');
  expect(others).toEqual([]);
  expect(hit).toMatchObject({
    scope,
    id: note.id,
    about: expect.stringMatching(new RegExp(`^Issue #${issue.iid} · by `)) as string,
  });
  expect(hit?.title).toContain('The **Zürich** rollback');
  expect(hit?.title.length).toBeLessThan(170);
  expect(hit?.fetchedAt).toBeGreaterThan(0);
  // Most texts contain a word of two letters
  expect(await found('zu ro')).toEqual([]);
});

test('issues are sorted by votes and by the due date of their milestone', async () => {
  const { client } = await withIssues();
  await syncList(client, 'issues');
  const sortedBy = async (by: 'upvotes' | 'milestone_due') => {
    const query = { scope: '', sort: { by, direction: 'desc' as const } };
    return (await client.issues.list({ query, slice })).rows.map(({ row }) => row);
  };
  const votes = (await sortedBy('upvotes')).map(({ upvotes }) => upvotes ?? 0);
  expect(votes).toEqual(votes.toSorted((a, b) => b - a));
  const dues = (await sortedBy('milestone_due')).flatMap(({ milestone }) => milestone?.due_date ?? []);
  expect(dues.length).toBeGreaterThan(0);
  expect(dues).toEqual(dues.toSorted().toReversed());
});
