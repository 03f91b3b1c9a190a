import net from 'node:net';
import { onTestFinished, vi } from 'vitest';
import { systemClock } from '#main/hosts/machine.ts';
import type { Plan } from '#shared/contract/changes.ts';
import { aborted } from '#shared/errors.ts';
import { profile, until, type Rig } from '../helpers/rig.ts';
import type { ReeveClient } from '../helpers/window.ts';

export const slice = { from: 0, count: 200 };

/** Wait until a plan is in one of these states. */
export function waitForPlan(
  client: ReeveClient,
  planId: string,
  states: readonly Plan['state'][] = ['done'],
): Promise<Plan> {
  return until(
    () => client.changes.get({ planId }),
    ({ state }) => states.includes(state),
  );
}

/** Apply a plan, and wait until it is done or paused. */
export async function applyAndWait(client: ReeveClient, { id, confirmation }: Plan, stopOnError = true): Promise<Plan> {
  const confirm = confirmation.kind === 'name' ? { confirm: confirmation.name } : {};
  await client.changes.apply({ planId: id, stopOnError, ...confirm });
  return waitForPlan(client, id, ['done', 'paused']);
}

/** Set Reeve's clock forward by this time. The caller's test must call `vi.restoreAllMocks` at its end. */
export function advanceClock(ms: number): void {
  vi.spyOn(systemClock, 'now').mockImplementation(() => Date.now() + ms);
}

/**
 * A clock that the test controls: `pass` lets time pass and ends waits; `set` changes only the system time, as a person
 * or a time server does. The caller's test must call `vi.restoreAllMocks` at its end.
 */
export function movableClock() {
  let passedMs = 0;
  let setMs = 0;
  const sleepers = new Set<() => void>();
  const running = (): number => performance.now() + passedMs;
  vi.spyOn(systemClock, 'now').mockImplementation(() => Date.now() + passedMs + setMs);
  vi.spyOn(systemClock, 'monotonic').mockImplementation(running);
  vi.spyOn(systemClock, 'sleep').mockImplementation(
    (ms, signal) =>
      new Promise<void>((resolve, reject) => {
        if (signal?.aborted === true) return reject(aborted());
        const at = running() + ms;
        let timer: NodeJS.Timeout | undefined;
        const look = (): void => {
          clearTimeout(timer);
          if (running() < at) timer = setTimeout(look, at - running());
          else end(resolve);
        };
        const end = (settle: () => void): void => {
          clearTimeout(timer);
          sleepers.delete(look);
          signal?.removeEventListener('abort', leave);
          settle();
        };
        const leave = (): void => end(() => reject(aborted()));
        signal?.addEventListener('abort', leave, { once: true });
        sleepers.add(look);
        look();
      }),
  );
  return {
    pass(ms: number): void {
      passedMs += ms;
      for (const look of [...sleepers]) look();
    },
    set(ms: number): void {
      setMs += ms;
    },
  };
}

export async function rowsOf(client: ReeveClient, planId: string) {
  return (await client.changes.rows({ planId, slice })).rows;
}

/**
 * Connect Reeve to the platform through a proxy, with a second profile, which is then open. `cut` closes Reeve's
 * connections, but requests that were sent still reach the platform. `down` also refuses new connections.
 */
export async function throughProxy({ client, platform }: Rig) {
  const near = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    const far = net.connect(Number(new URL(platform.url).port), '127.0.0.1');
    near.add(socket);
    socket.on('close', () => near.delete(socket)).on('error', () => undefined);
    far.on('error', () => undefined).on('close', () => socket.destroy());
    // The connection to the platform stays open after a cut, so that the platform completes its work
    socket.on('data', (bytes) => void far.write(bytes));
    far.on('data', (bytes) => void (socket.destroyed || socket.write(bytes)));
    onTestFinished(() => void far.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = (): void => near.forEach((socket) => socket.resetAndDestroy());
  const down = async (): Promise<void> => {
    const closed = new Promise((resolve) => server.close(resolve));
    cut();
    await closed;
  };
  onTestFinished(() => {
    if (server.listening) server.close();
    cut();
  });
  const url = `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`;
  await client.profiles.add({ ...profile, name: 'Over a line', url, token: platform.tokens.admin });
  return { cut, down };
}

/** A request for an import that the simulated platform accepts. */
export const importCall = {
  op: 'imports.fromCodehostA',
  body: {
    repo_id: 6,
    target_namespace: 'acme',
    new_name: 'six',
    personal_access_token: 'seeded-external-token',
  },
};
