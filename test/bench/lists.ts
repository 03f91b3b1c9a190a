import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import Database from 'better-sqlite3';
import { openReader } from '#main/cache/worker/reader.ts';
import { openStore } from '#main/cache/worker/store.ts';
import { openDatabase } from '#main/state/files/database.ts';
import { migrate } from '#main/state/open/migrate.ts';
import { journal, type Intent } from '#main/state/journal.ts';
import { JournalQuery } from '#shared/contract/journal.ts';
import { percentiles, type Figure } from './report.ts';

const key = 'a1'.repeat(32);
const words = ['runner-0777', 'linux', 'pool-7', 'zzzq', 'ru', '9', 'corp.example', 'ünner'];
const typed = words.flatMap((word) => [...word].map((_, at) => word.slice(0, at + 1)));
const against = 'plain LIKE in memory';
const script = (name: string) => pathToFileURL(join(import.meta.dirname, '../../src-main/cache/worker', name));

interface SearchRow {
  id: number;
  text: string;
}

/** Ratios of searching a list with scopes and the journal, relative to LIKE on the same texts. */
export async function listFigures(rows: number, entries: number): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'reeve-bench-'));
  try {
    return [...(await scopedFigures(folder, rows)), journalFigure(folder, entries)];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function scopedFigures(folder: string, size: number): Promise<Figure[]> {
  const file = { file: join(folder, 'cache.db'), key };
  const store = await openStore(script('store-worker.ts'), file);
  const place = { collection: 'runners', scope: 'group:9' };
  const all = Array.from({ length: size }, (_, at) => runner(at + 1));
  await store.beginList({ place, estimatedRows: size, now: 1 });
  for (let from = 0; from < size; from += 1_000) {
    await store.putListPage({ place, rows: all.slice(from, from + 1_000), now: 1 });
  }
  await store.finishSyncRun({ place, now: 1 });
  const reader = await openReader(script('read-worker.ts'), file);
  const plain = plainTable(
    all.map(({ id, description, tag_list }) => ({ id, text: `${description}\n${tag_list.join('\n')}` })),
  );
  const oursMs: number[] = [];
  const floorMs: number[] = [];
  for (const search of typed) {
    const sort = { by: 'description', direction: 'asc' } as const;
    const query = { scope: 'group:9', search, filter: {}, sort, notReturned: 'hide' } as const;
    let startedAt = performance.now();
    await reader.lists('runners').list({ query, slice: { from: 0, count: 128 } });
    oursMs.push(performance.now() - startedAt);
    startedAt = performance.now();
    // Reeve also counts the total
    plain.count(search);
    plain.asc(search);
    floorMs.push(performance.now() - startedAt);
  }
  plain.close();
  await reader.close();
  await store.close();
  const [ours, floor] = [percentiles(oursMs), percentiles(floorMs)];
  const what = `search as you type in ${size} rows of a scope`;
  return [
    { what: `${what}, p50`, ours: ours.p50, against, floor: floor.p50, unit: 'ms' },
    { what: `${what}, p95`, ours: ours.p95, against, floor: floor.p95, unit: 'ms' },
  ];
}

function journalFigure(folder: string, size: number): Figure {
  const db = openDatabase(join(folder, 'state.db'), key);
  migrate(db, { before: () => undefined });
  const table = journal(db);
  const all = Array.from({ length: size }, (_, at) => intentOf(at + 1));
  db.transaction(() => all.forEach((intent) => table.intend(intent)))();
  const plain = plainTable(
    all.map(({ op, label, path, who }, at) => ({ id: at + 1, text: `${op}\n${label}\n${path}\n${who}` })),
  );
  const oursMs: number[] = [];
  const floorMs: number[] = [];
  for (const search of typed) {
    const query = JournalQuery.parse({ search });
    let startedAt = performance.now();
    table.count(query);
    table.list(query, { from: 0, count: 128 });
    oursMs.push(performance.now() - startedAt);
    startedAt = performance.now();
    plain.count(search);
    plain.desc(search);
    floorMs.push(performance.now() - startedAt);
  }
  plain.close();
  db.close();
  const ours = percentiles(oursMs).p50;
  return { what: `search of ${size} journal entries, p50`, ours, against, floor: percentiles(floorMs).p50, unit: 'ms' };
}

function plainTable(rows: readonly SearchRow[]) {
  const db = new Database(':memory:');
  db.exec('CREATE TABLE plain (id INTEGER PRIMARY KEY, text TEXT)');
  const insert = db.prepare('INSERT INTO plain VALUES (?, ?)');
  db.transaction(() => rows.forEach(({ id, text }) => insert.run(id, text.toLowerCase())))();
  const where = 'FROM plain WHERE text LIKE ?';
  const asc = db.prepare<[string]>(`SELECT * ${where} ORDER BY text LIMIT 128`);
  const desc = db.prepare<[string]>(`SELECT * ${where} ORDER BY id DESC LIMIT 128`);
  const count = db.prepare<[string]>(`SELECT count(*) ${where}`);
  return {
    asc: (search: string) => asc.all(`%${search}%`),
    desc: (search: string) => desc.all(`%${search}%`),
    count: (search: string) => count.get(`%${search}%`),
    close: () => db.close(),
  };
}

const runner = (id: number) => ({
  id,
  description: `runner-${String(id).padStart(6, '0')}.corp.example`,
  runner_type: 'group_type',
  status: id % 4 === 0 ? 'offline' : 'online',
  tag_list: ['linux', `pool-${id % 40}`],
});

function intentOf(id: number): Intent {
  const write = { op: 'runners.edit', path: { id }, body: { paused: true } };
  const { description: label } = runner(id);
  return {
    ...{ planId: `plan ${id % 100}`, position: id, profileId: 'p1', instance: 'https://one.example' },
    ...{
      who: 'token 1',
      user: null,
      op: write.op,
      label,
      method: 'PUT',
      path: `/runners/${id}`,
      intendedAt: id,
      deadlineAt: id,
    },
    ...{ undoOf: null, changes: [], undo: { kind: 'exact' }, write, before: { paused: false } },
  };
}
