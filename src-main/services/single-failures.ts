import { isFailedHere, type Failure } from '#shared/errors.ts';

/** After this many failures in a row, all other requests are expected to fail too. */
const mostInARow = 3;

/**
 * Counts the failures of single places or rows, so that the work on the others continues. A platform that seems to be
 * down may be down for one place only, whose repository is on another server, and a proxy may close the connection for
 * the replies of one place only.
 */
export function singleFailures() {
  let inARow = 0;
  return {
    succeeded: (): void => void (inARow = 0),
    /** Fails: with this failure, if it concerns all requests, or if it is the third in a row. */
    add(failure: Failure): void {
      inARow += 1;
      const isSingle = failure.code === 'remote' || failure.reason === 'connection-lost' || isFailedHere(failure);
      if (!isSingle || inARow >= mostInARow) throw failure;
    },
  };
}
