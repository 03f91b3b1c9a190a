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

/** Apply and wait for the end. */
export async function applyAndWait(client: ReeveClient, { id, confirmation }: Plan, stopOnError = true): Promise<Plan> {
  const confirm = confirmation.kind === 'name' ? { confirm: confirmation.name } : {};
  await client.changes.apply({ planId: id, stopOnError, ...confirm });
  return waitForPlan(client, id, ['done', 'paused']);
}

/** Reeve's clock goes ahead from now on; the caller's test ends with `vi.restoreAllMocks`. */
export function advanceClock(ms: number): void {
  vi.spyOn(systemClock, 'now').mockImplementation(() => Date.now() + ms);
}

/**
 * Reeve's clock, moved by the test: `pass` lets time pass, which wakes who sleeps; `set` moves only what the clock says,
 * as a person or a time server does. The caller's test ends with `vi.restoreAllMocks`.
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
 * Go on over a line whose connections the test can cut while what was sent goes on to the platform, and take down
 * altogether. Reeve has a second profile then, which is the open one.
 */
export async function throughProxy({ client, platform }: Rig) {
  const near = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    const far = net.connect(Number(new URL(platform.url).port), '127.0.0.1');
    near.add(socket);
    socket.on('close', () => near.delete(socket)).on('error', () => undefined);
    far.on('error', () => undefined).on('close', () => socket.destroy());
    // Whoever is cut off says nothing to the platform, which works on
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
