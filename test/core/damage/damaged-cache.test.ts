import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { RepairedDetail } from '#shared/contract/host.ts';
import { host as words } from '#shared/text/en/host.ts';
import { databases, flip } from '../../helpers/damage.ts';
import { examined } from '../../helpers/window.ts';
import { syncUsers, ended, syncList, rig, until, type Rig } from '../../helpers/rig.ts';

const everybody = { scope: '', sort: { by: 'id', direction: 'asc' } } as const;
const keysQuery = { scope: '', filter: {} } as const;
const slice = { from: 0, count: 200 };

/** Users, runners, and keys, which no list returns. */
async function filled(users = 300): Promise<Rig> {
  const rigged = await rig({ users });
  const { client, platform } = rigged;
  await syncUsers(client);
  await syncList(client, 'runners');
  const text = platform.world.keys
    .all()
    .map(({ key }) => key)
    .join('\n');
  const { found } = await client.keys.read({ text });
  const { id } = await client.keys.lookUp({ queries: found });
  await ended(client, id);
  return rigged;
}

/** Query everything that the cache can answer; failures are ignored. */
async function askEverything({ client }: Rig): Promise<void> {
  await Promise.allSettled([
    client.users.ids({ query: everybody, from: 0, count: 5_000 }),
    client.users.list({ query: { scope: '', search: 'a' }, slice }),
    client.users.list({ query: { scope: '' }, slice }),
    client.users.summary({ scope: '' }),
    client.runners.list({ query: { scope: '' }, slice }),
    client.runners.summary({ scope: '' }),
    client.keys.list({ query: keysQuery, slice }),
    client.keys.summary({ scope: '' }),
  ]);
  await client.users
    .copy({ selection: { kind: 'all', query: everybody, except: [] }, format: 'json', columns: [] })
    .catch(() => undefined);
  await examined(client);
}

async function repairedNotice({ client }: Rig) {
  const { notices } = await client.host.status();
  const notice = notices.find(({ code }) => code === 'cache-repaired');
  return (
    notice && { ...RepairedDetail.parse(JSON.parse(notice.detail)), ...words.noticeOf(notice.code, notice.detail) }
  );
}

/** Wait until every sync that the repair started has ended. */
async function synced({ client }: Rig): Promise<void> {
  await until(
    async () => (await client.jobs.list()).jobs,
    (jobs) => jobs.every(({ state }) => state === 'done'),
    60_000,
  );
}

test('damage found while Reeve runs is repaired: readable records stay, and the others are synced again', async () => {
  const rigged = await filled();
  const keys = await rigged.client.keys.summary({ scope: '' });
  await rigged.core.close();
  const file = databases(rigged.ports).cache();
  expect(readdirSync(dirname(file)).filter((name) => name.startsWith('cache'))).toEqual(['cache.db']);
  databases(rigged.ports).flipPageOf(file, 'documents');
  const inAll = rigged.platform.requests.count('GET /users');
  await rigged.restart();
  await askEverything(rigged);
  await until(
    () => repairedNotice(rigged),
    (notice) => notice !== undefined,
  );
  await synced(rigged);
  expect(rigged.platform.requests.count('GET /users')).toBeGreaterThan(inAll);
  expect(await rigged.client.users.summary({ scope: '' })).toMatchObject({ live: 300 });
  expect(existsSync(`${file}.damaged`)).toBe(true);
  // The damaged page was the root of the table, so that no record could be read
  expect(await repairedNotice(rigged)).toMatchObject({
    rows: 0,
    name: 'Test',
    lost: { users: 300, keys: keys.live + keys.notReturned },
  });
  expect((await repairedNotice(rigged))?.lines).toContain(
    'Look up the lost keys again: the instance has no list of keys to sync.',
  );
});

test('offline, a damaged cache can still be queried, and loses only unreadable records', async () => {
  const rigged = await filled();
  const before = await rigged.client.users.ids({ query: everybody, from: 0, count: 5_000 });
  const keys = await rigged.client.keys.list({ query: keysQuery, slice });
  await rigged.core.close();
  await rigged.platform.close();
  const damaged = databases(rigged.ports);
  damaged.flipRowsOf(damaged.cache(), 'documents', [1 / 2, 1 / 3]);
  await rigged.restart();
  await askEverything(rigged);
  await askEverything(rigged);
  const notice = await repairedNotice(rigged);
  const lost = Object.values(notice?.lost ?? {}).reduce((sum, n) => sum + n, 0);
  expect(lost).toBeLessThan(60);
  const { ids } = await rigged.client.users.ids({ query: everybody, from: 0, count: 5_000 });
  expect(ids).toHaveLength(before.ids.length - (notice?.lost?.['users'] ?? 0));
  const after = await rigged.client.keys.list({ query: keysQuery, slice });
  expect(after.total).toBe(keys.total - (notice?.lost?.['keys'] ?? 0));
  // Old row keys must not match other rows in a window that still has them
  expect(after.rows.filter(({ key }) => keys.rows.some((row) => row.key === key))).toEqual([]);
  expect((await rigged.client.jobs.list()).jobs.some(({ state }) => state === 'waiting' || state === 'running')).toBe(
    true,
  );
});

test('a cache without any readable record is replaced by an empty one, and the lists of its earlier jobs are synced again', async () => {
  const rigged = await filled(60);
  await rigged.core.close();
  flip(databases(rigged.ports).cache(), 100);
  await rigged.restart();
  await synced(rigged);
  expect(await rigged.client.users.summary({ scope: '' })).toMatchObject({ live: 60 });
  expect((await rigged.client.runners.summary({ scope: '' })).live).toBeGreaterThan(0);
  expect(await repairedNotice(rigged)).toMatchObject({ lost: null, rows: 0 });
});

test.each([
  ['all records', (file: string, { ports }: Rig) => databases(ports).flipPageOf(file, 'documents')],
  ['the whole file', (file: string) => flip(file, 100)],
])('a second damage of %s is repaired offline with the cache that the first repair kept', async (_, damage) => {
  const rigged = await filled();
  const keys = await rigged.client.keys.list({ query: keysQuery, slice });
  await rigged.core.close();
  await rigged.platform.close();
  const file = databases(rigged.ports).cache();
  databases(rigged.ports).flipPageOf(file, 'users');
  await rigged.restart();
  await askEverything(rigged);
  await askEverything(rigged);
  const first = await repairedNotice(rigged);
  expect(first?.rows).toBeGreaterThanOrEqual(300);
  await rigged.core.close();

  damage(file, rigged);
  await rigged.restart();
  await askEverything(rigged);
  await askEverything(rigged);
  const { ids } = await rigged.client.users.ids({ query: everybody, from: 0, count: 5_000 });
  expect(ids).toHaveLength(300 - (first?.lost?.['users'] ?? 0));
  const after = await rigged.client.keys.list({ query: keysQuery, slice });
  expect(after.total).toBe(keys.total - (first?.lost?.['keys'] ?? 0));
});

test('a replacement that was interrupted because Reeve ended is completed, and the log of the damaged cache is renamed too', async () => {
  const rigged = await filled(60);
  await rigged.core.close();
  const file = databases(rigged.ports).cache();
  renameSync(file, `${file}.salvaged`);
  writeFileSync(`${file}-wal`, 'of the damaged cache');
  await rigged.restart();
  expect(await rigged.client.users.summary({ scope: '' })).toMatchObject({ live: 60 });
  expect(readFileSync(`${file}.damaged-wal`, 'utf8')).toBe('of the damaged cache');
});
