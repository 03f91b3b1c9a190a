import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, expect, test, vi } from 'vitest';
import { systemClock } from '#main/hosts/machine.ts';
import { aborted, type Failure } from '#shared/errors.ts';
import { databases } from '../../helpers/damage.ts';
import { rig, syncUsers, until, type Rig } from '../../helpers/rig.ts';
import { examined, type ReeveClient } from '../../helpers/window.ts';
import { applyAndWait } from '../changes-rig.ts';

afterEach(() => void vi.restoreAllMocks());

/** A pause that nothing else in Reeve has, to recognize the pauses of examinations. */
const examinationPauseMs = 20_001;
const checking = { code: 'throttled', reason: 'checking' };

/** The pauses of examinations last until the test ends them with the returned function. */
function heldPauses() {
  const sleep = systemClock.sleep.bind(systemClock);
  const ends: (() => void)[] = [];
  vi.spyOn(systemClock, 'sleep').mockImplementation((ms, signal) =>
    ms === examinationPauseMs
      ? new Promise((resolve, reject) => {
          ends.push(resolve);
          signal?.addEventListener('abort', () => reject(aborted()));
        })
      : sleep(ms, signal),
  );
  return async (): Promise<void> => {
    await until(
      () => ends.length,
      (count) => count > 0,
    );
    ends.splice(0).forEach((end) => end());
  };
}

const scope = 'project:7';
const everybody = { scope: '' } as const;
const slice = { from: 0, count: 200 };

/** A journal entry, a draft of commits, a saved view and synced users. */
async function filled(): Promise<Rig> {
  const rigged = await rig({ examinationPauseMs });
  const { client, platform } = rigged;
  const [runner] = platform.world.runners.all();
  const call = { op: 'runners.edit', path: { id: runner?.id ?? 0 }, body: { maintenance_note: 'moved' } };
  await applyAndWait(client, await client.changes.plan({ calls: [call] }));
  await client.commitDrafts.save({ scope, draft: 'half a commit' });
  await client.host.saveView({ table: 'users', name: 'Idle', query: {} });
  await syncUsers(client);
  return rigged;
}

/** Wait until a database is being examined. */
const checked = ({ host }: ReeveClient) =>
  until(
    () => host.status(),
    ({ isChecking }) => isChecking,
  );

async function isLossless({ client, ports }: Rig): Promise<void> {
  const { state, cache } = databases(ports);
  expect((await client.host.views({ table: 'users' })).views).toHaveLength(1);
  expect(await client.commitDrafts.get({ scope })).toMatchObject({ draft: 'half a commit' });
  expect(await client.journal.list({ query: {}, slice })).toMatchObject({ total: 1 });
  expect(await client.users.summary(everybody)).toMatchObject({ live: 60 });
  expect((await client.host.status()).notices).toEqual([]);
  const files = [state, cache()].flatMap((file) => readdirSync(dirname(file)));
  expect(files.filter((name) => /\.(broken|damaged)/.test(name))).toEqual([]);
}

test('passing read errors of the state file lose nothing, and nothing is sent while it is examined', async () => {
  const rigged = await filled();
  const { platform, ports } = rigged;
  await rigged.core.close();
  const { state, flipPageOf } = databases(ports);
  const endPause = heldPauses();
  flipPageOf(state, 'saved_views_by_stem');
  const prepare = vi.spyOn(Database.prototype, 'prepare');
  const client = await rigged.restart();

  await client.host.views({ table: 'users' }).catch(() => undefined);
  await checked(client);
  const requests = platform.requests.list().length;
  await expect(client.jobs.sync({ collection: 'users' })).rejects.toMatchObject(checking);
  await expect(client.commitDrafts.get({ scope })).rejects.toMatchObject(checking);
  await expect(client.host.preferences()).rejects.toMatchObject(checking);
  expect(platform.requests.list()).toHaveLength(requests);
  flipPageOf(state, 'saved_views_by_stem');
  await endPause();
  await examined(client);
  await isLossless(rigged);

  // The next errors pass before the first reading
  for (const _ of ['second', 'third']) {
    prepare.mockImplementationOnce(() => {
      throw new Database.SqliteError('database disk image is malformed', 'SQLITE_CORRUPT');
    });
    await client.journal.list({ query: {}, slice }).catch(() => undefined);
    await examined(client);
  }
  await isLossless(rigged);
});

test('a passing read error of a cache keeps the cache, and nothing is sent to its instance while it is examined', async () => {
  const rigged = await filled();
  const { platform, ports } = rigged;
  await rigged.core.close();
  const { cache, flipPageOf } = databases(ports);
  const endPause = heldPauses();
  const file = cache();
  flipPageOf(file, 'documents');
  const client = await rigged.restart();
  const list = () => client.users.list({ query: everybody, slice });
  await until(
    () =>
      list().then(
        () => null,
        ({ reason }: Failure) => reason,
      ),
    (reason) => reason === 'checking',
  );
  await checked(client);
  await expect(client.users.refresh({ scope: '', id: 1 })).rejects.toMatchObject(checking);
  expect(platform.requests.count('GET /users/:id')).toBe(0);
  flipPageOf(file, 'documents');
  await endPause();
  await examined(client);
  expect((await list()).rows).toHaveLength(60);
  await isLossless(rigged);
});

test('a disk error that occurs only once while the databases are opened does not stop the start', async () => {
  const rigged = await filled();
  await rigged.core.close();
  vi.spyOn(Database.prototype, 'prepare').mockImplementationOnce(() => {
    throw new Database.SqliteError('disk I/O error', 'SQLITE_IOERR_FSYNC');
  });
  await rigged.restart();
  await isLossless(rigged);
});
