import type { JobKind } from '#main/jobs/job.ts';
import type { WatchKind } from '#main/jobs/watches/watch.ts';
import type { Instance } from '#main/services/instances/instance.ts';
import type { StoredProfile } from '#main/state/profiles.ts';
import type { CollectionName } from '#shared/contract/collections.ts';
import type { Connection } from '#shared/contract/host.ts';
import type { Job } from '#shared/contract/job.ts';

/** Events in the application, with their arguments. */
export interface AppEvents {
  /** Rows of a list changed in the cache. `ids` absent: any rows may have changed. */
  rowsChanged: (profileId: string, change: { collection: CollectionName; ids?: number[] }) => void;
  /** The catalogue of a profile changed. */
  placesChanged: (profileId: string) => void;
  /** A request changed the state of the connection. */
  connection: (profileId: string, now: Connection, before: Connection) => void;
  /** The platform replied to a write, or to a request that a plan makes to read a value. */
  reply: (profile: StoredProfile, name: string, reply: unknown) => void;
  journalChanged: () => void;
  /** Jobs changed. `all`: the list of jobs. */
  jobsChanged: (changed: readonly Job[], all: readonly Job[]) => void;
  /** Windows show these instances. Instances that are being removed are left out. */
  shown: (instances: ReadonlySet<Instance>) => void;
}

/** A part of the application. It receives the events for which it has a function. */
export interface Feature extends Partial<AppEvents> {
  jobs?: readonly JobKind[];
  watches?: readonly WatchKind[];
  /** Delete the data about a profile that is in memory and outside the tables. */
  forget?: (profileId: string) => unknown;
  /** Continue unfinished work of the last run of Reeve. Not called if the data folder can't be written. */
  start?: () => void;
  close?: () => unknown;
}

/** Returns a function that sends an event to the features, in their order. */
export function eventEmitter(features: readonly Feature[]) {
  return function emitEvent<E extends keyof AppEvents>(event: E, ...args: Parameters<AppEvents[E]>): void {
    for (const feature of features) (feature[event] as ((...given: typeof args) => void) | undefined)?.(...args);
  };
}
