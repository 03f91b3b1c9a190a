import type { Clock } from '#main/ports.ts';
import { isUsable } from '#main/services/instances/connection.ts';
import type { Instance } from '#main/services/instances/instance.ts';
import { requireListed, sourceOf } from '#main/services/lists/list-sources.ts';
import { offTest } from '#main/services/setup/setup-places.ts';
import type { StateTables } from '#main/services/state-tables.ts';
import type { Declaration } from '#shared/contract/collection.ts';
import { collections } from '#shared/contract/collections.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { Services } from '#shared/contract/kit.ts';
import type { SetupPhase } from '#shared/contract/setup.ts';
import { days, hours, isYounger } from '#shared/time.ts';
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

type Opened = Parameters<Services<ReeveContract>['jobs']['opened']>[0];

/** When the times of this many lists are stored, all are deleted. A list whose sync failed can then be synced again. */
const mostBegun = 1_000;

/** A list that the platform refused is not requested again for this time. */
const refusedMs = days(1);

/**
 * An opened list is synced if it is older than the interval of its watch, or older than an hour if that interval is
 * longer. The list of all users takes many requests, so a day applies to it instead of an hour.
 */
function intervalOf({ kept, sync }: Declaration): number {
  return Math.min(kept?.everyMs ?? hours(1), sync === 'windows' ? days(1) : hours(1));
}

/** Syncs what pages show. A window calls it for each shown list, as often as it likes. Returns whether a sync began. */
export function openedLists({ jobs, state, setupOf, clock, isAutomatic }: Needs) {
  /** When each list was last synced for a page, so that a failed sync is not repeated at once. */
  const begunAt = new Map<string, number>();

  return async (instance: Instance, { collection, scope, since }: Opened, signal: AbortSignal): Promise<boolean> => {
    const { profile, reader, connection } = instance;
    const declared = collections[collection];
    // `since` is set for lists that an opened row or form needs. The person asked for these by opening it
    if (!isAutomatic && since === undefined) return false;
    requireListed(sourceOf(collection), scope);
    const place = instance.scopeOf(scope);
    const isLeftToSetup = setupOf(profile.id) !== 'over' && declared.setup !== undefined;
    if (isLeftToSetup || !isUsable(connection.now()) || offTest(state, profile.id, collection)(place)) return false;

    const { completedAt, refusal } = await reader.lists(collection).summary({ scope: place }, signal);
    const now = clock.now();
    const key = `${profile.id} ${collection} ${place}`;
    const isEnough = (at = Number.NEGATIVE_INFINITY): boolean =>
      since === undefined ? isYounger(at, intervalOf(declared), now) : at >= (since ?? 0);
    if (isEnough(completedAt ?? undefined) || isEnough(begunAt.get(key))) return false;
    if (refusal !== undefined && isYounger(refusal.at, refusedMs, now)) return false;
    if (begunAt.size >= mostBegun) begunAt.clear();
    begunAt.set(key, now);
    if (declared.sync === 'windows') jobs.startByItself(usersCrawl.name, profile.id);
    else jobs.startByItself(listCrawl.name, profile.id, { collection, scope: place, opened: 'yes' });
    return true;
  };
}
export type OpenedLists = ReturnType<typeof openedLists>;
