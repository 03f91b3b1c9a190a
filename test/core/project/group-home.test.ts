import { expect, test } from 'vitest';
import type { HomePlace, HomeProject } from '#shared/contract/places.ts';
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
    const found = (await home()).places.find((one) => one.path === path)?.project;
    if (!found) throw new Error(`${path} is not known`);
    return found;
  };
  return { scope, sub, core: scopeOf(core), website: scopeOf(website), images: scopeOf(images), home, project };
}

const pathsOf = (places: readonly HomePlace[]) => places.map(({ path }) => path);
const totalOf = (alarms: readonly { count: number }[]) => alarms.reduce((sum, { count }) => sum + count, 0);

test('before the first sync nothing of a group is counted, and each list of its projects was never synced', async () => {
  const rigged = await rig();
  const { home } = await known(rigged);
  const { places, people, alarms } = await home();
  const projects = places.filter(({ project }) => project !== null);
  expect(pathsOf(places.filter((one) => !projects.includes(one)))).toEqual([GROUP_PATHS.top, GROUP_PATHS.sub]);
  expect(pathsOf(projects)).toEqual([PROJECT_PATHS.private, PROJECT_PATHS.sub, PROJECT_PATHS.public]);
  for (const { project } of projects) expect(project).toEqual({ activity: null, members: 'never', allowlist: 'never' });
  expect([people, alarms.flatMap(({ counts }) => Object.keys(counts))]).toEqual([[], []]);
});

test('alarms of projects and subgroups have the filter that finds exactly their rows', async () => {
  const rigged = await rig();
  const { client, platform } = rigged;
  const { sub, core, images, website, home } = await known(rigged);
  for (const hook of platform.world.webhooks.all()) hook.disabled_until = platform.clock.now() + days(1);
  for (const runner of platform.world.runners.all()) runner.contacted_at = platform.clock.now() - days(1);
  for (const list of ['webhooks', 'remoteMirrors', 'members', 'deployments', 'runners'] as const)
    for (const at of [core, images, website]) await syncList(client, list, at);
  await syncList(client, 'runners', sub);
  await mirrorsCompared(client);
  const alarms = (await home()).alarms.flatMap(({ counts, ...alarm }) =>
    Object.entries(counts).map(([place, count]) => ({ ...alarm, scope: place, count })),
  );
  for (const { collection, scope: at, filter, count } of alarms) {
    const { list } = client[collection as 'runners'];
    const { total } = await list({ query: { scope: at, filter }, slice: { from: 0, count: 1 } });
    expect(count, `${collection} ${at}`).toBe(total);
  }
  const offline = alarms.filter(({ collection }) => collection === 'runners').map(({ scope: at }) => at);
  expect(offline).toContain(sub);
  // The same numbers as in the summaries of the projects
  const inProjects = [core, images, website];
  const summaries = await Promise.all(inProjects.map((at) => client.overview.alarms({ scope: at })));
  const of = (name: string) =>
    totalOf(alarms.filter(({ collection, scope: at }) => collection === name && inProjects.includes(at)));
  const sums = {
    webhooks: totalOf(summaries.flatMap(({ webhooks }) => Object.values(webhooks.states))),
    remoteMirrors: totalOf(summaries.flatMap(({ mirrors }) => Object.values(mirrors.states))),
    runners: totalOf(summaries.map(({ offlineRunners }) => offlineRunners)),
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
    ...{ authorId: row?.author?.id, author: row?.author?.name },
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
  const { people } = await home();
  expect(people.reduce((sum, { count }) => sum + count, 0)).toBe(levels.size);
  expect(people[0]).toEqual({ level: 50, count: [...levels.values()].filter((level) => level === 50).length });
  expect((await project(PROJECT_PATHS.sub)).members).toBe('never');
});

test('a project is open to the job tokens of every project, is not open, or was never synced', async () => {
  const rigged = await rig();
  const { client } = rigged;
  const { core, images, project } = await known(rigged);
  for (const scope of [core, images]) await syncList(client, 'jobTokenScope', scope);
  expect((await project(PROJECT_PATHS.private)).allowlist).toBe('on');
  expect((await project(PROJECT_PATHS.sub)).allowlist).toBe('off');
  expect((await project(PROJECT_PATHS.public)).allowlist).toBe('never');
});

test('a list that the instance refuses is refused in the home of its group', async () => {
  const rigged = await rig({ as: 'developer' });
  const { client } = rigged;
  const { core, project } = await known(rigged);
  await syncList(client, 'jobTokenScope', core);
  expect((await project(PROJECT_PATHS.private)).allowlist).toBe('refused');
  await expect(client.places.home({ scope: core })).rejects.toMatchObject({ code: 'invalid' });
  const { places } = await client.places.home({ scope: 'group:987654' });
  expect(pathsOf(places)).toEqual(['987654']);
});
