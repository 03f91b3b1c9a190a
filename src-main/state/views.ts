import { randomUUID } from 'node:crypto';
import { SavedView } from '#shared/contract/host.ts';
import { Failure } from '#shared/errors.ts';
import type { Db } from './files/database.ts';
import { statements } from './files/statements.ts';

/** The column `stem` holds the name of the table. */
const columns = 'id, stem AS "table", name, query, version, created_at AS createdAt';

function fromRow(row: { query: string }): SavedView {
  return SavedView.parse({ ...row, query: JSON.parse(row.query) as unknown });
}

/** Named queries of the consoles. Times are epoch milliseconds. */
export function views(db: Db) {
  const sql = statements(db);
  const where = (condition: string, ...values: string[]): SavedView[] =>
    sql.rows<{ query: string }>(`SELECT ${columns} FROM saved_views WHERE ${condition}`, values).map(fromRow);
  const get = (id: string): SavedView | null => where('id = ?', id)[0] ?? null;
  return {
    get,
    /** The views of one console or of all, by name. */
    list: (table?: string): SavedView[] =>
      table === undefined ? where('true ORDER BY name') : where('stem = ? ORDER BY name', table),
    /** Add a view, or change the one with this `id`. Fails: `missing` if there is no view with this `id`. */
    save: (view: Omit<SavedView, 'id' | 'createdAt'> & { id?: string | undefined }, now: number): SavedView => {
      const { table, name, version, id = randomUUID() } = view;
      sql.run(
        view.id === undefined
          ? 'INSERT INTO saved_views (id, stem, name, query, version, created_at) VALUES (:id, :table, :name, :query, :version, :now)'
          : 'UPDATE saved_views SET stem = :table, name = :name, query = :query, version = :version WHERE id = :id',
        { id, table, name, query: JSON.stringify(view.query ?? null), version, now },
      );
      const saved = get(id);
      if (saved === null) throw new Failure('missing', `no saved view ${id}`);
      return saved;
    },
    /** Returns the removed view; null: there was none. */
    remove: (id: string): SavedView | null => {
      const view = get(id);
      sql.run('DELETE FROM saved_views WHERE id = ?', [id]);
      return view;
    },
  };
}
