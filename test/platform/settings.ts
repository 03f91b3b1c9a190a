import type { Fault } from './faults/fault.ts';

/** `stalls`: the work starts and never ends. */
export const backgrounds = ['finishes', 'fails', 'stalls'] as const;
export type Background = (typeof backgrounds)[number];

/** `gitlab`: as real installations behave where they differ from the documents; see `gitlab/` and the README. */
export const dialects = ['documented', 'gitlab'] as const;
export type Dialect = (typeof dialects)[number];

/** Undocumented requests that a platform may answer; without these settings they get a 404. */
export const probes = ['version', 'user', 'groups', 'projects', 'import'] as const;
export type Probe = (typeof probes)[number];

/** The settings of a platform. All have defaults. */
export interface Settings {
  /** 0: any free port. Always on 127.0.0.1. */
  port: number;
  /** Total number of accounts. */
  users: number;
  /** Total number of projects, if more than the seeded ones; the others are in the group `fleet`. */
  projects: number;
  /** Total number of remote mirrors, if more than the seeded ones; the others are in the group `fleet`. */
  mirrors: number;
  /** Public projects in groups without a member that has a fixed role, five in each group. */
  foreignProjects: number;
  /** Delay of every reply. */
  latencyMs: number;
  seed: number;
  /** From this offset, the list of users requires keyset paging (readings 10); 0: no limit. */
  offsetLimit: number;
  /** Whether the documented rate limits and `ratePerMinute` are enforced. */
  limits: boolean;
  /** Requests that a user may send per minute; 0: unlimited (the documents have no general limit). */
  ratePerMinute: number;
  /** Omit undocumented headers (readings 36). */
  bareHeaders: boolean;
  faults: readonly Fault[];
  dialect: Dialect;
  /** With `gitlab`: as versions up to 17.8. Imports by app password and `order_by=ref` work, groups of service accounts need a number. */
  olderVersion: boolean;
  /** Every write is refused with 403. */
  readOnly: boolean;
  /** A proxy allows at most this many rows in a page and removes the paging headers; 0: there is no such proxy. */
  proxyPerPage: number;
  /** With `gitlab`: the body of a 429 of the general limit, which administrators can change. */
  rateLimitText: string;
  /** With `gitlab`: the body of a 202 for an export that is not ready, as sent. */
  unreadyExport: '202' | '' | '{}' | 'null';
  /** Some optional fields have other types: numbers as text, lists as text, whole numbers as fractions. */
  otherTypes: boolean;
  /** IDs of jobs are above 2^53. */
  largeIds: boolean;
  /**
   * With hostile and odd values, and with data that ends on a fixed day: what tests need. Without: a plausible company
   * whose data ends when the platform starts.
   */
  hostile: boolean;
  /** The instance-wide setting of document 1:123. */
  enforceJobTokenAllowlist: boolean;
  /** Larger bodies are refused with 413 (document 1:244). */
  maxBodyBytes: number;
  /** The outcome of background work that starts from now on: exports, imports, updates of mirrors. */
  background: Background;
  /** Whether things happen by themselves as time goes on; see `motion/motion.ts`. */
  moving: boolean;
  /** Undocumented requests that are answered: `GET /version`, `/user`, `/groups`, `/projects`, `/projects/:id/import`. */
  probes: readonly Probe[];
  /** The clock is stopped at this time; by default it is real time. */
  atMs: number | undefined;
}

export const defaults: Settings = {
  port: 0,
  users: 500,
  projects: 0,
  mirrors: 0,
  foreignProjects: 0,
  latencyMs: 0,
  seed: 1,
  offsetLimit: 50_000,
  limits: true,
  ratePerMinute: 0,
  bareHeaders: false,
  faults: [],
  dialect: 'documented',
  olderVersion: false,
  readOnly: false,
  proxyPerPage: 0,
  rateLimitText: 'Retry later',
  unreadyExport: '202',
  otherTypes: false,
  largeIds: false,
  hostile: true,
  enforceJobTokenAllowlist: false,
  maxBodyBytes: 300 * 1024 * 1024,
  background: 'finishes',
  moving: false,
  probes: [],
  atMs: undefined,
};
