import { failed } from '#main/log-events.ts';
import type { Clock, Log, Network, Tray, TrayState } from '#main/ports.ts';
import type { Job } from '#shared/contract/job.ts';
import type { Connection } from '#shared/contract/host.ts';
import { later } from '../later.ts';

interface Needs {
  tray: Tray | null;
  /** Whether the person wants the icon. */
  isWanted: () => boolean;
  /** The number of unread notices about alarms. */
  unreadAlarms: () => number;
  clock: Clock;
  log: Log;
  network: Network;
}

const coalesceMs = 250;

/** Updates the tray icon when the state of Reeve changes. Does nothing on a host without a tray. */
export function trayUpdates({ tray, isWanted, unreadAlarms, clock, log, network }: Needs) {
  const ended = new AbortController();
  const connections = new Map<string, Connection['state']>();
  let running = 0;
  const soon = later(clock, coalesceMs, show, ended.signal);
  const endOfNetwork = network.onChange(update);

  function stateNow(): TrayState {
    if (unreadAlarms() > 0) return 'attention';
    const known = [...connections.values()];
    if (!network.isOnline() || (known.length > 0 && known.every((state) => state === 'offline'))) return 'offline';
    return running > 0 ? 'working' : 'idle';
  }

  function update(): void {
    if (tray !== null) soon.add();
  }

  function show(): void {
    try {
      if (isWanted()) tray?.show(stateNow(), unreadAlarms());
      else tray?.hide();
    } catch (thrown) {
      log.warn('tray not updated', failed(thrown));
    }
  }

  return {
    /** Settings or notices changed. */
    update,
    jobs: (all: readonly Job[]): void => {
      running = all.filter(({ state }) => state === 'running').length;
      update();
    },
    connection(profileId: string, state: Connection['state']): void {
      if (connections.get(profileId) === state) return;
      connections.set(profileId, state);
      update();
    },
    forget: (profileId: string): void => void connections.delete(profileId),
    stop: (): void => {
      ended.abort();
      endOfNetwork();
      tray?.hide();
    },
  };
}
