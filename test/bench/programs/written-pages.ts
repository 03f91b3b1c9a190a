import { existsSync, readFileSync } from 'node:fs';
import { openCache } from '#main/cache/open-cache.ts';

/** Tables in which the cache records the progress of syncs. All others hold rows, or are derived from rows. */
const progressTables = [
  'sqlite_schema',
  ...['meta', 'passes', 'crawls', 'missing', 'seen', 'sync_points', 'filter_ids', 'hidden_places'],
  // The end of a sync waits in the outbox; the group `history` counts entries
  ...['history_outbox', 'history_places', 'own_writes'],
];
const walHeaderBytes = 32;
const frameHeaderBytes = 24;

/** The pages of a cache that hold documents, derived tables and their indexes. The cache must not be open elsewhere. */
export function contentPages(file: string, key: string): Set<number> {
  const db = openCache({ file, key }, 'write');
  const pages = db
    .prepare<string[], number>(
      `SELECT pageno FROM dbstat JOIN sqlite_schema ON dbstat.name = sqlite_schema.name
       WHERE tbl_name NOT IN (${progressTables.map(() => '?').join(', ')})`,
    )
    .pluck()
    .all(...progressTables);
  db.close();
  return new Set(pages);
}

/** The write-ahead log of a database. `pages`: the number of the page in each frame; these numbers are not encrypted. */
export interface WriteAheadLog {
  /** How often SQLite has restarted the log since it was created. It then overwrites the frames of the log. */
  restarts: number;
  pageBytes: number;
  pages: number[];
}

/** Read the write-ahead log of an open database. */
export function readLog(file: string): WriteAheadLog {
  const bytes = existsSync(`${file}-wal`) ? readFileSync(`${file}-wal`) : Buffer.alloc(0);
  if (bytes.length < walHeaderBytes) return { restarts: 0, pageBytes: 0, pages: [] };
  const pageBytes = bytes.readUInt32BE(8);
  const salt = bytes.toString('hex', 16, 24);
  const pages: number[] = [];
  for (let at = walHeaderBytes; at + frameHeaderBytes + pageBytes <= bytes.length; at += frameHeaderBytes + pageBytes) {
    // Frames from before the log was restarted have another salt
    if (bytes.toString('hex', at + 8, at + 16) !== salt) break;
    pages.push(bytes.readUInt32BE(at));
  }
  return { restarts: bytes.readUInt32BE(12), pageBytes, pages };
}
