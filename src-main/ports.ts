import type { Transferable } from 'node:worker_threads';

/** What a host gives the core. A host is these and a wire, nothing else. */
export interface Ports {
  secrets: Secrets;
  clock: Clock;
  log: Log;
  paths: Paths;
  exports: Exports;
  opener: Opener;
  notifier: Notifier;
  network: Network;
  disk: Disk;
  workers: Workers;
  about: { host: 'electron' | 'node'; version: string; platform: string };
}

/**
 * The keychain of the person. `get` answers null both for "no such secret" and for a locked keychain, so whoever makes
 * a key probes first. Rejects with the keychain's own words when none answers.
 */
export interface Secrets {
  get(name: string): Promise<string | null>;
  set(name: string, value: string): Promise<void>;
  delete(name: string): Promise<void>;
}

/** Time and timers, which tests replace. In milliseconds. */
export interface Clock {
  /** Since 1970; jumps when somebody sets the clock. */
  now(): number;
  /** Since some moment of this process; never goes back, so it measures durations. */
  monotonic(): number;
  /** Resolves after `ms`; rejects with an aborted `Failure` when the signal fires first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Structured log lines. Fields are redacted by name before they are written; never hand a secret over all the same. */
export interface Log {
  info(event: string, fields?: Record<string, unknown>): void;
  warn(event: string, fields?: Record<string, unknown>): void;
  error(event: string, fields?: Record<string, unknown>): void;
}

export interface Paths {
  /** Holds the databases, `keys.json` and logs; locked by one process at a time. */
  data: string;
  /** Parent of session folders that are deleted at exit. */
  temporary: string;
}

/** Where exported files go. They are not encrypted, so only the person chooses the place. */
export interface Exports {
  /** Ask for the path of a new file with this name. Null: the person canceled. */
  place(name: string): Promise<string | null>;
  /**
   * The files are complete. Returns one-use addresses if the browser must download them; none if the files are already
   * in place.
   */
  finish(paths: readonly string[]): Promise<{ name: string; address: string }[]>;
}

/** Outside programs. Both answer false when the machine has nothing to open with. */
export interface Opener {
  openWeb(url: string): Promise<boolean>;
  showFile(path: string): Promise<boolean>;
}

/** Notices of the desktop; silent where there is none. */
export interface Notifier {
  notify(notice: { title: string; body: string }): void;
}

/** The disk that a folder is on. */
export interface Disk {
  /** Free bytes; null where the system does not say. */
  freeBytes(folder: string): Promise<number | null>;
}

/** Whether the machine has any network. A platform that does not answer is found out by asking it. */
export interface Network {
  isOnline(): boolean;
  /** Returns the function that unsubscribes. */
  onChange(listener: (isOnline: boolean) => void): () => void;
}

/**
 * What the core holds of a thread: a `Worker`, or in tests something that answers in the same thread, since starting
 * one takes longer than most of what is tested.
 */
export interface RunningThread {
  postMessage(message: unknown, transfer?: Transferable[]): void;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  on(event: 'messageerror', listener: (error: Error) => void): unknown;
  on(event: 'error', listener: (error: unknown) => void): unknown;
  on(event: 'exit', listener: (code: number) => void): unknown;
}

/** The script of a thread, or how to begin what stands in for it. */
export type ThreadStart = URL | (() => RunningThread);

/** The scripts of the threads, beside the host in a build and `.ts` files in a checkout. */
export interface Workers {
  store: ThreadStart;
  read: ThreadStart;
  decode: URL;
}
