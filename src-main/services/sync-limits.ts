import { Failure } from '#shared/errors.ts';
import { megabytes } from '#shared/time.ts';

export interface SyncLimits {
  /** A person let this job read so many rows. */
  agreedRows: number;
  /** Bytes left on the disk of the cache; null where the system does not say. */
  freeBytes: () => Promise<number | null>;
}

/** Of what is no job: nobody was asked, and the disk is not looked at. */
export const noLeave: SyncLimits = { agreedRows: 0, freeBytes: () => Promise.resolve(null) };

/** So many rows need no person, however few were told. */
const leastRows = 1_000;
/** Rows of a list that tells no total. */
const mostUntold = 250_000;
const leastFreeBytes = megabytes(200);
/** Pages between two looks at the disk. */
const pagesPerLook = 20;

/**
 * What a sync may read and store without a person: twice the rows that the platform told or that are cached, and only
 * while there is room on the disk. Ask after each page.
 * Fails: `remote`/`list-without-end`; `conflict`/`disk-low`. Both are for a person to decide.
 */
export function syncGuard({ agreedRows, freeBytes }: SyncLimits, cachedRows: number) {
  let pages = 0;
  return async (rows: number, toldRows: number | null): Promise<void> => {
    const expected = toldRows === null ? mostUntold : Math.max(leastRows, 2 * toldRows);
    if (rows > Math.max(expected, 2 * cachedRows, agreedRows)) {
      throw new Failure('remote', `the list has more than ${rows} rows`, { reason: 'list-without-end' });
    }
    const isLook = pages % pagesPerLook === 0;
    pages += 1;
    if (!isLook) return;
    const free = await freeBytes();
    if (free !== null && free < leastFreeBytes) {
      throw new Failure('conflict', `only ${free} bytes are left on the disk`, { reason: 'disk-low' });
    }
  };
}
