import { megabytes, minutes, seconds } from '#shared/time.ts';
import type { LimitName } from './types.ts';

/** A documented limit on how often: at most `times` in `withinMs`, counted for each key by itself. */
export interface Limit {
  times: number;
  withinMs: number;
  /** Counts only requests or files larger than this. */
  overBytes: number;
  /** Path parameters that tell what is counted apart; none: the whole instance. */
  by: readonly string[];
}

/** Document 1:243, 1:245 and 1:246, counted as `readings.md` 14 reads them. */
export const limits: Readonly<Record<LimitName, Limit>> = {
  'large-blob': { times: 5, withinMs: minutes(1), overBytes: megabytes(10), by: ['id', 'file_path'] },
  'large-request': { times: 3, withinMs: seconds(30), overBytes: megabytes(20), by: [] },
  resend: { times: 5, withinMs: minutes(1), overBytes: 0, by: ['id', 'hook_id'] },
};

/** Larger requests are refused by the platform (document 1:244), so they are not sent. */
export const largestRequestBytes = megabytes(300);

/** Enabled push mirrors of one project (document 1:247). */
export const mostMirrors = 10;

/** One limit that a request counts towards. */
export interface Claim {
  name: LimitName;
  key: string;
}
