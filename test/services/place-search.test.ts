import { expect, onTestFinished, test } from 'vitest';
import { normalText } from '#main/cache/normal-text.ts';
import { systemClock } from '#main/hosts/machine.ts';
import { catalogue as catalogueService } from '#main/services/catalogue/catalogue.ts';
import { textParser } from '#main/services/text-parser.ts';
import { placeSearch, type SearchOptions } from '#main/services/catalogue/place-search.ts';
import { trialSender } from '#main/services/instances/instances.ts';
import { catalogue as catalogueTable } from '#main/state/catalogue.ts';
import { newestVersion } from '#main/state/open/migrate.ts';
import { placeDiscovery } from '#main/state/place-discovery.ts';
import { CatalogueQuery } from '#shared/contract/catalogue.ts';
import { days } from '#shared/time.ts';
import { fakePorts } from '../helpers/fake-ports.ts';
import { temporaryFolder } from '../helpers/rig.ts';
import { createPlatform } from '../platform/platform.ts';
import type { TokenName } from '../platform/seed/tokens.ts';
import type { Settings } from '../platform/settings.ts';
import { databaseAt } from '../state/migrations/database-at.ts';

const profileId = 'p1';

/** The search with a real catalogue and a real sender. `later`: how much later the clock shows than the system's. */
async function searching({ as = 'admin', ...settings }: Partial<Settings> & { as?: TokenName } = {}) {
  const platform = await createPlatform({ users: 60, ...settings });
  onTestFinished(() => platform.close());
  const db = databaseAt(newestVersion);
  const table = catalogueTable(db, normalText);
  const progress = placeDiscovery(db);
  const time = { later: 0 };
  const clock = { ...systemClock, now: () => systemClock.now() + time.later };
  const ports = { ...fakePorts(temporaryFolder()), clock };
  const known = catalogueService({
    state: { catalogue: table },
    clock,
    texts: textParser(ports.workers.parse),
    fileExports: { save: () => Promise.reject(new Error('no export in this test')), has: () => false },
    emitTo: () => () => undefined,
    changed: () => undefined,
    onPlacesKnown: () => undefined,
  });
  const settingsOf = { dialect: settings.dialect ?? 'documented', proxy: null, ca: null, allowPlainHttp: false };
  const send = trialSender(ports, { ...settingsOf, url: platform.url }, platform.tokens[as], () => undefined);
  onTestFinished(() => send.close());
  const profile = { id: profileId, url: platform.url, name: 'Test' };
  const { search } = placeSearch({ table, progress, note: known.noteFound, noteGroup: known.noteGroup, clock });
  const run = (more: Partial<SearchOptions> = {}) =>
    search({ profile, send } as unknown as Parameters<typeof search>[0], {
      isAdministrator: as === 'admin',
      since: clock.now(),
      isFurther: false,
      signal: new AbortController().signal,
      onRequest: () => undefined,
      ...more,
    });
  const paths = (kind: 'group' | 'project') =>
    table
      .list(profileId, CatalogueQuery.parse({ kind }), { from: 0, count: 10_000 })
      .rows.map(({ path }) => path)
      .sort();
  /** Requests that ask whether a path is a group. */
  const probes = () =>
    platform.requests.count('GET /groups/:id/service_accounts') +
    platform.requests.count('GET /groups/:id/notification_settings');
  return { platform, table, progress, known, run, paths, probes, time };
}

test.each([1, 7, 99])('an administrator finds every active project and its groups, with seed %i', async (seed) => {
  const { platform, run, paths } = await searching({ seed });
  await run();
  expect(paths('group')).toEqual(expect.arrayContaining(['acme', 'acme/platform']));
  const withRows = new Set(
    [...platform.world.issues.all(), ...platform.world.mergeRequests.all()].map(({ project_id }) => project_id),
  );
  const expected = [...withRows].flatMap((id) => {
    const project = platform.world.projects.get(id);
    return project === undefined ? [] : [platform.world.projects.fullPath(project)];
  });
  expect(paths('project')).toEqual(expect.arrayContaining(expected.sort()));
  // No undocumented request, and no request by a guessed id
  const undocumented = platform.requests
    .list()
    .filter(({ endpoint, path }) => endpoint === undefined || path.includes('/keys/'));
  expect(undocumented).toEqual([]);
});

test.each([1, 7, 99])('an Owner finds the own groups only, with seed %i', async (seed) => {
  const { run, paths, progress, platform } = await searching({ as: 'owner', seed });
  await run();
  expect(paths('group')).toEqual(expect.arrayContaining(['acme']));
  expect(paths('group')).not.toContain('globex');
  const answers = progress.answers(profileId, 'group');
  expect(answers.get('acme')).toMatchObject({ outcome: 'owner', status: 200 });
  for (const path of paths('group')) expect(answers.get(path ?? '')?.outcome).toBe('owner');
  const scopes = platform.requests.list('GET /issues').map(({ query }) => new URLSearchParams(query).get('scope'));
  expect(scopes).not.toContain('all');
});

