import { defaultMonths } from '#shared/contract/history.ts';
import { days } from '#shared/time.ts';
import type { Connection } from '../../open-cache.ts';
import { meta } from '../../schema.ts';
import { numberOf } from './transfer.ts';

/** Entries or rows of the coverage in one step. */
const stepRows = 2_000;
/** Pages in one step that are given back to the disk. */
const stepPages = 500;

const forever = 'forever';

/** The months for which the changes of a list are kept; null: forever. */
export function monthsOf(history: Connection, collection: string): number | null {
  const kept = meta(history).get(`keep:${collection}`);
  return kept === forever ? null : Number(kept ?? defaultMonths);
}

/**
 * Removes entries and coverage that are older than what is kept, once a day and in steps. Stored states stay. Times are
 * those of the newest recorded sync.
 */
export function retention(history: Connection) {
  const facts = meta(history);
  let steps: Iterator<unknown> | null = null;
  return {
    set({ collection, months }: { collection: string; months: number | null }): void {
      facts.set(`keep:${collection}`, months === null ? forever : String(months));
      facts.set('pruned', '0');
      steps = null;
    },
    /** Returns false if nothing was left to do. */
    step(): boolean {
      const now = numberOf(facts, 'latest');
      if (steps === null && now < numberOf(facts, 'pruned') + days(1)) return false;
      steps ??= prune(now);
      if (steps.next().done !== true) return true;
      steps = null;
      return false;
    },
  };

  function* prune(now: number): Iterator<unknown> {
    // Lists with the same number of months are read together, because the index by time does not contain the list
    const byMonths = Map.groupBy(namesIn(history), (collection) => monthsOf(history, collection));
    for (const [months, collections] of byMonths) {
      if (months === null) continue;
      const before = monthsBefore(now, months);
      while (removeSome(collections, before)) yield;
    }
    let free: number;
    do {
      free = freePages();
      history.pragma(`incremental_vacuum(${stepPages})`);
      yield;
    } while (freePages() < free);
    facts.set('pruned', String(now));
  }

  function freePages(): number {
    return Number(history.pragma('freelist_count', { simple: true }));
  }

  /** Returns false if nothing older is left. */
  function removeSome(collections: readonly string[], before: number): boolean {
    if (numberOf(facts, 'since') >= before) return false;
    const own = 'collection IN (SELECT n FROM names WHERE name IN (SELECT value FROM json_each(:names)))';
    const older = `SELECT n FROM entries INDEXED BY entries_by_time WHERE found_at < :before AND ${own} LIMIT ${stepRows}`;
    return history.transaction(() => {
      const values = { names: JSON.stringify(collections), before };
      const { changes } = history.prepare(`DELETE FROM entries WHERE n IN (${older})`).run(values);
      if (changes === stepRows) return true;
      history.prepare(`DELETE FROM coverage WHERE until_at < :before AND ${own}`).run(values);
      for (const one of collections) facts.set(`removed:${one}`, String(before));
      return false;
    })();
  }
}

const namesIn = (history: Connection): string[] => history.prepare<[], string>('SELECT name FROM names').pluck().all();

function monthsBefore(at: number, months: number): number {
  const date = new Date(at);
  return date.setUTCMonth(date.getUTCMonth() - months);
}

/** What `history.db` stores of each list. `bytes`: an estimate. `since`: when recording began; null: it has not. */
export function sizesOf(history: Connection) {
  const sizes = history
    .prepare<[], { collection: string; entries: number; bytes: number }>(
      `SELECT name AS collection, sum(entries) AS entries, sum(bytes) AS bytes FROM names JOIN (
         SELECT collection, count(*) AS entries, sum(60 + ifnull(length(fields), 0)) AS bytes FROM entries GROUP BY 1
         UNION ALL SELECT collection, 0, sum(40 + length(ends)) FROM coverage GROUP BY 1
         UNION ALL SELECT collection, 0, sum(40 + length(block)) FROM states GROUP BY 1
       ) ON collection = n GROUP BY n ORDER BY name`,
    )
    .all();
  const since = meta(history).get('since');
  const pages = Number(history.pragma('page_count', { simple: true }));
  return {
    since: since === undefined ? null : Number(since),
    bytes: pages * Number(history.pragma('page_size', { simple: true })),
    collections: sizes.map((size) => ({ ...size, months: monthsOf(history, size.collection) })),
  };
}
