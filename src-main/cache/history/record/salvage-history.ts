import { hours } from '#shared/time.ts';
import { recorderVersion } from '../../migrations.ts';
import type { Connection } from '../../open-cache.ts';
import { meta } from '../../schema.ts';
import type { LostNote } from '../file/notes.ts';
import { epochStart, noteKinds } from '../history-types.ts';

/**
 * Copy what the recorder needs from a damaged cache (null: nothing can be read) to a new one. Unfinished sync runs end
 * with the damage, so their entries become final. If the epoch can't be read, one is taken from the clock: epochs count
 * starts of Reeve, so it is above all of them. `orNull`: the result of a reading; null: the data is damaged.
 */
export function bringHistory(
  damaged: Connection | null,
  fresh: Connection,
  now: number,
  orNull: <T>(read: () => T) => T | null,
): void {
  const version = orNull(() => Number(damaged?.pragma('user_version', { simple: true }) ?? 0));
  if (damaged !== null && version !== null && version < recorderVersion) return;
  const rows = (sql: string): unknown[][] | null =>
    damaged && orNull(() => damaged.prepare<[], unknown[]>(sql).raw().safeIntegers().all());
  const bring = (table: string, found: unknown[][]): void => {
    for (const row of found) fresh.prepare(`INSERT INTO ${table} VALUES (${row.map(() => '?').join()})`).run(...row);
  };
  const facts = meta(fresh);
  const known = rows(`SELECT name, value FROM meta WHERE name LIKE 'history:%'`);
  bring('meta', known ?? []);
  const before = Number(facts.get('history:epoch') ?? 0);
  const epoch = known === null ? Math.floor(now / hours(1)) : before + 1;
  for (const table of ['history_places', 'own_writes']) bring(table, rows(`SELECT * FROM ${table}`) ?? []);
  const waiting = rows('SELECT * FROM history_outbox ORDER BY n');
  if (known !== null && before === 0 && waiting?.length === 0) return;

  const ended = waiting?.filter(([, run]) => run === null) ?? [];
  const open = waiting?.filter(([, run]) => run !== null) ?? [];
  bring('history_outbox', ended);
  const first = epochStart(epoch) + 1;
  bring(
    'history_outbox',
    open.map(([, , collection, scope, id, kind, , ...rest], at) => [
      first + at,
      null,
      collection,
      scope,
      id,
      kind,
      now,
      ...rest,
    ]),
  );
  // The reason of a gap: what was not copied to `history.db` yet is lost
  const lost: LostNote = { until: now, why: 'damaged' };
  const note = [first + open.length, null, '', '', null, noteKinds.lost, now, null, 0, null, JSON.stringify(lost)];
  if (waiting === null) bring('history_outbox', [note]);
  facts.set('history:epoch', String(epoch));
  facts.set('history:written', String(first + open.length));
}
