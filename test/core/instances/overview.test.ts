import { expect, test } from 'vitest';
import type { Figure } from '#shared/contract/overview.ts';
import { days, toIso } from '#shared/time.ts';
import { mirrorsCompared, syncUsers, syncList, rig, until, type Rig } from '../../helpers/rig.ts';

const everywhere = { group: null, project: null };
/** Plan one write and apply it. */
async function applied(client: Rig['client'], call: Parameters<Rig['client']['changes']['run']>[0]): Promise<void> {
  const { id: planId } = await client.changes.plan({ calls: [call] });
  await client.changes.apply({ planId });
  await until(
    () => client.changes.get({ planId }),
    ({ state }) => state === 'done',
  );
}
const look = (client: Rig['client']) => client.overview.get(everywhere);

test('before the first sync nothing is counted, and each list is reported as never synced', async () => {
  const { client, platform } = await rig();
  await until(
    () => client.host.connection(),
    ({ state }) => state === 'online',
  );
  const sent = platform.requests.list().length;
  const { users, runners, tokens, writes } = await look(client);
  expect([users, runners, tokens].map(({ live, completedAt }) => [live, completedAt])).toEqual([
    [0, null],
    [0, null],
    [0, null],
  ]);
  expect(users.unprotectedAdmins).toBeNull();
  expect(runners).toMatchObject({ cells: [], widerScope: null });
  expect(writes).toMatchObject({ refused: { count: 0 }, unknown: { count: 0 }, recent: [] });
  expect(platform.requests.list()).toHaveLength(sent);
});

/** Sync the mirrors and webhooks of all projects that have some. */
async function syncMirrorsAndWebhooks({ client, platform }: Pick<Rig, 'client' | 'platform'>): Promise<void> {
  const { remoteMirrors, webhooks } = platform.world;
  const projectsOf = (all: Iterable<{ project_id: number }>) => new Set([...all].map(({ project_id: id }) => id));
  for (const id of projectsOf(remoteMirrors.all())) await syncList(client, 'remoteMirrors', `project:${id}`);
  for (const id of projectsOf(webhooks.all())) await syncList(client, 'webhooks', `project:${id}`);
  await mirrorsCompared(client);
}

/** All figures in a result, at any depth. */
function figuresIn(value: unknown): { figure: Figure; path: string }[] {
  const walk = (one: unknown, path: string): { figure: Figure; path: string }[] => {
    if (typeof one !== 'object' || one === null) return [];
    const own = 'collection' in one && 'filter' in one && 'count' in one ? [{ figure: one as Figure, path }] : [];
    return [...own, ...Object.entries(one).flatMap(([name, inner]) => walk(inner, `${path}.${name}`))];
  };
  return walk(value, '');
}

test('every figure of the overview and the sidebar equals the number of rows in the list that it opens', async () => {
  const { client, platform } = await rig();
  const { runners: fleet, users: people } = platform.world;
  const admin = people.ordered('id').find(({ is_admin: isAdmin }) => isAdmin);
  people.edit(admin?.id ?? 0, { two_factor_enabled: false });
  const group = `group:${platform.world.groups.lookup('acme')?.id ?? 0}`;
  await syncUsers(client);
  await syncList(client, 'runners');
  await syncList(client, 'accessTokens', group);
  await syncMirrorsAndWebhooks({ client, platform });
  for (const place of [everywhere, { group, project: null }]) {
    const shown = await client.overview.get(place);
    const named = await client.overview.figures({ collections: ['users', 'runners', 'accessTokens', 'webhooks'] });
    const figures = figuresIn([shown, await client.overview.counts(place), named]);
    expect(figures.length).toBeGreaterThan(25);
    for (const { figure, path } of figures) {
      const { collection, scope, filter, notReturned } = figure;
      const query = { scope, filter, notReturned };
      const { list } = client[collection as 'runners'];
      const { total } = await list({ query, slice: { from: 0, count: 1 } });
      expect(figure.count, path).toBe(total);
    }
    for (const { filter, notReturned, count } of [...shown.tokens.horizon.parts, ...shown.tokens.horizon.weeks]) {
      const query = { scope: shown.tokens.scope, filter, notReturned };
      expect((await client.accessTokens.list({ query, slice: { from: 0, count: 1 } })).total).toBe(count);
    }
  }
  const { users, runners } = await look(client);
  expect(users.unprotectedAdmins?.count).toBeGreaterThan(0);
  expect(users.newInWeek?.count).toBe(
    people
      .ordered('id')
      .filter(({ created_at: at }) => at >= Date.parse(String(users.newInWeek?.filter['created_after']))).length,
  );
  const having = (status: string): number => fleet.filter((one) => fleet.status(one) === status).length;
  expect(runners.states.offline?.count).toBe(having('offline'));
  expect(runners.states.stale?.count).toBe(having('stale'));
  expect((await client.overview.counts(everywhere)).offlineRunners.count).toBe(having('offline'));
});

