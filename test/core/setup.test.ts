import { expect, test } from 'vitest';
import type { Setup } from '#shared/contract/setup.ts';
import { rig, syncList, until, type Rig } from '../helpers/rig.ts';
import type { ReeveClient } from '../helpers/window.ts';

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

/** The number of requested pages of a list. The check of a token and of the connection read one row. */
const pagesOf = ({ requests }: Rig['platform'], endpoint: string) =>
  requests.list(endpoint).filter(({ query }) => query.includes('per_page=100')).length;

test('after the connection of an administrator, every list has rows without any command, although all undocumented requests get 404', async () => {
  const faults = ['version', 'user', 'groups', 'projects'].map((path) => ({
    match: `GET /${path}`,
    kind: 'no-route' as const,
  }));
  const { client, platform } = await rig({ seed: 77, faults, isAutomatic: true });
  const setup = await finished(client);
  expect(setup).toMatchObject({ state: 'done', done: setup.steps.length, isAdministrator: true });
  const before = await rowsOf(client);
  expect(empty(before)).toEqual([]);
  expect(setup.notAvailable.map(({ kind, name }) => `${kind} ${name}`)).toEqual(
    expect.arrayContaining(['probe groups', 'probe projects']),
  );
  await expectFigures(client, setup);

  // A further search finds a removed project in an allowlist. It stays removed
  const { projects, jobTokenScopes } = platform.world;
  const [project, core] = ['globex/warehouse', 'acme/core'].map((path) => projects.lookup(path));
  if (project === undefined || core === undefined) throw new Error('the seed has no such project');
  const found = () => client.catalogue.list({ query: { search: 'globex/warehouse' }, slice: { from: 0, count: 10 } });
  await client.catalogue.remove({ keys: (await found()).rows.map(({ key }) => key) });
  jobTokenScopes.of(core).projects.add(project.id);
  await client.setup.searchFurther();
  expect((await finished(client)).state).toBe('done');
  expect((await rowsOf(client))['users']).toBe(before['users']);
  expect((await found()).total).toBe(0);
});

