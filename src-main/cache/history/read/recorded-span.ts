import type { CollectionName } from '#shared/contract/collections.ts';
import type { HistoryGap, Recorded } from '#shared/contract/history.ts';
import { firstColumn, type Connection } from '../../open-cache.ts';

/** Reads when recording began, and what is missing. */
export function recordedSpan(db: Connection) {
  const removed = db.prepare<[], { name: string; value: string }>(
    `SELECT name, value FROM history.meta WHERE name LIKE 'removed:%'`,
  );
  const gaps = db.prepare<[object], HistoryGap>(
    `SELECT g.from_at AS "from", g.until_at AS until, g.why FROM history.gaps g LEFT JOIN history.names c ON c.n = g.collection
     WHERE g.from_at <= :until AND g.until_at >= :since
       AND (g.collection IS NULL OR :names IS NULL OR c.name IN (SELECT value FROM json_each(:names))) ORDER BY g.from_at`,
  );

  /** `names`: the lists that are asked for; absent: all. */
  return (since: number, until: number, names?: readonly string[]): Recorded => {
    const began = firstColumn<string>(db, `SELECT value FROM history.meta WHERE name = 'since'`).get();
    const ends = removed.all().flatMap(({ name, value }) => {
      const list = name.slice('removed:'.length) as CollectionName;
      return names === undefined || names.includes(list) ? [Number(value)] : [];
    });
    return {
      since: began === undefined ? null : Number(began),
      removedBefore: ends.length === 0 ? null : Math.max(...ends),
      gaps: gaps.all({ since, until, names: names === undefined ? null : JSON.stringify(names) }),
    };
  };
}
