import { expect, test } from 'vitest';
import { scopeOfRevisions } from '#shared/contract/scope.ts';
import { revisionsOf } from '#shared/contract/commit-list.ts';
import { heldBack, rig, syncList, until } from '../../helpers/rig.ts';
import { GROUP_PATHS, PROJECT_PATHS } from '../../platform/seed/groups.ts';
import { slice, withHistory } from './history-rig.ts';

/** `main` and `topic` share `shared` commits. After these, `topic` has two more commits, and `main` has one more. */
async function withTopic(shared = 3) {
  const git = await withHistory(shared);
  const { commit, history, main, push, project, client, listed } = git;
  history().fork('topic', main);
  const topic1 = commit(1_000, 'topic 1', { branch: 'topic' });
  const head = commit(1_001, 'topic 2', { branch: 'topic' });
  commit(1_002, 'main only');
  push();
  const topic = scopeOfRevisions(project, 'topic');
  const summary = (scope: string) => client.commits.summary({ scope });
  return { ...git, topic, topic1, head, summary, ofTopic: (which?: 'hide' | 'only') => listed(which, topic) };
}
const ofTopicFirst = ['topic 2', 'topic 1', 'change 2', 'change 1', 'change 0'];

async function pinned({ client, project }: Awaited<ReturnType<typeof withTopic>>) {
  const { id } = await client.pins.pin({ target: { kind: 'place', scope: project }, depths: ['facts'] });
  const pin = async () => (await client.pins.list()).pins.find((one) => one.id === id);
  const isEnded = (state?: string): boolean => state === 'ready' || state === 'failed';
  const filled = () => until(pin, (one) => isEnded(one?.state));
  return { id, filled, first: await filled() };
}
async function coverageOf({ client, project }: Awaited<ReturnType<typeof withTopic>>) {
  return (await client.coverage.of({ scope: project })).rows.find(({ collection }) => collection === 'commits');
}

test('the second branch of a project costs one request, and its list has all commits', async () => {
  const { client, sync, topic, ofTopic, count, summary } = await withTopic(250);
  expect(await sync()).toMatchObject({ state: 'done', rows: 251 });
  const before = count();
  expect(await syncList(client, 'commits', topic)).toMatchObject({ state: 'done', rows: 2, changed: 2 });
  expect(count()).toBe(before + 1);
  expect((await summary(topic)).live).toBe(252);
  expect((await ofTopic()).slice(0, 3)).toEqual(['topic 2', 'topic 1', 'change 249']);
  const { rows } = await client.commits.list({ query: { scope: topic, search: 'change 7' }, slice });
  expect(rows.map(({ scope, row }) => [scope, row.stats?.additions])).toContainEqual([topic, 1]);
});

test('a branch whose head is stored is shown without a request for its commits, with the time of the head', async () => {
  const { client, project, topic, ofTopic, count, summary } = await withTopic();
  await syncList(client, 'commits', project);
  expect((await summary(topic)).completedAt).toBeNull();
  await syncList(client, 'branches', project);
  const { completedAt: branchesAt } = await client.branches.summary({ scope: project });
  const before = count();
  expect(await ofTopic()).toEqual(ofTopicFirst);
  expect(await summary(topic)).toMatchObject({ live: 5, completedAt: branchesAt });
  expect(await summary(scopeOfRevisions(project, 'HEAD'))).toMatchObject({ live: 4, completedAt: branchesAt });
  expect(count()).toBe(before);
});

test('a list whose older commits are not stored does not count as complete', async () => {
  const { client, project, topic, ofTopic, head, topic1, summary } = await withTopic();
  await syncList(client, 'branches', project);
  for (const id of [head, topic1]) await client.commits.refresh({ scope: project, id });
  expect(await ofTopic()).toEqual(['topic 2', 'topic 1']);
  expect(await summary(topic)).toMatchObject({ live: 2, completedAt: null });
});

test('after a force-push, the other branches still have the commits that only they have now', async () => {
  const { client, project, scope, sync, topic, ofTopic, startOver, commit, push, history, main, listed } =
    await withTopic();
  await sync();
  await syncList(client, 'commits', topic);
  startOver();
  commit(0, 'new start');
  history().fork('topic', main);
  const planned = history().planned();
  push();
  expect(planned.branches.size).toBe(2);
  expect(await sync()).toMatchObject({ state: 'done', notReturnedFound: 4 });
  expect(await listed()).toEqual(['new start']);
  expect(await listed('only')).toHaveLength(4);
  expect(await ofTopic()).toEqual(ofTopicFirst);
  const { rows } = await client.commits.list({ query: { scope: topic }, slice });
  expect(rows.map(({ notReturnedSince }) => notReturnedSince)).toEqual(rows.map(() => null));
  const [oldest] = rows.filter(({ row }) => row.title === 'change 0');
  const at = (where: string) => client.commits.get({ scope: where, id: oldest?.row.id ?? '' });
  expect((await at(topic))?.notReturnedSince).toBeNull();
  expect((await at(scope))?.notReturnedSince).not.toBeNull();
  // The head from the list of branches is newer than the last sync of the commits, so the list starts at this head
  await syncList(client, 'branches', project);
  expect(await ofTopic()).toEqual(['new start']);
  expect(await ofTopic('only')).toEqual(['topic 2', 'topic 1']);
});

