import { expect, test } from 'vitest';
import { homeLists, type HomeProject } from '#shared/contract/places.ts';
import { days } from '#shared/time.ts';
import { rig, mirrorsCompared, syncList, until, type Rig } from '../../helpers/rig.ts';
import { GROUP_PATHS, PROJECT_PATHS } from '../../platform/seed/groups.ts';

/** A group whose projects and subgroup are known. `home`: its answer without a request. */
async function known({ client, platform }: Rig) {
  const { projects, groups } = platform.world;
  const scopeOf = (path: string): string => `project:${projects.lookup(path)?.id ?? 0}`;
  const scope = `group:${groups.lookup(GROUP_PATHS.top)?.id ?? 0}`;
  const sub = `group:${groups.lookup(GROUP_PATHS.sub)?.id ?? 0}`;
  const { private: core, public: website, sub: images, other } = PROJECT_PATHS;
  const rows = [
    `group,${scope.slice(6)},${GROUP_PATHS.top}`,
    `group,${sub.slice(6)},${GROUP_PATHS.sub}`,
    ...[core, website, images, other].map((path) => `project,${scopeOf(path).slice(8)},${path}`),
  ];
  await client.catalogue.import({ text: ['kind,id,path', ...rows].join('\n') });
  await until(
    () => client.host.connection(),
    ({ state }) => state === 'online',
  );
  const home = async () => {
    const requests = platform.requests.count();
    const answer = await client.places.home({ scope });
    expect(platform.requests.count()).toBe(requests);
    return answer;
  };
  const project = async (path: string): Promise<HomeProject> => {
    const found = (await home()).projects.find((one) => one.path === path);
    if (found === undefined) throw new Error(`${path} is not known`);
    return found;
  };
  return { scope, sub, core: scopeOf(core), website: scopeOf(website), images: scopeOf(images), home, project };
}

const totalOf = (alarms: readonly { count: number }[]) => alarms.reduce((sum, { count }) => sum + count, 0);

test('before the first sync nothing of a group is counted, and each list of its projects was never synced', async () => {
  const rigged = await rig();
  const { home } = await known(rigged);
  const { projects, groups, people, lists } = await home();
  expect(groups.map(({ path }) => path)).toEqual([GROUP_PATHS.sub]);
  expect(projects.map(({ path }) => path)).toEqual([PROJECT_PATHS.private, PROJECT_PATHS.sub, PROJECT_PATHS.public]);
  for (const one of projects) {
    expect(one).toMatchObject({ activity: null, members: null, isOpen: null, syncedAt: null, alarms: [] });
    expect(one.unsynced).toEqual(Object.fromEntries(homeLists.project.map((list) => [list, 'never'])));
  }
  expect(people).toEqual([]);
  expect(lists.find(({ collection }) => collection === 'members')?.counts).toMatchObject({ never: 3, complete: 0 });
});

test('alarms of projects and subgroups have the filter that finds exactly their rows', async () => {
  const rigged = await rig();
  const { client, platform } = rigged;
  const { sub, core, images, website, home } = await known(rigged);
  for (const hook of platform.world.webhooks.all()) hook.disabled_until = platform.clock.now() + days(1);
  for (const runner of platform.world.runners.all()) runner.contacted_at = platform.clock.now() - days(1);
  for (const list of ['webhooks', 'remoteMirrors', 'members', 'deployments', 'runners'] as const)
    for (const scope of [core, images, website]) await syncList(client, list, scope);
  await syncList(client, 'runners', sub);
  await mirrorsCompared(client);
  const { groups, projects } = await home();
  const alarms = [...groups, ...projects].flatMap((one) => one.alarms);
  for (const { collection, scope, filter, count } of alarms) {
    const { list } = client[collection as 'runners'];
    const { total } = await list({ query: { scope, filter }, slice: { from: 0, count: 1 } });
    expect(count, `${collection} ${scope}`).toBe(total);
  }
  // The same numbers as in the summaries of the projects and groups
  const summaries = await Promise.all([sub, core, images, website].map((scope) => client.overview.alarms({ scope })));
  const of = (collection: string) => totalOf(alarms.filter((one) => one.collection === collection));
  const sums = {
    webhooks: totalOf(summaries.flatMap(({ webhooks }) => Object.values(webhooks?.states ?? {}))),
    remoteMirrors: totalOf(summaries.flatMap(({ mirrors }) => Object.values(mirrors?.states ?? {}))),
    runners: totalOf(summaries.map(({ offlineRunners }) => offlineRunners)),
    accessTokens: totalOf(summaries.flatMap(({ endingTokens }) => endingTokens ?? [])),
  };
  expect(sums.webhooks).toBeGreaterThan(0);
  expect(sums.runners).toBeGreaterThan(0);
  expect(Object.fromEntries(Object.keys(sums).map((name) => [name, of(name)]))).toEqual(sums);
});

