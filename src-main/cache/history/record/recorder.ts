import { collections } from '#shared/contract/collections.ts';
import type { Place, Refusal, ScopeMove } from '../../cache-types.ts';
import type { Definition } from '../../derive.ts';
import type { Connection } from '../../open-cache.ts';
import type { SyncedNote } from '../file/notes.ts';
import { recordedFields } from '../recorded-fields.ts';
import { outbox } from './outbox.ts';
import { ownWrites } from './own-writes.ts';
import { placeSyncs } from './place-syncs.ts';
import { rowRecorder, type RowRecorder } from './row-recorder.ts';
import { newRun, type Run } from './runs.ts';

/** Maximum number of times at which rows were hidden that are kept for a place. */
const mostHiddenTimes = 8;

/**
 * Records the history into `history_outbox`, in the transactions of the writer.
 * Decision: build/decisions/0047-history-is-recorded-with-the-rows.md
 */
export function recorder(db: Connection, definitions: readonly Definition[]) {
  const entries = outbox(db);
  const places = placeSyncs(db);
  const own = ownWrites(db);
  const runs = new Map<string, Run>();
  const unfinished = db.prepare<[string, string], Pick<Run, 'number' | 'startedAt'> & { isFirst: number }>(
    `SELECT rowid AS number, started_at AS startedAt, is_first AS isFirst FROM passes
     WHERE collection = ? AND scope = ? AND finished_at IS NULL`,
  );
  const orphans = db
    .prepare<[], number>(
      `SELECT DISTINCT run FROM history_outbox WHERE run IS NOT NULL
         AND run NOT IN (SELECT rowid FROM passes WHERE finished_at IS NULL)`,
    )
    .pluck();
  const recorded = new Map(
    definitions.filter(({ collection }) => recordedFields(collection) !== null).map((one) => [one.list, one]),
  );

  return {
    /** Null: the rows of the collection have no history. */
    rowsOf: (definition: Definition, isIndexed: () => boolean): RowRecorder | null =>
      rowRecorder(db, definition, { entries, own, places, isIndexed }),
    /** The unfinished sync run of a place; null: none, or its rows have no history. */
    runOf: (place: Place): Run | null => runOf(place, false),
    /** A sync run has begun. */
    begun: (place: Place): void => {
      runs.delete(keyOf(place));
      runOf(place, true);
    },
    /** To be called before the unfinished sync run of a place is dropped or replaced. `now` null: not known. */
    dropped(place: Place, now: number | null): void {
      const run = runOf(place, false);
      if (run !== null) entries.end(run.number, now ?? Math.max(entries.latest(), run.startedAt));
      runs.delete(keyOf(place));
    },
    /** To be called before the run counts as finished. `wasHidden`: the place was marked as hidden. */
    finished(place: Place, how: { now: number; isFull: boolean; unreadable: number; wasHidden: boolean }): void {
      const run = runOf(place, false);
      const definition = recorded.get(place.collection);
      if (run === null || definition === undefined) return;
      const { now, isFull, unreadable } = how;
      const { startedAt, last } = run;
      const hidden = notePlace(run, how);
      entries.end(run.number, now);
      const fields: SyncedNote = { startedAt, endedAt: now, isFull, unreadable, ...(run.isFirst && { isFirst: true }) };
      entries.add({ ...place, kind: 'synced', foundAt: now, fields });
      const fullStartedAt = isFull ? startedAt : (last?.fullStartedAt ?? null);
      places.put(place, { startedAt, fullStartedAt, sight: places.sight(), hidden });
      own.covered(place, startedAt, definition, collections[definition.collection].isSameInAllScopes);
      runs.delete(keyOf(place));
    },
    /** The token can no longer read a place. `isNew`: it was not marked as hidden before. */
    hidden(place: Place, now: number, isNew: boolean): void {
      if (!isNew || !recorded.has(place.collection)) return;
      const since = places.of(place)?.startedAt ?? null;
      entries.add({ ...place, kind: 'hidden', foundAt: now, since });
      noteRefused(place, { at: now, status: null, reason: null, message: null }, true);
    },
    refused: noteRefused,
    /** The cached rows of these scopes were moved. */
    moved(moves: readonly ScopeMove[]): void {
      for (const move of moves) {
        places.move(move);
        entries.add({ collection: '', scope: move.to, kind: 'moved', foundAt: null, fields: move });
      }
      runs.clear();
      for (const run of orphans.all()) entries.end(run, entries.latest());
    },
    seal: (): void => entries.seal(),
    /** To be called after a rollback. */
    forget(): void {
      runs.clear();
    },
  };

  function runOf(place: Place, isWhole: boolean): Run | null {
    const definition = recorded.get(place.collection);
    if (definition === undefined) return null;
    const known = runs.get(keyOf(place));
    if (known !== undefined) return known;
    const head = unfinished.get(place.collection, place.scope);
    if (head === undefined) return null;
    const at = { ...head, place, isFirst: head.isFirst === 1 };
    const run = newRun(at, places.of(place), { sight: places.sight(), isWhole, expires: definition.expires });
    runs.set(keyOf(place), run);
    return run;
  }

  function noteRefused(place: Place, refusal: Refusal, hidden: boolean): void {
    if (!recorded.has(place.collection)) return;
    const foundAt = Math.round(refusal.at);
    entries.add({ ...place, kind: 'refused', foundAt, fields: { ...refusal, hidden } });
  }

  /** Entries about a whole place, at the end of a sync run. Returns what is hidden now. */
  function notePlace({ place, last, fields, ...run }: Run, { now, wasHidden }: { now: number; wasHidden: boolean }) {
    const since = last?.startedAt ?? null;
    const note = (kind: 'hidden' | 'visible', names: readonly string[] | null): void =>
      entries.add({ ...place, run: run.number, kind, foundAt: now, since, fields: names });
    const before = last?.hidden ?? { fields: [], rows: [], isPart: false };
    if (wasHidden) note('visible', null);

    const isSeen = !run.hasUnseen && !run.isFirst;
    const lost = isSeen ? [...fields.lost].filter((name) => !fields.kept.has(name)) : [];
    const news = lost.filter((name) => !before.fields.includes(name));
    if (news.length > 0) note('hidden', news);
    const shown = before.fields.filter((name) => fields.sent.has(name));
    if (shown.length > 0) note('visible', shown);

    const isPart = run.hidden > 0 || (before.isPart && !run.hasReturned);
    if (isPart && !before.isPart) note('hidden', null);
    if (!isPart && before.isPart) note('visible', null);
    return {
      fields: [...before.fields.filter((name) => !shown.includes(name)), ...news],
      rows: run.hidden > 0 ? [...before.rows, now].slice(-mostHiddenTimes) : before.rows,
      isPart,
    };
  }
}
export type Recorder = ReturnType<typeof recorder>;

const keyOf = ({ collection, scope }: Place): string => `${collection} ${scope}`;
