import type { Clock, Network } from '#main/ports.ts';
import type { Instance } from '#main/services/instances/instance.ts';
import { ping } from '#main/services/instances/ping.ts';
import { minutes, seconds } from '#shared/time.ts';

const firstWaitMs = seconds(5);
const longestWaitMs = minutes(1);

/**
 * Keeps knowing whether the shown instance answers: asks once when it is shown, and again only while it does not
 * answer, ever further apart. Whoever is online asks nothing, since every request tells.
 */
export function connectionWatch({ clock, network }: { clock: Clock; network: Network }) {
  let end = new AbortController();
  let wake = new AbortController();
  const endOfWatch = network.onChange((isOnline) => {
    if (isOnline) wake.abort();
  });

  async function watch(instance: Instance, signal: AbortSignal): Promise<void> {
    for (let waitMs = firstWaitMs; !signal.aborted;) {
      if (instance.connection.now().state !== 'online') await ping(instance, signal);
      waitMs = instance.connection.now().state === 'online' ? firstWaitMs : Math.min(longestWaitMs, waitMs * 2);
      wake = new AbortController();
      await clock.sleep(waitMs, AbortSignal.any([signal, wake.signal])).catch(() => undefined);
    }
  }

  return {
    /** Watch this one from now on, and no other. */
    follow(instance: Instance | null): void {
      end.abort();
      end = new AbortController();
      if (instance !== null) void watch(instance, end.signal);
    },
    stop: (): void => {
      endOfWatch();
      end.abort();
    },
  };
}
