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
  const write = history.prepare(
    `INSERT INTO coverage VALUES (:collection, :place, :from_at, :until_at, :full_at, :status, :unreadable, :why, :ends)
     ON CONFLICT DO UPDATE SET until_at = excluded.until_at, full_at = excluded.full_at, why = excluded.why, ends = excluded.ends
       WHERE status = excluded.status AND unreadable = excluded.unreadable`,
  );
  return {
    synced(place: Place, note: SyncedNote): void {
      const { endedAt, unreadable } = note;
      const last = newestOf(place);
      const fullAt = note.isFull ? endedAt : (last?.full_at ?? null);
      // The cache had lost its rows, so this sync could not find what changed since the last one
      if (note.isFirst === true && last !== undefined && last.full_at !== null)
        addGap(history, { from: last.until_at, until: endedAt, why: 'lost' }, last.collection);
      const status = fullAt === null ? 'partial' : 'complete';
      put(place, last, { until_at: endedAt, full_at: fullAt, status, unreadable, why: null }, note);
    },
    refused(place: Place, { hidden = false, ...refusal }: RefusedNote): void {
      const last = newestOf(place);
      const [status, why] = [hidden ? 'hidden' : 'refused', JSON.stringify(refusal)];
      put(place, last, { until_at: refusal.at, full_at: last?.full_at ?? null, status, unreadable: 0, why }, null);
    },
  };

  function newestOf({ collection, scope }: Place): CoverageRow | undefined {
    return newest.get(numbers.collection(collection), scope);
  }

  function put(
    { collection, scope }: Place,
    last: CoverageRow | undefined,
    result: Omit<CoverageRow, 'collection' | 'place' | 'from_at' | 'ends'>,
    sync: SyncedNote | null,
  ): void {
    const { until_at: at, status, unreadable } = result;
    const isSame = last?.status === status && last.unreadable === unreadable && monthOf(last.from_at) === monthOf(at);
    const isExtended = isSame && at >= last.until_at && syncsIn(last.ends) < mostSyncs;
    const own = { collection: numbers.collection(collection), place: numbers.place(scope), from_at: at };
    const { ends, ...key } = isExtended ? last : { ...own, ends: new Uint8Array() };
    write.run({ ...key, ...result, ends: sync === null ? ends : writeSync(ends, key.from_at, sync) });
  }
}

/** In UTC, `YYYY-MM`. */
export const monthOf = (at: number): string => toIso(at).slice(0, 7);
