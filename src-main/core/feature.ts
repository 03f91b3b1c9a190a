import type { JobKind } from '#main/jobs/job.ts';
import type { WatchKind } from '#main/jobs/watches/watch.ts';
import type { Instance } from '#main/services/instances/instance.ts';
import type { StoredProfile } from '#main/state/profiles.ts';
import type { CollectionName } from '#shared/contract/collections.ts';
import type { Connection } from '#shared/contract/host.ts';
import type { Job } from '#shared/contract/job.ts';

/** What happens in the application. */
export interface AppEvents {
  /** Rows of a list changed in the cache. `ids` absent: any of them. */
  rowsChanged: (profileId: string, change: { collection: CollectionName; ids?: number[] }) => void;
  /** The catalogue of a profile changed. */
  placesChanged: (profileId: string) => void;
  /** A request changed the state of the connection. */
  connection: (profileId: string, now: Connection, before: Connection) => void;
  /** The platform replied to a write or to a read of a plan. */
  reply: (profile: StoredProfile, name: string, reply: unknown) => void;
  journalChanged: () => void;
  /** Jobs changed. `all`: the list of jobs. */
  jobsChanged: (changed: readonly Job[], all: readonly Job[]) => void;
  /** Windows show these instances, without those that are being removed. */
  shown: (instances: ReadonlySet<Instance>) => void;
}

/** A part of the application. It gets the events that it has a function for. */
export interface Feature extends Partial<AppEvents> {
  jobs?: readonly JobKind[];
  watches?: readonly WatchKind[];
  /** Delete what is kept about a profile in memory and outside the tables. */
  forget?: (profileId: string) => unknown;
  /** Continue what the last run of Reeve left. Not called if the data folder can't be written. */
  start?: () => void;
  close?: () => unknown;
}

/** Calls the functions of features for events, in the order of the features. */
export function eventsOf(features: readonly Feature[]) {
  return function tell<E extends keyof AppEvents>(event: E, ...args: Parameters<AppEvents[E]>): void {
    for (const feature of features) (feature[event] as ((...given: typeof args) => void) | undefined)?.(...args);
  };
}
