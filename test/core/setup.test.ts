import { expect, onTestFinished, test } from 'vitest';
import { createCore } from '#main/core/create-core.ts';
import { systemClock } from '#main/hosts/machine.ts';
import type { Setup } from '#shared/contract/setup.ts';
import { minutes, seconds } from '#shared/time.ts';
import { fakePorts } from '../helpers/fake-ports.ts';
import { rig, temporaryFolder, until, type Rig } from '../helpers/rig.ts';
import { virtualClock } from '../helpers/virtual-clock.ts';
import { attach, type ReeveClient } from '../helpers/window.ts';
import { createPlatform } from '../platform/platform.ts';

const isOver = ({ state }: Setup) => ['done', 'asks', 'paused', 'stopped'].includes(state);
const finished = (client: ReeveClient) => until(() => client.setup.get(), isOver);

const lists = [
  'users',
  'runners',
  'serviceAccounts',
  'enterpriseUsers',
  'members',
  'accessTokens',
  'sshCertificates',
  'webhooks',
  'remoteMirrors',
] as const;

/** The number of cached rows of each list, and of entries of the catalogue. */
async function rowsOf(client: ReeveClient): Promise<Record<string, number>> {
  const rows: Record<string, number> = {};
  for (const name of lists) rows[name] = (await client[name].summary({ scope: null })).live;
  const { groups, projects } = await client.catalogue.summary();
  return { ...rows, groups, projects };
}
const empty = (rows: Record<string, number>) => Object.keys(rows).filter((name) => rows[name] === 0);
const stepOf = (setup: Setup, id: string) => setup.steps.find((step) => step.id === id);

/** The number of requested pages of users. The check of a token and of the connection read one row. */
const pagesOfUsers = (platform: Rig['platform']) =>
  platform.requests.list('GET /users').filter(({ query }) => query.includes('per_page=100')).length;

const pathsOf = ({ platform }: Pick<Rig, 'platform'>) =>
  platform.requests.list().map(({ path }) => decodeURIComponent(path));

test.each([
  { as: 'admin', seed: 77 },
  { as: 'owner', seed: 4_242 },
] as const)(
  'after a connection, every list has rows without any command, as $as with seed $seed',
  async ({ as, seed }) => {
    const { client } = await rig({ as, seed, isAutomatic: true });
    const setup = await finished(client);
    expect(setup.state).toBe('done');
    expect(empty(await rowsOf(client))).toEqual([]);
    expect(setup.done).toBe(setup.steps.length);
    expect(setup.isAdministrator).toBe(as === 'admin');
  },
);

test('every list has rows if all undocumented requests are answered with 404', async () => {
  const faults = ['version', 'user', 'groups', 'projects'].map((path) => ({
    match: `GET /${path}`,
    kind: 'no-route' as const,
  }));
  const { client } = await rig({ faults, isAutomatic: true });
  const setup = await finished(client);
  expect(setup.state).toBe('done');
  expect(empty(await rowsOf(client))).toEqual([]);
  expect(setup.notAvailable.map(({ kind, name }) => `${kind} ${name}`)).toEqual(
    expect.arrayContaining(['probe groups', 'probe projects']),
  );
});

test('with 700 public projects of other people, the setup of an Owner sends at most 50 requests for groups and finds the projects of the Owner', async () => {
  const { client, platform } = await rig({ as: 'owner', foreignProjects: 700, isAutomatic: true });
  const setup = await finished(client);
  expect(setup.state).toBe('done');
  const tried = new Set(
    platform.requests
      .list('GET /groups/:id/service_accounts')
      .filter(({ query }) => query === 'per_page=1')
      .map(({ path }) => path),
  );
  expect(tried.size).toBeLessThanOrEqual(50);
  expect(setup.groups.map(({ path }) => path)).toContain('acme');
  expect(empty(await rowsOf(client))).toEqual([]);
  // A further search reads what everyone may see, and its many projects are not synced without a question
  await client.setup.start({ choice: 'everything' });
  await finished(client);
  const members = platform.requests.count('GET /projects/:id/members/all');
  await client.setup.searchFurther();
  expect((await finished(client)).state).toBe('asks');
  expect(platform.requests.count('GET /projects/:id/members/all')).toBe(members);
});

