import type { Lost, RestoredDetail } from '#shared/contract/host.ts';
import type { Db } from '../files/database.ts';
import { isCorruption, lostCommitsOf, openReadOnly } from '../files/database.ts';

interface Table {
  /** Each has its text in `text/en/host.ts`. */
  kind: string;
  table: string;
  /** SQL of an entry's key, of its name for people, and of the content that shows a change. */
  key: string;
  name: string;
  content: string;
}

/** The tables that are compared, most important first. */
const tables: readonly Table[] = [
  { kind: 'profiles', table: 'profiles', key: 'id', name: 'name', content: `name || url || read_only` },
  { kind: 'views', table: 'saved_views', key: 'id', name: 'name', content: 'name || query' },
  { kind: 'journal', table: 'journal', key: 'id', name: `json_extract(doc, '$.label')`, content: 'state' },
  { kind: 'plans', table: 'plans', key: 'id', name: `json_extract(doc, '$.ops[0]')`, content: 'state' },
  { kind: 'jobs', table: 'jobs', key: 'id', name: `json_extract(doc, '$.kind')`, content: 'state' },
  { kind: 'preferences', table: 'preferences', key: 'name', name: 'name', content: 'value' },
  { kind: 'archived', table: 'kept', key: 'sequence', name: 'collection', content: `''` },
];

const maxNames = 20;
/** If a table cannot be read as a whole, this many rows are read one by one. */
const maxSingleReads = 20_000;

interface Entry {
  key: string | number;
  name: string | null;
  content: string | null;
}

/** The entries that the backup lacks; see `RestoredDetail`. */
export type LostEntries = Pick<RestoredDetail, 'lost' | 'isLogWhole'>;

const unknown: LostEntries = { lost: null, isLogWhole: true };

/** Compare a damaged database, as far as it can be read, with its replacement. Nothing is changed. */
export function findLostEntries(file: string, key: string, backup: Db): LostEntries {
  let damaged: ReturnType<typeof openReadOnly>;
  try {
    damaged = openReadOnly(file, key);
  } catch {
    return unknown;
  }
  try {
    damaged.db.prepare('SELECT count(*) FROM sqlite_master').get();
    const lost = tables.flatMap((table) => lostInTable(table, damaged.db, backup));
    return { lost, isLogWhole: lostCommitsOf(file) === 0 };
  } catch {
    return unknown;
  } finally {
    damaged.close();
  }
}

function lostInTable(table: Table, damaged: Db, backup: Db): Lost[] {
  if (!exists(table, backup)) return [];
  const known = new Map(allEntries(table, backup).map(({ key, content }) => [key, content]));
  const { entries, isComplete } = readableEntries(table, damaged, known.size);
  const lost = entries.filter(({ key, content }) => !known.has(key) || known.get(key) !== content);
  if (lost.length === 0 && isComplete) return [];
  const names = lost
    .slice(-maxNames)
    .reverse()
    .map(({ key, name }) => name ?? String(key));
  return [{ kind: table.kind, count: lost.length, names, isComplete }];
}

function exists({ table }: Table, db: Db): boolean {
  return db.prepare(`SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?`).get(table) !== undefined;
}

const selected = ({ table, key, name, content }: Table): string =>
  `SELECT ${key} AS key, ${name} AS name, ${content} AS content FROM ${table}`;

function allEntries(table: Table, db: Db): Entry[] {
  return db.prepare<[], Entry>(`${selected(table)} NOT INDEXED ORDER BY rowid`).all();
}

function readableEntries(table: Table, damaged: Db, known: number): { entries: Entry[]; isComplete: boolean } {
  try {
    return { entries: exists(table, damaged) ? allEntries(table, damaged) : [], isComplete: true };
  } catch (thrown) {
    if (!isCorruption(thrown)) return { entries: [], isComplete: false };
  }
  const one = damaged.prepare<[number], Entry>(`${selected(table)} WHERE rowid = ?`);
  const last = lastRowid(table, damaged) ?? known + maxSingleReads / 2;
  const entries: Entry[] = [];
  for (let rowid = Math.max(1, last - maxSingleReads); rowid <= last; rowid += 1) {
    try {
      const entry = one.get(rowid);
      if (entry !== undefined) entries.push(entry);
    } catch (thrown) {
      if (!isCorruption(thrown)) throw thrown;
    }
  }
  return { entries, isComplete: false };
}

function lastRowid({ table }: Table, db: Db): number | null {
  try {
    return db.prepare<[], number | null>(`SELECT max(rowid) FROM ${table} NOT INDEXED`).pluck().get() ?? 0;
  } catch {
    return null;
  }
}
