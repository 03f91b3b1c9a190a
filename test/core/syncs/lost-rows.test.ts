import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Place } from '#main/cache/cache-types.ts';
import { openStore } from '#main/cache/worker/store.ts';
import { ended, rig, syncList, type Rig } from '../../helpers/rig.ts';

const slice = { from: 0, count: 200 };
const extraMembers = 30;

/** Three projects with many members, all synced once. Most members of the first two have left since. */
async function withLostMembers() {
  const rigged = await rig({ users: 80 });
  const { client, platform } = rigged;
  const { world } = platform;
  const projects = world.projects.all().slice(0, 3);
  const scopes = projects.map(({ id }) => `project:${id}`);
  const [first = '', second = '', third = ''] = scopes;
  const add = (id: number, user_id: number): number =>
    world.members.add({
      ...{ source: { kind: 'project', id }, user_id, access_level: 20, created_at: 0 },
      ...{ created_by_id: null, expires_at: null },
    }).id;
  const users = world.users.ordered('created_at').slice(-extraMembers - 1);
  const added = projects.map(({ id }) => users.slice(1).map((user) => add(id, user.id)));
  await client.catalogue.add({ text: projects.map(({ id }) => id).join('\n'), kind: 'project', isPinned: false });
  await syncEverywhere(rigged);
  for (const ids of added.slice(0, 2)) ids.forEach((id) => world.members.remove(id));
  const newcomer = users[0]?.id ?? 0;
  for (const { id } of projects) add(id, newcomer);
  const rejoin = (scope: string): void =>
    users.slice(1).forEach((user) => void add(Number(scope.split(':')[1]), user.id));
  return { ...rigged, rigged, first, second, third, newcomer, rejoin };
}

async function syncEverywhere({ client }: Pick<Rig, 'client'>) {
  const { id } = await client.jobs.everywhere({ collection: 'members' });
  return ended(client, id);
}

async function waiting({ client }: Pick<Rig, 'client'>) {
  return (await client.jobs.list()).jobs.filter(({ state }) => state === 'needs-person');
}

const counts = ({ client }: Pick<Rig, 'client'>, scope: string) => client.members.summary({ scope });

test('places that lost many rows wait for a person, and new rows and other places are synced meanwhile', async () => {
  const { client, rigged, first, second, third, newcomer } = await withLostMembers();
  expect(await syncEverywhere(rigged)).toMatchObject({ state: 'done', failure: null });

  const questions = await waiting(rigged);
  expect(questions.map(({ input }) => input['scope']).sort()).toEqual([first, second].sort());
  for (const job of questions) {
    expect(job).toMatchObject({ kind: 'lists.crawl', asks: 'not-returned', notReturnedFound: extraMembers });
  }
  for (const scope of [first, second, third]) {
    expect(await counts(rigged, scope)).toMatchObject({ notReturned: 0 });
    const { rows } = await client.members.list({ query: { scope }, slice });
    expect(rows.map(({ row }) => row.id)).toContain(newcomer);
  }
  expect(await syncList(client, 'members', third)).toMatchObject({ state: 'done' });
});

test('after a restart, accepting one place marks its rows without a request, and the other keeps its rows', async () => {
  const { rigged, first, second, platform } = await withLostMembers();
  await syncEverywhere(rigged);
  const client = await rigged.restart();
  const questions = await waiting(rigged);
  const of = (scope: string) => questions.find(({ input }) => input['scope'] === scope)?.id ?? '';
  const membersRequests = () => platform.requests.list().filter(({ path }) => path.includes('/members')).length;
  const before = membersRequests();

  expect(await client.jobs.confirmNotReturned({ id: of(first) })).toMatchObject({ state: 'done' });
  expect(await client.jobs.cancel({ id: of(second) })).toMatchObject({ state: 'cancelled' });
  expect(await counts(rigged, first)).toMatchObject({ notReturned: extraMembers });
  expect(await counts(rigged, second)).toMatchObject({ notReturned: 0 });
  expect(await waiting(rigged)).toEqual([]);
  expect(membersRequests()).toBe(before);
});

test('a new sync everywhere asks again with its own numbers, and asks nothing if the rows are back', async () => {
  const { rigged, first, second, rejoin } = await withLostMembers();
  await syncEverywhere(rigged);
  rejoin(second);
  await syncEverywhere(rigged);
  expect((await waiting(rigged)).map(({ input, notReturnedFound }) => [input['scope'], notReturnedFound])).toEqual([
    [first, extraMembers],
  ]);
});

test('if the sync run no longer exists, accepting syncs the place again and marks its rows', async () => {
  const { rigged, first, second } = await withLostMembers();
  await syncEverywhere(rigged);
  await rigged.core.close();
  await forgetSyncRun(rigged, { collection: 'members', scope: first });
  const client = await rigged.restart();
  const question = (await waiting(rigged)).find(({ input }) => input['scope'] === first);

  const { id } = await client.jobs.confirmNotReturned({ id: question?.id ?? '' });
  expect(await ended(client, id)).toMatchObject({ state: 'done', notReturnedFound: extraMembers });
  expect(await counts(rigged, first)).toMatchObject({ notReturned: extraMembers });
  expect(await counts(rigged, second)).toMatchObject({ notReturned: 0 });
});

async function forgetSyncRun({ ports }: Rig, place: Place): Promise<void> {
  const key = [...ports.secrets.entries].find(([name]) => name.startsWith('database-key:'))?.[1] ?? '';
  const profiles = join(ports.paths.data, 'profiles');
  const file = join(profiles, readdirSync(profiles)[0] ?? '', 'cache.db');
  const store = await openStore(ports.workers.store, { file, key });
  await store.dropSyncRun({ place });
  await store.close();
}
