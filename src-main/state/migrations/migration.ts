/** One step of a database schema. IDs increase by tens. A released migration must never be changed. */
export interface Migration {
  id: number;
  name: string;
  sql: string;
  /** Functions that `sql` calls, by name. */
  functions?: Readonly<Record<string, (...values: string[]) => string>>;
}
