import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import type { NamedFigure } from '#shared/contract/overview.ts';
import { days, minutes } from '#shared/time.ts';
import { mirrorsCompared, rig, syncList, syncUsers, type Rig } from '../helpers/rig.ts';
import type { ReeveClient } from '../helpers/window.ts';
import { PROJECT_PATHS } from '../platform/seed/groups.ts';
import type { Platform } from '../platform/platform.ts';

const everywhere = { group: null, project: null };
const listed = ['users', 'enterpriseUsers', 'serviceAccounts', 'runners', 'accessTokens', 'webhooks', 'remoteMirrors'];
type ListName = 'users' | 'runners' | 'accessTokens' | 'remoteMirrors' | 'webhooks' | 'enterpriseUsers';

/** The query of a view that a page of the window offers. */
async function viewOf(page: string, name: string, id: string): Promise<object> {
  const path = join(process.cwd(), 'src-renderer/pages', page);
  const lists = (await import(pathToFileURL(path).href)) as Record<
    string,
    { views: readonly { id: string; query: { filter?: object; notReturned?: string } }[] }
  >;
  const view = lists[name]?.views.find((one) => one.id === id);
  if (view === undefined) throw new Error(`${page} has no view ${id}`);
  const { filter = {}, notReturned = 'hide' } = view.query;
  return { filter, notReturned };
}

async function totalOf(client: ReeveClient, collection: string, query: object): Promise<number> {
  const { list } = client[collection as 'users'];
  return (await list({ query: query as { scope: '' }, slice: { from: 0, count: 1 } })).total;
}

function acmeOf({ world }: Platform) {
  const group = world.groups.lookup('acme');
  if (group === undefined) throw new Error('there is no group acme');
  return group;
}
const projectOf = ({ world }: Platform): number => world.projects.lookup(PROJECT_PATHS.private)?.id ?? 0;
const scopesOf = (platform: Platform) => ({
  group: `group:${acmeOf(platform).id}`,
  project: `project:${projectOf(platform)}`,
});

/** Accounts of every kind and state without two-factor authentication, with and without administrator rights. */
function seedUsers({ world }: Platform): void {
  const types = ['human', 'service_account', 'project_bot', 'internal'] as const;
  const states = ['active', 'blocked', 'deactivated', 'blocked_pending_approval'] as const;
  for (const type of types) {
    for (const state of states) {
      for (const is_admin of [true, false]) {
        const username = `figure_${type}_${state}_${is_admin ? 'admin' : 'user'}`;
        const seenAt = Date.now() - days(500);
        world.users.add({ username, type, state, is_admin, two_factor_enabled: false, created_at: seenAt });
      }
    }
  }
}

/** Tokens that expire on the days around the limits of each figure, and one that never expires. */
function seedTokens(platform: Platform): void {
  const { world } = platform;
  const account = world.serviceAccounts.add(acmeOf(platform), {
    name: 'Limits',
    username: 'limits',
    createdById: null,
  });
  const today = Math.floor(Date.now() / days(1)) * days(1);
  for (const left of [-1, 0, 1, 6, 7, 8, 29, 30, 31, null]) {
    world.tokens.add({
      ...{ value: `pat-limits-${left}`, user_id: account.id, name: `in ${left}`, description: '', scopes: ['api'] },
      ...{
        created_at: Date.now() - days(100),
        last_used_at: null,
        revoked: false,
        expires_at: left === null ? null : today + days(left),
      },
    });
  }
}

/** Mirrors of one project: failing, failing and muted, failing but disabled, retried after a failure, and stuck. */
async function seedMirrors({ client, platform }: Rig): Promise<void> {
  const { remoteMirrors } = platform.world;
  const { project } = scopesOf(platform);
  const [first] = remoteMirrors.of(projectOf(platform));
  if (first === undefined) throw new Error('the project has no mirror');
  const now = platform.clock.now();
  const failed = { startsAt: now - minutes(50), endsAt: now - minutes(49), error: 'refused' };
  const running = { startsAt: now - minutes(1), endsAt: now + days(1), error: null };
  const add = (enabled: boolean, updates: typeof first.updates) => {
    const { id: _, ...fields } = first;
    return remoteMirrors.add({ ...fields, url: 'https://figures.example/a.git', enabled, updates });
  };
  add(true, [failed]);
  add(false, [failed]);
  add(true, [running]);
  const muted = add(true, [failed]);
  const retried = add(true, [failed]);
  await syncList(client, 'remoteMirrors', project);
  await mirrorsCompared(client);
  retried.updates = [failed, running];
  await syncList(client, 'remoteMirrors', project);
  await client.remoteMirrors.mute({ scope: project, id: muted.id, until: Date.now() + days(1) });
  await mirrorsCompared(client);
}

