import type { Statement } from 'better-sqlite3';
import { cellsOf, definitionHash, hayOf, tablesOf, type Definition, type Fields } from './derive.ts';
import { merged, reads } from './documents.ts';
import type { Connection } from './open-cache.ts';
import { meta } from './schema.ts';

/** The name under which `meta` keeps the hash of a stem's definition. */
const hashName = (stem: string): string => `derived:${stem}`;
/** Kept once the indexes and the search of a stem exist, which a first crawl builds at its end. */
export const indexedName = (stem: string): string => `indexed:${stem}`;

/** Rows a rebuild holds in memory at once. */
const pieceRows = 1_000;

/** The one hand that writes a stem's narrow table and its search. */
export function derivedTables(db: Connection, definition: Definition) {
  const { stem, columns } = definition;
  const facts = meta(db);
  const names = ['is_gone', ...Object.keys(columns)];
  const isRebuilt = prepare();
  let isIndexed = facts.get(indexedName(stem)) !== undefined;

  const upsert = db.prepare(`
    INSERT INTO ${stem} (id, ${names.join(', ')}) VALUES (?${', ?'.repeat(names.length)})
    ON CONFLICT DO UPDATE SET ${names.map((name) => `${name} = excluded.${name}`).join(', ')}`);
  const setGone = db.prepare(`UPDATE ${stem} SET is_gone = ? WHERE id = ? AND is_gone <> ?`);
  const oldHay = db.prepare<[number], string>(`SELECT hay FROM ${stem}_hay WHERE id = ?`).pluck();
  const putHay = db.prepare(
    `INSERT INTO ${stem}_hay VALUES (?, ?) ON CONFLICT DO UPDATE SET hay = excluded.hay WHERE hay IS NOT excluded.hay`,
  );
  let searchable: { remove: Statement; add: Statement } | undefined;

  return {
    isRebuilt,
    isIndexed: () => isIndexed,
    write,
    setGone(id: number, isGone: boolean): void {
      setGone.run(Number(isGone), id, Number(isGone));
    },
    /** Build the indexes and the search, once. */
    index(): void {
      if (isIndexed) return;
      db.transaction(buildIndexes)();
      isIndexed = true;
    },
    /** For a transaction that was undone. */
    reload(): void {
      isIndexed = facts.get(indexedName(stem)) !== undefined;
    },
  };

  function write(id: number, record: Fields, isGone: boolean): void {
    upsert.run(id, Number(isGone), ...cellsOf(definition, record));
    const hay = hayOf(definition, record);
    const old = isIndexed ? oldHay.get(id) : undefined;
    if (old === hay) return;
    putHay.run(id, hay);
    if (!isIndexed) return;
    searchable ??= {
      remove: db.prepare(`INSERT INTO ${stem}_fts (${stem}_fts, rowid, hay) VALUES ('delete', ?, ?)`),
      add: db.prepare(`INSERT INTO ${stem}_fts (rowid, hay) VALUES (?, ?)`),
    };
    if (old !== undefined) searchable.remove.run(id, old);
    searchable.add.run(id, hay);
  }

  function buildIndexes(): void {
    db.exec(tablesOf(definition).indexed);
    facts.set(indexedName(stem), 'yes');
  }

  /** Make the tables, or make them anew from the documents when the file holds those of another definition. */
  function prepare(): boolean {
    const known = facts.get(hashName(stem));
    const wanted = definitionHash(definition);
    if (known === wanted) return false;
    db.transaction(() => {
      const { drop, bare } = tablesOf(definition);
      db.exec(drop + bare);
      if (known !== undefined) {
        fill();
        if (facts.get(indexedName(stem)) !== undefined) buildIndexes();
      }
      facts.set(hashName(stem), wanted);
    })();
    return known !== undefined;
  }

  function fill(): void {
    const read = reads(db);
    const next = db
      .prepare<[string, string, number, number], number>(
        `SELECT DISTINCT id FROM documents WHERE collection IN (?, ?) AND scope = '' AND id > ? ORDER BY id LIMIT ?`,
      )
      .pluck();
    const marks = names.map(() => '?').join(', ');
    const insert = db.prepare(`INSERT INTO ${stem} (id, ${names.join(', ')}) VALUES (?, ${marks})`);
    const insertHay = db.prepare(`INSERT INTO ${stem}_hay VALUES (?, ?)`);
    let last = Number.MIN_SAFE_INTEGER;
    for (;;) {
      const ids = next.all(definition.list, definition.detail, last, pieceRows);
      for (const id of ids) {
        const list = read({ collection: definition.list, scope: '' }, id);
        const detail = read({ collection: definition.detail, scope: '' }, id);
        const record = merged(list, detail) ?? {};
        insert.run(id, Number((list ?? detail)?.goneAt !== null), ...cellsOf(definition, record));
        insertHay.run(id, hayOf(definition, record));
      }
      const end = ids.at(-1);
      if (end === undefined) return;
      last = end;
    }
  }
}
