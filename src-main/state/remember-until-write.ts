import type { Db } from './files/database.ts';

/**
 * Wraps `read`: for the same key, it returns the last result until this connection writes to the database. Inside a
 * transaction it always reads, because what it finds there may be rolled back.
 */
export function rememberUntilWrite<T>(db: Db, read: (key: string) => T): (key: string) => T {
  const totalWrites = db.prepare<[], number>('SELECT total_changes()').pluck();
  let last: { key: string; writes: number | undefined; value: T } | null = null;
  return (key) => {
    if (db.inTransaction) return read(key);
    const writes = totalWrites.get();
    if (last?.key !== key || last.writes !== writes) last = { key, writes, value: read(key) };
    return last.value;
  };
}
