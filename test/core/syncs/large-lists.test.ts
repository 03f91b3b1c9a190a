import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { systemClock } from '#main/hosts/machine.ts';
import { createCore } from '#main/core/create-core.ts';
import { openStore } from '#main/cache/worker/store.ts';
import { Failure } from '#shared/errors.ts';
import { explain } from '#shared/text/en/failures.ts';
import { pageOf } from '../../cache/rows.ts';
import { fakePorts } from '../../helpers/fake-ports.ts';
import { profile } from '../../helpers/rig.ts';
import { attach, type ReeveClient } from '../../helpers/window.ts';
import { createPlatform } from '../../platform/platform.ts';

type Row = Record<string, unknown> & { id: number };

/** The maximum number of rows in a plan, and of IDs that are requested at once. */
const most = 5_000;
/** The smallest multiple of 8 that is larger than the maximum. */
const size = most + 8;

const runner = (id: number): Row => ({
  id,
  description: `runner-${String(id).padStart(6, '0')}`,
  runner_type: 'instance_type',
  status: id % 4 === 0 ? 'offline' : 'online',
  paused: id <= most,
  tag_list: id % 2 === 0 ? ['linux'] : [],
});
const person = (id: number): Row => ({
  id,
  username: `person-${id}`,
  name: `Person ${String(id).padStart(6, '0')}`,
  state: id % 8 === 0 ? 'blocked' : 'active',
  email: `person-${id}@acme.example`,
  commit_email: `commits+${id}@acme.example`,
  two_factor_enabled: id % 4 === 0,
});

interface Filled {
  client: ReeveClient;
  scope: string;
  requests: () => number;
}
let shared: Promise<Filled> | undefined;
const ends: (() => unknown)[] = [];
afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

/**
 * A core whose cache has runners of the instance and enterprise users of a group, as after full syncs. The details of the
 * paused runners are cached too. Filled once for all tests, which only read it.
 */
function filled(): Promise<Filled> {
  return (shared ??= fill());
}

async function fill(): Promise<Filled> {
  const platform = await createPlatform({ users: 60 });
  ends.push(() => platform.close());
  const folder = mkdtempSync(join(tmpdir(), 'reeve-large-'));
  ends.push(() => rmSync(folder, { recursive: true, force: true }));
  const ports = { ...fakePorts(folder), clock: systemClock };
  const empty = await createCore(ports);
  const { id } = await attach(empty).profiles.add({ ...profile, url: platform.url, token: platform.tokens.admin });
  await empty.close();
  const key = [...ports.secrets.entries].find(([name]) => name.startsWith('database-key:'))?.[1] ?? '';
  const file = join(ports.paths.data, 'profiles', id, 'cache.db');
  const store = await openStore(ports.workers.store, { file, key });
  const scope = `group:${platform.world.groups.lookup('acme')?.id ?? 0}`;
  const now = Date.now();
  const lists = [
    { place: { collection: 'runners', scope: '' }, row: runner },
    { place: { collection: 'enterpriseUsers', scope }, row: person },
  ];
  for (const { place, row } of lists) {
    await store.beginList({ place, estimatedRows: size, now });
    for (let from = 1; from <= size; from += 1_000) {
      const rows = Array.from({ length: Math.min(1_000, size - from + 1) }, (_, at) => row(from + at));
      await store.putListPage({ place, rows: pageOf(rows), now });
    }
    await store.finishSyncRun({ place, now });
  }
  const details = Array.from({ length: most }, (_, at) => at + 1);
  const place = { collection: 'runners.detail', scope: '' };
  await Promise.all(
    details.map((one) =>
      store.put({ place, id: one, record: { ...runner(one), maintenance_note: '' }, by: 'details', now }),
    ),
  );
  await store.close();
  // The engine requests rows again that are older than five minutes, or older than its start. The clock stands still, so
  // that the rows stay recent on a slow machine: first just before the rows were stored, then just after.
  let clockMs = now - 1;
  const core = await createCore({ ...ports, clock: { ...systemClock, now: () => clockMs } });
  clockMs = now + 1;
  ends.push(() => core.close());
  return {
    client: attach(core),
    scope,
    // The first request of an opened instance asks for runners without the token
    requests: () =>
      platform.requests.list().filter(({ path, by }) => by !== null && /runners|enterprise/.test(path)).length,
  };
}

const slice = { from: 0, count: 200 };
const paused = { scope: '', filter: { paused: true } };
const editOf = (selection: object) => ({
  op: 'runners.edit',
  collection: 'runners',
  selection,
  body: { maintenance_note: 'moved' },
});

