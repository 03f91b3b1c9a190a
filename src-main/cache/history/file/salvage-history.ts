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
type Row = unknown[];
/** Rows between two numbers were lost; null: from the first one, or to the last one. */
type Range = [after: number | null, before: number | null];

/** Changes that stay lost, with their times if an index has them (`isExact`: all of them). */
interface Lost {
  range: Range;
  times: number[];
  isExact: boolean;
}

const pieceRows = 500;
const entryColumns = 'n, collection, place, id, kind, found_at, since, source, cause, fields';

/**
 * Copy everything that can still be read from a damaged history to a new one (`to`, which must be absent or empty). What is
 * lost is taken from the weekly copy. If changes stay lost, there is a gap between the times around them.
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
  const tables = ['names', 'places', 'gaps', 'meta'] as const;
  for (const [at, source] of [damaged, copy].entries()) {
    for (const table of tables) {
      // Only what is missing is taken from the copy, without the facts about how far it was filled
      if (table === 'gaps' && at === 1) continue;
      const rows = [...fromBothEnds(source, `SELECT * FROM ${table} NOT INDEXED`).rows, ...fromIndex(source, table)];
      const isOld = ([name]: Row): boolean => at === 1 && /^(applied|transfers|latest)$/.test(String(name));
      insertAll(
        fresh,
        table,
        rows.filter((row) => table !== 'meta' || !isOld(row)),
      );
    }
  }
  const lost = bringEntries(sources);
  const states = ['rowid, n, collection, made_at, part, rows, block', 'states', 'rowid'] as const;
  for (const source of [damaged, copy]) {
    if (source === null) continue;
    const keys = fromBothEnds(source, 'SELECT rowid FROM states INDEXED BY sqlite_autoindex_states_1').rows;
    readAround(source, states, keys.map(Number), (rows) =>
      insertAll(
        fresh,
        'states',
        rows.map((row) => row.slice(1)),
      ),
    );
  }
  fresh.exec(`DELETE FROM states WHERE (collection, made_at) IN (SELECT collection, made_at FROM states
    GROUP BY collection, made_at HAVING max(part) <> count(*) - 1 OR min(rows) = ${blockRows})`);
  const facts = meta(fresh);
  for (const [name, sql] of [
    [
      'latest',
      'SELECT max(at) FROM (SELECT max(found_at) AS at FROM entries UNION ALL SELECT max(until_at) FROM coverage)',
    ],
    ['applied', 'SELECT max(n) FROM entries'],
  ] as const) {
    const value = fresh.prepare<[], number | null>(sql).pluck().get();
    if (facts.get(name) === undefined && value !== null) facts.set(name, String(value));
  }
  bringCoverage(sources);
  for (const range of lost) noteLost(fresh, range);
}

/** An index has all columns of these tables. */
function fromIndex(source: Connection | null, table: string): Row[] {
  if (table !== 'names' && table !== 'places') return [];
  const index = table === 'names' ? 'sqlite_autoindex_names_1' : 'places_by_scope';
  return fromBothEnds(source, `SELECT * FROM ${table} INDEXED BY ${index}`).rows;
}

/** Returns the changes that stay lost: the numbers around them, and their times if an index has them. */
function bringEntries({ damaged, copy, fresh }: Sources): Lost[] {
  const byTime = fromBothEnds(damaged, 'SELECT n, found_at FROM entries INDEXED BY entries_by_time');
  const byRow = fromBothEnds(damaged, 'SELECT n FROM entries INDEXED BY entries_by_row');
  const known = [...new Set([...byTime.rows, ...byRow.rows].map(([n]) => Number(n)))].toSorted((a, b) => a - b);
  const ranges: Range[] =
    damaged === null
      ? [[null, null]]
      : readAround(damaged, [entryColumns, 'entries', 'n'], known, (rows) => insertAll(fresh, 'entries', rows));
  const within = 'n > ifnull(:after, -1) AND n < ifnull(:before, 9e15)';
  const copied = copy === null ? -1 : numberOf(meta(copy), 'applied');
  return ranges.flatMap((range) => {
    const [after, before] = range;
    const filled = copy?.prepare<[object], Row>(`SELECT ${entryColumns} FROM entries WHERE ${within}`).raw();
    insertAll(fresh, 'entries', orNull(() => filled?.all({ after, before })) ?? []);
    const has = fresh.prepare('SELECT 1 FROM entries WHERE n = ?');
    const isIn = (n: number): boolean => n > (after ?? -1) && n < (before ?? Number.POSITIVE_INFINITY);
    const missing = byTime.rows.filter(([n]) => isIn(Number(n)) && has.get(n) === undefined);
    if (missing.length === 0 && (byTime.isComplete || copied >= (before ?? Number.POSITIVE_INFINITY))) return [];
    const numbers = missing.map(([n]) => Number(n));
    const least = byTime.isComplete ? Math.min(...numbers) : Math.max(after ?? -1, copied) + 1;
    const last = byTime.isComplete ? Math.max(...numbers) : (before ?? 9e15) - 1;
    return [{ range: [least, last] as Range, times: missing.map(([, at]) => Number(at)), isExact: byTime.isComplete }];
  });
}