test('commits between those of a canceled sync and the known ones are not lost', async () => {
  const { sync, scope, commit, push, platform, summary, listed, topic, client } = await withTopic();
  await sync();
  for (let at = 0; at < 250; at += 1) commit(2_000 + at, `later ${at}`);
  push();
  const held = heldBack(platform, 'GET /projects/:id/repository/commits', 2);
  const { id } = await client.jobs.sync({ collection: 'commits', scope });
  await until(
    () => summary(scope),
    ({ live }) => live === 104,
  );
  await client.jobs.cancel({ id });
  held.release();
  expect((await summary(scope)).completedAt).toBeNull();
  expect(await sync()).toMatchObject({ state: 'done' });
  expect((await summary(scope)).live).toBe(254);
  expect(new Set(await listed()).size).toBe(200);
  expect(await syncList(client, 'commits', topic)).toMatchObject({ state: 'done', rows: 2 });
});

test('each branch, each tag of a deployment or release, and each SHA has the commits that the platform returns', async () => {
  const { client, platform } = await rig();
  const { world } = platform;
  const project = world.projects.lookup(PROJECT_PATHS.private);
  const group = world.groups.lookup(GROUP_PATHS.top);
  const planned = project && world.repositories.planned(project);
  if (planned === undefined || group === undefined) throw new Error('not seeded');
  const scope = `project:${project?.id}`;
  for (const collection of ['commits', 'branches', 'deployments'] as const) await syncList(client, collection, scope);
  await syncList(client, 'groupReleases', `group:${group.id}`);
  const shas = [...planned.branches.values()];
  const lists = [...planned.branches.keys(), ...planned.tags.keys(), ...shas.slice(0, 2)].map((ref) =>
    scopeOfRevisions(scope, revisionsOf({ ref_name: ref })),
  );
  const stored = async (at: string) => {
    const sort = { by: 'committed_date' as const, direction: 'desc' as const };
    const { rows } = await client.commits.list({ query: { scope: at, sort }, slice });
    return rows.map(({ row }) => row.id).toSorted();
  };
  const offline = await Promise.all(lists.map(stored));
  for (const [at, list] of lists.entries()) {
    await syncList(client, 'commits', list);
    expect([list, offline[at]]).toEqual([list, await stored(list)]);
    expect(offline[at]?.length).toBeGreaterThan(0);
  }
});

test('a commit that was opened by its SHA is found in each list, and belongs only to those that lead to it', async () => {
  const { client, scope, sync, head, topic, listed } = await withTopic();
  await sync();
  await client.commits.refresh({ scope, id: head });
  expect(await listed()).toEqual(['main only', 'change 2', 'change 1', 'change 0']);
  expect((await client.commits.get({ scope: topic, id: head }))?.row.title).toBe('topic 2');
});

test('a commit that was opened by its SHA and that the project no longer returns is live in a branch that leads to it', async () => {
  const { client, platform, project, head, topic1, topic, ofTopic, history, push } = await withTopic();
  for (const id of [head, topic1]) await client.commits.refresh({ scope: project, id });
  const before = history().planned();
  history().forget('topic');
  push();
  await syncList(client, 'commits', project);
  const [seeded] = platform.world.projects.filter(({ id }) => project === `project:${id}`);
  if (seeded !== undefined) platform.world.repositories.replace(seeded, before);
  await syncList(client, 'branches', project);
  expect(await ofTopic()).toEqual(ofTopicFirst);
  const { rows } = await client.commits.list({ query: { scope: topic }, slice });
  expect(rows.map(({ scope, notReturnedSince }) => [scope, notReturnedSince])).toEqual(rows.map(() => [topic, null]));
});

test('the commits of a project are complete only if those of all known branches are stored', async () => {
  const git = await withTopic();
  const { client, project, commit, push } = git;
  await syncList(client, 'branches', project);
  expect(await coverageOf(git)).toMatchObject({ state: 'never', below: null });
  await syncList(client, 'commits', scopeOfRevisions(project, 'main'));
  expect(await coverageOf(git)).toMatchObject({ state: 'partial', below: { known: 2, synced: 1 }, completedAt: null });
  await syncList(client, 'commits', project);
  expect(await coverageOf(git)).toMatchObject({ state: 'complete', below: { known: 2, synced: 2 } });
  commit(2_000, 'topic 3', { branch: 'topic' });
  push();
  await syncList(client, 'branches', project);
  expect(await coverageOf(git)).toMatchObject({ state: 'partial', below: { known: 2, synced: 1 } });
  expect((await git.summary(git.topic)).completedAt).toBeNull();
  await syncList(client, 'commits', project);
  expect(await coverageOf(git)).toMatchObject({ state: 'complete' });
  expect(await git.ofTopic()).toEqual(['topic 3', ...ofTopicFirst]);
});

test('a pin stores the commits of every branch, each commit once, and coverage says so', async () => {
  const git = await withTopic(120);
  const { client, project, topic, count, summary } = git;
  const before = count();
  const { id, filled, first } = await pinned(git);
  expect(first).toMatchObject({ state: 'ready', missing: 0, problems: 0 });
  // The project's list of all branches and the default branch have two pages each
  expect(count() - before).toBe(5);
  expect((await summary(topic)).live).toBe(122);
  expect(await coverageOf(git)).toMatchObject({ state: 'complete', below: { known: 2, synced: 2 } });
  await client.pins.refill({ id });
  await filled();
  // Two pages of the project, and one request that finds no new commit of the default branch
  expect(count() - before).toBe(8);
  expect(
    (await client.commits.list({ query: { scope: null, search: 'topic 1' }, slice })).rows.filter(
      ({ row }) => row.title === 'topic 1',
    ),
  ).toHaveLength(2);
  expect((await client.commits.summary({ scope: project })).live).toBe(123);
});