test('enterprise users and runners at 5,008 rows: windows, search, filters, sorting, ranges and the last row', async () => {
  const { client, scope, requests } = await filled();
  for (const [collection, where, last] of [
    ['runners', '', `runner-${String(size).padStart(6, '0')}`],
    ['enterpriseUsers', scope, `Person ${String(size).padStart(6, '0')}`],
  ] as const) {
    const list = (query: object, at = slice) =>
      client[collection].list({ query: { scope: where, ...query }, slice: at });
    const by = collection === 'runners' ? 'description' : 'name';
    expect(await client[collection].summary({ scope: where })).toMatchObject({ live: size, notReturned: 0 });
    const first = await list({});
    expect(first).toMatchObject({ total: size, isCapped: false });
    expect(first.rows).toHaveLength(200);
    await expect(list({}, { from: 0, count: 201 })).rejects.toMatchObject({ code: 'invalid' });
    expect((await list({}, { from: size - 1, count: 200 })).rows.map(({ row }) => row.id)).toEqual([size]);
    const backwards = await list({ sort: { by, direction: 'desc' } });
    expect(backwards.rows[0]?.row).toMatchObject({ id: size, [by]: last });
    expect((await list({ search: last.toLowerCase() })).rows.map(({ row }) => row.id)).toEqual([size]);
    expect((await list({ search: 'nobody-like-that' })).total).toBe(0);
    const filter = collection === 'runners' ? { paused: true } : { blocked: true };
    expect((await list({ filter })).total).toBe(collection === 'runners' ? most : size / 8);
    const query = { scope: where, sort: { by, direction: 'desc' } } as never;
    const { ids } = await client[collection].ids({ query, from: size - 10, count: most });
    expect(ids).toHaveLength(10);
    expect((await client[collection].ids({ query, from: 0, count: most })).ids).toHaveLength(most);
  }
  expect(requests()).toBe(0);
});

test('a plan for more than 5,000 matching rows is refused with an explanation, without a plan or a request', async () => {
  const { client, scope, requests } = await filled();
  const chosen = { kind: 'all', query: { scope: '' }, except: [] };
  const thrown: unknown = await client.changes.plan({ onRows: editOf(chosen) }).catch((one: unknown) => one);
  const failure = Failure.from(thrown);
  expect(failure).toMatchObject({ code: 'invalid', reason: 'too-many-rows', field: 'selection' });
  const { what, nextStep } = explain(failure);
  expect(what).toMatch(/5,000 rows.*No plan was created/);
  expect(nextStep).toMatch(/filters/);
  const users = { kind: 'all', query: { scope, filter: {} }, except: [] };
  const onRows = { op: 'enterprise-users.disableTwoFactor', collection: 'enterpriseUsers', selection: users };
  await expect(client.changes.plan({ onRows })).rejects.toMatchObject({ reason: 'too-many-rows' });
  const calls = Array.from({ length: 4_990 }, (_, at) => ({
    op: 'runners.edit',
    path: { id: at },
    body: { paused: true },
  }));
  const { ids } = await client.runners.ids({ query: paused, from: 0, count: 11 });
  const both = { calls, onRows: editOf({ kind: 'ids', ids }) };
  await expect(client.changes.plan(both)).rejects.toMatchObject({ reason: 'too-many-rows', field: 'calls' });
  expect((await client.changes.list()).plans).toEqual([]);
  expect(requests()).toBe(0);
});

test('a plan of 5,000 matching rows is created, shown in windows, saved and loaded completely', async () => {
  const { client, requests } = await filled();
  const onRows = editOf({ kind: 'all', query: paused, except: [] });
  const plan = await client.changes.plan({ onRows });
  expect(plan).toMatchObject({ total: 5_000, counts: { planned: 5_000 } });
  const rows = (planId: string, from: number, count = 200) => client.changes.rows({ planId, slice: { from, count } });
  expect((await rows(plan.id, 0)).rows).toHaveLength(200);
  await expect(rows(plan.id, 0, 201)).rejects.toMatchObject({ code: 'invalid' });
  const last = await rows(plan.id, 4_999);
  expect(last).toMatchObject({ total: 5_000, rows: [{ path: '/runners/5000', label: 'runner-005000' }] });
  const { path, rows: saved } = await client.changes.save({ planId: plan.id });
  expect(saved).toBe(5_000);
  const loaded = await client.changes.load({ text: await readFile(path, 'utf8') });
  expect(loaded).toMatchObject({ total: 5_000, counts: { planned: 5_000 } });
  expect((await rows(loaded.id, 4_999)).rows).toMatchObject([{ path: '/runners/5000' }]);
  const fewer = await client.changes.drop({
    planId: loaded.id,
    positions: Array.from({ length: 4_999 }, (_, at) => at),
  });
  expect(fewer).toMatchObject({ total: 1 });
  expect(requests()).toBe(0);
});
