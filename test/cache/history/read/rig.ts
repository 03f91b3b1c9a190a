import Database from 'better-sqlite3';
import type { Connection } from '#main/cache/open-cache.ts';
import { onTestFinished } from 'vitest';
import { definitions } from '#main/cache/definitions.ts';
import { historyTables, recorderTables } from '#main/cache/history/history-schema.ts';
import {
  entryKinds,
  entrySources,
  epochStart,
  type EntryKind,
  type EntrySource,
} from '#main/cache/history/history-types.ts';
import { historyQueries } from '#main/cache/history/read/history-queries.ts';
import { writeSync, type SyncTimes } from '#main/cache/history/sync-times.ts';
import { writer } from '#main/cache/write/writer.ts';
import type { Key } from '#shared/contract/collection.ts';
import type { CollectionName } from '#shared/contract/collections.ts';
import { ChangesQuery } from '#shared/contract/history.ts';
import type { z } from 'zod';
import { openSpan } from '../../rig.ts';
import { pageOf } from '../../rows.ts';

export interface LoggedEntry {
  collection: CollectionName;
  scope?: string;
  id: Key | null;
  kind: EntryKind;
  at: number;
  since?: number | null;
  source?: EntrySource;
  cause?: string;
  fields?: unknown;
}

/** A cache with its history in memory. The test writes the rows and the entries that the recorder would write. */
export function openHistory() {
  const db: Connection = new Database(':memory:');
  onTestFinished(() => void db.close());
  const write = writer(db, definitions, () => undefined);
  db.exec(recorderTables);
  db.exec(`ATTACH ':memory:' AS history`);
  db.exec(historyTables.replaceAll(/(TABLE|INDEX) IF NOT EXISTS /g, '$1 history.'));
  db.exec(`INSERT OR REPLACE INTO main.meta VALUES ('history:written', '${Number.MAX_SAFE_INTEGER}')`);
  let lastN = 0;
  const numberOf = (name: string): number => {
    db.prepare('INSERT OR IGNORE INTO history.names (name) VALUES (?)').run(name);
    return db.prepare<[string], number>('SELECT n FROM history.names WHERE name = ?').pluck().get(name) ?? 0;
  };
  const placeOf = (scope: string): number => {
    const find = db.prepare<[string], number>('SELECT n FROM history.places WHERE scope = ?').pluck();
    if (find.get(scope) === undefined) db.prepare('INSERT INTO history.places (scope) VALUES (?)').run(scope);
    return find.get(scope) ?? 0;
  };
  const insert = db.prepare('INSERT INTO history.entries VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
  const insertWaiting = db.prepare('INSERT INTO main.history_outbox VALUES (?, NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
  const valuesOf = ({ kind, at, since = null, source = 'sync', cause, fields = null }: LoggedEntry) => [
    ...[entryKinds[kind], at, since, entrySources[source], cause ?? null],
    fields === null ? null : JSON.stringify(fields),
  ];

  return {
    exec: (sql: string): void => void db.exec(sql),
    read: historyQueries(db),
    /** Log an entry in `history.db`. Returns its number. */
    log(entry: LoggedEntry): number {
      const { collection, scope = '', id } = entry;
      insert.run((lastN += 1), numberOf(collection), placeOf(scope), stored(id), ...valuesOf(entry));
      return lastN;
    },
    /** Log an entry that is still in the outbox. */
    logWaiting(entry: LoggedEntry): number {
      const { collection, scope = '', id } = entry;
      insertWaiting.run((lastN += 1), collection, scope, stored(id), ...valuesOf(entry));
      return lastN;
    },
    /** Cache the rows of a list, which need not be all of it. */
    cache(collection: CollectionName, scope: string, rows: readonly object[], now = 1): void {
      const place = { collection, scope };
      if (collection === 'users') {
        write.beginSyncRun({ place, windows: [{ key: '/', span: openSpan }], estimatedRows: null, now });
        write.putPage({ place, windowKey: '/', body: pageOf(rows), cursor: null, isLast: true, now });
      } else {
        write.beginList({ place, estimatedRows: null, now });
        write.putListPage({ place, rows: pageOf(rows), now });
      }
      write.finishSyncRun({ place, now, acceptNotReturned: true });
      // What the recorder wrote about these syncs. The numbers of the entries of tests are lower
      db.exec(`DELETE FROM main.history_outbox WHERE n >= ${epochStart(1)}`);
    },
    /** A row of the coverage with these syncs. */
    cover(collection: CollectionName, scope: string, ends: readonly number[], status = 'complete'): void {
      const syncs = ends.map((endedAt): SyncTimes => ({ startedAt: endedAt - 1_000, endedAt }));
      const [first = 0] = ends;
      let bytes: Uint8Array = new Uint8Array();
      let last = first;
      for (const sync of syncs) {
        bytes = writeSync(bytes, last, sync);
        last = sync.endedAt;
      }
      db.prepare('INSERT INTO history.coverage VALUES (?, ?, ?, ?, ?, ?, 0, NULL, ?)').run(
        ...[numberOf(collection), placeOf(scope), first, last, last, status, Buffer.from(bytes)],
      );
    },
  };
}
export type History = ReturnType<typeof openHistory>;

const stored = (id: Key | null): bigint | string | null => (typeof id === 'number' ? BigInt(id) : id);

/** A query of the page Changes with its defaults. */
export const changesOf = (query: Partial<z.input<typeof ChangesQuery>> = {}) => ({
  ...ChangesQuery.parse({ since: 0, until: Number.MAX_SAFE_INTEGER, ...query }),
  slice: { from: 0, count: 200 },
});
