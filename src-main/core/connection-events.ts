import type { Clock } from '#main/ports.ts';
import type { Connection } from '#shared/contract/host.ts';

const coalesceMs = 100;

/**
 * Publishes the connection of each profile, which changes with every request: a new state at once, new measurements at
 * most every 100 ms.
 */
export function connectionEvents(
  clock: Pick<Clock, 'sleep'>,
  emit: (profileId: string, connection: Connection) => void,
): (profileId: string, connection: Connection) => void {
  const published = new Map<string, Connection>();
  const waiting = new Map<string, Connection>();

  function publish(profileId: string, connection: Connection): void {
    published.set(profileId, connection);
    emit(profileId, connection);
  }

  async function publishLater(profileId: string): Promise<void> {
    await clock.sleep(coalesceMs);
    const connection = waiting.get(profileId);
    waiting.delete(profileId);
    if (connection !== undefined) publish(profileId, connection);
  }

  return (profileId, connection) => {
    const last = published.get(profileId);
    const isNewState = (['state', 'reason', 'refusal', 'heldUntil'] as const).some(
      (name) => last?.[name] !== connection[name],
    );
    if (isNewState) {
      waiting.delete(profileId);
      return publish(profileId, connection);
    }
    const isScheduled = waiting.has(profileId);
    waiting.set(profileId, connection);
    if (!isScheduled) void publishLater(profileId);
  };
}
