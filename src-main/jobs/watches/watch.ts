import type { Instance } from '#main/services/instances/instance.ts';
import type { SyncLimits } from '#main/services/lists/sync-limits.ts';
import type { Clock } from '#main/ports.ts';
import type { CollectionName } from '#shared/contract/collections.ts';
import type { Questions } from '../job.ts';

export interface WatchContext {
  /** Its requests count towards the budget of watches. */
  instance: Instance;
  /** One of the kind's places, for example `project:7`; empty for the whole instance. */
  place: string;
  /** The interval of the watch now, in milliseconds. */
  everyMs: number;
  /** When the last check of the place ended without a failure; null: never. */
  lastAt: number | null;
  /** What the last check stored for the next one. */
  watermark: string | null;
  /** How much the check may read and store. */
  limits: SyncLimits;
  /** Questions to a person, asked when a sync of a place did not return many of its rows. */
  questions: Questions;
  clock: Clock;
  signal: AbortSignal;
}

/** The result of one check. */
export interface WatchResult {
  /** How many rows were added or changed. */
  changed: number;
  /**
   * Milliseconds until the next check, instead of the interval of the kind. If it is shorter, something is under way
   * there: it is not stretched with the slow watches.
   */
  everyMs?: number;
  /** Milliseconds until the next check, this time only. */
  nextInMs?: number;
  watermark?: string | null;
  /** The requests of a job that the check started. Default: those that the check sent. */
  requests?: number;
  /** There is nothing left to watch at this place. */
  isOver?: boolean;
}

/**
 * A kind of watch: it checks places of an instance at intervals, for as long as the profile exists. Unlike a
 * job it has no end, and a check leaves no entry in the list of jobs.
 */
export interface WatchKind {
  /** Stored with each watch. */
  name: string;
  /** The list that a check syncs. */
  collection?: CollectionName;
  /** The interval at the setting `normal`, in milliseconds. */
  everyMs: number;
  /** Estimated requests of one check, until one was counted. */
  requests: number;
  /** Its interval is not lengthened beyond this to fit the budget, in milliseconds. */
  mostMs?: number;
  /**
   * Something is under way at each place. Intervals are not stretched, and checks continue while watching is off and while
   * no window shows the instance.
   */
  isAlways?: boolean;
  /** Not checked before the setup of the instance has ended, because its places need not have been synced. */
  isAfterSetup?: boolean;
  /** Checked at 2 o'clock at night, local time, instead of at any time of the day. */
  isNightly?: boolean;
  /** The places to watch now. Called often, so it must not send requests. */
  places(profileId: string): readonly string[] | Promise<readonly string[]>;
  /** Fails: the watch records the failure and tries again later. */
  check(context: WatchContext): Promise<WatchResult>;
}