test('without the option, a new instance is not set up', async () => {
  const { client, platform } = await rig();
  expect(await client.setup.get()).toMatchObject({ state: 'none' });
  expect((await client.jobs.list()).jobs).toEqual([]);
  expect(platform.requests.count('GET /users')).toBe(0);
});

test('the checklist counts rows, figures, requests and places, and names what the token cannot see', async () => {
  const { client, platform } = await rig({ as: 'owner', isAutomatic: true });
  const setup = await finished(client);
  expect(setup.steps.map(({ id }) => id).slice(0, 4)).toEqual(['users', 'runners', 'serviceAccounts', 'places']);
  expect(stepOf(setup, 'members')).toMatchObject({ state: 'done', placesDone: stepOf(setup, 'members')?.placesTotal });
  const acme = setup.groups.find(({ path }) => path === 'acme');
  expect(acme).toMatchObject({ role: 'owner' });
  expect(acme?.projects).toBeGreaterThan(0);
  expect(acme?.members).toBeGreaterThan(0);
  expect(acme?.foundIn.length).toBeGreaterThan(0);
  expect(setup.notAvailable.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['users.administrator', 'runners.all']),
  );
  const sent = setup.steps.reduce((sum, { requests }) => sum + requests, 0);
  expect(setup.requests).toBe(sent);
  expect(sent).toBeLessThanOrEqual(platform.requests.count());
  // A refused place is not requested again, and nothing was written
  expect(platform.requests.list().filter(({ method }) => method !== 'GET')).toEqual([]);
  const job = async () => (await client.jobs.list()).jobs.find(({ kind }) => kind === 'setup');
  expect(await until(job, (now) => now?.state === 'done')).toMatchObject({ requests: setup.requests });
});

test('figures count the rows of the list that they name', async () => {
  const { client } = await rig({ isAutomatic: true });
  const setup = await finished(client);
  const figures = setup.steps.flatMap((step) => step.figures);
  expect(figures.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'administrators',
      'withoutTwoFactor',
      'unprotectedAdministrators',
      'inactive',
      'offline',
      'ending',
      'disabled',
      'failed',
    ]),
  );
  for (const { collection, scope, filter, notReturned, count } of figures) {
    const { list } = client[collection as (typeof lists)[number]] as ReeveClient['users'];
    const query = {
      scope: scope as '',
      search: '',
      filter,
      sort: { by: 'id', direction: 'asc' },
      notReturned,
    } as const;
    expect((await list({ query, slice: { from: 0, count: 1 } })).total).toBe(count);
  }
});

test('a paused setup sends no requests, and continues after a restart where it was', async () => {
  const rigged = await rig({ isAutomatic: true, latencyMs: 15 });
  const { platform } = rigged;
  await until(
    () => rigged.client.setup.get(),
    ({ done }) => done >= 2,
  );
  await rigged.client.setup.pause();
  const paused = await rigged.client.setup.get();
  expect(paused.state).toBe('paused');
  const doneBefore = paused.steps.filter(({ state }) => state === 'done').map(({ id }) => id);
  expect(doneBefore.length).toBeLessThan(paused.steps.length);
  const ofPlaces = platform.requests.count('GET /projects/:id/members/all');
  const client = await rigged.restart();
  expect(await client.setup.get()).toMatchObject({ state: 'paused' });
  expect(platform.requests.count('GET /projects/:id/members/all')).toBe(ofPlaces);
  const users = pagesOfUsers(platform);
  await client.setup.resume();
  expect((await finished(client)).state).toBe('done');
  // The users were synced before the pause
  expect(pagesOfUsers(platform)).toBe(users);
  expect(empty(await rowsOf(client))).toEqual([]);
});

test('a setup that Reeve’s end interrupted continues by itself', async () => {
  const rigged = await rig({ isAutomatic: true, latencyMs: 15 });
  await until(
    () => rigged.client.setup.get(),
    ({ done }) => done >= 2,
  );
  const users = pagesOfUsers(rigged.platform);
  const client = await rigged.restart();
  expect((await finished(client)).state).toBe('done');
  expect(pagesOfUsers(rigged.platform)).toBe(users);
  expect(empty(await rowsOf(client))).toEqual([]);
});

