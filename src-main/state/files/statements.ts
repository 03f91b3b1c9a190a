import type { RunResult, Statement } from 'better-sqlite3';
import type { Db } from './database.ts';

/** The values of the parameters of a statement: for each `?` in this order, or for `:name` by name. */
type Values = readonly unknown[] | object;

/** Short forms for statements that are used once. */
export function statements(db: Db) {
  const prepared = <T>(sql: string) => db.prepare<[Values], T>(sql);
  const column = <P extends unknown[], T>(sql: string): Statement<P, T> => db.prepare<P, T>(sql).pluck();
  return {
    rows: <T>(sql: string, values: Values = []): T[] => prepared<T>(sql).all(values),
    row: <T>(sql: string, values: Values = []): T | undefined => prepared<T>(sql).get(values),
    /** The first column of all rows. */
    values: <T>(sql: string, values: Values = []): T[] => column<[Values], T>(sql).all(values),
    /** The first column of the first row. */
    value: <T>(sql: string, values: Values = []): T | undefined => column<[Values], T>(sql).get(values),
    /** A prepared statement that returns only its first column. */
    column,
    run: (sql: string, values: Values = []): RunResult => prepared(sql).run(values),
    /** Run `work` in a transaction that locks the database for writing from its beginning. */
    immediate: <T>(work: () => T): T => db.transaction(work).immediate(),
  };
}

/**
 * The statement that adds a row, or replaces the `values` of the row with this `key`. Both are lists of columns, such as
 * `profile_id, kind`. The parameter of a column is its name in camel case: `:profileId`.
 */
export function upsertInto(table: string, key: string, values: string): string {
  const parameters = `${key}, ${values}`.replaceAll(/\w+/g, (name) => `:${camelCase(name)}`);
  return `INSERT INTO ${table} (${key}, ${values}) VALUES (${parameters})
    ON CONFLICT (${key}) DO UPDATE SET ${values.replaceAll(/\w+/g, '$& = excluded.$&')}`;
}

const camelCase = (name: string): string => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
