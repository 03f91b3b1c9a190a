import { expect, onTestFinished, test } from 'vitest';
import { createPlatform, type Platform } from '../../platform/platform.ts';
import { syncUsers, ended, profile, syncList, rig, until, type Rig } from '../../helpers/rig.ts';
import { attach, openWindow, type ReeveClient } from '../../helpers/window.ts';
import { applyAndWait } from '../changes-rig.ts';

const runnersQuery = { query: { scope: '' }, slice: { from: 0, count: 200 } } as const;

interface Two extends Rig {
  /** The platform of the second window. */
  platformB: Platform;
  /** The second window. */
  clientB: ReeveClient;
  idA: string;
  idB: string;
}

/** Two windows, each on its own instance. */
async function two(): Promise<Two> {
  const rigged = await rig({ users: 60 });
  const platformB = await createPlatform({ users: 33, seed: 7 });
  onTestFinished(() => platformB.close());
  const idA = await shownBy(rigged.client);
  const clientB = attach(rigged.core);
  await clientB.profiles.add({ ...profile, name: 'Second', url: platformB.url, token: platformB.tokens.admin });
  const idB = await shownBy(clientB);
  return Object.assign(rigged, { platformB, clientB, idA: idA ?? '', idB: idB ?? '' });
}

const shownBy = async (client: ReeveClient): Promise<string | null> => (await client.profiles.list()).openId;
const usersIn = async (client: ReeveClient): Promise<number> =>
  (await client.users.list({ query: { scope: '' }, slice: { from: 0, count: 1 } })).total;

test('two windows show two instances: queries, refreshes and jobs answer for the instance of their window', async () => {
  const { client, clientB, platform, platformB, idA, idB } = await two();
  expect([await shownBy(client), await shownBy(clientB)]).toEqual([idA, idB]);
  const [jobA, jobB] = [await syncUsers(client), await syncUsers(clientB)];
  expect([jobA?.profileId, jobB?.profileId]).toEqual([idA, idB]);
  expect([await usersIn(client), await usersIn(clientB)]).toEqual([60, 33]);
  platform.requests.clear();
  platformB.requests.clear();
  await clientB.users.refresh({ scope: '', id: 7 });
  expect(platform.requests.list()).toHaveLength(0);
  expect(platformB.requests.list()).not.toHaveLength(0);
  expect((await client.jobs.list()).jobs.map(({ profileId }) => profileId).sort()).toEqual([idA, idB].sort());
});

test('switching a window changes what that window shows, and nothing in the other one', async () => {
  const { client, clientB, idA, idB } = await two();
  const received: unknown[] = [];
  client.profiles.changed((data) => received.push(data));
  await clientB.profiles.open({ id: idA });
  expect([await shownBy(client), await shownBy(clientB)]).toEqual([idA, idA]);
  await clientB.profiles.open({ id: idB });
  expect([await shownBy(client), await shownBy(clientB)]).toEqual([idA, idB]);
  expect(received).toEqual([]);
});

test('events about rows and the connection reach the windows that show their instance; jobs reach all', async () => {
  const { core, client, clientB, idA } = await two();
  const clientC = attach(core, idA);
  await shownBy(clientC);
  const received: string[] = [];
  for (const [name, window] of Object.entries({ A: client, B: clientB, C: clientC })) {
    window.users.changed(() => received.push(`users ${name}`));
    window.catalogue.changed(() => received.push(`catalogue ${name}`));
    window.jobs.changed(() => received.push(`jobs ${name}`));
  }
  await syncUsers(client);
  await client.catalogue.add({ text: 'platform/infra', kind: 'group', isPinned: true });
  await until(
    () => new Set(received).size,
    (size) => size === 7,
  );
  expect([...new Set(received)].sort()).toEqual([
    ...['catalogue A', 'catalogue C', 'jobs A', 'jobs B', 'jobs C', 'users A', 'users C'],
  ]);
});

