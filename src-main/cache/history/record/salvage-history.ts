import { recorderVersion } from '../../migrations.ts';
import type { Connection } from '../../open-cache.ts';
import { noteLost, numberByClock } from '../file/transfer.ts';
import { outbox } from './outbox.ts';

/**
 * Copy what the recorder needs from a damaged cache (null: nothing can be read) to a new one. Unfinished sync runs end
 * here, so their entries become final. `orNull`: calls `read`, and returns null if the data is damaged.
 */
export function bringHistory(
  damaged: Connection | null,
  fresh: Connection,
  now: number,
  orNull: <T>(read: () => T) => T | null,
): void {
  const version = orNull(() => Number(damaged?.pragma('user_version', { simple: true }) ?? 0));
  if (damaged !== null && version !== null && version < recorderVersion) return;
  /** Returns whether the rows could be read. */
  const bring = (table: string, where = 'true'): boolean => {
    const sql = `SELECT * FROM ${table} WHERE ${where}`;
    const rows = damaged && orNull(() => damaged.prepare<[], unknown[]>(sql).raw().safeIntegers().all());
    for (const row of rows ?? [])
      fresh.prepare(`INSERT INTO ${table} VALUES (${row.map(() => '?').join()})`).run(...row);
    return rows !== null;
  };
  if (!bring('meta', `name LIKE 'history:%'`)) numberByClock(fresh, now);
  for (const table of ['history_places', 'own_writes']) bring(table);
  const isOutboxKnown = bring('history_outbox');
  const entries = outbox(fresh);
  const runs = fresh.prepare<[], number>('SELECT DISTINCT run FROM history_outbox WHERE run IS NOT NULL').pluck();
  for (const run of runs.all()) entries.end(run, now);
  entries.seal();
  if (!isOutboxKnown) noteLost(fresh, { from: null, why: 'damaged' });
}
