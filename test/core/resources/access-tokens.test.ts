import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import type { HorizonPart } from '#shared/contract/access-tokens.ts';
import { days } from '#shared/time.ts';
import { ended, syncList, rig } from '../../helpers/rig.ts';
import type { ReeveClient } from '../../helpers/window.ts';
import type { Platform } from '../../platform/platform.ts';
import { advanceClock, slice } from '../changes-rig.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const groupOf = ({ world }: Platform, path = 'acme') => {
  const group = world.groups.lookup(path);
  if (group === undefined) throw new Error(`there is no group ${path}`);
  return group;
};
const scopeOf = (platform: Platform, path?: string) => `group:${groupOf(platform, path).id}`;
const today = () => Math.floor(Date.now() / days(1)) * days(1);
const none = { expired: 0, week: 0, month: 0, quarter: 0, later: 0, never: 0, unused: 0, idle: 0, kept: 0 };

/** A service account with only these tokens. `in`: days until the token expires. */
function seed(
  { world }: Platform,
  path: string,
  tokens: readonly { name: string; in: number | null; usedDaysAgo?: number | null; revoked?: boolean }[],
) {
  const group = world.groups.lookup(path);
  if (group === undefined) throw new Error(`there is no group ${path}`);
  for (const account of world.serviceAccounts.of(group)) {
    world.tokens.removeWhere(({ user_id }) => user_id === account.id);
  }
  const account = world.serviceAccounts.add(group, { name: 'Robot', username: `robot_${group.id}`, createdById: null });
  for (const { name, in: left, usedDaysAgo = 1, revoked = false } of tokens) {
    world.tokens.add({
      value: `pat-test-${path}-${name}`,
      user_id: account.id,
      name,
      description: '',
      scopes: ['api'],
      created_at: Date.now() - days(200),
      expires_at: left === null ? null : today() + days(left),
      last_used_at: usedDaysAgo === null ? null : Date.now() - days(usedDaysAgo),
      revoked,
    });
  }
  return account;
}

const many = [
  { name: 'ended', in: -5 },
  { name: 'ends today', in: 0 },
  { name: 'tomorrow', in: 1 },
  { name: 'seven', in: 7 },
  { name: 'eight', in: 8 },
  { name: 'thirty', in: 30 },
  { name: 'thirty one', in: 31, usedDaysAgo: 120 },
  { name: 'ninety', in: 90, usedDaysAgo: null },
  { name: 'ninety one', in: 91 },
  { name: 'endless', in: null, usedDaysAgo: null },
  { name: 'leaked', in: 40, revoked: true },
];

async function partsOf(client: ReeveClient, scope: string | null) {
  const { parts } = await client.accessTokens.horizon({ scope });
  return Object.fromEntries(parts.map(({ part, count }) => [part, count])) as Record<HorizonPart, number>;
}

test('each token is in the part of the horizon of its expiry date, and the filter of that part lists it', async () => {
  const { client, platform } = await rig();
  seed(platform, 'acme', many);
  const scope = scopeOf(platform);
  await syncList(client, 'accessTokens', scope);
  expect(await partsOf(client, scope)).toEqual({
    ...{ expired: 2, week: 2, month: 2, quarter: 2, later: 1, never: 1 },
    ...{ unused: 2, idle: 1, kept: 0 },
  });
  const { parts, weeks } = await client.accessTokens.horizon({ scope });
  const namesOf = async ({ filter, notReturned }: (typeof parts | typeof weeks)[number]) => {
    const found = await client.accessTokens.list({ query: { scope, filter, notReturned }, slice });
    return found.rows.map(({ row }) => row.name);
  };
  const named = await Promise.all(parts.map(async (part) => [part.part, await namesOf(part)] as const));
  const shown: Record<string, unknown> = Object.fromEntries(named);
  expect(shown).toMatchObject({
    expired: ['ended', 'ends today'],
    week: ['tomorrow', 'seven'],
    month: ['eight', 'thirty'],
    quarter: ['thirty one', 'ninety'],
    later: ['ninety one'],
    never: ['endless'],
    idle: ['thirty one'],
  });
  expect(weeks).toHaveLength(26);
  expect(await Promise.all(weeks.slice(0, 2).map(namesOf))).toEqual([['tomorrow', 'seven'], ['eight']]);
  expect(weeks.reduce((sum, { count }) => sum + count, 0)).toBe(7);
});

