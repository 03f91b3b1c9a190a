import Database from 'better-sqlite3';

export interface PlainRow {
  id: number;
  /** Everything that is searched. */
  text: string;
  /** Further columns, for conditions and sorts. */
  [column: string]: string | number | null;
}

/** The baseline of searches: `LIKE` over the same texts in an unencrypted database in memory. `columns`: besides id and text. */
export function plainTable(columns: readonly string[] = []) {
  const db = new Database(':memory:');
  const names = ['id', 'text', ...columns];
  db.exec(`CREATE TABLE plain (id INTEGER PRIMARY KEY, text TEXT, ${[...columns, 'unused'].join(', ')})`);
  const insert = db.prepare(`INSERT INTO plain (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`);
  return {
    add(rows: readonly PlainRow[]): void {
      db.transaction(() => {
        for (const row of rows) insert.run(names.map((name) => (name === 'text' ? row.text.toLowerCase() : row[name])));
      })();
    },
    /** The first rows that contain the text, in an order. */
    search(order: string, condition = 'true'): (text: string) => unknown {
      const rows = db.prepare(`SELECT id FROM plain WHERE text LIKE ? AND ${condition} ORDER BY ${order} LIMIT 128`);
      return (text) => rows.all(`%${text}%`);
    },
    count(): (text: string) => unknown {
      const count = db.prepare('SELECT count(*) FROM plain WHERE text LIKE ?');
      return (text) => count.get(`%${text}%`);
    },
    close: () => void db.close(),
  };
}
