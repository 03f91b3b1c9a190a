import type { Db } from './files/database.ts';

/**
 * A function that calls `read` and, for the same key, returns its last result again until this connection writes to the
 * database. Inside a transaction it always reads, because what it finds there may be rolled back.
 */
export function rememberUntilWrite<T>(db: Db): (key: string, read: () => T) => T {
  const totalWrites = db.prepare<[], number>('SELECT total_changes()').pluck();
  let last: { key: string; writes: number | undefined; value: T } | null = null;
  return (key, read) => {
    if (db.inTransaction) return read();
    const writes = totalWrites.get();
    if (last?.key !== key || last.writes !== writes) last = { key, writes, value: read() };
    return last.value;
  };
}