test('collections and places that are switched off are never requested', async () => {
  const rigged = await rig({ latencyMs: 5 });
  const { client, platform } = rigged;
  await client.catalogue.add({ text: 'acme/platform\nglobex/warehouse', kind: 'auto', isPinned: false });
  platform.requests.clear();
  await client.setup.setOff({
    collections: ['users', 'pushRules'],
    places: ['group:acme/platform', 'project:globex/warehouse'],
    isOff: true,
  });
  await client.setup.start({ choice: 'everything' });
  const setup = await finished(client);
  expect(setup.state).toBe('done');
  expect(stepOf(setup, 'users')?.state).toBe('skipped');
  expect(stepOf(setup, 'pushRules')?.state).toBe('skipped');
  expect(platform.requests.count('GET /groups/:id/push_rule')).toBe(0);
  expect(pagesOfUsers(platform)).toBe(0);
  expect(pathsOf({ platform }).filter((path) => /acme\/platform|globex\/warehouse/.test(path))).toEqual([]);
  expect(setup.off).toEqual({
    collections: ['pushRules', 'users'],
    places: expect.arrayContaining(['group:acme/platform']) as string[],
  });
});

test('lists that were synced recently are not synced again', async () => {
  const { client, platform } = await rig();
  const { id } = await client.jobs.sync({ collection: 'runners' });
  await until(
    async () => (await client.jobs.list()).jobs.find((job) => job.id === id),
    (job) => job?.state === 'done',
  );
  const before = platform.requests
    .list('GET /runners/all')
    .filter(({ query }) => query.includes('per_page=100')).length;
  await client.setup.start({ choice: 'essentials' });
  const setup = await finished(client);
  expect(stepOf(setup, 'runners')?.state).toBe('done');
  expect(stepOf(setup, 'members')?.state).toBe('skipped');
  const after = platform.requests.list('GET /runners/all').filter(({ query }) => query.includes('per_page=100')).length;
  expect(after).toBe(before);
});

test('the setup of a large instance asks before it starts, with three choices', async () => {
  const { client, platform } = await rig({ users: 101_000, isAutomatic: true });
  const setup = await finished(client);
  expect(setup.state).toBe('asks');
  expect(setup.costs.map(({ choice }) => choice)).toEqual(['everything', 'active', 'essentials']);
  expect(setup.costs[0]?.requests).toBeGreaterThan(1_000);
  expect(setup.costs[0]?.ms).toBeGreaterThan(0);
  expect(platform.requests.count()).toBeLessThan(30);
  await client.setup.setOff({ collections: ['users'], isOff: true });
  await client.setup.start({ choice: 'everything' });
  expect((await finished(client)).state).toBe('done');
});

test('a further search is followed by a sync of the places that it found', async () => {
  const { client, platform } = await rig({ isAutomatic: true });
  await finished(client);
  const project = platform.world.projects.lookup('globex/warehouse');
  const [issue] = platform.world.issues.all();
  if (project === undefined || issue === undefined) throw new Error('the seed has no such project');
  const { id: _, ...fields } = issue;
  const before = await rowsOf(client);
  const known = await client.catalogue.list({ query: { search: 'globex/warehouse' }, slice: { from: 0, count: 10 } });
  await client.catalogue.remove({ keys: known.rows.map(({ key }) => key) });
  platform.world.issues.add({ ...fields, iid: 99_999, project_id: project.id });
  await client.setup.searchFurther();
  const setup = await finished(client);
  expect(setup.state).toBe('done');
  expect((await rowsOf(client))['users']).toBe(before['users']);
  // A removed project stays removed
  expect(
    (await client.catalogue.list({ query: { search: 'globex/warehouse' }, slice: { from: 0, count: 10 } })).total,
  ).toBe(0);
});

test('while the platform cannot be reached, the setup waits', async () => {
  const rigged = await rig({ isAutomatic: true, latencyMs: 20 });
  const { client, platform } = rigged;
  await until(
    () => client.setup.get(),
    ({ done }) => done >= 1,
  );
  platform.faults.add({ kind: 'reset' });
  const waiting = await until(
    () => client.setup.get(),
    ({ state }) => state !== 'running',
  );
  expect(waiting.state).toBe('waiting');
});

