import { z } from 'zod';
import { command } from './kit.ts';

/**
 * The maximum size of one part of a staged file. In Base64 it has 2,000,000 characters, so that its message always stays
 * below the limit of 16 MB.
 */
export const stagedPartBytes = 1_500_000;

const key = z.string().max(100);

/**
 * Files that a person chose for a write. The window sends them to the core in parts. The core keeps them encrypted until
 * the writes were applied or their plan was discarded. Files that no unfinished plan uses, such as those of refused
 * writes, are deleted after a day. In the body of a write, `{ staged: key, sizeBytes }` replaces the content.
 */
export const stagedFiles = {
  /**
   * Add the next part, in Base64. `key` is null for the first part; the returned `key` is for the next part, and after the
   * last part for the write. Fails: `missing` if the core no longer has the earlier parts; `invalid`/`disk-full`.
   */
  add: command(
    z.object({ key: key.nullable(), part: z.string().max((stagedPartBytes / 3) * 4), isLast: z.boolean() }),
    z.object({ key, sizeBytes: z.number().int() }),
  ),
  /** Delete a file, or the received parts of one. A file that an unfinished plan uses is kept. */
  drop: command(z.object({ key }), z.object({})),
};
