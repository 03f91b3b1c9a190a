import type { Transferable } from 'node:worker_threads';
import type { LogEvent, LogFields } from './log-events.ts';

/** Everything that a host provides to the core, besides wires. */
export interface Ports {
  secrets: Secrets;
  clock: Clock;
  log: Log;
  paths: Paths;
  exports: Exports;
  opener: Opener;
  notifier: Notifier;
  network: Network;
  power: Power;
  /** Null: this host has none. */
  tray: Tray | null;
  disk: Disk;
  workers: Workers;
  /** The folder of the build. In a package, it also has files that packaging wrote: `build-info.json`, `third-party-notices.json`. */
  built: string;
  about: { host: 'electron' | 'node'; version: string; platform: string };
}

/**
 * The keychain of the user. `get` returns null if there is no such secret and also if the keychain is locked, so it
 * must be probed before a key is created. Rejects with the message of the keychain if there is none.
 */
export interface Secrets {
  get(name: string): Promise<string | null>;
  set(name: string, value: string): Promise<void>;
  delete(name: string): Promise<void>;
}

/** Time and timers, in milliseconds. Tests replace them. */
export interface Clock {
  /** Epoch milliseconds of the system clock, which can be changed at any time. */
  now(): number;
  /** Milliseconds of a clock that is never set back, for durations. */
  monotonic(): number;
  /** Resolves after `ms`; rejects with an aborted `Failure` when the signal fires first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/**
 * Structured log lines. Each event and its fields are declared in `log-events.ts`; free text is written as a marked value.
 * Fields are redacted by name before they are written. Never pass a secret anyway.
 */
export interface Log {
  info<E extends LogEvent, F>(event: E, fields?: LogFields<E, F>): void;
  warn<E extends LogEvent, F>(event: E, fields?: LogFields<E, F>): void;
  error<E extends LogEvent, F>(event: E, fields?: LogFields<E, F>): void;
}

export interface Paths {
  /** Holds the databases, `keys.json` and logs; locked by one process at a time. */
  data: string;
  /** Parent of session folders that are deleted at exit. */
  temporary: string;
}

/** The place of exported files. They are not encrypted, so only a person chooses it. */
export interface Exports {
  /** Ask for the path of a new file with this name. Null: the person canceled. */
  place(name: string): Promise<string | null>;
  /**
   * The files are complete. Returns random addresses if the browser must download them; none if the files are already
   * in place. An address is valid until its file was received.
   */
  finish(paths: readonly string[]): Promise<{ name: string; address: string }[]>;
}

/** Other programs. Both functions return false if the machine has no program for it. */
export interface Opener {
  openWeb(url: string): Promise<boolean>;
  showFile(path: string): Promise<boolean>;
}

/** Desktop notifications. Does nothing if there is no desktop. */
export interface Notifier {
  notify(notice: { title: string; body: string }): void;
}

/** The disk that a folder is on. */
export interface Disk {
  /** Free bytes; null: the system does not report them. */
  freeBytes(folder: string): Promise<number | null>;
  /** Write a file of 1 MB to a folder, which is created if necessary, and delete it. Fails: as the file system does. */
  tryWrite(folder: string): void;
}

/** Whether the machine is connected to any network. It does not show whether an instance can be reached. */
export interface Network {
  isOnline(): boolean;
  /** Returns the function that unsubscribes. */
  onChange(listener: (isOnline: boolean) => void): () => void;
}

/** Whether the machine sleeps. A host that cannot observe the suspension reports only the resumption. */
export interface Power {
  /** Returns the function that unsubscribes. */
  onChange(listener: (state: PowerState) => void): () => void;
}
export type PowerState = 'suspended' | 'resumed';

export type TrayState = 'idle' | 'working' | 'attention' | 'offline';

/** An icon on the desktop that shows the state of Reeve. */
export interface Tray {
  /** Create or change the icon. `notices`: the number of unread alarms. */
  show(state: TrayState, notices: number): void;
  hide(): void;
}

/**
 * A running thread: a `Worker`, or in tests a replacement in the same thread, because starting a worker takes longer
 * than most tests.
 */
export interface RunningThread {
  postMessage(message: unknown, transfer?: Transferable[]): void;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  on(event: 'messageerror', listener: (error: Error) => void): unknown;
  on(event: 'error', listener: (error: unknown) => void): unknown;
  on(event: 'exit', listener: (code: number) => void): unknown;
}

/** The script of a thread, or a function that starts its replacement. */
export type ThreadStart = URL | (() => RunningThread);

/** The scripts of the threads: beside the host in a build, `.ts` files in a checkout. */
export interface Workers {
  store: ThreadStart;
  read: ThreadStart;
  decode: URL;
  parse: URL;
}
