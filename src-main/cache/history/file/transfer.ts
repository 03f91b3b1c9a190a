import type { HistoryGap } from '#shared/contract/history.ts';
import { hours, megabytes } from '#shared/time.ts';
import type { Connection } from '../../open-cache.ts';
import { stored } from '../../key.ts';
import { meta } from '../../schema.ts';
import { epochStart, noteKinds, type StoredEntry } from '../history-types.ts';
import { coverageIn } from './coverage.ts';
import { addGap } from './gaps.ts';
import type { MovedNote, RefusedNote, SyncedNote } from './notes.ts';
import { numbersIn } from './places.ts';

/** Rows of the outbox in one transaction. */
const batchRows = 5_000;
const firstNote = Math.min(...Object.values(noteKinds));

/** A number in `meta`; 0 if there is none. */
export const numberOf = (facts: ReturnType<typeof meta>, name: string): number => Number(facts.get(name) ?? 0);

export function isAnythingWaiting(cache: Connection): boolean {
  return cache.prepare('SELECT 1 FROM history_outbox WHERE run IS NULL LIMIT 1').get() !== undefined;
}

/**
 * Copy the next rows of ended syncs from the outbox of the cache to `history.db`. Three commits: the cache is made
 * durable (`makeDurable`), the rows are copied, and they are deleted from the outbox (`dropCopied`). Reeve can end after
 * each of them: entries are identified by their number, and notes up to `applied` are not applied again.
 */
export function copyWaiting(cache: Connection, history: Connection): void {
  const rows = cache
    .prepare<[number], StoredEntry>(
      `SELECT n, collection, scope, id, kind, found_at AS foundAt, since, source, cause, fields FROM history_outbox
       WHERE run IS NULL ORDER BY n LIMIT ?`,
    )
    .all(batchRows);
  const transfers = numberOf(meta(cache), 'history:begun');
  const lost = lostOf(cache);
  history.transaction(() => {
    const facts = meta(history);
    const applied = numberOf(facts, 'applied');
    const latest = numberOf(facts, 'latest');
    rows.forEach(copier(history, applied));
    const n = Math.max(applied, rows.at(-1)?.n ?? 0);
    const times = rows.map(timeOf);
    const at = times.reduce((most, one) => Math.max(most, one), latest);
    const since = Number(facts.get('since') ?? times.reduce((least, one) => Math.min(least, one), at));
    const from = lost?.from ?? latest;
    // If nothing was copied before, recording began after the loss
    if (lost !== null && from > 0) addGap(history, { from, until: at, why: lost.why });
    for (const [name, value] of Object.entries({ applied: n, latest: at, since, transfers }))
      facts.set(name, String(value));
  })();
}

/**
 * A commit that waits for the disk, so that a power cut can't undo the commits before it. It must write something; the
 * number of the transfer shows later whether one of the two files was set back.
 */
export function makeDurable(cache: Connection, history: Connection): void {
  const facts = meta(cache);
  const next = Math.max(numberOf(facts, 'history:begun'), numberOf(meta(history), 'transfers')) + 1;
  cache.pragma('synchronous=full');
  try {
    facts.set('history:begun', String(next));
  } finally {
    cache.pragma('synchronous=normal');
  }
}

/** Delete the copied rows from the outbox, and store in the cache up to which number `history.db` has them. */
export function dropCopied(cache: Connection, history: Connection): void {
  cache.transaction(() => {
    const [facts, own] = [meta(cache), meta(history)];
    cache.prepare('DELETE FROM history_outbox WHERE run IS NULL AND n <= ?').run(numberOf(own, 'applied'));
    cache.prepare(`DELETE FROM meta WHERE name = '${lostName}'`).run();
    const names = { sent: 'applied', sentAt: 'latest', since: 'since', transfers: 'transfers' };
    for (const [name, from] of Object.entries(names)) facts.set(`history:${name}`, String(numberOf(own, from)));
  })();
}

/** While `history.db` can't be written, the outbox keeps at most this. */
const most = { rows: 200_000, bytes: megabytes(64) };
const lostName = 'history:lost';
/** `from` null: everything after the last copied change was lost. */
interface Lost extends Pick<HistoryGap, 'why'> {
  from: number | null;
}

/**
 * Set the epoch of a cache that does not know which numbers `history.db` has. It is the number of hours since 1970, which is
 * above all other epochs, because they count the starts of Reeve.
 */
export function numberByClock(db: Connection, now: number): void {
  meta(db).set('history:written', String(epochStart(Math.floor(now / hours(1)))));
}

/** Note that changes were lost before they were copied. The next copy stores a gap. */
export function noteLost(cache: Connection, lost: Lost): void {
  if (lostOf(cache) === null) meta(cache).set(lostName, JSON.stringify(lost));
}

/** The changes that were dropped since a time, until the next copy succeeds; null: none. */
export function lostOf(cache: Connection): Lost | null {
  const text = meta(cache).get(lostName);
  return text === undefined ? null : (JSON.parse(text) as Lost);
}

/** Empty the outbox if it has become too large, so that the disk is not filled by it. Moves of places are kept. */
export function dropTooMany(cache: Connection, why: HistoryGap['why'], limits = most): void {
  const waiting = cache
    .prepare<[], { rows: number; bytes: number | null; from: number | null }>(
      'SELECT count(*) AS rows, sum(length(fields)) AS bytes, min(found_at) AS "from" FROM history_outbox',
    )
    .get();
  if (waiting === undefined || (waiting.rows <= limits.rows && (waiting.bytes ?? 0) <= limits.bytes)) return;
  cache.transaction(() => {
    noteLost(cache, { from: waiting.from, why });
    cache.prepare('DELETE FROM history_outbox WHERE kind <> ?').run(noteKinds.moved);
  })();
}

/**
 * Returns a function that copies a row of the outbox. An entry that is already there stays. `applied`: notes up to this number
 * were applied before.
 */
function copier(history: Connection, applied: number): (row: StoredEntry) => void {
  const numbers = numbersIn(history);
  const coverage = coverageIn(history, numbers);
  const insert = history.prepare('INSERT OR IGNORE INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
  return (row) => {
    const { n, collection, scope, id, kind, since, source, cause, fields } = row;
    if (kind < firstNote) {
      const place = numbers.place(scope);
      const key = id === null ? null : stored(id);
      const values = [numbers.collection(collection), place, key, kind, timeOf(row), since, source, cause, fields];
      insert.run(n, ...values);
      return;
    }
    if (n <= applied || fields === null) return;
    const note: unknown = JSON.parse(fields);
    if (kind === noteKinds.synced) coverage.synced({ collection, scope }, note as SyncedNote);
    if (kind === noteKinds.refused) coverage.refused({ collection, scope }, note as RefusedNote);
    if (kind === noteKinds.moved) numbers.move(note as MovedNote);
  };
}

/** When a row of the outbox was found. */
function timeOf({ foundAt, since, kind, fields }: StoredEntry): number {
  if (foundAt !== null) return foundAt;
  const note = fields === null || kind < firstNote ? {} : (JSON.parse(fields) as Partial<SyncedNote & RefusedNote>);
  return note.endedAt ?? note.at ?? since ?? 0;
}
