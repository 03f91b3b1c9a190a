import type { Job } from '#shared/contract/job.ts';
import { isLasting, isRefusedForNow, type Failure } from '#shared/errors.ts';
import { minutes, seconds } from '#shared/time.ts';

const firstWaitMs = seconds(5);
const longestWaitMs = minutes(5);
/** A job fails after this many consecutive failures of the platform. Being offline or refused does not count. */
const remoteAttempts = 6;
const questions: Readonly<Record<string, NonNullable<Job['asks']>>> = {
  'list-without-end': 'endless',
  'disk-low': 'disk-low',
  'disk-full': 'disk-low',
};

/** The question to a person after a failure, unless the kind of job handles its failures itself. */
export const questionAfter = ({ reason }: Failure): Job['asks'] => questions[reason ?? ''];

/** Counts the failures of one run since its last progress. */
export function retries() {
  let attempts = 0;
  let remoteFailures = 0;
  return {
    progressed(): void {
      attempts = 0;
      remoteFailures = 0;
    },
    /** How long to wait before the next attempt; null: waiting does not help. Units: milliseconds. */
    waitAfter(failure: Failure): number | null {
      const { code, reason } = failure;
      if (isLasting(failure) && !isRefusedForNow(failure)) return null;
      // A damaged cache is being repaired; the job then starts again
      const isCounted = code === 'remote' || reason === 'corrupt';
      if (isCounted) remoteFailures += 1;
      const canPass = isRefusedForNow(failure) || (isCounted && remoteFailures < remoteAttempts);
      if (code !== 'offline' && code !== 'throttled' && !canPass) return null;
      const longest = Math.min(longestWaitMs, firstWaitMs * 2 ** attempts);
      attempts += 1;
      return longest * (0.5 + Math.random() / 2);
    },
  };
}
