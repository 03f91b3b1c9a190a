import type { Clock } from '#main/ports.ts';
import { isUsable } from '#main/services/instances/connection.ts';
import type { Instance } from '#main/services/instances/instance.ts';
import { requireListed, sourceOf } from '#main/services/lists/list-sources.ts';
import { offTest } from '#main/services/setup/setup-places.ts';
import type { StateTables } from '#main/services/state-tables.ts';
import { collections, type CollectionName } from '#shared/contract/collections.ts';
import type { Scope } from '#shared/contract/scope.ts';
import type { SetupPhase } from '#shared/contract/setup.ts';
import { days, hours } from '#shared/time.ts';
import { listCrawl } from './lists.ts';
import type { scheduler } from './scheduler.ts';
import { usersCrawl } from './users-sync.ts';

interface Needs {
  jobs: Pick<ReturnType<typeof scheduler>, 'startByItself'>;
  state: Pick<StateTables, 'catalogue' | 'setups'>;
  setupOf: (profileId: string) => SetupPhase;
  clock: Clock;
  /** False: lists are synced only when a person asks for it. */
  isAutomatic: boolean;
}

interface Opened {
  collection: CollectionName;
  scope: Scope;
  /**
   * Sync the list only if its last sync is older than this, in epoch milliseconds; null: only if it was never synced.
   * Absent: if it is older than the interval of the list.
   */
  since?: number | null | undefined;
}

/** A list that the platform refused is not requested again for this time. */
const refusedMs = days(1);
/** An opened list is synced at most once in this time, and not more often than it is kept fresh. */
const mostMs = hours(1);

/** The interval in which an opened list is synced. One that takes very many requests has no shorter one than its own. */
function intervalOf(name: CollectionName): number {
  const { kept, sync } = collections[name];
  return sync === 'windows' ? (kept?.everyMs ?? days(1)) : Math.min(kept?.everyMs ?? mostMs, mostMs);
}

/**
 * Syncs the lists that pages show when they are opened. Returns a function that a window calls for each shown list, as
 * often as it likes; it returns whether a sync was started.
 */
export function openedLists({ jobs, state, setupOf, clock, isAutomatic }: Needs) {
  /** When each list was last synced for a page, so that a failed sync is not repeated at once. */
  const begunAt = new Map<string, number>();

  return async (instance: Instance, { collection, scope, since }: Opened, signal: AbortSignal): Promise<boolean> => {
    const { profile, reader, connection } = instance;
    // What an opened row needs is part of what the person asked for
    if (!isAutomatic && since === undefined) return false;
    requireListed(sourceOf(collection), scope);
    const place = instance.scopeOf(scope);
    const isLeftToSetup = setupOf(profile.id) !== 'over' && collections[collection].setup !== undefined;
    if (isLeftToSetup || !isUsable(connection.now()) || offTest(state, profile.id, collection)(place)) return false;

    const { completedAt, refusal } = await reader.lists(collection).summary({ scope: place }, signal);
    const now = clock.now();
    const key = `${profile.id} ${collection} ${place}`;
    const begun = begunAt.get(key) ?? null;
    const isYounger = (at: number | null, ageMs: number): boolean => at !== null && at <= now && now - at < ageMs;
    const isKnown =
      since === undefined ? isYounger(completedAt, intervalOf(collection)) : (completedAt ?? -1) >= (since ?? 0);
    const isTried = isYounger(begun, intervalOf(collection)) && (begun ?? 0) >= (since ?? 0);
    if (isKnown || isTried || isYounger(refusal?.at ?? null, refusedMs)) return false;
    begunAt.set(key, now);
    if (collections[collection].sync === 'windows') jobs.startByItself(usersCrawl.name, profile.id);
    else jobs.startByItself(listCrawl.name, profile.id, { collection, scope: place, opened: 'yes' });
    return true;
  };
}
export type OpenedLists = ReturnType<typeof openedLists>;
