import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { CacheFile } from '#main/cache/cache-types.ts';
import { openStore } from '#main/cache/worker/store.ts';
import { startThread } from '#main/threads/rpc.ts';
import {
  runSync,
  detailPlace,
  freshFile,
  listOf,
  openBoth,
  queryOf,
  twoThreads,
  usersPlace,
  workerScript,
} from './rig.ts';
import { user, usersBetween } from './rows.ts';

const oddScript = pathToFileURL(join(import.meta.dirname, 'odd-worker.ts'));
type OddVerbs = {
  hold(gate: Int32Array): void;
  count(input: undefined): number;
  refuse(input: undefined): void;
  nothing(input: undefined): void;
  close(input: undefined): void;
};

function oddThread() {
  const thread = startThread<OddVerbs>(oddScript);
  onTestFinished(() => thread.close());
  return thread;
}

test('a call that is aborted while it waits is never run', async () => {
  const thread = oddThread();
  const gate = new Int32Array(new SharedArrayBuffer(4));
  const held = thread.call('hold', gate);
  const superseded = Array.from({ length: 20 }, () => {
    const stop = new AbortController();
    const call = thread.call('count', undefined, stop.signal);
    stop.abort();
    return call;
  });
  const outcomes = await Promise.allSettled(superseded);
  expect(outcomes.map((outcome) => outcome.status === 'rejected' && (outcome.reason as { code: string }).code)).toEqual(
    Array.from({ length: 20 }, () => 'aborted'),
  );
  const last = thread.call('count', undefined);
  Atomics.store(gate, 0, 1);
  Atomics.notify(gate, 0);
  await held;
  expect(await last).toBe(1);
});

test('a call whose signal is already aborted is not sent', async () => {
  const thread = oddThread();
  await expect(thread.call('count', undefined, AbortSignal.abort())).rejects.toMatchObject({
    code: 'aborted',
  });
  expect(await thread.call('count', undefined)).toBe(1);
});

test('a failure keeps its code and fields across threads, and an unknown verb is a bug', async () => {
  const thread = oddThread();
  await expect(thread.call('refuse', undefined)).rejects.toMatchObject({
    name: 'Failure',
    code: 'conflict',
    field: 'name',
  });
  await expect(thread.call('nothing', undefined)).rejects.toMatchObject({ code: 'bug' });
});

const file: CacheFile = { file: 'none', key: 'none' };

test('when a thread ends without being closed, waiting and later calls are rejected, and its loss is reported once', async () => {
  const lost: string[] = [];
  const store = await openStore(oddScript, file, undefined, ({ message }) => lost.push(message));
  const waiting = [
    store.put({ place: usersPlace, id: 1, record: {}, by: 'details', now: 1 }),
    store.resumeSyncRun({ place: usersPlace }),
  ];
  const outcomes = await Promise.allSettled(waiting);
  expect(outcomes).toMatchObject([{ reason: { code: 'bug' } }, { reason: { code: 'bug' } }]);
  await expect(store.resumeSyncRun({ place: usersPlace })).rejects.toThrow(/has ended/);
  expect(lost).toEqual(['a thread has ended (3)']);
});

test('a store that was closed is not reported as lost', async () => {
  const lost: string[] = [];
  const store = await openStore(oddScript, file, undefined, ({ message }) => lost.push(message));
  await store.close();
  expect(lost).toEqual([]);
});

test('a thread that fails reports the cause', async () => {
  const store = await openStore(oddScript, file, undefined, () => undefined);
  // The thread fails right after this call, whose result may still arrive
  await store.markNotReturned({ place: usersPlace, id: 1, by: 'details', now: 1 }).catch(() => undefined);
  await expect.poll(() => store.resumeSyncRun({ place: usersPlace }).catch(String)).toMatch(/broken inside/);
});

test('changes are reported together, with the ids of their rows if these are few', async () => {
  const { store, reader } = await openBoth(undefined, twoThreads);
  await runSync(store, [{ pages: [usersBetween(1, 300)] }]);
  const changes: { collection: string; revision: number; ids?: number[] }[] = [];
  await expect.poll(async () => (await listOf(reader)).total).toBe(300);
  const ofReaders: unknown[] = [];
  store.onChanged((change) => (change.collection === 'users' ? changes : ofReaders).push(change));
  const ids = Array.from({ length: 40 }, (_, at) => at + 1);
  await Promise.all(
    ids.map((id) =>
      store.put({ place: detailPlace, id, record: user(id, { bio: `b${id}` }), by: 'details', now: 2_000 }),
    ),
  );
  const { revision } = await listOf(reader);
  await expect.poll(() => changes.at(-1)?.revision).toBe(revision);
  expect(changes.length).toBeLessThan(ids.length);
  // Conditions of members read users, but no row of a member changed
  expect(ofReaders.at(-1)).toEqual({ collection: 'members', revision, ids: [] });
  const named = new Set(changes.flatMap((change) => change.ids ?? ids));
  expect(ids.every((id) => named.has(id))).toBe(true);
  const revisions = changes.map((change) => change.revision);
  expect(revisions).toEqual(revisions.toSorted((a, b) => a - b));

  changes.length = 0;
  const everybody = usersBetween(1, 300).map((row) => ({ ...row, name: 'Renamed' }));
  await runSync(store, [{ pages: [everybody] }], { now: 3_000 });
  await expect.poll(() => changes.some((change) => change.ids === undefined)).toBe(true);
});

test('a changed age is reported without a new revision', async () => {
  const { store, reader } = await openBoth(undefined, twoThreads);
  const changes: { revision: number; ids?: number[] }[] = [];
  await store.put({ place: detailPlace, id: 1, record: user(1), by: 'details', now: 1_000 });
  const { revision } = await listOf(reader);
  await store.put({ place: detailPlace, id: 2, record: user(2), by: 'details', now: 1_000 });
  store.onChanged((change) => changes.push(change));
  await store.put({ place: detailPlace, id: 1, record: user(1), by: 'details', now: 2_000 });
  await expect.poll(() => changes.flatMap(({ ids }) => ids ?? [])).toContain(1);
  expect(changes.at(-1)?.revision).toBe(revision + 1);
  expect((await listOf(reader)).revision).toBe(revision + 1);
});

test('acknowledged rows are stored after closing, and revisions continue from the last one', async () => {
  const cache = await freshFile();
  const store = await openStore(workerScript('store-worker.ts'), cache);
  await runSync(store, [{ pages: [usersBetween(1, 30)] }]);
  await store.close();
  await store.close();
  await expect(store.resumeSyncRun({ place: usersPlace })).rejects.toMatchObject({ code: 'bug' });
  const again = await openBoth(cache);
  const { revision, total } = await again.reader
    .lists('users')
    .list({ query: queryOf(), slice: { from: 0, count: 1 } });
  expect(total).toBe(30);
  await again.store.put({ place: usersPlace, id: 31, record: user(31), by: 'details', now: 5_000 });
  expect((await listOf(again.reader)).revision).toBe(revision + 1);
});
