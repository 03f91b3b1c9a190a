import type { Clock } from '#main/ports.ts';
import type { ImportStates } from '#main/services/imports/import-states.ts';
import { Failure } from '#shared/errors.ts';
import { minutes } from '#shared/time.ts';

const storeRetryMs = minutes(1);

/**
 * Polls the running imports of every profile, one request at a time and at growing intervals, until they end. It does
 * nothing while there are none. It only reads: all its requests are those of `ImportStates.ask`.
 */
export function importWatch({ clock, states }: { clock: Clock; states: Pick<ImportStates, 'next' | 'ask' | 'hold'> }) {
  const end = new AbortController();
  let wake = new AbortController();
  let isRunning = false;

  async function run(): Promise<void> {
    while (!end.signal.aborted) {
      try {
        const due = states.next();
        if (due === null) break;
        const waitMs = due.at - clock.now();
        if (waitMs > 0) await sleep(waitMs);
        else await ask(due);
      } catch {
        // The state file cannot be read or written now, for instance because the disk is full
        await sleep(storeRetryMs);
      }
    }
    isRunning = false;
  }

  async function sleep(ms: number): Promise<void> {
    wake = new AbortController();
    await clock.sleep(ms, AbortSignal.any([end.signal, wake.signal])).catch(() => undefined);
  }

  async function ask({ profileId, projectId }: { profileId: string; projectId: number }): Promise<void> {
    await states.ask(profileId, projectId, end.signal).catch((thrown: unknown) => {
      states.hold(profileId, Failure.from(thrown));
    });
  }

  return {
    /** Check which import is due next. To be called when an import starts or a platform can be reached again. */
    poke(): void {
      wake.abort();
      if (isRunning || end.signal.aborted) return;
      isRunning = true;
      void run();
    },
    stop: (): void => end.abort(),
  };
}
