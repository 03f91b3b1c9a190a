import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { serveReader } from '#main/cache/worker/serve-reader.ts';
import { serveStore } from '#main/cache/worker/serve-store.ts';
import { aborted, Failure } from '#shared/errors.ts';
import type { Clock, Log, Network, Notifier, Opener, Ports, Power, PowerState, Secrets } from '#main/ports.ts';
import { sameThread } from './same-thread.ts';

export type KeychainMode = 'open' | 'locked' | 'missing';

/** A keychain in memory that a test can lock or remove. `entries`: its content. */
export interface FakeSecrets extends Secrets {
  mode: KeychainMode;
  readonly entries: Map<string, string>;
  /** All writes in order, as `set name` or `delete name`. */
  readonly writes: string[];
}

interface FakeSecretsOptions {
  mode?: KeychainMode;
  file?: string;
  copied?: Iterable<[string, string]>;
}

/**
 * Behaves like a real keychain: if it is locked, `get` returns null and `set` fails; if it is missing, all calls fail.
 * `file`: where the entries are stored for other processes with the same file. `copied`: its first entries.
 */
export function fakeSecrets({ mode = 'open', file, copied = [] }: FakeSecretsOptions = {}): FakeSecrets {
  const kept = file !== undefined && existsSync(file) ? readFileSync(file, 'utf8') : '[]';
  const entries = new Map([...copied, ...(JSON.parse(kept) as [string, string][])]);
  const writes: string[] = [];
  const noService = 'The name org.freedesktop.secrets was not provided by any .service files';
  const fake: FakeSecrets = {
    mode,
    entries,
    writes,
    get: async (name) => {
      refuseWhenMissing();
      return fake.mode === 'locked' ? null : (entries.get(name) ?? null);
    },
    set: async (name, value) => {
      refuseWhenMissing();
      if (fake.mode === 'locked') {
        const message = 'Cannot create an item in a locked collection';
        throw new Failure('denied', message, { reason: 'keychain-locked', reportedMessage: message });
      }
      writes.push(`set ${name}`);
      entries.set(name, value);
      keep();
    },
    delete: async (name) => {
      refuseWhenMissing();
      if (fake.mode === 'locked') return;
      writes.push(`delete ${name}`);
      entries.delete(name);
      keep();
    },
  };
  function keep(): void {
    if (file === undefined) return;
    // Renamed, so that a process that is killed while it writes leaves the previous entries
    writeFileSync(`${file}.part`, JSON.stringify([...entries]));
    renameSync(`${file}.part`, file);
  }
  function refuseWhenMissing(): void {
    if (fake.mode !== 'missing') return;
    throw new Failure('denied', noService, { reason: 'keychain-missing', reportedMessage: noService });
  }
  return fake;
}

export interface FakeClock extends Clock {
  /** Advance the time and end sleeps in order. Each gets a turn of the event loop before the next one ends. */
  advance(ms: number): Promise<void>;
  /** Set the system clock forward or back. The monotonic clock and the timers go on as before. */
  setAhead(ms: number): void;
  /**
   * The machine sleeps. `stops`: the monotonic clock and the timers stop meanwhile, as on Linux; otherwise the next
   * `advance` ends all timers that became due.
   */
  sleepMachine(ms: number, stops: boolean): void;
  /** Number of current sleeps. */
  sleepers(): number;
}

/**
 * A clock that moves only with `advance` and `sleepMachine`. `settle`: waits until the work that a sleep has ended is
 * done; it gets the true time, which `setAhead` does not change.
 */
