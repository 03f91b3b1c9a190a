import type { Clock, Network } from '#main/ports.ts';
import type { Instance } from '#main/services/instances/instance.ts';
import { isUsable } from '#main/services/instances/connection.ts';
import { ping } from '#main/services/instances/ping.ts';
import { minutes, seconds } from '#shared/time.ts';

const firstWaitMs = seconds(5);
const longestWaitMs = minutes(1);

/**
 * Checks whether the shown instances answer: once when an instance is shown, or when the machine gets or loses a
 * network. While an instance does not answer or refuses everything, it is checked again at growing intervals. An online
 * instance is not checked again, because every request shows its state.
 */
export function connectionWatch({ clock, network }: { clock: Clock; network: Network }) {
  const watched = new Map<Instance, { end: AbortController; wake: AbortController }>();
  const endOfWatch = network.onChange(() => {
    for (const { wake } of watched.values()) wake.abort();
  });

  async function watch(instance: Instance): Promise<void> {
    const own = { end: new AbortController(), wake: new AbortController() };
    watched.set(instance, own);
    const { signal } = own.end;
    const isKnownToWork = (): boolean => {
      const connection = instance.connection.now();
      return connection.state === 'online' && isUsable(connection);
    };
    for (let waitMs = firstWaitMs; !signal.aborted;) {
      if (own.wake.signal.aborted || !isKnownToWork()) await ping(instance, signal);
      waitMs = isKnownToWork() ? firstWaitMs : Math.min(longestWaitMs, waitMs * 2);
      own.wake = new AbortController();
      await clock.sleep(waitMs, AbortSignal.any([signal, own.wake.signal])).catch(() => undefined);
    }
  }

  function follow(instances: ReadonlySet<Instance>): void {
    for (const [instance, { end }] of watched) {
      if (instances.has(instance)) continue;
      watched.delete(instance);
      end.abort();
    }
    for (const instance of instances) if (!watched.has(instance)) void watch(instance);
  }

  return {
    /** Watch exactly these instances. */
    shown: follow,
    close: (): void => {
      endOfWatch();
      follow(new Set());
    },
  };
}
