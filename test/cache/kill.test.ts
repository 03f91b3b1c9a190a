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

/** Sync in another process until it has acknowledged an id, then kill the process. */
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

/** The rows of the killed process end exactly at the stored cursor, and the sync continues there. */
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
  expect(outcome).toEqual({ notReturned: 0, live: cursor + 10, needsPerson: false });
  expect(await idsOf(reader, { search: `user-${cursor + 10}` })).toEqual([cursor + 10]);
}

test('a first sync that was killed continues from a cursor that matches the stored rows', async () => {
  const file = await freshFile();
  await killedCrawl(file, 570);
  // The last batch of up to ten pages may be lost
  await goOn(file, 470);
});

test('a later sync that was killed has lost no acknowledged page', async () => {
  const file = await freshFile();
  const store = await openStore(storeScript, file);
  await runSync(store, [{ pages: [usersBetween(1, 5)] }]);
  await store.close();
  await killedCrawl(file, 330);
  await goOn(file, 330);
});
