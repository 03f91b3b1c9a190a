import type { Fault } from './faults/fault.ts';

/** `stalls`: it starts and never ends. */
export const backgrounds = ['finishes', 'fails', 'stalls'] as const;
export type Background = (typeof backgrounds)[number];

/** How a platform is set up; everything has a default. */
export interface Settings {
  /** 0: any free port. Always on 127.0.0.1. */
  port: number;
  /** How many accounts exist, the named ones included. */
  users: number;
  /** Added to every reply. */
  latencyMs: number;
  seed: number;
  /** From this offset on a user list must be paged by keyset (readings row 10); 0: no such rule. */
  offsetLimit: number;
  /** The documented rate limits, and `ratePerMinute`, are kept. */
  limits: boolean;
  /** Requests a user may send in a minute; 0: as many as it likes (the documents show no general limit). */
  ratePerMinute: number;
  /** Leave out the headers that the documents do not show (readings row 36). */
  bareHeaders: boolean;
  faults: readonly Fault[];
  /** The instance-wide setting of document 1:123. */
  enforceJobTokenAllowlist: boolean;
  /** Larger bodies are refused with 413 (document 1:244). */
  maxBodyBytes: number;
  /** The outcome of background work that starts from now on: exports, imports, updates of mirrors. */
  background: Background;
  /** The clock stands still at this instant; without it, it is the real one. */
  atMs: number | undefined;
}

export const defaults: Settings = {
  port: 0,
  users: 500,
  latencyMs: 0,
  seed: 1,
  offsetLimit: 50_000,
  limits: true,
  ratePerMinute: 0,
  bareHeaders: false,
  faults: [],
  enforceJobTokenAllowlist: false,
  maxBodyBytes: 300 * 1024 * 1024,
  background: 'finishes',
  atMs: undefined,
};
