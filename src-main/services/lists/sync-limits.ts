import { mostRowsOf, tooManyRows } from '#main/api/client/walk.ts';
import { Failure } from '#shared/errors.ts';
import { megabytes } from '#shared/time.ts';

export interface SyncLimits {
  /** How many rows a person has allowed this job to read. */
  agreedRows: number;
  /** Free bytes on the disk of the cache; null if the system does not report them. */
  freeBytes: () => Promise<number | null>;
  /** A sync reads this many rows without asking, even if the platform reported fewer. Only tests set it. */
  leastRows?: number;
}

/** Limits outside of a job: no person has allowed more rows, and the free disk space is not checked. */
export const noLeave: SyncLimits = { agreedRows: 0, freeBytes: () => Promise.resolve(null) };

const leastFreeBytes = megabytes(200);
/** Pages between two checks of the free space. */
const pagesPerLook = 20;

/**
 * Check the limits of a sync: without a person's permission, it may read twice the rows that the platform reported or
 * that are cached, and only while the disk has space. Call it after each page.
 * Fails: `remote`/`list-without-end`; `conflict`/`disk-low`. After both a person must decide.
 */
export function syncGuard({ agreedRows, freeBytes, leastRows }: SyncLimits, cachedRows: number) {
  let pages = 0;
  return async (rows: number, reportedRows: number | null): Promise<void> => {
    if (rows > Math.max(mostRowsOf(reportedRows, leastRows), 2 * cachedRows, agreedRows)) throw tooManyRows(rows);
    const isLook = pages % pagesPerLook === 0;
    pages += 1;
    if (!isLook) return;
    const free = await freeBytes();
    if (free !== null && free < leastFreeBytes) {
      throw new Failure('conflict', `only ${free} bytes are left on the disk`, { reason: 'disk-low' });
    }
  };
}
