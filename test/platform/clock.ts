/** The clock of the platform, in milliseconds since 1970. */
export interface Clock {
  now(): number;
  /** Advances by this many milliseconds, also if it is stopped. */
  advance(ms: number): void;
  /** Stops at this time until it is advanced, set or resumed. */
  set(atMs: number): void;
  /** Runs again from its current time. */
  resume(): void;
  /** Adds a listener that is called after the clock was advanced or set. */
  onChange(listener: () => void): void;
}

/** Real time, or a clock that is stopped at `atMs`. */
export function createClock(atMs?: number): Clock {
  let offset = 0;
  let stopped = atMs;
  const listeners: (() => void)[] = [];
  const changed = () => listeners.forEach((listener) => listener());
  return {
    now: () => stopped ?? Date.now() + offset,
    advance(ms) {
      if (stopped === undefined) offset += ms;
      else stopped += ms;
      changed();
    },
    set(at) {
      stopped = at;
      changed();
    },
    resume() {
      if (stopped === undefined) return;
      offset = stopped - Date.now();
      stopped = undefined;
    },
    onChange: (listener) => listeners.push(listener),
  };
}

/** A date-time as `YYYY-MM-DDTHH:MM:SSZ` (document 1:15), or null for "never". */
export function iso(ms: number): string;
export function iso(ms: number | null): string | null;
export function iso(ms: number | null) {
  return ms === null ? null : `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

/** A date as `YYYY-MM-DD`. */
export function isoDate(ms: number): string;
export function isoDate(ms: number | null): string | null;
export function isoDate(ms: number | null) {
  return ms === null ? null : new Date(ms).toISOString().slice(0, 10);
}

export const DAY_MS = 86_400_000;
