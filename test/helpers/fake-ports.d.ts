import type { Clock, Log, Network, Ports, Power, PowerState, Secrets } from '#main/ports.ts';
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
export declare function fakeSecrets({ mode, file, copied }?: FakeSecretsOptions): FakeSecrets;
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
export declare function fakeClock(startMs?: number, settle?: (now: number) => Promise<unknown>): FakeClock;
export declare const gigabytes: (n: number) => number;
/** A log that writes nothing. */
export declare function silentLog(): Log;
export interface FakeNetwork extends Network {
    set(isOnline: boolean): void;
    /** The number of listeners. */
    listeners(): number;
}
/** A network that a test switches on and off. */
export declare function fakeNetwork(isOnline?: boolean): FakeNetwork;
export interface FakePower extends Power {
    set(state: PowerState): void;
}
/** The power events of a machine that a test suspends and resumes. */
export declare function fakePower(): FakePower;
export interface FakePorts extends Ports {
    secrets: FakeSecrets;
    clock: FakeClock;
    network: FakeNetwork;
    power: FakePower;
    disk: {
        freeBytes: () => Promise<number | null>;
        tryWrite: (folder: string) => void;
    };
    /** The addresses that were opened, the files that were shown, and the notices. */
    readonly opened: string[];
    readonly shown: string[];
    /** The folder that the user chooses for each export. */
    readonly downloads: string;
    readonly notified: {
        title: string;
        body: string;
    }[];
}
/**
 * All ports of a host on one folder, which need not exist: it contains `data`, `downloads` and `temporary`.
 * Large replies are decoded in a thread that runs the TypeScript sources. `over` replaces single ports.
 */
export declare function fakePorts(folder: string, over?: Partial<Pick<FakePorts, 'secrets' | 'clock' | 'network' | 'log'>>): FakePorts;
export {};
