import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { onTestFinished } from 'vitest';
import { own } from '#main/cache/collections/index.ts';
import { definitionOf } from '#main/cache/definitions.ts';
import type { Definition } from '#main/cache/derive.ts';
import type { CacheFile, SyncRunOutcome, Place, Span } from '#main/cache/cache-types.ts';
import type { Connection } from '#main/cache/open-cache.ts';
import { keysPerBucket, textsIn, type StoredChunk } from '#main/cache/short-texts.ts';
import type { CacheReader, CacheWriter } from '#main/cache/store-api.ts';
import { openReader } from '#main/cache/worker/reader.ts';
import { serveReader } from '#main/cache/worker/serve-reader.ts';
import { serveStore } from '#main/cache/worker/serve-store.ts';
import { openStore } from '#main/cache/worker/store.ts';
import type { writer } from '#main/cache/write/writer.ts';
import type { Workers } from '#main/ports.ts';
import { collections, collectionVerbs, type CollectionName } from '#shared/contract/collections.ts';
import type { z } from 'zod';
import { mostPageRows } from '#shared/untrusted-json.ts';
import { sameThread } from '../helpers/same-thread.ts';
import { pageOf, paged, type Row } from './rows.ts';

export const usersPlace: Place = { collection: 'users', scope: '' };
export const detailPlace: Place = { collection: 'users.detail', scope: '' };
export const openSpan: Span = { from: null, to: null };
/** The definition of a collection. */
export const definitionFor = (name: CollectionName): Definition =>
  definitionOf(name, collections[name], own[name] ?? {});
export const key = 'a1'.repeat(32);

export const workerScript = (name: string): URL =>
  pathToFileURL(join(import.meta.dirname, '../../src-main/cache/worker', name));

/** Build all indexes that are still missing. */
export function buildIndexes(write: ReturnType<typeof writer>): void {
  while (write.buildNextIndex());
}

/** The search texts of a collection with short texts, by key. */
export function storedTexts(db: Connection, collection: CollectionName): Map<number, string> {
  const chunks = db.prepare<[], StoredChunk>(`SELECT * FROM ${collection}_texts ORDER BY bucket`).all();
  return new Map(
    chunks.flatMap((chunk) =>
      [...textsIn(chunk)].map(([low, text]): [number, string] => [chunk.bucket * keysPerBucket + low, text]),
    ),
  );
}

/** A cache file in a new folder that is deleted after the test. */
export async function freshFile(): Promise<CacheFile> {
  const folder = await mkdtemp(join(tmpdir(), 'reeve-cache-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return { file: join(folder, 'cache.db'), key };
}

/** Store and reader in threads, as in the product. */
export const twoThreads = { store: workerScript('store-worker.ts'), read: workerScript('read-worker.ts') };
const oneThread = { store: sameThread(serveStore), read: sameThread(serveReader) };

/** Store and reader of one file. They are closed after the test. */
export async function openBoth(
  given?: CacheFile,
  { store: startStore, read: startReader }: Pick<Workers, 'store' | 'read'> = oneThread,
): Promise<{ store: CacheWriter; reader: CacheReader; file: CacheFile }> {
  const file = given ?? (await freshFile());
  const store = await openStore(startStore, file);
  onTestFinished(() => store.close());
  const reader = await openReader(startReader, file);
  onTestFinished(() => reader.close());
  return { store, reader, file };
}

/** One window of a sync, with its pages in order. */
export interface Walk {
  key?: string;
  span?: Span;
  pages: Row[][];
}

/** Store all windows, one after the other, in pages of limited size, and finish the sync. */
export async function runSync(
  store: CacheWriter,
  walks: Walk[],
  { now = 1_000, acceptNotReturned = false }: { now?: number; acceptNotReturned?: boolean } = {},
): Promise<SyncRunOutcome> {
  const windows = walks.map(({ key: name = '/', span = openSpan }) => ({ key: name, span }));
  await store.beginSyncRun({ place: usersPlace, windows, estimatedRows: null, now });
  for (const { key: windowKey = '/', pages } of walks) {
    const sent = pages.flatMap((rows) => (rows.length > mostPageRows ? paged(rows, mostPageRows) : [rows]));
    for (const [at, rows] of sent.entries()) {
      const isLast = at === sent.length - 1;
      const cursor = isLast ? null : `cursor-${at + 1}`;
      await store.putPage({ place: usersPlace, windowKey, body: pageOf(rows), cursor, isLast, now });
    }
  }
  return store.finishSyncRun({ place: usersPlace, now, acceptNotReturned });
}

const UserQuery = collectionVerbs.users.list.input.shape.query;
export type UserQuery = z.output<typeof UserQuery>;
type Asked = Partial<z.input<typeof UserQuery>>;

/** A list query with its defaults. */
export const queryOf = (query: Asked = {}): UserQuery => UserQuery.parse({ scope: '', ...query });

/** The ids that a query returns, in its order. */
export function idsOf(reader: CacheReader, query: Asked = {}): Promise<number[]> {
  return reader.lists('users').ids({
    query: queryOf({ sort: { by: 'id', direction: 'asc' }, ...query }),
    from: 0,
    count: 5_000,
  });
}

/** The first window of a list. */
export function listOf(reader: CacheReader, query: Asked = {}) {
  return reader.lists('users').list({ query: queryOf(query), slice: { from: 0, count: 200 } });
}