test('the list of offline runners shows no stale runner', async () => {
  const { client, platform } = await rig();
  await syncList(client, 'runners');
  const { runners } = platform.world;
  expect(runners.filter((one) => runners.status(one) === 'stale').length).toBeGreaterThan(0);
  const query = { scope: '', filter: { status: 'offline' as const } };
  const { rows } = await client.runners.list({ query, slice: { from: 0, count: 200 } });
  expect(new Set(rows.map(({ row }) => row.status))).toEqual(new Set(['offline']));
});

test('every runner has one cell and is counted in exactly one state', async () => {
  const { client } = await rig();
  await syncList(client, 'runners');
  const { runners } = await look(client);
  expect(runners.live).toBeGreaterThan(0);
  expect(runners.cells).toHaveLength(runners.live);
  for (const [state, { count }] of Object.entries(runners.states)) {
    expect(runners.cells.filter((cell) => cell.state === state).length, state).toBe(count);
  }
  expect(Object.values(runners.states).reduce((sum, { count }) => sum + count, 0)).toBe(runners.live);
});

test('what the token of a developer cannot see is named, and its figures are not shown as zero', async () => {
  const { client } = await rig({ as: 'developer' });
  await client.profiles.probe();
  await syncUsers(client);
  await syncList(client, 'runners');
  const { notVisible, users } = await look(client);
  expect(notVisible).toEqual(['users.administrator', 'runners.all', 'service-accounts']);
  expect(users).toMatchObject({ newInWeek: null, unprotectedAdmins: null });
});

test('an administrator sees all, so nothing is named as not visible', async () => {
  const { client } = await rig();
  await client.profiles.probe();
  await syncUsers(client);
  expect((await look(client)).notVisible).toEqual([]);
});

test('a chosen group without synced runners says how many are cached for the instance', async () => {
  const { client, platform } = await rig();
  await syncList(client, 'runners');
  const { runners: all } = await look(client);
  expect(all.widerScope).toBeNull();
  const group = `group:${platform.world.groups.lookup('acme')?.id ?? 0}`;
  const chosen = { group, project: `project:${platform.world.projects.lookup('acme/core')?.id ?? 0}` };
  const { runners } = await client.overview.get(chosen);
  expect(runners).toMatchObject({ live: 0, completedAt: null, widerScope: { scope: '', count: all.live } });
  await syncList(client, 'runners', group);
  const nearer = (await client.overview.get(chosen)).runners.widerScope;
  expect(nearer?.scope).toBe(group);
  expect((await client.overview.get({ group, project: null })).runners.widerScope).toBeNull();
});

test('a chosen group without synced tokens says how many are cached for other groups', async () => {
  const { client, platform } = await rig();
  const scopeOf = (path: string): string => `group:${platform.world.groups.lookup(path)?.id ?? 0}`;
  await syncList(client, 'accessTokens', scopeOf('acme'));
  const { tokens } = await client.overview.get({ group: scopeOf('globex'), project: null });
  expect(tokens).toMatchObject({ live: 0, widerScope: { scope: null } });
  expect(tokens.widerScope?.count).toBe((await look(client)).tokens.live);
});

test('known groups whose tokens were never synced are reported', async () => {
  const { client, platform } = await rig();
  const [group] = platform.world.groups.filter(() => true);
  await client.catalogue.add({ text: String(group?.id), kind: 'group', isPinned: true });
  expect((await look(client)).tokens).toMatchObject({ groups: 1, unsyncedGroups: 1 });
  await syncList(client, 'accessTokens', `group:${group?.id}`);
  const { tokens } = await look(client);
  expect(tokens).toMatchObject({ unsyncedGroups: 0 });
  expect(tokens.horizon.weeks).toHaveLength(26);
});

test('tokens that expire within a week are counted as the page of tokens lists them', async () => {
  const { client, platform } = await rig();
  const id = platform.world.groups.lookup('acme')?.id ?? 0;
  const scope = `group:${id}`;
  await syncList(client, 'accessTokens', scope);
  const { rows } = await client.accessTokens.list({ query: { scope }, slice: { from: 0, count: 1 } });
  const { endingTokens } = await client.overview.counts(everywhere);
  const body = { name: 'ends soon', scopes: ['api'], expires_at: toIso(Date.now() + days(3)).slice(0, 10) };
  const path = { id, user_id: rows[0]?.row.user_id ?? 0 };
  await applied(client, { op: 'group-service-accounts.createToken', path, body });
  await syncList(client, 'accessTokens', scope);
  const inGroup = await client.overview.counts({ group: scope, project: null });
  expect(inGroup.endingTokens.count).toBe(endingTokens.count + 1);
  expect((await client.overview.counts(everywhere)).endingTokens.count).toBe(endingTokens.count + 1);
});

