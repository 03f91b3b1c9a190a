import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openHistory } from '#main/cache/history/file/open-history.ts';
import { copyWaiting, dropCopied, isAnythingWaiting, makeDurable } from '#main/cache/history/file/transfer.ts';
import { recorderTables } from '#main/cache/history/history-schema.ts';
import { entryKinds, epochStart, noteKinds } from '#main/cache/history/history-types.ts';
import { stored } from '#main/cache/key.ts';
import { openCache, type Connection } from '#main/cache/open-cache.ts';
import { createTables, meta } from '#main/cache/schema.ts';
import type { Key } from '#shared/contract/collection.ts';
import { key } from '../../rig.ts';

export { key };

/** A new folder that is deleted after the test. */
export function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'reeve-history-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export const filesIn = (folder: string) => ({ cache: join(folder, 'cache.db'), history: join(folder, 'history.db') });

export interface Pair {
  folder: string;
  files: ReturnType<typeof filesIn>;
  cache: Connection;
  history: Connection;
}

/** A cache with the tables of the recorder, and a history, both open until the test ends. */
export function openPair(folder = freshFolder()): Pair {
  const files = filesIn(folder);
  const cache = openCacheOf(folder);
  const history = openHistory({ file: files.history, key });
  onTestFinished(() => void history.close());
  return { folder, files, cache, history };
}

export function openCacheOf(folder: string): Connection {
  const cache = openCache({ file: filesIn(folder).cache, key }, 'write');
  onTestFinished(() => void cache.close());
  createTables(cache);
  cache.exec(recorderTables);
  return cache;
}

/** One complete transfer of the next rows. Returns the new entries; null: nothing waits. */
export function transferNext(cache: Connection, history: Connection): { entries: ReturnType<typeof entriesOf> } | null {
  if (!isAnythingWaiting(cache)) return null;
  const before = new Set(entriesOf(history).map(({ n }) => n));
  makeDurable(cache, history);
  copyWaiting(cache, history);
  dropCopied(cache, history);
  return { entries: entriesOf(history).filter(({ n }) => !before.has(n)) };
}

interface Put {
  n?: number;
  run?: number | null;
  collection?: string;
  scope?: string;
  id?: Key | null;
  kind?: number;
  foundAt?: number | null;
  since?: number | null;
  fields?: unknown;
}

/** Writes rows into the outbox, numbered in epoch 1, as the recorder does. */
export function outboxOf(cache: Connection) {
  const facts = meta(cache);
  const insert = cache.prepare('INSERT INTO history_outbox VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, NULL, ?)');
  const put = (row: Put): number => {
    const n = row.n ?? Math.max(epochStart(1), Number(facts.get('history:written') ?? 0)) + 1;
    cache.transaction(() => {
      const { run = null, collection = 'users', scope = '', id = null, kind = entryKinds.changed } = row;
      const fields = row.fields === undefined ? null : JSON.stringify(row.fields);
      const { foundAt = null, since = null } = row;
      insert.run(n, run, collection, scope, id === null ? null : stored(id), kind, foundAt, since, fields);
      facts.set('history:written', String(Math.max(n, Number(facts.get('history:written') ?? 0))));
    })();
    return n;
  };
  return {
    put,
    changed: (id: Key, foundAt: number, more: Put = {}): number =>
      put({ id, foundAt, fields: { name: [`before ${id}`, `after ${id}`] }, ...more }),
    synced: (startedAt: number, endedAt: number, more: Put & { isFull?: boolean; isFirst?: boolean } = {}): number => {
      const { isFull = true, isFirst = false, ...row } = more;
      const { collection = 'users', scope = '' } = row;
      cache.prepare('DELETE FROM passes WHERE collection = ? AND scope = ?').run(collection, scope);
      cache.prepare('INSERT INTO passes VALUES (?, ?, ?, 0, 0, NULL, 0, ?)').run(collection, scope, startedAt, endedAt);
      const fields = { startedAt, endedAt, isFull, unreadable: 0, isFirst };
      return put({ kind: noteKinds.synced, foundAt: endedAt, fields, ...row });
    },
    /** The end of a sync run: its entries get their time. */
    end: (run: number, foundAt: number): void =>
      void cache.prepare('UPDATE history_outbox SET run = NULL, found_at = ? WHERE run = ?').run(foundAt, run),
    waiting: (): number => cache.prepare<[], number>('SELECT count(*) FROM history_outbox').pluck().get() ?? 0,
  };
}

/** The stored entries, as `n id found_at`. */
export const entriesOf = (history: Connection): { n: number; id: Key | null; found_at: number }[] =>
  history.prepare<[], { n: number; id: Key | null; found_at: number }>('SELECT n, id, found_at FROM entries').all();

export const gapsOf = (history: Connection) =>
  history
    .prepare<[], { from_at: number; until_at: number; collection: number | null; why: string }>('SELECT * FROM gaps')
    .all();
