import { randomUUID } from 'node:crypto';
import { SavedView } from '#shared/contract/host.ts';
import { Failure } from '#shared/errors.ts';
import type { Db } from './files/database.ts';

interface Row {
  id: string;
  table: string;
  name: string;
  query: string;
  createdAt: number;
}

/** The column `stem` holds the name of the table. */
const columns = 'id, stem AS "table", name, query, created_at AS createdAt';

function fromRow(row: Row): SavedView {
  return SavedView.parse({ ...row, query: JSON.parse(row.query) as unknown });
}

/** Named queries of the consoles. Times are epoch milliseconds. */
export function views(db: Db) {
  const get = (id: string): SavedView | null => {
    const row = db.prepare<[string], Row>(`SELECT ${columns} FROM saved_views WHERE id = ?`).get(id);
    return row === undefined ? null : fromRow(row);
  };
  return {
    get,
    /** The views of one console, by name. */
    list: (table: string): SavedView[] =>
      db
        .prepare<[string], Row>(`SELECT ${columns} FROM saved_views WHERE stem = ? ORDER BY name`)
        .all(table)
        .map(fromRow),
    /** Add a view, or change the one with this `id`. Fails: `missing` if there is no view with this `id`. */
    save: (view: { id?: string | undefined; table: string; name: string; query?: unknown }, now: number): SavedView => {
      const row = { table: view.table, name: view.name, query: JSON.stringify(view.query ?? null) };
      const id = view.id ?? randomUUID();
      if (view.id === undefined) {
        db.prepare(
          'INSERT INTO saved_views (id, stem, name, query, created_at) VALUES (:id, :table, :name, :query, :now)',
        ).run({ id, now, ...row });
      } else {
        db.prepare('UPDATE saved_views SET stem = :table, name = :name, query = :query WHERE id = :id').run({
          id,
          ...row,
        });
      }
      const saved = get(id);
      if (saved === null) throw new Failure('missing', `no saved view ${id}`);
      return saved;
    },
    /** Returns the removed view; null: there was none. */
    remove: (id: string): SavedView | null => {
      const view = get(id);
      db.prepare('DELETE FROM saved_views WHERE id = ?').run(id);
      return view;
    },
  };
}
