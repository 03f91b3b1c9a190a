import type { HistoryGap } from '#shared/contract/history.ts';
import { megabytes } from '#shared/time.ts';
import type { Connection } from '../../open-cache.ts';
import { stored } from '../../key.ts';
import { meta } from '../../schema.ts';
import { noteKinds, type StoredEntry } from '../history-types.ts';
import { coverageIn } from './coverage.ts';
import { addGap } from './gaps.ts';
import type { LostNote, MovedNote, RefusedNote, SyncedNote } from './notes.ts';
import { numbersIn } from './places.ts';

/** Rows of the outbox in one transaction. */
const batchRows = 5_000;
const firstNote = Math.min(...Object.values(noteKinds));

/** What was copied: up to which number and time, and which entries were new. `since`: when recording began. */
export interface Batch {
  n: number;
  at: number;
  since: number;
  transfer: number;
  entries: StoredEntry[];
}

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
export function copyWaiting(cache: Connection, history: Connection): Batch {
  const rows = cache
    .prepare<[number], StoredEntry>(
      `SELECT n, collection, scope, id, kind, found_at AS foundAt, since, source, cause, fields FROM history_outbox
       WHERE run IS NULL ORDER BY n LIMIT ?`,
    )
    .all(batchRows);
  const cached = meta(cache);
  const transfer = numberOf(cached, 'history:begun');
  const lost = lostOf(cache);
  return history.transaction((): Batch => {
    const facts = meta(history);
    const applied = numberOf(facts, 'applied');
    const copy = copier(history, numberOf(facts, 'latest'));
    const entries = rows.filter((row) => copy(row, applied));
    const n = Math.max(applied, rows.at(-1)?.n ?? 0);
    const times = rows.map(timeOf);
    const at = times.reduce((most, one) => Math.max(most, one), numberOf(facts, 'latest'));
    const since = Number(facts.get('since') ?? times.reduce((least, one) => Math.min(least, one), at));
    if (lost !== null) addGap(history, { ...lost, until: at });
    for (const [name, value] of Object.entries({ applied: n, latest: at, since, transfers: transfer }))
      facts.set(name, String(value));
    return { n, at, since, transfer, entries };
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

/** Delete what was copied. */
export function dropCopied(cache: Connection, { n, at, since, transfer }: Batch): void {
  cache.transaction(() => {
    const facts = meta(cache);
    cache.prepare('DELETE FROM history_outbox WHERE run IS NULL AND n <= ?').run(n);
    cache.prepare(`DELETE FROM meta WHERE name = '${lostName}'`).run();
    const sent = Math.max(n, numberOf(facts, 'history:sent'));
    for (const [name, value] of Object.entries({ sent, sentAt: at, since, transfers: transfer }))
      facts.set(`history:${name}`, String(value));
  })();
}

/** While `history.db` can't be written, the outbox keeps at most this. */
const most = { rows: 200_000, bytes: megabytes(64) };
const lostName = 'history:lost';
type Lost = Pick<HistoryGap, 'from' | 'why'>;

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
    const facts = meta(cache);
    const lost: Lost = lostOf(cache) ?? { from: waiting.from ?? numberOf(facts, 'history:sentAt'), why };
    facts.set(lostName, JSON.stringify(lost));
    cache.prepare('DELETE FROM history_outbox WHERE kind <> ?').run(noteKinds.moved);
  })();
}

/** Returns whether the row is an entry that was not there. `latest`: the time up to which changes were copied before. */
function copier(history: Connection, latest: number): (row: StoredEntry, applied: number) => boolean {
  const numbers = numbersIn(history);
  const coverage = coverageIn(history, numbers);
  const insert = history.prepare('INSERT OR IGNORE INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
  return (row, applied) => {
    const { n, collection, scope, id, kind, since, source, cause, fields } = row;
    if (kind < firstNote) {
      const place = numbers.place(scope);
      const key = id === null ? null : stored(id);
      const values = [numbers.collection(collection), place, key, kind, timeOf(row), since, source, cause, fields];
      return insert.run(n, ...values).changes > 0;
    }
    if (n <= applied || fields === null) return false;
    const note: unknown = JSON.parse(fields);
    if (kind === noteKinds.synced) coverage.synced({ collection, scope }, note as SyncedNote);
    if (kind === noteKinds.refused) coverage.refused({ collection, scope }, note as RefusedNote);
    if (kind === noteKinds.moved) numbers.move(note as MovedNote);
    if (kind === noteKinds.lost) addGap(history, { ...(note as LostNote), from: latest });
    return false;
  };
}

/** When a row of the outbox was found. */
function timeOf({ foundAt, since, kind, fields }: StoredEntry): number {
  if (foundAt !== null) return foundAt;
  const note = fields === null || kind < firstNote ? {} : (JSON.parse(fields) as Partial<SyncedNote & RefusedNote>);
  return note.endedAt ?? note.at ?? since ?? 0;
}