export function fakeClock(
  startMs = Date.parse('2026-11-20T08:00:00Z'),
  settle: (now: number) => Promise<unknown> = () => new Promise((resolve) => setImmediate(resolve)),
): FakeClock {
  let now = startMs;
  /** How far the system clock was set ahead, and how long the machine slept without the monotonic clock. */
  let aheadMs = 0;
  let sleptMs = 0;
  const waiting = new Set<{ at: number; wake: () => void }>();
  const turn = () => settle(now + sleptMs);
  return {
    now: () => now + sleptMs + aheadMs,
    monotonic: () => now - startMs,
    sleep: (ms, signal) =>
      new Promise<void>((resolve, reject) => {
        if (signal?.aborted) {
          reject(aborted());
          return;
        }
        const onAbort = () => {
          waiting.delete(sleeper);
          reject(aborted());
        };
        const sleeper = {
          // Clocks of machines show whole milliseconds
          at: Math.ceil(now + ms),
          wake: () => {
            signal?.removeEventListener('abort', onAbort);
            resolve();
          },
        };
        signal?.addEventListener('abort', onAbort, { once: true });
        waiting.add(sleeper);
      }),
    advance: async (ms) => {
      const until = now + ms;
      await turn();
      for (;;) {
        const next = [...waiting].filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0];
        if (next === undefined) break;
        now = Math.max(now, next.at);
        waiting.delete(next);
        next.wake();
        await turn();
      }
      now = until;
    },
    setAhead: (ms) => void (aheadMs += ms),
    sleepMachine: (ms, stops) => {
      if (stops) sleptMs += ms;
      else now += ms;
    },
    sleepers: () => waiting.size,
  };
}

export const gigabytes = (n: number): number => n * 1_024 ** 3;

/** A log that writes nothing. */
export function silentLog(): Log {
  const ignore = () => undefined;
  return { info: ignore, warn: ignore, error: ignore };
}

export interface FakeNetwork extends Network {
  set(isOnline: boolean): void;
  /** The number of listeners. */
  listeners(): number;
}

/** A network that a test switches on and off. */
export function fakeNetwork(isOnline = true): FakeNetwork {
  let online = isOnline;
  const listeners = new Set<(isOnline: boolean) => void>();
  return {
    isOnline: () => online,
    onChange: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    set: (next) => {
      online = next;
      for (const listener of listeners) listener(next);
    },
    listeners: () => listeners.size,
  };
}

export interface FakePower extends Power {
  set(state: PowerState): void;
}

/** The power events of a machine that a test suspends and resumes. */
export function fakePower(): FakePower {
  const listeners = new Set<(state: PowerState) => void>();
  return {
    onChange: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    set: (state) => {
      for (const listener of listeners) listener(state);
    },
  };
}

export interface FakePorts extends Ports {
  secrets: FakeSecrets;
  clock: FakeClock;
  network: FakeNetwork;
  power: FakePower;
  disk: { freeBytes: () => Promise<number | null>; tryWrite: (folder: string) => void };
  /** The addresses that were opened, the files that were shown, and the notices. */
  readonly opened: string[];
  readonly shown: string[];
  /** The folder that the user chooses for each export. */
  readonly downloads: string;
  readonly notified: { title: string; body: string }[];
}

/**
 * All ports of a host on one folder, which need not exist: it contains `data`, `downloads` and `temporary`.
 * Large replies are decoded in a thread that runs the TypeScript sources. `over` replaces single ports.
 */
export function fakePorts(
  folder: string,
  over: Partial<Pick<FakePorts, 'secrets' | 'clock' | 'network' | 'log'>> = {},
): FakePorts {
  const opened: string[] = [];
  const shown: string[] = [];
  const notified: { title: string; body: string }[] = [];
  const opener: Opener = {
    openWeb: async (url) => opened.push(url) > 0,
    showFile: async (path) => shown.push(path) > 0,
  };
  const downloads = join(folder, 'downloads');
  const place = async (name: string): Promise<string> => {
    await mkdir(downloads, { recursive: true });
    return join(downloads, name);
  };
  const notifier: Notifier = { notify: (notice) => void notified.push(notice) };
  const worker = (file: string) => pathToFileURL(join(import.meta.dirname, '../../src-main', file));
  return {
    secrets: fakeSecrets(),
    clock: fakeClock(),
    log: silentLog(),
    paths: { data: join(folder, 'data'), temporary: join(folder, 'temporary') },
    exports: { place, finish: async () => [] },
    downloads,
    opener,
    notifier,
    network: fakeNetwork(),
    power: fakePower(),
    disk: { freeBytes: () => Promise.resolve(gigabytes(10)), tryWrite: () => undefined },
    tray: null,
    workers: {
      store: sameThread(serveStore),
      read: sameThread(serveReader),
      decode: worker('api/decode-worker.ts'),
      parse: worker('services/parse-worker.ts'),
    },
    built: join(folder, 'out'),
    about: { host: 'node', version: '0.0.0-test', platform: process.platform },
    opened,
    shown,
    notified,
    ...over,
  };
}