/** Figures count the rows of the list that they name. The watches change rows between two reads. */
async function expectFigures(client: ReeveClient, setup: Setup): Promise<void> {
  const names = [
    'administrators',
    'withoutTwoFactor',
    'unprotectedAdministrators',
    'inactiveForAYear',
    'runnersOffline',
    'tokensEnding',
    'webhooksDisabled',
    'mirrorsFailing',
  ];
  const counted = await until(
    () => figuresAndLists(client, setup),
    (all) => all.every(({ count, listed }) => count === listed),
  );
  expect(counted.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
}

async function figuresAndLists(client: ReeveClient, setup: Setup) {
  const figures = await client.overview.figures({ collections: setup.steps.map(({ id }) => id) });
  const sort = { by: 'id', direction: 'asc' } as const;
  return Promise.all(
    figures.map(async ({ name, collection, scope, filter, notReturned, count }) => {
      const { list } = client[collection as 'users'];
      const query = { scope: scope as '', search: '', filter, sort, notReturned } as const;
      const listed =
        (list as unknown) === undefined ? count : (await list({ query, slice: { from: 0, count: 1 } })).total;
      return { name, count, listed };
    }),
  );
}

test('when the setup has ended, windows get a message, and checks are no longer paused', async () => {
  const { client } = await rig({ isAutomatic: true });
  const pauses: unknown[] = [];
  client.watches.changed(() => void client.watches.status().then(({ pause }) => pauses.push(pause)));
  await finished(client);
  await until(
    () => pauses.at(-1),
    (pause) => pause === null,
    30_000,
  );
});

test('after the connection of an Owner, every list has rows, and the checklist counts rows, requests and places and names what the token cannot see', async () => {
  const { client, platform } = await rig({ as: 'owner', seed: 4_242, isAutomatic: true });
  const setup = await finished(client);
  expect(setup).toMatchObject({ state: 'done', done: setup.steps.length, isAdministrator: false });
  expect(empty(await rowsOf(client))).toEqual([]);
  const ofInstance = ['users', 'runners', 'serviceAccounts', 'snippets', 'notificationSettings'];
  expect(setup.steps.map(({ id }) => id).slice(0, 6)).toEqual([...ofInstance, 'places']);
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

test('a token of a Maintainer syncs the releases of its groups, and requests no list that only Owners can see', async () => {
  const { client, platform } = await rig({ as: 'maintainer', isAutomatic: true });
  const setup = await finished(client);
  expect(setup.groups.find(({ path }) => path === 'acme')).toMatchObject({ role: 'none' });
  expect(stepOf(setup, 'groupReleases')).toMatchObject({ state: 'done', refusedPlaces: 0 });
  expect(stepOf(setup, 'groupReleases')?.rows).toBeGreaterThan(0);
  expect(stepOf(setup, 'accessTokens')).toMatchObject({ state: 'skipped', placesTotal: 0 });
  expect(platform.requests.count('GET /groups/:id/push_rule')).toBe(0);
});

test('with 300 public projects of other people, a search of an Owner tries at most 50 groups and finds the projects of the Owner', async () => {
  const { client, platform } = await rig({ as: 'owner', foreignProjects: 300 });
  await client.setup.start({ choice: 'everything' });
  const setup = await finished(client);
  expect(setup.state).toBe('done');
  const groupRequests = () => platform.requests.list('GET /groups/:id/service_accounts');
  const tried = () => new Set(groupRequests().flatMap(({ query, path }) => (query === 'per_page=1' ? [path] : [])));
  const { size } = tried();
  expect(size).toBeLessThanOrEqual(50);
  expect(setup.groups.map(({ path }) => path)).toContain('acme');
  expect(empty(await rowsOf(client))).toEqual([]);
  // A further search finds the many public projects, and does not sync them without asking
  const members = platform.requests.count('GET /projects/:id/members/all');
  await client.setup.searchFurther();
  expect((await finished(client)).state).toBe('asks');
  expect(platform.requests.count('GET /projects/:id/members/all')).toBe(members);
  // 60 groups are above these projects
  expect(tried().size - size).toBe(50);
});

test('without the option, a new instance is not set up', async () => {
  const { client, platform } = await rig();
  expect(await client.setup.get()).toMatchObject({ state: 'none' });
  expect((await client.jobs.list()).jobs).toEqual([]);
  expect(platform.requests.count('GET /users')).toBe(0);
});

test('a paused setup sends no requests, also after a restart; a resumed one continues where it stopped, also after a restart', async () => {
  const rigged = await rig({ isAutomatic: true, latencyMs: 15 });
  const { platform } = rigged;
  await until(
    () => rigged.client.setup.get(),
    ({ done }) => done >= 2,
  );
  await rigged.client.setup.pause();
  const paused = await rigged.client.setup.get();
  expect(paused.state).toBe('paused');
  expect(paused.steps.filter(({ state }) => state === 'done').length).toBeLessThan(paused.steps.length);
  const ofPlaces = platform.requests.count('GET /projects/:id/members/all');
  const users = pagesOf(platform, 'GET /users');
  const resting = await rigged.restart();
  expect(await resting.setup.get()).toMatchObject({ state: 'paused' });
  expect(platform.requests.count('GET /projects/:id/members/all')).toBe(ofPlaces);
  await resting.setup.resume();
  await until(
    () => resting.setup.get(),
    ({ done }) => done > paused.done,
  );
  const client = await rigged.restart();
  expect((await finished(client)).state).toBe('done');
  // The users were synced before the pause
  expect(pagesOf(platform, 'GET /users')).toBe(users);
  expect(empty(await rowsOf(client))).toEqual([]);
});

test('lists that were synced recently are not synced again', async () => {
  const { client, platform } = await rig();
  await syncList(client, 'runners');
  const before = pagesOf(platform, 'GET /runners/all');
  await client.setup.start({ choice: 'essentials' });
  const setup = await finished(client);
  expect(stepOf(setup, 'runners')?.state).toBe('done');
  expect(stepOf(setup, 'members')?.state).toBe('skipped');
  expect(pagesOf(platform, 'GET /runners/all')).toBe(before);
});

test('the setup of a large instance asks before it starts, with three choices, and never requests what is switched off', async () => {
  // Slow enough that several events are sent
  const { client, platform } = await rig({ users: 101_000, isAutomatic: true, latencyMs: 5 });
  const asked = await finished(client);
  expect(asked.state).toBe('asks');
  expect(asked.costs.map(({ choice }) => choice)).toEqual(['everything', 'active', 'essentials']);
  expect(asked.costs[0]?.requests).toBeGreaterThan(1_000);
  expect(asked.costs[0]?.ms).toBeGreaterThan(0);
  expect(platform.requests.count()).toBeLessThan(30);

  await client.catalogue.add({ text: 'acme/platform\nglobex/warehouse', kind: 'auto', isPinned: false });
  platform.requests.clear();
  const places = ['group:acme/platform', 'project:globex/warehouse'] as const;
  await client.setup.setOff({ collections: ['users', 'pushRules'], places: [...places], isOff: true });
  const events: { steps: unknown[]; size: number }[] = [];
  client.setup.changed((event) => events.push({ steps: event.steps, size: JSON.stringify(event).length }));
  await client.setup.start({ choice: 'everything' });
  const setup = await finished(client);
  expect(setup.state).toBe('done');
  expect(stepOf(setup, 'users')?.state).toBe('skipped');
  expect(stepOf(setup, 'pushRules')?.state).toBe('skipped');
  expect(platform.requests.count('GET /groups/:id/push_rule')).toBe(0);
  expect(pagesOf(platform, 'GET /users')).toBe(0);
  const paths = platform.requests.list().map(({ path }) => decodeURIComponent(path));
  expect(paths.filter((path) => /acme\/platform|globex\/warehouse/.test(path))).toEqual([]);
  const group = platform.world.groups.lookup('acme/platform');
  const project = platform.world.projects.lookup('globex/warehouse');
  if (!group || !project) throw new Error('the seed lacks the places that are switched off');
  const byId = new RegExp(`/(groups/${group.id}|projects/${project.id})(/|\\?|$)`);
  expect(paths.filter((path) => byId.test(path))).toEqual([]);
  expect(setup.off).toEqual({
    collections: ['pushRules', 'users'],
    places: expect.arrayContaining(['group:acme/platform']) as string[],
  });

  // Events carry only the steps that have changed
  await until(
    () => events.length,
    (n) => n > 1,
  );
  expect(events.some(({ steps }) => steps.length > 0 && steps.length < setup.steps.length)).toBe(true);
  expect(Math.max(...events.map(({ size }) => size))).toBeLessThan(12_000);
});

test('a list in which the setup searches for projects is read again if it failed', async () => {
  const whole = await rig({ seed: 77, isAutomatic: true });
  await finished(whole.client);
  const { requests } = whole.platform;
  const nth = 1 + requests.list('GET /issues').findIndex(({ query }) => query.includes('order_by=updated_at'));
  expect(nth).toBeGreaterThan(0);
  const faults = [{ kind: 'invalid-json' as const, match: 'GET /issues', nth }];
  const { client } = await rig({ seed: 77, faults, isAutomatic: true });
  expect((await finished(client)).state).toBe('done');
  expect(await rowsOf(client)).toEqual(await rowsOf(whole.client));
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