test('a plan of one instance is applied there while its window shows another one, and so is its undo', async () => {
  const { client, platform, platformB, idA, idB } = await two();
  await syncList(client, 'runners');
  const runner = platform.world.runners.find(({ paused }) => !paused);
  const id = runner?.id ?? 0;
  const isPausedInB = platformB.world.runners.get(id)?.paused;
  const plan = await client.changes.plan({ calls: [{ op: 'runners.edit', path: { id }, body: { paused: true } }] });
  await client.profiles.open({ id: idB });
  expect(await applyAndWait(client, plan)).toMatchObject({ state: 'done', profileId: idA });
  expect(platform.world.runners.get(id)?.paused).toBe(true);

  const undo = await client.changes.undo({ planId: plan.id });
  expect(undo.profileId).toBe(idA);
  await applyAndWait(client, undo);
  expect(platform.world.runners.get(id)?.paused).toBe(false);
  expect(platformB.world.runners.get(id)?.paused).toBe(isPausedInB);
  expect(platformB.requests.list().filter(({ method }) => method !== 'GET')).toEqual([]);
});

test('a verb that began before its window was switched ends for the instance that it began with', async () => {
  const { client, platform, platformB, idB } = await two();
  platform.faults.add({ match: 'GET /users/:id', kind: 'latency', ms: 300 });
  platform.requests.clear();
  platformB.requests.clear();
  const refreshed = client.users.refresh({ scope: '', id: 7 });
  await until(
    () => platform.requests.list().length,
    (count) => count > 0,
  );
  await client.profiles.open({ id: idB });
  await refreshed;
  expect(await client.users.get({ scope: '', id: 7 })).toBeNull();
  expect(platformB.requests.list().filter(({ path }) => path.includes('/users/7'))).toEqual([]);
});

test('a job continues while no window shows its instance', async () => {
  const { client, idA, idB } = await two();
  const job = await client.jobs.sync({ collection: 'users' });
  await client.profiles.open({ id: idB });
  expect(await ended(client, job.id)).toMatchObject({ state: 'done', profileId: idA });
  expect(await usersIn(client)).toBe(0);
  await client.profiles.open({ id: idA });
  expect(await usersIn(client)).toBe(60);
});

test('a window opens the profile in its address, else the one that was opened last', async () => {
  const { core, client, clientB, idA, idB } = await two();
  await client.profiles.open({ id: idA });
  expect(await shownBy(attach(core, idB))).toBe(idB);
  expect(await shownBy(attach(core))).toBe(idA);
  expect(await shownBy(attach(core, 'no such profile'))).toBe(idA);
  expect(await shownBy(clientB)).toBe(idB);
});

test('a window shows the same instance after a restart', async () => {
  const rigged = await two();
  await syncUsers(rigged.clientB);
  await rigged.client.profiles.open({ id: rigged.idA });
  const client = await rigged.restart();
  expect(await shownBy(client)).toBe(rigged.idA);
  const clientB = attach(rigged.core, rigged.idB);
  expect(await usersIn(clientB)).toBe(33);
});

test('a profile that is edited or removed changes all windows that show it, and no other', async () => {
  const { core, client, clientB, platformB, idA, idB } = await two();
  const clientC = attach(core, idB);
  await syncUsers(clientC);
  const edited = { ...profile, name: 'Renamed', url: platformB.url, id: idB };
  await client.profiles.edit(edited);
  expect(await Promise.all([client, clientB, clientC].map(shownBy))).toEqual([idA, idB, idB]);
  expect(await usersIn(clientB)).toBe(33);
  expect((await clientC.profiles.list()).profiles.map(({ name }) => name)).toContain('Renamed');

  await client.profiles.remove({ id: idB });
  expect(await Promise.all([client, clientB, clientC].map(shownBy))).toEqual([idA, null, null]);
  await expect(clientB.users.list({ query: { scope: '' }, slice: { from: 0, count: 1 } })).rejects.toMatchObject({
    code: 'missing',
  });
});

test('the connection of each shown instance is watched until its last window is closed', async () => {
  const { core, client, platform, platformB, idA, idB } = await two();
  const stateOf = async (window: ReeveClient) => (await window.host.connection()).state;
  const third = openWindow(core, idB);
  await until(
    () => stateOf(third.client),
    (state) => state === 'online',
  );
  await client.profiles.open({ id: idA });
  await until(
    () => stateOf(client),
    (state) => state === 'online',
  );
  expect(platform.requests.list().length).toBeGreaterThan(0);
  third.close();
  expect(platformB.requests.list().length).toBeGreaterThan(0);
});

test('rows of one instance are not returned for another', async () => {
  const { client, clientB } = await two();
  await syncList(client, 'runners');
  expect((await client.runners.list(runnersQuery)).total).toBeGreaterThan(0);
  expect((await clientB.runners.list(runnersQuery)).total).toBe(0);
});
