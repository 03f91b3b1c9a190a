import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import type { CacheFile } from '#main/cache/cache-types.ts';
import { openStore } from '#main/cache/worker/store.ts';
import { runSync, freshFile, idsOf, openBoth, usersPlace, workerScript } from './rig.ts';
import { pageOf, usersBetween } from './rows.ts';

const storeScript = workerScript('store-worker.ts');

/** Sync in another process until it acknowledged an id, and kill it without any notice. */
async function killedCrawl({ file, key }: CacheFile, until: number): Promise<void> {
  const script = join(import.meta.dirname, 'sync-child.ts');
  const child = spawn(process.execPath, [script, storeScript.href, file, key], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(child, 'exit');
  for await (const line of createInterface({ input: child.stdout })) {
    if (Number(line) >= until) break;
  }
  child.kill('SIGKILL');
  expect((await exit)[1]).toBe('SIGKILL');
}

/** The rows that the killed process left behind end exactly where the kept window says, and the pass goes on there. */
async function goOn(file: CacheFile, least: number): Promise<void> {
  const { store, reader } = await openBoth(file);
  const pass = await store.resumeSyncRun({ place: usersPlace });
  const [window] = pass?.windows ?? [];
  const cursor = Number(window?.cursor ?? 0);
  expect(cursor).toBeGreaterThanOrEqual(least);
  expect(window).toMatchObject({ idFrom: 1, idTo: cursor, rows: cursor, finishedAt: null });
  expect(pass?.resumed).toBe(1);
  const ofTheChild = await idsOf(reader, { search: 'of the child' });
  expect(ofTheChild).toEqual(usersBetween(1, Math.min(cursor, 5_000)).map(({ id }) => id));

  const body = pageOf(usersBetween(cursor + 1, cursor + 10));
  await store.putPage({ place: usersPlace, windowKey: '/', body, cursor: null, isLast: true, now: 3_000 });
  const outcome = await store.finishSyncRun({ place: usersPlace, now: 3_000 });
  expect(outcome).toEqual({ gone: 0, live: cursor + 10, needsPerson: false });
  expect(await idsOf(reader, { search: `user-${cursor + 10}` })).toEqual([cursor + 10]);
}

test('a first sync that was killed goes on from rows and cursor that fit together', async () => {
  const file = await freshFile();
  await killedCrawl(file, 570);
  // Of the last ten pages a batch may be lost; those before it are kept.
  await goOn(file, 470);
});

test('a later sync that was killed has lost nothing that was acknowledged', async () => {
  const file = await freshFile();
  const store = await openStore(storeScript, file);
  await runSync(store, [{ pages: [usersBetween(1, 5)] }]);
  await store.close();
  await killedCrawl(file, 330);
  await goOn(file, 330);
});
