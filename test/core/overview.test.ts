import { expect, test } from 'vitest';
import { days, toIso } from '#shared/time.ts';
import { crawled, readList, rig, until, type Rig } from '../helpers/rig.ts';

const everywhere = { group: null, project: null };
/** Plan one write and see it through. */
async function applied(client: Rig['client'], call: Parameters<Rig['client']['changes']['run']>[0]): Promise<void> {
  const { id: planId } = await client.changes.plan({ calls: [call] });
  await client.changes.apply({ planId });
  await until(
    () => client.changes.get({ planId }),
    ({ state }) => state === 'done',
  );
}
const look = (client: Rig['client']) => client.overview.look(everywhere);

test('before anything was read nothing is counted, and each list says that it was never read', async () => {
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
  expect(runners.cells).toEqual([]);
  expect(writes).toEqual({ pending: 0, refused: 0, unknown: 0, recent: [] });
  expect(platform.requests.list()).toHaveLength(sent);
});

test('users, new ones of the week and administrators without two-factor are those of the cache', async () => {
  const { client, platform } = await rig();
  await crawled(client);
  const all = platform.world.users.ordered('id');
  const { users } = await look(client);
  expect(users.live).toBe(all.length);
  expect(users.newInWeek).toBe(all.filter(({ created_at: at }) => at >= Date.parse(users.weekBegan)).length);
  const query = { filter: { admins: true, two_factor: 'disabled' as const } };
  expect(users.unprotectedAdmins).toBe((await client.users.list({ query, slice: { from: 0, count: 1 } })).total);
});

test('a token that is no administrator is not told of administrators without two-factor', async () => {
  const { client } = await rig({ as: 'developer' });
  await crawled(client);
  expect((await look(client)).users.unprotectedAdmins).toBeNull();
});

test('the fleet has one cell a runner, and every count is that of the cells', async () => {
  const { client } = await rig();
  await readList(client, 'runners');
  const { runners } = await look(client);
  expect(runners.live).toBeGreaterThan(0);
  expect(runners.cells).toHaveLength(runners.live);
  for (const [state, count] of Object.entries(runners.counts)) {
    expect(runners.cells.filter((cell) => cell.state === state).length, state).toBe(count);
  }
  expect(runners.online).toBe((runners.counts.busy ?? 0) + (runners.counts.idle ?? 0));
  const { offlineRunners } = await client.overview.counts(everywhere);
  expect(offlineRunners).toBe((runners.counts.offline ?? 0) + (runners.counts.stale ?? 0));
});

test('known groups of which the tokens were never read are told until they are', async () => {
  const { client, platform } = await rig();
  const [group] = platform.world.groups.filter(() => true);
  await client.catalogue.add({ text: String(group?.id), kind: 'group', isPinned: true });
  expect((await look(client)).tokens).toMatchObject({ groups: 1, unreadGroups: 1 });
  await readList(client, 'accessTokens', `group:${group?.id}`);
  const { tokens } = await look(client);
  expect(tokens).toMatchObject({ unreadGroups: 0 });
  expect(tokens.horizon.weeks).toHaveLength(26);
});

test('tokens that end within a week are a problem, counted where the page of tokens shows them', async () => {
  const { client, platform } = await rig();
  const id = platform.world.groups.lookup('acme')?.id ?? 0;
  const scope = `group:${id}`;
  await readList(client, 'accessTokens', scope);
  const { rows } = await client.accessTokens.list({ query: { scope }, slice: { from: 0, count: 1 } });
  const { endingTokens } = await client.overview.counts(everywhere);
  const body = { name: 'ends soon', scopes: ['api'], expires_at: toIso(Date.now() + days(3)).slice(0, 10) };
  const path = { id, user_id: rows[0]?.row.user_id ?? 0 };
  await applied(client, { op: 'group-service-accounts.createToken', path, body });
  await readList(client, 'accessTokens', scope);
  const inGroup = await client.overview.counts({ group: scope, project: null });
  expect(inGroup.endingTokens).toBe(endingTokens + 1);
  expect((await client.overview.counts(everywhere)).endingTokens).toBe(endingTokens + 1);
});

test('writes that were refused are counted, and the newest entries of the journal come first', async () => {
  const { client, platform } = await rig();
  const id = platform.world.runners.find(() => true)?.id ?? 0;
  await client.changes.run({ op: 'runners.edit', path: { id }, body: { description: 'renamed' } });
  const path = { id: platform.world.groups.lookup('acme')?.id ?? 0, user_id: 999_999 };
  await applied(client, { op: 'group-service-accounts.createToken', path, body: { name: 'none', scopes: ['api'] } });
  const { writes } = await look(client);
  expect(writes).toMatchObject({ pending: 0, refused: 1, unknown: 0 });
  expect(writes.recent.map(({ op, state }) => [op, state])).toEqual([
    ['group-service-accounts.createToken', 'refused'],
    ['runners.edit', 'applied'],
  ]);
});

test('writes of a plan that waits for a person are pending', async () => {
  const { client, platform } = await rig();
  const ids = platform.world.runners.filter(() => true).map(({ id }) => id);
  const calls = ids
    .slice(0, 3)
    .map((id) => ({ op: 'runners.edit', path: { id }, body: { description: `number ${id}` } }));
  const { id: planId } = await client.changes.plan({ calls });
  expect((await look(client)).writes.pending).toBe(0);
  await client.changes.apply({ planId, canary: 1 });
  await until(
    () => client.changes.get({ planId }),
    ({ state }) => state === 'paused',
  );
  expect((await look(client)).writes.pending).toBe(2);
});

test('the frame counts each list where its page shows it, and leaves out those that need a choice', async () => {
  const { client } = await rig();
  await readList(client, 'runners');
  const { lists } = await client.overview.counts(everywhere);
  expect(lists.map(({ stem, scope }) => [stem, scope])).toEqual([
    ['users', ''],
    ['runners', ''],
    ['serviceAccounts', ''],
    ['accessTokens', null],
    ['keys', ''],
  ]);
  expect(lists.find(({ stem }) => stem === 'runners')?.completedAt).not.toBeNull();
  const inGroup = (await client.overview.counts({ group: 'group:7', project: null })).lists;
  expect(inGroup.map(({ stem, scope }) => [stem, scope])).toContainEqual(['sshCertificates', 'group:7']);
});

test('all of it is answered while the platform is away', async () => {
  const { client, platform } = await rig();
  await readList(client, 'runners');
  await platform.close();
  expect((await look(client)).runners.completedAt).not.toBeNull();
});