test('the newest activity of a project is that of the newest row of its lists, with its author', async () => {
  const rigged = await rig();
  const { client } = rigged;
  const { core, scope, project } = await known(rigged);
  await syncList(client, 'issues', scope);
  const issue = (await project(PROJECT_PATHS.private)).activity;
  const { rows } = await client.issues.list({
    query: { scope: core, sort: { by: 'updated_at', direction: 'desc' } },
    slice: { from: 0, count: 1 },
  });
  const [{ row } = {}] = rows;
  expect(issue).toMatchObject({
    ...{ collection: 'issues', id: row?.id, name: row?.iid },
    author: { id: row?.author?.id, name: row?.author?.name },
  });
  await syncList(client, 'deployments', core);
  const { rows: deployed } = await client.deployments.list({ query: { scope: core }, slice: { from: 0, count: 1 } });
  const { activity } = await project(PROJECT_PATHS.private);
  const deployedAt = Date.parse(deployed[0]?.row.updated_at ?? '');
  expect(activity?.at).toBe(Math.max(issue?.at ?? 0, deployedAt));
  await syncList(client, 'commits', `${core}/ref:HEAD`);
  const { rows: commits } = await client.commits.list({
    query: { scope: `${core}/ref:HEAD` },
    slice: { from: 0, count: 1 },
  });
  const all = (await project(PROJECT_PATHS.private)).activity;
  expect(all?.at).toBe(Math.max(activity?.at ?? 0, Date.parse(commits[0]?.row.committed_date ?? '')));
});

test('members, Owners and people by their highest level are counted in the projects whose members are synced', async () => {
  const rigged = await rig();
  const { client } = rigged;
  const { core, website, home, project } = await known(rigged);
  await syncList(client, 'members', core);
  await syncList(client, 'members', website);
  const levels = new Map<number, number>();
  for (const scope of [core, website]) {
    const { rows } = await client.members.list({ query: { scope }, slice: { from: 0, count: 200 } });
    for (const { row } of rows) levels.set(row.id, Math.max(levels.get(row.id) ?? 0, row.access_level));
    const owners = rows.filter(({ row }) => row.access_level === 50 && row.state === 'active').length;
    const path = scope === core ? PROJECT_PATHS.private : PROJECT_PATHS.public;
    expect((await project(path)).members).toEqual({ count: rows.length, owners });
  }
  const { people, lists } = await home();
  expect(people.reduce((sum, { count }) => sum + count, 0)).toBe(levels.size);
  expect(people[0]).toEqual({ level: 50, count: [...levels.values()].filter((level) => level === 50).length });
  expect(lists.find(({ collection }) => collection === 'members')?.counts).toMatchObject({ complete: 2, never: 1 });
  expect((await project(PROJECT_PATHS.sub)).members).toBeNull();
});

test('a project is open to the job tokens of every project, is not open, or was never synced', async () => {
  const rigged = await rig();
  const { client } = rigged;
  const { core, images, project } = await known(rigged);
  for (const scope of [core, images]) await syncList(client, 'jobTokenScope', scope);
  expect((await project(PROJECT_PATHS.private)).isOpen).toBe(false);
  expect((await project(PROJECT_PATHS.sub)).isOpen).toBe(true);
  const { isOpen, unsynced } = await project(PROJECT_PATHS.public);
  expect([isOpen, unsynced['jobTokenScope']]).toEqual([null, 'never']);
});

test('a list that the instance refuses is refused in the home of its group, with the status code', async () => {
  const rigged = await rig({ as: 'developer' });
  const { client } = rigged;
  const { core, home, project } = await known(rigged);
  await syncList(client, 'webhooks', core);
  expect((await project(PROJECT_PATHS.private)).unsynced['webhooks']).toBe('refused');
  expect((await home()).lists.find(({ collection }) => collection === 'webhooks')).toMatchObject({
    ...{ counts: { refused: 1 }, statuses: [403] },
  });
  await expect(client.places.home({ scope: core })).rejects.toMatchObject({ code: 'invalid' });
  const { projects, path } = await client.places.home({ scope: 'group:987654' });
  expect({ projects, path }).toEqual({ projects: [], path: null });
});
