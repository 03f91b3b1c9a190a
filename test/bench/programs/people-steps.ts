import { join } from 'node:path';
import { openReader } from '#main/cache/worker/reader.ts';
import { openStore } from '#main/cache/worker/store.ts';
import type { CacheWriter } from '#main/cache/store-api.ts';
import type { FilterOf } from '#shared/contract/collections.ts';
import { toIso } from '#shared/time.ts';
import type { ReeveClient } from '../../helpers/window.ts';
import { percentiles } from '../statistics.ts';
import { builtWorkers, databaseKey, dataFolder, openReeve, syncUsers, type Address } from './open-reeve.ts';
import { durationMs } from './typed.ts';

const projects = 2_000;
const teams = 40;
const membersOfProject = 30;
const shownPeople = 50;
/** The most that one call takes. */
const manyPeople = 500;

/**
 * Pages about people, worklists and a pasted list of people: 100,000 users from the simulator, 60,000 memberships in 2,000 projects, 20,000 enterprise
 * users, 2,000 tokens and 2,000 keys.
 */
export async function lookAtPeople(folder: string, platform: Address) {
  const first = await openReeve(folder, platform);
  await syncUsers(first.client);
  await importPlaces(first.client);
  const ids = await userIds(first.client);
  await first.close();
  await fillLists(folder, first.profileId, ids);

  const { client, close } = await openReeve(folder, platform);
  const random = ids.filter((_, at) => at % Math.trunc(ids.length / shownPeople) === 7).slice(0, shownPeople);
  const oneMs: number[] = [];
  for (const id of random) oneMs.push(await durationMs(() => client.people.get({ ids: [id] })));
  const unnamedMs = await durationMs(() => client.people.get({ ids: [999_999_999] }));
  const many = ids.filter((_, at) => at % 3 === 0).slice(0, manyPeople);
  const manyMs = await durationMs(() => client.people.get({ ids: many }));
  const worklistMs = [
    ...(await durationsMs(memberFilters, (filter) => client.members.list({ query: { scope: null, filter }, slice }))),
    ...(await durationsMs(keyFilters, (filter) => client.keys.list({ query: { scope: '', filter }, slice }))),
    ...(await durationsMs(tokenFilters, (filter) =>
      client.accessTokens.list({ query: { scope: null, filter }, slice }),
    )),
  ];
  const text = await pastedList(client);
  const matchMs = await durationMs(async () => {
    const { counts } = await client.leavers.match({ text });
    if (counts.matched === 0 || counts.unknown === 0) throw new Error(JSON.stringify(counts));
  });
  await close();
  return { ...percentiles(oneMs), unnamedMs, manyMs, worklistMs: Math.max(...worklistMs), matchMs };
}

/** 95 % of the users, by email address or username; one line in twenty has a typing error. */
async function pastedList(client: ReeveClient): Promise<string> {
  const query = { scope: '', sort: { by: 'id', direction: 'asc' } } as const;
  const lines: string[] = [];
  for (let from = 0; ; from += 200) {
    const { rows, total } = await client.users.list({ query, slice: { from, count: 200 } });
    if (rows.length === 0 || lines.length >= total * 0.95) return lines.slice(0, total * 0.95).join('\n');
    for (const { row } of rows) {
      const value = (lines.length % 2 === 0 ? row.email : row.username) ?? String(row.id);
      lines.push(lines.length % 20 === 0 ? `${value}x` : value);
    }
  }
}

const slice = { from: 0, count: 128 };
/** Filters of the lists of all projects and groups, as the worklists use them, and those of the rows that are unknown. */
const memberFilters = [
  { access_level_min: 40 },
  { access_level: 50, state: 'blocked' },
  { access_level_min: 40, account: 'blocked_or_inactive' },
  { access_level_min: 40, account: 'unknown' },
  { access_level_min: 40, two_factor: 'disabled' },
  { access_level_min: 40, two_factor: 'unknown' },
  { access_level_min: 30, external: 'external' },
  { never_expires: true, external: 'external' },
  { only_owner: true },
] satisfies FilterOf<'members'>[];
const keyFilters = [
  { kind: 'deploy', can_push: true, owner_account: 'left' },
  { kind: 'deploy', can_push: true, owner_account: 'unknown' },
] satisfies FilterOf<'keys'>[];
const tokenFilters = [{ state: 'active', scopes: ['api'], unused_days: 90 }] satisfies FilterOf<'accessTokens'>[];

async function durationsMs<Filter>(filters: readonly Filter[], list: (filter: Filter) => Promise<unknown>) {
  const all: number[] = [];
  for (const filter of filters) all.push(await durationMs(() => list(filter)));
  return all;
}

