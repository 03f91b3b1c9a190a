import { expect, test } from 'vitest';
import { GROUP_PATHS, PROJECT_PATHS } from '../../platform/seed/groups.ts';
import { rig, syncList, until, type Rig } from '../../helpers/rig.ts';
import type { ReeveClient } from '../../helpers/window.ts';

const project = `project:${PROJECT_PATHS.private}`;
const slice = { from: 0, count: 200 };

async function rowOf(client: ReeveClient, collection: string, scope = project) {
  const { rows } = await client.coverage.of({ scope });
  const row = rows.find((one) => one.collection === collection);
  if (row === undefined) throw new Error(`no row for ${collection}`);
  return row;
}
async function known({ client }: Rig, ...scopes: string[]): Promise<void> {
  for (const scope of scopes) {
    const [kind, text = ''] = scope.split(':');
    await client.catalogue.add({ text, kind: kind as 'group' | 'project', isPinned: false });
  }
}

test('lists of a project that were never synced say so, and say where a sync starts', async () => {
  const { client } = await rig();
  const { rows } = await client.coverage.of({ scope: project });
  expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['never']));
  expect(rows.map(({ collection }) => collection)).toEqual(expect.arrayContaining(['branches', 'issues', 'notes']));
  expect(await rowOf(client, 'branches')).toMatchObject({
    rows: 0,
    completedAt: null,
    syncedIn: null,
    syncIn: project,
  });
  expect(await rowOf(client, 'issues')).toMatchObject({ syncIn: '', syncedIn: null });
  expect(await rowOf(client, 'notes')).toMatchObject({ syncIn: null, below: { known: 0, synced: 0 } });
});

test('a project shows its rows of a wider list with the scope that was synced', async () => {
  const one = await rig();
  const { client, platform } = one;
  await known(one, project, `group:${GROUP_PATHS.top}`);
  const id = platform.world.projects.lookup(PROJECT_PATHS.private)?.id ?? 0;
  await syncList(client, 'issues');
  const own = [...platform.world.issues.all()].filter((issue) => issue.project_id === id).length;
  expect(await rowOf(client, 'issues')).toMatchObject({
    state: 'complete',
    rows: own,
    syncedIn: '',
    syncedInLabel: 'Instance',
  });
  const group = `group:${GROUP_PATHS.top}`;
  await syncList(client, 'issues', group);
  expect(await rowOf(client, 'issues')).toMatchObject({ syncedIn: group, syncedInLabel: GROUP_PATHS.top });
  expect(await rowOf(client, 'notes')).toMatchObject({ state: 'never', below: { known: own, synced: 0 } });
});

test('the files and the contents of snippets of a project say how many of the known ones are stored', async () => {
  const { client, platform } = await rig();
  const id = platform.world.projects.lookup(PROJECT_PATHS.private)?.id ?? 0;
  const scope = `project:${id}`;
  expect(await rowOf(client, 'files', scope)).toMatchObject({ state: 'never', rows: 0, syncIn: null });
  expect(await rowOf(client, 'snippetContents', scope)).toMatchObject({ state: 'never', rows: 0, syncIn: null });
  for (const path of ['README.md', 'no/such/file.ts']) await client.repositoryFiles.addPath({ scope, path });
  await client.repositoryFiles.check({ scope, ref: 'main', path: 'README.md' });
  expect(await rowOf(client, 'files', scope)).toMatchObject({
    ...{ state: 'partial', rows: 1, below: { known: 2, synced: 1 } },
    ...{ completedAt: expect.any(Number) as number, bytes: expect.any(Number) as number },
  });
  await syncList(client, 'snippets', scope);
  const { rows } = await client.snippets.list({ query: { scope }, slice });
  const [first] = rows;
  if (first === undefined) throw new Error('the project has no snippet');
  expect(await rowOf(client, 'snippetContents', scope)).toMatchObject({
    state: 'never',
    below: { known: rows.length },
  });
  const { id: pin } = await client.pins.pin({ target: { kind: 'place', scope }, depths: ['text'] });
  await until(
    async () => (await client.pins.list()).pins.find((one) => one.id === pin)?.state,
    (state) => state === 'ready',
  );
  const content = await rowOf(client, 'snippetContents', scope);
  expect(content).toMatchObject({ state: 'complete', rows: rows.length, below: { synced: rows.length } });
  expect(content.bytes).toBeGreaterThan(0);
  await client.catalogue.add({ text: PROJECT_PATHS.private, kind: 'project', isPinned: false });
  const all = await client.coverage.list({ query: { collection: 'files' }, slice });
  expect(all.rows.map(({ collection, state }) => [collection, state])).toEqual([['files', 'partial']]);
});

test('some synced threads make the notes of a project partly stored', async () => {
  const { client, platform } = await rig();
  const id = platform.world.projects.lookup(PROJECT_PATHS.private)?.id ?? 0;
  await syncList(client, 'issues');
  const [issue] = [...platform.world.issues.all()].filter((one) => one.project_id === id);
  await syncList(client, 'notes', `project:${id}/issue:${issue?.iid}`);
  const row = await rowOf(client, 'notes', `project:${id}`);
  expect(row).toMatchObject({ state: 'partial', below: { synced: 1, refusedCount: 0 } });
  expect(row.completedAt).not.toBeNull();
});