test('writes that were refused are counted, and the newest entries of the journal come first', async () => {
  const { client, platform } = await rig();
  const id = platform.world.runners.find(() => true)?.id ?? 0;
  await client.changes.run({ op: 'runners.edit', path: { id }, body: { description: 'renamed' } });
  const path = { id: platform.world.groups.lookup('acme')?.id ?? 0, user_id: 999_999 };
  await applied(client, { op: 'group-service-accounts.createToken', path, body: { name: 'none', scopes: ['api'] } });
  const { writes } = await look(client);
  expect(writes).toMatchObject({ refused: { count: 1 }, unknown: { count: 0 } });
  const slice = { from: 0, count: 1 };
  expect((await client.journal.list({ query: writes.refused.query, slice })).total).toBe(1);
  expect(writes.recent.map(({ op, state }) => [op, state])).toEqual([
    ['group-service-accounts.createToken', 'refused'],
    ['runners.edit', 'applied'],
  ]);
});

test('the sidebar counts each list in the scope of its page, without lists that require a choice', async () => {
  const { client } = await rig();
  await syncList(client, 'runners');
  const { lists } = await client.overview.counts(everywhere);
  expect(lists.map(({ collection, scope }) => [collection, scope])).toEqual([
    ['accessTokens', null],
    ['issues', ''],
    ['keys', ''],
    ['mergeRequests', ''],
    ['runners', ''],
    ['serviceAccounts', null],
    ['users', ''],
  ]);
  expect(lists.find(({ collection }) => collection === 'runners')?.completedAt).not.toBeNull();
  const inGroup = (await client.overview.counts({ group: 'group:7', project: null })).lists;
  expect(inGroup.map(({ collection, scope }) => [collection, scope])).toContainEqual(['sshCertificates', 'group:7']);
});

test('the overview works while the platform is unreachable', async () => {
  const { client, platform } = await rig();
  await syncList(client, 'runners');
  await platform.close();
  expect((await look(client)).runners.completedAt).not.toBeNull();
});

test('every mirror and every webhook has one cell and is counted in exactly one state, problems first', async () => {
  const { client, platform } = await rig();
  const { remoteMirrors, webhooks } = platform.world;
  const [hook] = [...webhooks.all()];
  if (hook !== undefined) hook.disabled_until = platform.clock.now() + days(1);
  await syncMirrorsAndWebhooks({ client, platform });
  const shown = await look(client);
  for (const { live, cells, states } of [shown.mirrors, shown.webhooks]) {
    expect(cells).toHaveLength(live);
    const sums = Object.entries(states).map(([state, { count }]) => {
      expect(cells.filter((one) => one.state === state).length, state).toBe(count);
      return count;
    });
    expect(sums.reduce((a, b) => a + b, 0)).toBe(live);
  }
  expect(shown.mirrors.live).toBe([...remoteMirrors.all()].length);
  expect(shown.mirrors.cells[0]).toMatchObject({ state: 'failed', id: shown.mirrors.alarms[0]?.id });
  expect(shown.webhooks.cells[0]).toMatchObject({ state: 'disabled', id: hook?.id });
  expect(shown.webhooks.alerts[0]).toMatchObject({ state: 'disabled', id: hook?.id });
  const { mirrorAlarms, alertingWebhooks } = await client.overview.counts(everywhere);
  expect(mirrorAlarms.count).toBe(shown.mirrors.alarming.count);
  expect(alertingWebhooks.count).toBe(shown.webhooks.alerting.count);
});

test('the alarms of a project are those of the overview', async () => {
  const { client, platform } = await rig();
  const { webhooks } = platform.world;
  for (const hook of webhooks.all()) hook.disabled_until = platform.clock.now() + days(1);
  await syncMirrorsAndWebhooks({ client, platform });
  const { mirrors, webhooks: hooks } = await look(client);
  for (const project of [mirrors.alarms[0]?.scope ?? '', hooks.alerts[0]?.scope ?? '']) {
    const whole = await client.overview.get({ group: null, project });
    const alarms = await client.overview.alarms({ scope: project });
    expect(whole.mirrors).toMatchObject(alarms.mirrors);
    expect(alarms.mirrors.alarms).toEqual(whole.mirrors.alarms);
    expect(whole.webhooks).toMatchObject(alarms.webhooks);
    expect(alarms.webhooks.alerts).toEqual(whole.webhooks.alerts);
    expect([...whole.mirrors.alarms, ...whole.webhooks.alerts]).not.toEqual([]);
    expect(alarms).toMatchObject({ offlineRunners: whole.runners.states.offline });
  }
});
