import { days } from '#shared/time.ts';
import type { Connection } from '../../open-cache.ts';
import { meta } from '../../schema.ts';
import { numberOf } from './transfer.ts';

/** For how long all changes of a list are kept, if nothing else was chosen. */
export const defaultMonths = 12;
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
  /** What is left to do today. */
  let due: Due[] | null = null;
  return {
    set({ collection, months }: { collection: string; months: number | null }): void {
      facts.set(`keep:${collection}`, months === null ? forever : String(months));
      facts.set('pruned', '0');
      due = null;
    },
    /** Returns false if nothing was left to do. */
    step(): boolean {
      const now = numberOf(facts, 'latest');
      if (due === null) {
        if (now < numberOf(facts, 'pruned') + days(1)) return false;
        due = dueAt(now);
      }
      const [next] = due;
      if (next !== undefined) {
        if (!removeSome(next)) due.shift();
        return true;
      }
      const free = freePages();
      history.pragma(`incremental_vacuum(${stepPages})`);
      if (freePages() < free) return true;
      due = null;
      facts.set('pruned', String(now));
      return false;
    },
  };

  function freePages(): number {
    return Number(history.pragma('freelist_count', { simple: true }));
  }

  /** Lists with the same number of months are read together, because the index by time does not contain the list. */
  function dueAt(now: number): Due[] {
    const byMonths = Map.groupBy(namesIn(history), (collection) => monthsOf(history, collection));
    return [...byMonths].flatMap(([months, collections]) =>
      months === null ? [] : [{ collections, before: monthsBefore(now, months) }],
    );
  }

  /** Returns false if nothing older is left. */
  function removeSome({ collections, before }: Due): boolean {
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

interface Due {
  collections: string[];
  before: number;
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