async function importPlaces(client: ReeveClient): Promise<void> {
  const groups = Array.from({ length: teams }, (_, at) => `group,${at + 1},corp/team-${at}`);
  const lines = Array.from({ length: projects }, (_, at) => `project,${at + 1},${pathOf(at)}`);
  await client.catalogue.import({ text: ['kind,id,path', ...groups, ...lines].join('\n') });
}
const pathOf = (project: number): string => `corp/team-${project % teams}/part-${project % 200}/app-${project}`;

async function userIds(client: ReeveClient): Promise<number[]> {
  const query = { scope: '', sort: { by: 'id', direction: 'asc' } } as const;
  const { total } = await client.users.list({ query, slice: { from: 0, count: 1 } });
  const ids: number[] = [];
  while (ids.length < total) {
    const { ids: next } = await client.users.ids({ query, from: ids.length, count: 5_000 });
    if (next.length === 0) break;
    ids.push(...next);
  }
  return ids;
}

/** Store members of all projects, enterprise users, tokens of all groups and keys in the cache of a closed Reeve. */
async function fillLists(folder: string, profileId: string, ids: readonly number[]): Promise<void> {
  const file = join(dataFolder(folder), 'profiles', profileId, 'cache.db');
  const cache = { file, key: databaseKey(folder) };
  const store = await openStore(builtWorkers().store, cache);
  for (let project = 0; project < projects; project += 1) {
    const place = { collection: 'members', scope: `project:${project + 1}` };
    const rows = Array.from({ length: membersOfProject }, (_, at) => memberOf(project, at, ids));
    await sync(store, place, rows);
  }
  const ofEvery = (step: number) => ids.filter((_, at) => at % step === 0);
  await sync(store, { collection: 'enterpriseUsers', scope: 'group:1' }, ofEvery(5).map(enterpriseUserOf));
  await sync(store, { collection: 'keys', scope: '' }, ofEvery(50).map(keyOf));
  for (let team = 0; team < teams; team += 1)
    await sync(store, { collection: 'accessTokens', scope: `group:${team + 1}` }, ofEvery(2_000).map(tokenOf(team)));
  await store.close();
  const reader = await openReader(builtWorkers().read, cache);
  const { live } = await reader.lists('members').summary({ scope: null });
  await reader.close();
  if (live !== projects * membersOfProject) throw new Error(`the cache has ${live} members`);
}

async function sync(store: CacheWriter, place: { collection: string; scope: string }, rows: object[]): Promise<void> {
  const now = Date.now();
  await store.beginList({ place, estimatedRows: rows.length, now });
  await store.putListPage({ place, rows, now });
  await store.finishSyncRun({ place, now });
}

/** Every tenth member is inherited from the team; the first two of a project are Owners. */
function memberOf(project: number, at: number, ids: readonly number[]) {
  const isInherited = at % 10 === 5;
  // Inherited members are the newest users, and are the same in all projects of a team
  const team = ids.length - 1 - (project % teams) * membersOfProject - at;
  const own = ((project * membersOfProject + at * 31) * 7) % (ids.length - teams * membersOfProject);
  const id = ids[isInherited ? team : own] ?? 0;
  return {
    ...{ id, username: `user-${id}`, name: `Person ${id}`, state: id % 9 === 0 ? 'blocked' : 'active' },
    ...{ access_level: at < 2 ? 50 : 10 * (1 + (at % 4)), is_direct: !isInherited },
    ...{ created_at: toIso(1_700_000_000_000 + at * 1_000), expires_at: id % 5 === 0 ? '2027-01-01' : null },
    created_by: { id: ids[project] ?? 0, name: 'Creator' },
  };
}

function enterpriseUserOf(id: number) {
  const account = { id, username: `user-${id}`, name: `Person ${id}`, state: id % 9 === 0 ? 'blocked' : 'active' };
  return { ...account, last_activity_on: '2026-05-05', two_factor_enabled: id % 4 === 0, external: id % 7 === 0 };
}

function keyOf(userId: number, at: number) {
  const user = { id: userId, username: `user-${userId}`, name: `Person ${userId}`, state: 'active' };
  return { id: at + 1, answer: 'known', kind: 'deploy', title: `Key ${at}`, projectIds: ['1'], pushIds: ['1'], user };
}

const tokenOf = (team: number) => (userId: number, at: number) => ({
  ...{ id: team * 1_000 + at + 1, user_id: userId, name: `Token ${at}`, active: true, revoked: false },
  ...{ scopes: at % 2 === 0 ? ['api'] : ['read_api'], created_at: '2025-01-01T00:00:00Z', last_used_at: null },
});
