import { statfs } from 'node:fs/promises';
import { networkInterfaces, tmpdir } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import envPaths from 'env-paths';
import { aborted } from '#shared/errors.ts';
import { seconds } from '#shared/time.ts';
import type { Clock, Disk, Network, Paths, Ports } from '#main/ports.ts';
import { openLog } from './log.ts';

/** The clock of this machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: async (ms, signal) => {
    await wait(ms, undefined, signal === undefined ? {} : { signal }).catch(() => {
      throw aborted();
    });
  },
};

/** The disks of this machine. */
export const systemDisk: Disk = {
  freeBytes: (folder) =>
    statfs(folder).then(
      ({ bavail, bsize }) => bavail * bsize,
      () => null,
    ),
};

/** The folders that both hosts use; `data` replaces the usual one. */
export function foldersOf(data?: string): Paths {
  return { data: data ?? envPaths('Reeve', { suffix: '' }).data, temporary: tmpdir() };
}

/** Online while any interface besides loopback is up. Looked at every few seconds, since Node is not told of changes. */
export function systemNetwork(everyMs = seconds(5)): Network {
  const isUp = () =>
    Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ internal }) => !internal));
  let isOnline = isUp();
  const listeners: ((isOnline: boolean) => void)[] = [];
  setInterval(() => {
    if (isUp() === isOnline) return;
    isOnline = !isOnline;
    for (const listener of listeners) listener(isOnline);
  }, everyMs).unref();
  return { isOnline: () => isOnline, onChange: (listener) => void listeners.push(listener) };
}

/** The ports that are the same in both hosts; `data` replaces the usual data folder. */
export function machinePorts(data?: string): Pick<Ports, 'clock' | 'log' | 'paths' | 'network' | 'disk'> {
  const paths = foldersOf(data);
  return { clock: systemClock, log: openLog(paths.data), paths, network: systemNetwork(), disk: systemDisk };
}
