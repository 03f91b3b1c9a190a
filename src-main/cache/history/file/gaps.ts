import type { HistoryGap } from '#shared/contract/history.ts';
import type { Connection } from '../../open-cache.ts';

/** Store a gap. Gaps of the same kind that it meets are merged with it. `collection` null: of all collections. */
export function addGap(history: Connection, { from, until, why }: HistoryGap, collection: number | null = null): void {
  const meets = 'collection IS :collection AND why = :why AND from_at <= :until AND until_at >= :from';
  const gap = { from: Math.min(from, until), until, why, collection };
  const met = history
    .prepare<[object], { first: number | null; last: number | null }>(
      `SELECT min(from_at) AS first, max(until_at) AS last FROM gaps WHERE ${meets}`,
    )
    .get(gap);
  history.prepare(`DELETE FROM gaps WHERE ${meets}`).run(gap);
  history
    .prepare('INSERT INTO gaps (from_at, until_at, collection, why) VALUES (?, ?, ?, ?)')
    .run(Math.min(gap.from, met?.first ?? gap.from), Math.max(until, met?.last ?? until), collection, why);
}