/** An instance with rows on both sides of each limit, synced in all its places. */
async function seeded(): Promise<Rig> {
  const given = await rig();
  const { client, platform } = given;
  const { group, project } = scopesOf(platform);
  seedUsers(platform);
  seedTokens(platform);
  const hooks = platform.world.webhooks.filter(() => true);
  const [first, second] = hooks;
  if (first === undefined || second === undefined) throw new Error('too few webhooks');
  first.failures = 40;
  for (let n = 0; n < 4; n += 1) platform.world.webhooks.count(second, false);
  await syncUsers(client);
  // The same runner is then cached in three scopes
  for (const scope of ['', group, project]) await syncList(client, 'runners', scope);
  await syncList(client, 'accessTokens', group);
  await syncList(client, 'enterpriseUsers', group);
  await syncList(client, 'serviceAccounts');
  for (const id of new Set(hooks.map((one) => one.project_id))) await syncList(client, 'webhooks', `project:${id}`);
  await seedMirrors(given);
  return given;
}

test('each figure with a name is the same number in the world and in all places of the window that show it', async () => {
  const { client, platform } = await seeded();
  const { world } = platform;
  const shown = await client.overview.get(everywhere);
  const counts = await client.overview.counts(everywhere);
  const setup: Record<string, NamedFigure> = Object.fromEntries(
    (await client.overview.figures({ collections: listed })).map((one) => [one.name, one]),
  );
  const { group } = scopesOf(platform);
  const ofGroup = await client.places.home({ scope: group });
  const horizon = await client.accessTokens.horizon({ scope: null });
  const part = (name: string) => horizon.parts.find((one) => one.part === name)?.count;
  const view = async (collection: ListName, page: string, list: string, id: string) =>
    totalOf(client, collection, {
      scope: ['users', 'runners'].includes(collection) ? '' : null,
      ...(await viewOf(page, list, id)),
    });
  const users = (id: string) => view('users', 'users/users-list.ts', 'usersList', id);
  const runners = (id: string) => view('runners', 'runners/fleet/runners-list.ts', 'runnersList', id);
  const tokens = (id: string) => view('accessTokens', 'access-tokens/tokens-list.ts', 'tokensList', id);
  const mirrors = (id: string) => view('remoteMirrors', 'remote-mirrors/mirrors-list.ts', 'mirrorsList', id);
  const hooks = (id: string) => view('webhooks', 'webhooks/lists.ts', 'hooksList', id);

  const accounts = new Set(world.serviceAccounts.of(acmeOf(platform)).map(({ id }) => id));
  const today = Math.floor(Date.now() / days(1)) * days(1);
  const people = world.users.ordered('id');
  const open = people.filter(
    ({ state, type, two_factor_enabled: has }) => state === 'active' && type === 'human' && !has,
  );
  const inactive = people.filter(
    ({ state, last_activity_on: at, created_at: since }) => state === 'active' && (at ?? since) < today - days(365),
  );
  const runnersIn = (status: string) => world.runners.filter((one) => world.runners.status(one) === status).length;
  const hooksIn = world.webhooks.filter((one) => world.webhooks.alertStatus(one) !== 'executable').length;
  const endingIn = (first: number, last: number) =>
    world.tokens.filter(
      ({ user_id: user, revoked, expires_at: at }) =>
        accounts.has(user) && !revoked && at !== null && at >= today + days(first) && at < today + days(last + 1),
    ).length;

  const all: Record<string, Record<string, number | undefined>> = {
    users: { world: people.length, overview: shown.users.live, setup: setup['users']?.count, view: await users('all') },
    administrators: {
      world: people.filter(({ is_admin: is }) => is).length,
      setup: setup['administrators']?.count,
      view: await users('administrators'),
    },
    withoutTwoFactor: {
      world: open.length,
      setup: setup['withoutTwoFactor']?.count,
      view: await users('no-two-factor'),
    },
    unprotectedAdministrators: {
      world: open.filter(({ is_admin: is }) => is).length,
      overview: shown.users.unprotectedAdmins?.count,
      setup: setup['unprotectedAdministrators']?.count,
    },
    inactiveForAYear: {
      world: inactive.length,
      setup: setup['inactiveForAYear']?.count,
      view: await users('inactive-year'),
    },
    enterpriseWithoutTwoFactor: {
      setup: setup['enterpriseWithoutTwoFactor']?.count,
      view: await view('enterpriseUsers', 'enterprise-users/enterprise-list.ts', 'enterpriseList', 'no-two-factor'),
    },
    runnersOffline: {
      world: runnersIn('offline'),
      overview: shown.runners.states.offline.count,
      sidebar: counts.offlineRunners.count,
      setup: setup['runnersOffline']?.count,
      view: await runners('offline'),
    },
    runnersStale: {
      world: runnersIn('stale'),
      overview: shown.runners.states.stale.count,
      setup: setup['runnersStale']?.count,
      view: await runners('stale'),
    },
    runnersNeverContacted: {
      world: runnersIn('never_contacted'),
      overview: shown.runners.states.never.count,
      view: await runners('never'),
    },
    runnersOnline: {
      world: runnersIn('online'),
      overview: shown.runners.online.count,
      setup: setup['runnersOnline']?.count,
    },
    tokensEnding: {
      world: endingIn(1, 30),
      overview: shown.tokens.horizon.soon.count,
      page: horizon.soon.count,
      parts: (part('week') ?? 0) + (part('month') ?? 0),
      setup: setup['tokensEnding']?.count,
    },
    tokensEndingInAWeek: {
      world: endingIn(1, 7),
      sidebar: counts.endingTokens.count,
      group: ofGroup.alarms.find(({ collection }) => collection === 'accessTokens')?.counts[group],
      page: part('week'),
    },
    tokensWithoutEnd: { page: part('never'), view: await tokens('endless') },
    tokensNeverUsed: { page: part('unused'), view: await tokens('unused') },
    mirrorsFailing: {
      // The seed has one, and `seedMirrors` adds one and one that is retried
      world: 3,
      cells: shown.mirrors.cells.filter(({ state }) => state === 'failed').length,
      overview: shown.mirrors.states.failed.count,
      setup: setup['mirrorsFailing']?.count,
      view: await mirrors('failed'),
    },
    mirrorAlarms: {
      overview: shown.mirrors.alarming.count,
      sidebar: counts.mirrorAlarms.count,
      setup: setup['mirrorAlarms']?.count,
      view: await mirrors('alarms'),
    },
    mirrorsUnderWay: { overview: shown.mirrors.states.underWay.count, view: await mirrors('under-way') },
    mirrorsDisabled: {
      world: world.remoteMirrors.of(projectOf(platform)).filter(({ enabled }) => !enabled).length,
      overview: shown.mirrors.states.disabled.count,
      view: await mirrors('disabled'),
    },
    webhooksDisabled: {
      world: hooksIn,
      overview: shown.webhooks.states.disabled.count,
      setup: setup['webhooksDisabled']?.count,
      view: await hooks('disabled'),
    },
    webhooksAlerting: {
      world: hooksIn,
      overview: shown.webhooks.alerting.count,
      sidebar: counts.alertingWebhooks.count,
      setup: setup['webhooksAlerting']?.count,
      view: await hooks('alerting'),
    },
  };
  for (const [name, places] of Object.entries(all)) {
    const [first] = Object.values(places);
    expect(first, name).toBeGreaterThan(0);
    expect(places, name).toEqual(Object.fromEntries(Object.keys(places).map((place) => [place, first])));
  }
});

test('accounts of which it is not known whether they have two-factor authentication are counted apart', async () => {
  const { client, platform } = await rig();
  const { users } = platform.world;
  const add = (username: string, two_factor_enabled: unknown) =>
    users.add({ username, is_admin: true, two_factor_enabled: two_factor_enabled as boolean });
  add('without', false);
  add('missing', null);
  add('unexpected', 'yes');
  await syncUsers(client);
  const shown = await client.overview.get(everywhere);
  expect(shown.users.unprotectedAdmins).toMatchObject({ count: 1, unknown: 2 });
  const named = await client.overview.figures({ collections: ['users'] });
  expect(named.find(({ name }) => name === 'unprotectedAdministrators')).toMatchObject({ count: 1, unknown: 2 });
});

test('figures that the token cannot see are missing, and not zero', async () => {
  const { client } = await rig({ as: 'developer' });
  await syncUsers(client);
  await syncList(client, 'runners');
  const named = (await client.overview.figures({ collections: ['users', 'runners'] })).map(({ name }) => name);
  expect(named).toEqual(expect.arrayContaining(['users', 'runners', 'runnersOffline']));
  expect(named).not.toContain('withoutTwoFactor');
});
