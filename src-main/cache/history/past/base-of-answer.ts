import { Failure } from '#shared/errors.ts';
import { firstColumn, type Connection } from '../../open-cache.ts';

/** The stored state that an answer is computed from; null: the present. */
export type Base = { madeAt: number } | null;

/**
 * The base of the answer about a collection at a moment: the present, or the nearest stored state without a gap between it
 * and the moment. If older entries were removed by retention, the last state before the moment.
 * Fails: `invalid`/`not-recorded` if recording had not begun, or changes at this time are lost.
 */
export function baseOf(db: Connection, collection: string, at: number): Base {
  const number = (sql: string, ...values: unknown[]): number | null =>
    firstColumn<number | null>(db, sql).get(...values) ?? null;
  const meta = (name: string): number | null =>
    number('SELECT CAST(value AS INTEGER) FROM history.meta WHERE name = ?', name);
  const ofCollection = '(SELECT n FROM history.names WHERE name = ?)';
  const state = (conditions: string, order: string, ...values: number[]): number | null =>
    number(
      `SELECT made_at FROM history.states WHERE collection = ${ofCollection} AND ${conditions} ORDER BY ${order} LIMIT 1`,
      ...[collection, ...values],
    );
  const lost = (): Failure => notRecorded(`${collection} at ${at} is not recorded`, null);

  const since = meta('since');
  if (since === null || at < since) throw lost();
  if (at < (meta(`removed:${collection}`) ?? 0)) {
    const madeAt = state('made_at <= ?', 'made_at DESC', at);
    if (madeAt === null) throw lost();
    return { madeAt };
  }
  const isOfGap = `(collection IS NULL OR collection = ${ofCollection})`;
  const gap = (sql: string): number | null => number(`${sql} AND ${isOfGap}`, at, at, collection);
  if (gap('SELECT 1 FROM history.gaps WHERE from_at <= ? AND until_at > ?') !== null) throw lost();
  const next = gap('SELECT min(from_at) FROM history.gaps WHERE from_at > ? AND until_at > ?');
  if (next === null) return null;
  const last = gap('SELECT max(until_at) FROM history.gaps WHERE from_at <= ? AND until_at <= ?') ?? 0;
  const madeAt = state('made_at BETWEEN ? AND ?', 'abs(made_at - ?)', last, next, at);
  if (madeAt === null) throw lost();
  return { madeAt };
}

/** What was asked can't be answered, because it is not recorded. `field`: the column or filter; null: the whole moment. */
export function notRecorded(message: string, field: string | null): Failure {
  return new Failure('invalid', message, { reason: 'not-recorded', ...(field !== null && { field }) });
}