test('the notes below a project are synced in one job, and only once', async () => {
  const { client, platform } = await rig();
  const sent = () => platform.requests.list().filter(({ path }) => /\/issues\/\d+\/notes/.test(path)).length;
  const id = platform.world.projects.lookup(PROJECT_PATHS.private)?.id ?? 0;
  const scope = `project:${id}`;
  const ended = async () => {
    const job = await client.jobs.below({ collection: 'notes', scope });
    return until(
      async () => (await client.jobs.list()).jobs.find((one) => one.id === job.id),
      (one) => one?.state !== 'queued' && one?.state !== 'running',
    );
  };
  await expect(client.jobs.below({ collection: 'notes', scope })).rejects.toMatchObject({ reason: 'nothing-below' });
  await expect(client.jobs.below({ collection: 'notes', scope: '' })).rejects.toMatchObject({ code: 'invalid' });
  await syncList(client, 'issues');
  expect(await ended()).toMatchObject({ kind: 'lists.below', state: 'done' });
  const row = await rowOf(client, 'notes', scope);
  expect(row.below?.synced).toBeGreaterThan(0);
  const before = sent();
  expect(before).toBeGreaterThan(0);
  expect(await ended()).toMatchObject({ state: 'done' });
  expect(sent()).toBe(before);
});

test('the artifacts of known jobs are synced in one job, and those that expired are named', async () => {
  const { client, platform } = await rig();
  const id = platform.world.projects.lookup(PROJECT_PATHS.private)?.id ?? 0;
  const scope = `project:${id}`;
  await expect(client.jobs.below({ collection: 'artifacts', scope })).rejects.toMatchObject({
    reason: 'nothing-below',
  });
  await syncList(client, 'deployments', scope);
  const { jobs: known } = await client.artifactFiles.knownJobs({ scope });
  const { id: started } = await client.jobs.below({ collection: 'artifacts', scope });
  const job = await until(
    async () => (await client.jobs.list()).jobs.find((one) => one.id === started),
    (one) => one?.state === 'done' || one?.state === 'failed',
  );
  const { jobs: after } = await client.artifactFiles.knownJobs({ scope });
  const synced = after.filter(({ treeAt }) => treeAt !== null).length;
  expect(synced).toBeGreaterThan(0);
  expect(synced + (job?.refusedPlaces ?? 0)).toBe(known.length);
});

test('a refused list keeps its code and time, also after a restart, until a sync succeeds', async () => {
  const one = await rig({ as: 'developer' });
  const { client } = one;
  expect(await syncList(client, 'webhooks', project)).toMatchObject({ state: 'failed' });
  const before = await rowOf(client, 'webhooks');
  expect(before).toMatchObject({ state: 'refused', refusal: { status: 403 } });
  const again = await one.restart();
  expect(await rowOf(again, 'webhooks')).toMatchObject({ state: 'refused', refusal: before.refusal });
  expect(await again.webhooks.summary({ scope: project })).toMatchObject({
    completedAt: null,
    refusal: before.refusal,
  });
  expect(await again.branches.summary({ scope: project })).not.toHaveProperty('refusal');
});

test('the table over all places is filtered by state, age, kind and words', async () => {
  const one = await rig({ as: 'developer' });
  const { client } = one;
  await known(one, `group:${GROUP_PATHS.top}`, project, `project:${PROJECT_PATHS.public}`);
  await syncList(client, 'webhooks', project);
  await syncList(client, 'branches', project);
  const list = (query: object) => client.coverage.list({ query, slice });
  const { total, counts, places } = await list({});
  expect(places).toBe(4);
  expect(Object.values(counts).reduce((sum, n) => sum + n, 0)).toBe(total);
  const refused = await list({ state: 'refused' });
  // Without the webhooks, their deliveries can't be known
  expect(refused.rows.map(({ collection, label }) => [collection, label])).toEqual([
    ['webhookEvents', PROJECT_PATHS.private],
    ['webhooks', PROJECT_PATHS.private],
  ]);
  expect([refused.total, refused.places]).toEqual([2, 1]);
  const synced = await list({ olderThanMs: 0, search: 'core branch' });
  expect(synced.rows.map(({ collection }) => collection)).toEqual(['branches']);
  expect((await list({ olderThanMs: 60_000 })).total).toBe(0);
  expect(new Set((await list({ kind: 'group' })).rows.map(({ label }) => label))).toEqual(new Set([GROUP_PATHS.top]));
  const ofGroup = (await list({ kind: 'group' })).rows.map(({ collection }) => collection);
  expect(ofGroup[0]).toBe('accessTokens');
  const certificates = await list({ search: 'SSH cert' });
  expect(new Set(certificates.rows.map(({ collection }) => collection))).toEqual(new Set(['sshCertificates']));
  const byAge = await list({ sort: { by: 'completedAt', direction: 'asc' } });
  expect(byAge.rows[0]).toMatchObject({ collection: 'branches', state: 'complete' });
});

test('thousands of places are answered with one slice', async () => {
  const one = await rig();
  const text = Array.from({ length: 5_000 }, (_, at) => `team-${at % 50}/project-${at}`).join('\n');
  await one.client.catalogue.add({ text, kind: 'project', isPinned: false });
  const { total, rows, places } = await one.client.coverage.list({ query: { state: 'never' }, slice });
  expect(places).toBe(5_001);
  expect(total).toBeGreaterThan(50_000);
  expect(rows).toHaveLength(200);
});
