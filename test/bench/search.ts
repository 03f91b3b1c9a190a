import Database from 'better-sqlite3';
import type { BenchRig } from './bench-rig.ts';
import { percentiles, type Figure } from './report.ts';

const words = [
  'an',
  'ann',
  'mar',
  'baker',
  'example',
  'zzzzq',
  'о',
  'иван',
  'キ',
  'admin',
  'bücher',
  '@mail',
  'son',
  'x',
];

/** Ratio of searching the cache after each key, relative to LIKE on the same texts in memory without encryption. */
export async function searchFigures({ client }: BenchRig): Promise<Figure[]> {
  const plain = await plainTable(client);
  const like = plain.prepare<[string], { id: number }>(
    'SELECT id FROM plain WHERE text LIKE ? ORDER BY name LIMIT 128',
  );
  const typed = words.flatMap((word) => [...word].map((_, at) => word.slice(0, at + 1)));
  const oursMs: number[] = [];
  const floorMs: number[] = [];
  for (const search of typed) {
    let startedAt = performance.now();
    await client.users.list({ query: { scope: '', search }, slice: { from: 0, count: 128 } });
    oursMs.push(performance.now() - startedAt);
    startedAt = performance.now();
    like.all(`%${search}%`);
    floorMs.push(performance.now() - startedAt);
  }
  plain.close();
  const ours = percentiles(oursMs);
  const floor = percentiles(floorMs);
  const against = 'plain LIKE in memory';
  return [
    { what: 'search as you type, p50', ours: ours.p50, against, floor: floor.p50, unit: 'ms' },
    { what: 'search as you type, p95', ours: ours.p95, against, floor: floor.p95, unit: 'ms' },
  ];
}

async function plainTable(client: BenchRig['client']): Promise<Database.Database> {
  const db = new Database(':memory:');
  db.exec('CREATE TABLE plain (id INTEGER PRIMARY KEY, name TEXT, text TEXT)');
  const insert = db.prepare('INSERT INTO plain VALUES (?, ?, ?)');
  for (let from = 0; ; from += 200) {
    const { rows } = await client.users.list({ query: { scope: '' }, slice: { from, count: 200 } });
    if (rows.length === 0) return db;
    db.transaction(() => {
      for (const { row } of rows) {
        insert.run(row.id, row.name, [row.name, row.username, row.email, row.note].join('\n').toLowerCase());
      }
    })();
  }
}
