import type { CacheFile } from '../../cache-types.ts';
import { failureOf, openCache, type Connection } from '../../open-cache.ts';
import { meta } from '../../schema.ts';
import { addGap } from './gaps.ts';
import { blockRows } from './make-states.ts';
import { openHistory } from './open-history.ts';
import { numberOf } from './transfer.ts';

export interface HistorySalvage {
  from: string;
  /** The weekly copy, if there is one. */
  copy: string | null;
  to: string;
  key: string;
}

interface Sources {
  damaged: Connection | null;
  copy: Connection | null;
  fresh: Connection;
}

/** The orders in which a table is read: from its start, from its end, and by an index that has all of its columns. */
const ordersOf = {
  names: ['n', 'n DESC', 'name'],
  places: ['n', 'n DESC', 'scope'],
  meta: ['name', 'name DESC'],
  states: ['rowid', 'rowid DESC'],
  gaps: ['rowid', 'rowid DESC'],
  coverage: ['collection, place, from_at', 'collection DESC, place DESC, from_at DESC'],
  entries: ['n', 'n DESC'],
} as const;
type Table = keyof typeof ordersOf;

/** Rows were lost after one key and before another. `isFilled`: all rows that the weekly copy has in between were read. */
type Range = readonly [after: number, before: number];
interface Lost {
  range: Range;
  isFilled: boolean;
}
const whole: Range = [-1, 9e15];
/** How often a range of lost entries is halved, to find entries between two damaged pages. */
const mostHalvings = 10;

/** Facts that can be computed from other tables if they are lost. */
const lastOf = {
  latest: 'SELECT max(at) FROM (SELECT max(found_at) AS at FROM entries UNION ALL SELECT max(until_at) FROM coverage)',
  applied: 'SELECT max(n) FROM entries',
  noticed: 'SELECT max(n) FROM entries',
} as const;

/**
 * Copy the readable rows of a damaged history to a new one (`to`, which must be absent or empty). Lost rows are taken from
 * the weekly copy. If changes are still missing, a gap with their time is added.
 * Fails: as writing the new history does.
 */
export function salvageHistory({ from, copy, to, key }: HistorySalvage): void {
  const fresh = openHistory({ file: to, key });
  const sources: Sources = { fresh, damaged: openOrNull({ file: from, key }), copy: null };
  try {
    if (copy !== null) sources.copy = openOrNull({ file: copy, key });
    fresh.transaction(() => bringAll(sources))();
    fresh.pragma('wal_checkpoint(TRUNCATE)');
  } catch (thrown) {
    throw failureOf(thrown);
  } finally {
    for (const db of [sources.damaged, sources.copy, fresh]) db?.close();
  }
}

function openOrNull(file: CacheFile): Connection | null {
  return orNull(() => openCache(file, 'read'));
}

function bringAll(sources: Sources): void {
  const { damaged, copy, fresh } = sources;
  for (const table of ['names', 'places', 'states'] as const) bringOver(sources, table);
  fresh.exec(`DELETE FROM states WHERE (collection, made_at) IN (SELECT collection, made_at FROM states
    GROUP BY collection, made_at HAVING max(part) <> count(*) - 1 OR min(rows) = ${blockRows})`);
  // In the weekly copy, these facts are about the copy and not about the damaged history
  bringOver(sources, 'meta', `name NOT IN ('applied', 'transfers', 'latest', 'noticed')`);
  const [gaps, coverage] = [bringOver(sources, 'gaps'), bringOver(sources, 'coverage')];
  const entries = bringEntries(damaged, fresh).map((range): Lost => {
    return { range, isFilled: bring(copy, fresh, 'entries', within(range)) === null };
  });

  const facts = meta(fresh);
  for (const [name, sql] of Object.entries(lastOf)) {
    const value = fresh.prepare<[], number | null>(sql).pluck().get();
    if (facts.get(name) === undefined && typeof value === 'number') facts.set(name, String(value));
  }
  const [since, latest] = [numberOf(facts, 'since'), numberOf(facts, 'latest')];
  // Nothing could be read. `agree` adds the gap, because the cache knows what was copied
  if (latest === 0) return;
  const copied = (name: string): number => (copy && orNull(() => numberOf(meta(copy), name))) ?? 0;
  function note({ isFilled }: Lost, from: number, until: number, collection: number | null = null): void {
    const start = Math.max(from, isFilled ? copied('latest') : 0);
    if (until > start || !isFilled) addGap(fresh, { from: start, until, why: 'damaged' }, collection);
  }
  if (gaps !== null) note(gaps, since, latest);
  if (coverage !== null) {
    const lists = fresh.prepare<[number, number], number>('SELECT n FROM names WHERE n BETWEEN ? AND ?').pluck();
    for (const list of lists.all(...coverage.range)) note(coverage, since, latest, list);
  }
  const timeOf = (which: string, n: number) =>
    fresh.prepare<[number], number>(`SELECT found_at FROM entries WHERE n ${which} LIMIT 1`).pluck().get(n);
  for (const lost of entries) {
    const [after, before] = lost.range;
    if (lost.isFilled && copied('applied') >= before) continue;
    note(lost, timeOf('<= ? ORDER BY n DESC', after) ?? since, timeOf('>= ? ORDER BY n', before) ?? latest);
  }
}

/** Copy a table. `where`: the rows to take from the weekly copy if some are lost. Returns null if none are lost. */
function bringOver({ damaged, copy, fresh }: Sources, table: Table, where = 'true'): Lost | null {
  const range = bring(damaged, fresh, table);
  return range && { range, isFilled: bring(copy, fresh, table, where) === null };
}

const within = ([after, before]: Range): string => `n > ${after} AND n < ${before}`;

/** Copy the entries between all damaged pages. Returns the ranges that are lost. */
function bringEntries(damaged: Connection | null, fresh: Connection, range = whole, halvings = mostHalvings): Range[] {
  const lost = bring(damaged, fresh, 'entries', within(range));
  if (lost === null) return [];
  const [after, before] = [Math.max(lost[0], range[0]), Math.min(lost[1], range[1])];
  const middle = Math.floor((after + before) / 2);
  if (halvings === 0 || damaged === null || middle === after) return [[after, before]];
  const halves: Range[] = [
    [after, middle + 1],
    [middle, before],
  ];
  return halves.flatMap((half) => bringEntries(damaged, fresh, half, halvings - 1));
}

/** Copy the rows of a table up to the first damaged page, and those after the last one. Returns null if no rows are lost. */
function bring(source: Connection | null, fresh: Connection, table: Table, where = 'true'): Range | null {
  const columns = fresh.prepare(`SELECT * FROM ${table}`).columns();
  const insert = fresh.prepare(`INSERT OR IGNORE INTO ${table} VALUES (${columns.map(() => '?').join()})`);
  const around: [after: number, before: number, more?: number] = [...whole];
  for (const [at, order] of ordersOf[table].entries()) {
    const isComplete = orNull(() => {
      const rows = source?.prepare<[], unknown[]>(`SELECT * FROM ${table} WHERE ${where} ORDER BY ${order}`);
      for (const row of rows?.raw().safeIntegers().iterate() ?? []) {
        insert.run(...row);
        around[at] = Number(row[0]);
      }
      return source !== null;
    });
    if (isComplete === true) return null;
  }
  return [around[0], around[1]];
}

/** Null if the data cannot be read because of the damage. */
function orNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch (thrown) {
    const { reason } = failureOf(thrown);
    if (reason === 'corrupt' || reason === 'key-mismatch' || reason === undefined) return null;
    throw thrown;
  }
}
