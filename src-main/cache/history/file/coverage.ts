import { toIso } from '#shared/time.ts';
import type { Place } from '../../cache-types.ts';
import type { Connection } from '../../open-cache.ts';
import { mostSyncs, syncsIn, writeSync } from '../sync-times.ts';
import { addGap } from './gaps.ts';
import type { RefusedNote, SyncedNote } from './notes.ts';
import type { numbersIn } from './places.ts';

/** A row of `coverage`. */
export interface CoverageRow {
  collection: number;
  place: number;
  from_at: number;
  until_at: number;
  full_at: number | null;
  status: string;
  unreadable: number;
  why: string | null;
  ends: Uint8Array;
}

/**
 * Adds the results of syncs to the coverage. The newest row of a place is extended if the result is the same and in the
 * same month. A partial sync of a place that had a full one is `complete`: the rows are then known as of its end.
 */
export function coverageIn(history: Connection, numbers: ReturnType<typeof numbersIn>) {
  const newest = history.prepare<[number, string], CoverageRow>(
    `SELECT coverage.* FROM places JOIN coverage ON collection = ? AND place = places.n WHERE scope = ?
     ORDER BY from_at DESC LIMIT 1`,
  );
  const insert = history.prepare(
    'INSERT INTO coverage VALUES (:collection, :place, :from_at, :until_at, :full_at, :status, :unreadable, :why, :ends)' +
      ' ON CONFLICT DO NOTHING',
  );
  const extend = history.prepare(
    `UPDATE coverage SET until_at = :until_at, full_at = :full_at, why = :why, ends = :ends
     WHERE collection = :collection AND place = :place AND from_at = :from_at`,
  );
  return {
    synced(place: Place, note: SyncedNote): void {
      const last = newestOf(place);
      const fullAt = note.isFull ? note.endedAt : (last?.full_at ?? null);
      // The cache had lost its rows, so this sync could not find what changed since the last one
      if (note.isFirst === true && last !== undefined && last.full_at !== null)
        addGap(
          history,
          { from: last.until_at, until: note.endedAt, why: 'lost' },
          numbers.collection(place.collection),
        );
      const status = fullAt === null ? 'partial' : 'complete';
      put(place, last, { at: note.endedAt, status, unreadable: note.unreadable, fullAt, why: null }, note);
    },
    refused(place: Place, { hidden = false, ...refusal }: RefusedNote): void {
      const last = newestOf(place);
      const why = JSON.stringify(refusal);
      const result = { at: refusal.at, status: hidden ? 'hidden' : 'refused', unreadable: 0, why };
      put(place, last, { ...result, fullAt: last?.full_at ?? null }, null);
    },
  };

  function newestOf({ collection, scope }: Place): CoverageRow | undefined {
    return newest.get(numbers.collection(collection), scope);
  }

  function put(
    { collection, scope }: Place,
    last: CoverageRow | undefined,
    result: Result,
    sync: SyncedNote | null,
  ): void {
    const { at, status, unreadable, fullAt, why } = result;
    const isSame = last?.status === status && last.unreadable === unreadable && monthOf(last.from_at) === monthOf(at);
    if (isSame && at >= last.until_at && syncsIn(last.ends) < mostSyncs) {
      const ends = sync === null ? last.ends : writeSync(last.ends, last.from_at, sync);
      extend.run({ ...last, until_at: at, full_at: fullAt, why, ends });
      return;
    }
    const ends = sync === null ? new Uint8Array() : writeSync(new Uint8Array(), at, sync);
    const [n, place] = [numbers.collection(collection), numbers.place(scope)];
    insert.run({
      ...{ collection: n, place, from_at: at, until_at: at },
      full_at: fullAt,
      status,
      unreadable,
      why,
      ends,
    });
  }
}

interface Result {
  at: number;
  status: string;
  unreadable: number;
  fullAt: number | null;
  why: string | null;
}

/** In UTC, `YYYY-MM`. */
export const monthOf = (at: number): string => toIso(at).slice(0, 7);
