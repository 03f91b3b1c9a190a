import type { EventEmitter } from 'node:events';
import process from 'node:process';
import { seconds } from '#shared/time.ts';
import { failedWithStack } from '#main/log-events.ts';
import type { Log } from '#main/ports.ts';

interface Parts {
  log: Log;
  /** Tell the windows, and close what is open. */
  close: () => Promise<void>;
  /** Say what happened, and end the process with an exit code other than 0. */
  exit: (thrown: unknown) => void;
  /** Emits the failures that no code handles, as `process` does. */
  failing?: Pick<EventEmitter, 'on'>;
}

/** The longest time that closing may take. */
const limitMs = seconds(5);

/**
 * End Reeve after the first failure that no code handles, because its state is then unknown: write it to the log, close
 * the core, and exit. If closing takes longer than five seconds, exit anyway: as after a kill, the next start continues from
 * what is stored. Later failures are only written to the log. Returns a function that ends Reeve in the same way.
 */
export function endOnFailure({ log, close, exit, failing = process }: Parts) {
  let isEnding = false;

  function end(thrown: unknown): void {
    log.error(isEnding ? 'failure while ending' : 'ended by a failure', failedWithStack(thrown));
    if (isEnding) return;
    isEnding = true;
    const limit = new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error(`not closed within ${limitMs} ms`)), limitMs);
    });
    void Promise.race([Promise.resolve().then(close), limit])
      .catch((error: unknown) => log.error('not closed', failedWithStack(error)))
      .then(() => exit(thrown));
  }

  failing.on('uncaughtException', end);
  failing.on('unhandledRejection', end);
  return end;
}
