import { Failure } from '#shared/errors.ts';
import { firstColumn, type Connection } from '../../open-cache.ts';
import { recordedSpan } from '../read/recorded-span.ts';

/** The time of the stored state from which an answer is computed; null: it is computed from the present rows. */
export type Base = number | null;

/**
 * The base of the answer about a collection at a moment: the present, or the nearest stored state without a gap between it
 * and the moment. If older entries were removed by retention, the last state before the moment.
 * Fails: `invalid`/`not-recorded` if recording had not begun, or changes at this time are lost.
 */
export function baseOf(db: Connection, collection: string, at: number): Base {
  const { since, removedBefore, gaps } = recordedSpan(db)(0, Number.MAX_SAFE_INTEGER, [collection]);
  const nearest = (from: number, until: number): Base => {
    const madeAt = firstColumn<number>(
      db,
      `SELECT made_at FROM history.states WHERE collection = (SELECT n FROM history.names WHERE name = ?)
         AND made_at BETWEEN ? AND ? ORDER BY abs(made_at - ?) LIMIT 1`,
    ).get(collection, from, until, at);
    if (madeAt === undefined) throw lost();
    return madeAt;
  };
  const lost = (): Failure => notRecorded(`${collection} at ${at} is not recorded`, null);

  if (since === null || at < since) throw lost();
  if (at < (removedBefore ?? 0)) return nearest(0, at);
  if (gaps.some(({ from, until }) => from <= at && until > at)) throw lost();
  const next = gaps.find(({ from }) => from > at);
  if (next === undefined) return null;
  return nearest(Math.max(0, ...gaps.map(({ until }) => (until <= at ? until : 0))), next.from);
}

/** What was asked can't be answered, because it is not recorded. `field`: the column or filter; null: the whole moment. */
export function notRecorded(message: string, field: string | null): Failure {
  return new Failure('invalid', message, { reason: 'not-recorded', ...(field !== null && { field }) });
}