/** A gap from the last known time before lost changes to the first one after them. */
function noteLost(fresh: Connection, { range: [least, last], times, isExact }: Lost): void {
  const facts = meta(fresh);
  const found = (sql: string, n: number | null): number | undefined =>
    fresh.prepare<[number | null], number>(`SELECT found_at FROM entries WHERE ${sql} LIMIT 1`).pluck().get(n);
  const before = found('n < ? ORDER BY n DESC', least) ?? numberOf(facts, 'since');
  const after = found('n > ? ORDER BY n', last) ?? (isExact ? 0 : numberOf(facts, 'latest'));
  const [from, until] = times.reduce(([a, b], at) => [Math.min(a, at), Math.max(b, at)] as const, [
    before,
    after,
  ] as const);
  // The number of the last entry may be lost. The cache has it, see `agree`
  if (times.length > 0 || until > from) addGap(fresh, { from, until: Math.max(from, until), why: 'damaged' });
}

/** Copy the coverage of each list. If some of it is lost, the list has a gap since the weekly copy. */
function bringCoverage({ damaged, copy, fresh }: Sources): void {
  const facts = meta(fresh);
  const copiedAt = copy === null ? undefined : orNull(() => numberOf(meta(copy), 'latest'));
  for (const n of fresh.prepare<[], number>('SELECT n FROM names').pluck().all()) {
    const sql = `SELECT * FROM coverage WHERE collection = ${n}`;
    const { rows, isComplete } = fromBothEnds(damaged, sql);
    insertAll(fresh, 'coverage', rows);
    if (isComplete) continue;
    insertAll(fresh, 'coverage', fromBothEnds(copy, sql).rows);
    const from = copiedAt ?? numberOf(facts, 'since');
    addGap(fresh, { from, until: Math.max(from, numberOf(facts, 'latest')), why: 'damaged' }, n);
  }
}

/** Pass all readable rows to `take`. `keys`: the numbers of rows as indexes list them, to find the rows after damage. */
function readAround(
  db: Connection,
  [columns, table, key]: readonly [string, string, string],
  keys: readonly number[],
  take: (rows: Row[]) => void,
): Range[] {
  const sql = `SELECT ${columns} FROM ${table} NOT INDEXED WHERE ${key}`;
  const next = db.prepare<number[], Row>(`${sql} > ? ORDER BY ${key} LIMIT ?`).raw();
  const one = db.prepare<number[], Row>(`${sql} = ?`).raw();
  const lost: Range[] = [];
  for (let at = -1; ;) {
    const piece = orNull(() => next.all(at, pieceRows)) ?? orNull(() => next.all(at, 1));
    if (piece?.length === 0) return lost;
    const found = piece ?? [firstReadable(keys, at, (n) => orNull(() => one.get(n)))];
    const after = at < 0 ? null : at;
    const [first] = found;
    if (first === undefined) return [...lost, [after, readFromEnd(db, `${sql} > ? ORDER BY ${key} DESC`, at, take)]];
    if (piece === null) lost.push([after, Number(first[0])]);
    take(found.filter((row) => row !== undefined));
    at = Number(found.at(-1)?.[0]);
  }
}

function firstReadable(
  keys: readonly number[],
  after: number,
  read: (n: number) => Row | null | undefined,
): Row | undefined {
  for (const n of keys) {
    const row = n > after ? read(n) : undefined;
    if (row !== undefined && row !== null) return row;
  }
  return undefined;
}

/** Returns the first number of the rows that can be read from the end; null: none. */
function readFromEnd(db: Connection, sql: string, after: number, take: (rows: Row[]) => void): number | null {
  let first: number | null = null;
  orNull(() => {
    for (const row of db.prepare<[number], Row>(sql).raw().iterate(after)) {
      take([row]);
      first = Number(row[0]);
    }
  });
  return first;
}

/** The rows before the first damaged page of a table or index, and those after the last one. */
function fromBothEnds(db: Connection | null, sql: string): { rows: Row[]; isComplete: boolean } {
  const found = new Map<string, Row>();
  for (const order of ['', ' ORDER BY 1 DESC, 2 DESC, 3 DESC']) {
    const isComplete = orNull(() => {
      if (db === null) return false;
      const statement = db.prepare<[], Row>(sql + order).raw();
      for (const row of statement.iterate()) found.set(JSON.stringify(row), row);
      return true;
    });
    if (isComplete === true) return { rows: [...found.values()], isComplete };
  }
  return { rows: [...found.values()], isComplete: false };
}

function insertAll(fresh: Connection, table: string, rows: readonly Row[]): void {
  const [first] = rows;
  if (first === undefined) return;
  const insert = fresh.prepare(`INSERT OR IGNORE INTO ${table} VALUES (${first.map(() => '?').join()})`);
  for (const row of rows) insert.run(row.map((value) => (Number.isInteger(value) ? BigInt(value as number) : value)));
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