test('all nine documented filters are answered from the cache as the platform answers them', async () => {
  const { client, platform } = await rig();
  const account = seed(platform, 'acme', many);
  const scope = scopeOf(platform);
  await syncList(client, 'accessTokens', scope);
  const inDays = (n: number) => new Date(today() + days(n) + 3_600_000).toISOString();
  const filters = [
    { created_after: inDays(-300) },
    { created_before: inDays(-300) },
    { expires_after: inDays(20) },
    { expires_before: inDays(20) },
    { last_used_after: inDays(-30) },
    { last_used_before: inDays(-30) },
    { revoked: true },
    { search: 'THIRTY' },
    { state: 'inactive' as const },
  ];
  const path = `/groups/${groupOf(platform).id}/service_accounts/${account.id}/personal_access_tokens`;
  for (const filter of filters) {
    const query = new URLSearchParams(Object.entries(filter).map(([name, value]) => [name, String(value)]));
    const reply = await fetch(`${platform.url}/api/v4${path}?${query}&per_page=100`, {
      headers: { 'private-token': platform.tokens.admin },
    });
    const expected = ((await reply.json()) as { id: number }[]).map(({ id }) => id);
    const found = await client.accessTokens.list({
      query: { scope, filter, sort: { by: 'id', direction: 'asc' } },
      slice,
    });
    expect([filter, found.rows.map(({ row }) => row.id)]).toEqual([filter, expected]);
  }
});

test('a sync of all known groups fills the horizon, each token with its account and group', async () => {
  const { client, platform } = await rig();
  seed(platform, 'acme', [{ name: 'one', in: 3 }]);
  seed(platform, 'acme/platform', [{ name: 'two', in: 3 }]);
  const groups = ['acme', 'acme/platform'].map((path) => groupOf(platform, path).id);
  await client.catalogue.add({ text: groups.join('\n'), kind: 'group', isPinned: true });
  const { id } = await client.jobs.everywhere({ collection: 'accessTokens' });
  expect(await ended(client, id)).toMatchObject({ state: 'done' });
  expect(await partsOf(client, null)).toMatchObject({ week: 2 });
  const { rows } = await client.accessTokens.list({ query: { scope: null, filter: { state: 'active' } }, slice });
  expect(rows.map(({ row, scope }) => [row.name, row.account_name, scope]).toSorted()).toEqual([
    ['one', 'Robot', `group:${groups[0]}`],
    ['two', 'Robot', `group:${groups[1]}`],
  ]);
});

test('ended tokens are kept, also after the platform deleted them and after the cache was deleted', async () => {
  const rigged = await rig();
  const { client, platform, folder } = rigged;
  seed(platform, 'acme', [...many, ...Array.from({ length: 20 }, (_, at) => ({ name: `live ${at}`, in: 200 }))]);
  const scope = scopeOf(platform);
  await syncList(client, 'accessTokens', scope);
  platform.world.tokens.removeWhere(({ name }) => name === 'ended' || name === 'tomorrow');
  await syncList(client, 'accessTokens', scope);
  expect(await partsOf(client, scope)).toMatchObject({ expired: 2, week: 1, kept: 2 });

  await rigged.core.close();
  const caches = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('cache.db'));
  expect(caches).not.toEqual([]);
  for (const name of caches) rmSync(join(folder, name));
  const again = await rigged.restart();
  // The revoked token, the expired ones, and the one that was deleted early
  expect(await partsOf(again, null)).toEqual({ ...none, expired: 2, kept: 4 });
  const kept = await again.accessTokens.list({ query: { scope: null, notReturned: 'only' }, slice });
  expect(kept.rows.map(({ row, scope: at }) => [row.name, row.account_name, at])).toContainEqual([
    'ended',
    'Robot',
    scope,
  ]);

  await syncList(again, 'accessTokens', scope);
  expect(await partsOf(again, scope)).toMatchObject({ expired: 2, week: 1, later: 21, kept: 2 });
});

test('a token that expired since its sync is shown as expired', async () => {
  const { client, platform } = await rig();
  seed(platform, 'acme', [{ name: 'soon', in: 3 }]);
  const scope = scopeOf(platform);
  await syncList(client, 'accessTokens', scope);
  advanceClock(days(10));
  expect(await partsOf(client, scope)).toEqual({ ...none, expired: 1 });
});
