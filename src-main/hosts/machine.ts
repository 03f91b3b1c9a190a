import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import envPaths from 'env-paths';
import { aborted } from '#shared/errors.ts';
import { megabytes, seconds } from '#shared/time.ts';
import type { Clock, Disk, Network, Paths, Ports } from '#main/ports.ts';
import { openLog } from './log.ts';
import { powerFromClock } from './power.ts';

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
  tryWrite: (folder) => {
    const file = join(folder, 'write-test.tmp');
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      writeFileSync(file, Buffer.alloc(megabytes(1)), { mode: 0o600, flush: true });
    } finally {
      rmSync(file, { force: true });
    }
  },
};

/** The host, its version, and the system that it runs on. */
export function aboutOf(host: Ports['about']['host'], version: string): Ports['about'] {
  return { host, version, platform: `${process.platform} ${process.arch}` };
}

/** The newest file of the log. */
export function logFileOf({ data }: Pick<Paths, 'data'>): string {
  return join(data, 'logs', 'reeve.log');
}

/** This folder, created if necessary; a temporary one if it can't be written. */
export function writableFolder(wanted: string): string {
  try {
    systemDisk.tryWrite(wanted);
    return wanted;
  } catch {
    return mkdtempSync(join(tmpdir(), 'reeve-'));
  }
}

/**
 * Online while any interface besides loopback is up. Node does not report changes, so a timer checks every few seconds
 * while there is a listener.
 */
export function systemNetwork(everyMs = seconds(5)): Network {
  const isUp = () =>
    Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ internal }) => !internal));
  const listeners = new Set<(isOnline: boolean) => void>();
  let wasOnline = false;
  let timer: NodeJS.Timeout | undefined;
  function check(): void {
    const isOnline = isUp();
    if (isOnline === wasOnline) return;
    wasOnline = isOnline;
    for (const listener of listeners) listener(isOnline);
  }
  return {
    isOnline: isUp,
    onChange: (listener) => {
      if (listeners.size === 0) {
        wasOnline = isUp();
        timer = setInterval(check, everyMs).unref();
      }
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) clearInterval(timer);
      };
    },
  };
}

/** The ports that are the same in both hosts; `data` replaces the usual data folder. */
export function machinePorts(data = envPaths('Reeve', { suffix: '' }).data): Machine {
  return {
    ...{ clock: systemClock, log: openLog(data), paths: { data, temporary: tmpdir() }, tray: null, disk: systemDisk },
    ...{ network: systemNetwork(), power: powerFromClock(systemClock) },
  };
}
export type Machine = Pick<Ports, 'clock' | 'log' | 'paths' | 'network' | 'power' | 'tray' | 'disk'>;
