import type { Place, SyncPoint } from '../cache-types.ts';
import type { Connection } from '../open-cache.ts';

/**
 * The time up to which the changes of a place are synced (`watermark`, by the platform's clock), and the end of its
 * last full sync. `next_watermark`: the watermark after the full sync that is in progress.
 */
export function syncPoints(db: Connection) {
  const at = 'WHERE collection = ? AND scope = ?';
  const get = db.prepare<[string, string], SyncPoint>(`SELECT watermark, full_at AS fullAt FROM sync_points ${at}`);
  const begin = db.prepare(`
    INSERT INTO sync_points (collection, scope, next_watermark) VALUES (?, ?, ?)
    ON CONFLICT DO UPDATE SET next_watermark = excluded.next_watermark`);
  const raise = db.prepare(`UPDATE sync_points SET watermark = ? ${at} AND watermark < ?`);
  const finish = db.prepare(
    `UPDATE sync_points SET full_at = ?, watermark = next_watermark, next_watermark = NULL ${at}`,
  );
  return {
    get: ({ collection, scope }: Place): SyncPoint => get.get(collection, scope) ?? { watermark: null, fullAt: null },
    /** To be called at the start of a full sync. `next`: the time of the newest change before it; null: not known. */
    begin: ({ collection, scope }: Place, next: number | null): void => void begin.run(collection, scope, next),
    raise: ({ collection, scope }: Place, to: number): void => void raise.run(to, collection, scope, to),
    finish: ({ collection, scope }: Place, now: number): void => void finish.run(now, collection, scope),
  };
}