test('events carry only the steps that have changed', async () => {
  // Slow enough for several events
  const { client } = await rig({ latencyMs: 15 });
  const events: { steps: unknown[]; size: number }[] = [];
  client.setup.changed((event) => events.push({ steps: event.steps, size: JSON.stringify(event).length }));
  await client.setup.start({ choice: 'everything' });
  const setup = await finished(client);
  await until(
    () => events.length,
    (n) => n > 1,
  );
  expect(events.some(({ steps }) => steps.length > 0 && steps.length < setup.steps.length)).toBe(true);
  expect(Math.max(...events.map(({ size }) => size))).toBeLessThan(12_000);
});

test('removing the profile removes its setup', async () => {
  const { client } = await rig({ isAutomatic: true, latencyMs: 10 });
  await until(
    () => client.setup.get(),
    ({ requests }) => requests > 3,
  );
  const [profile] = (await client.profiles.list()).profiles;
  await client.profiles.remove({ id: profile?.id ?? '' });
  expect((await client.jobs.list()).jobs).toEqual([]);
});

test('the demo is set up at once, without a window and without a question', async () => {
  const platform = await createPlatform({ users: 60, projects: 130 });
  onTestFinished(() => platform.close());
  const ports = { ...fakePorts(temporaryFolder()), clock: systemClock };
  const core = await createCore(ports, { isAutomatic: true });
  onTestFinished(() => core.close());
  await core.addDemo({ url: platform.url, token: platform.tokens.admin });
  await until(
    () => platform.requests.count('GET /projects/:id/remote_mirrors'),
    (n) => n >= 80,
  );
  const client = attach(core);
  const setup = await finished(client);
  expect(setup).toMatchObject({ state: 'done', choice: 'everything' });
  expect(setup.requests).toBeGreaterThan(1_000);
  expect(empty(await rowsOf(client))).toEqual([]);
});

test('within ten minutes, the demo shows failed, stalled and kept exports although Reeve requested none', async () => {
  const atMs = Date.parse('2026-11-20T08:00:00Z');
  const platform = await createPlatform({ users: 60, atMs, moving: true });
  onTestFinished(() => platform.close());
  const clock = virtualClock((now) => platform.clock.set(now), atMs);
  const ports = { ...fakePorts(temporaryFolder()), clock };
  const core = await createCore(ports, { isAutomatic: true });
  onTestFinished(() => core.close());
  const demo = { url: platform.url, token: platform.tokens.admin, exports: platform.exports };
  await core.addDemo(demo);
  const client = attach(core);
  const listed = async () => (await client.dependencyExports.list({ query: {}, slice: { from: 0, count: 100 } })).rows;
  const placesOf = async (state: string) =>
    (await listed())
      .filter((row) => row.state === state)
      .map(({ kind, place, exportType }) => `${kind} ${place} ${exportType}`)
      .toSorted();
  const endMs = clock.now() + minutes(10);
  while (clock.now() < endMs && (await placesOf('generating')).length > 0) await clock.advance(seconds(15));
  expect(await placesOf('failed')).toEqual(['project acme/platform/runner-images csv']);
  expect(await placesOf('stalled')).toEqual(['group acme json_array']);
  await until(
    async () => (await listed()).filter(({ packages }) => (packages ?? 0) > 0),
    ({ length }) => length === 5,
    60_000,
  );
  const [newer, older] = (await listed()).filter(({ kind, place }) => kind === 'project' && place === 'acme/core');
  const slice = { from: 0, count: 200 };
  const { counts } = await client.dependencyExports.compare({ from: older?.id ?? 0, to: newer?.id ?? 0, slice });
  expect(Math.min(counts.added, counts.removed, counts.version)).toBeGreaterThan(0);
  expect(platform.requests.list().filter(({ method }) => method !== 'GET')).toEqual([]);
  // The next start adds no export again, not even one that was removed from the list
  const all = await listed();
  await client.dependencyExports.remove({ ids: [newer?.id ?? 0] });
  await core.addDemo(demo);
  expect((await listed()).map(({ id }) => id)).toEqual(all.map(({ id }) => id).filter((id) => id !== newer?.id));
});
