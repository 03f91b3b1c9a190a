import type { Db } from '../files/database.ts';
import { statements } from '../files/statements.ts';

/**
 * Returns the size of the files that pins keep. They count towards the quota of pins, not towards the limit of stored
 * files. Dependency exports that a person keeps count towards that limit.
 */
export function pinnedBytes(db: Db): () => number {
  const sql = statements(db);
  const sum = sql.column<[], number>(`SELECT ifnull(sum(size_bytes), 0) FROM blobs WHERE EXISTS
         (SELECT 1 FROM blob_uses u WHERE u.blob_id = blobs.id AND u.is_pinned = 1 AND u.kind <> 'dependency-exports')`);
  return () => sum.get() ?? 0;
}
