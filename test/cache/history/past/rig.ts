import { onTestFinished } from 'vitest';
import { epochStart, entryKinds, noteKinds, type EntryKind } from '#main/cache/history/history-types.ts';
import type { HistoryReader } from '#main/cache/history/history-api.ts';
import { historyTables, recorderTables } from '#main/cache/history/history-schema.ts';
import { openHistoryReader } from '#main/cache/history/past/open-history-reader.ts';
import { writeSync } from '#main/cache/history/sync-times.ts';
import { openCache, type Connection } from '#main/cache/open-cache.ts';
import type { CacheFile } from '#main/cache/cache-types.ts';
import type { CacheReader, CacheWriter } from '#main/cache/store-api.ts';
import { serveReader } from '#main/cache/worker/serve-reader.ts';
import type { Key } from '#shared/contract/collection.ts';
import type { Scope } from '#shared/contract/scope.ts';
import { sameThread } from '../../../helpers/same-thread.ts';
import { freshFile, openBoth } from '../../rig.ts';

export interface MadeEntry {
  collection?: string;
  scope?: Scope;
  id: Key | null;
  kind: EntryKind;
  /** Null: its sync has not ended. */
  at: number | null;
  fields?: unknown;
}
/** Where an entry is stored: in the outbox, in `history.db`, or, while it is copied, in both. */
type Where = 'outbox' | 'file' | 'both';

/** A cache with a history whose entries are made by the test. */
export async function historyRig(): Promise<{
  store: CacheWriter;
  reader: CacheReader;
  history: HistoryReader;
  made: MadeHistory;
}> {
  const { file, key } = await freshFile();
  const given: CacheFile = { file, key, history: file.replace('cache.db', 'history.db') };
  const { store, reader } = await openBoth(given);
  const cache = openCache(given, 'write');
  onTestFinished(() => void cache.close());
  const own = openCache({ file: given.history ?? '', key }, 'write');
  onTestFinished(() => void own.close());
  const history = openHistoryReader(sameThread(serveReader), given);
  onTestFinished(() => history.close());
  return { store, reader, history, made: madeHistory(cache, own) };
}

export interface MadeHistory {
  entry(entry: MadeEntry, where?: Where): number;
  synced(at: number, place?: { collection?: string; scope?: Scope; isWaiting?: boolean }): void;
  numberOf(table: 'names' | 'places', column: string, value: string): number;
  cache: Connection;
  history: Connection;
  newest(): number;
}

/** Writes entries and syncs as the recorder and the store worker do. */
export function madeHistory(cache: Connection, history: Connection): MadeHistory {
  cache.exec(recorderTables);
  history.exec(historyTables);
  history.prepare(`INSERT OR REPLACE INTO meta VALUES ('since', '1')`).run();
  // Above every number that the product gives in a test
  let n = epochStart(1_000);
  const numberOf = (table: 'names' | 'places', column: string, value: string): number => {
    const found = history.prepare<[string], number>(`SELECT n FROM ${table} WHERE ${column} = ?`).pluck();
    if (found.get(value) === undefined) history.prepare(`INSERT INTO ${table} (${column}) VALUES (?)`).run(value);
    return found.get(value) ?? 0;
  };
  const idOf = (id: Key | null) => (typeof id === 'number' ? BigInt(id) : id);

  function entry({ collection = 'users', scope = '', id, kind, at, fields }: MadeEntry, where: Where = 'file'): number {
    n += 1;
    const json = fields === undefined ? null : JSON.stringify(fields);
    const rest = [idOf(id), entryKinds[kind], at, null, 0, null, json];
    if (where !== 'file')
      cache
        .prepare('INSERT INTO history_outbox VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
        .run(n, at === null ? 1 : null, collection, scope, ...rest);
    if (where !== 'outbox')
      history
        .prepare('INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
        .run(n, numberOf('names', 'name', collection), numberOf('places', 'scope', scope), ...rest);
    written();
    return n;
  }
  function written(): void {
    cache
      .prepare(`INSERT INTO meta VALUES ('history:written', ?) ON CONFLICT DO UPDATE SET value = excluded.value`)
      .run(String(n));
  }
  /** A complete sync of a place that only the test records. `isWaiting`: its note was not copied yet. */
  function synced(at: number, { collection = 'users', scope = '', isWaiting = false } = {}): void {
    if (isWaiting) {
      n += 1;
      const fields = JSON.stringify({ startedAt: at - 10, endedAt: at, isFull: true, unreadable: 0 });
      cache
        .prepare('INSERT INTO history_outbox VALUES (?, NULL, ?, ?, NULL, ?, NULL, NULL, 0, NULL, ?)')
        .run(n, collection, scope, noteKinds.synced, fields);
      written();
      return;
    }
    const place = [numberOf('names', 'name', collection), numberOf('places', 'scope', scope)];
    const found = history
      .prepare<unknown[], { from_at: number; until_at: number; ends: Uint8Array }>(
        `SELECT from_at, until_at, ends FROM coverage WHERE collection = ? AND place = ? AND status = 'complete' AND from_at <= ?`,
      )
      .get(...place, at);
    const times = { startedAt: at - 10, endedAt: at };
    if (found === undefined)
      history
        .prepare(`INSERT INTO coverage VALUES (?, ?, ?, ?, ?, 'complete', 0, NULL, ?)`)
        .run(...place, at, at, at, writeSync(new Uint8Array(), at, times));
    else
      history
        .prepare('UPDATE coverage SET until_at = ?, ends = ? WHERE collection = ? AND place = ? AND from_at = ?')
        .run(at, writeSync(found.ends, found.from_at, times), ...place, found.from_at);
  }
  return { entry, synced, numberOf, cache, history, newest: () => n };
}