test('an Owner finds the own groups on older versions, which accept only the number of a group there', async () => {
  const { run, paths } = await searching({ as: 'owner', dialect: 'gitlab', olderVersion: true });
  await run();
  expect(paths('group')).toContain('acme');
});

test('with 5,000 foreign public projects, at most 50 paths are tried as groups, the likeliest first', async () => {
  const { known, run, probes, platform, paths } = await searching({ as: 'owner' });
  const foreign = Array.from({ length: 5_000 }, (_, at) => ({
    kind: 'project' as const,
    id: 100_000 + at,
    path: `foreign-${at}/project`,
    name: null,
  }));
  known.noteFound(profileId, foreign, 'issues');
  const since = Date.now();
  await run({ since });
  expect(probes()).toBeLessThanOrEqual(50);
  expect(paths('group')).toContain('acme');
  // An interrupted search that continues has the same limit, and a refused path is not tried again
  await run({ since });
  expect(probes()).toBeLessThanOrEqual(50);
  const tried = platform.requests.list('GET /groups/:id/service_accounts').map(({ path }) => path);
  expect(new Set(tried).size).toBe(tried.length);
});

test('a project that fails is asked again by the next search, and does not end this one', async () => {
  const { run, platform, paths } = await searching();
  const match = 'GET /projects/:id/job_token_scope/allowlist';
  platform.faults.add({ kind: 'status', status: 500, match, nth: 2 });
  await run();
  const asked = platform.requests.count(match);
  expect(asked).toBeGreaterThan(3);
  expect(paths('group').length).toBeGreaterThan(0);
  await run({ since: 0 });
  expect(platform.requests.count(match)).toBe(asked + 1);
});

test('a list that fails is continued by the next search', async () => {
  const whole = await searching();
  expect(await whole.run()).toBe(true);
  const { run, platform, paths } = await searching();
  const since = Date.now();
  platform.faults.add({ kind: 'status', status: 500, match: 'GET /issues', times: 1 });
  expect(await run({ since })).toBe(false);
  expect(paths('project')).not.toEqual(whole.paths('project'));
  expect(await run({ since })).toBe(true);
  expect([paths('project'), paths('group')]).toEqual([whole.paths('project'), whole.paths('group')]);
});

test('a refusal is remembered for seven days', async () => {
  const { run, probes, time } = await searching({ as: 'owner' });
  await run();
  const first = probes();
  time.later = days(6);
  await run();
  const owned = probes() - first;
  time.later = days(8);
  await run();
  expect(probes() - first - owned).toBeGreaterThan(owned);
});

test('a group or project that a person removed stays removed, and is not requested', async () => {
  const { run, paths, table, platform } = await searching();
  await run();
  const removed = table.list(profileId, CatalogueQuery.parse({}), { from: 0, count: 1_000 }).rows;
  table.remove(
    profileId,
    removed.filter(({ path }) => path === 'acme' || path === 'acme/core').map(({ key }) => key),
    1,
  );
  platform.requests.clear();
  await run();
  expect(paths('group')).not.toContain('acme');
  expect(paths('project')).not.toContain('acme/core');
  const asked = platform.requests.list('GET /groups/:id/notification_settings').map(({ path }) => path);
  expect(asked.some((path) => path.includes('/groups/acme/'))).toBe(false);
});

test('a list ends after five pages without a new project, and a further search continues behind them', async () => {
  const { run, platform } = await searching();
  const project = platform.world.projects.lookup('acme/core');
  const [issue] = platform.world.issues.filter(({ project_id }) => project_id === project?.id);
  if (issue === undefined) throw new Error('the seed has no issue');
  const { id: _, ...fields } = issue;
  for (let iid = 1; iid <= 1_200; iid += 1)
    platform.world.issues.add({ ...fields, iid: 10_000 + iid, updated_at: issue.updated_at + 1e9 + iid });
  const pagesOf = () =>
    platform.requests.list('GET /issues').map(({ query }) => Number(new URLSearchParams(query).get('page')));
  await run();
  expect(Math.max(...pagesOf())).toBe(6);
  platform.requests.clear();
  await run({ since: Date.now() + 1, isFurther: true });
  expect(Math.min(...pagesOf())).toBe(7);
});

test('an interrupted search continues where it ended', async () => {
  const { run, platform } = await searching();
  const since = Date.now();
  const ended = new AbortController();
  let requests = 0;
  await expect(
    run({ since, signal: ended.signal, onRequest: () => void ((requests += 1) === 5 && ended.abort()) }),
  ).rejects.toThrow();
  const before = platform.requests
    .list()
    .filter(({ status }) => status !== null)
    .map(({ path, query }) => `${path}?${query}`);
  platform.requests.clear();
  await run({ since });
  const after = platform.requests.list().map(({ path, query }) => `${path}?${query}`);
  const repeated = after.filter((one) => before.includes(one));
  // Only requests whose replies were lost are sent again
  expect(repeated.length).toBeLessThanOrEqual(3);
  expect(after.length).toBeGreaterThan(0);
});
