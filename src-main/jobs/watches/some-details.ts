import { readDetails } from '#main/services/lists/list-details.ts';
import { sourceOf } from '#main/services/lists/list-sources.ts';
import type { CollectionName } from '#shared/contract/collections.ts';
import type { Key } from '#shared/contract/collection.ts';
import { days, hours, isYounger } from '#shared/time.ts';
import type { WatchContext } from './watch.ts';

/** How many details the checks of one day may request: of rows that are new or have changed, and of the others. */
const detailsADay = { changed: 2_000, unchanged: 500 };
/** Younger details of unchanged rows are not requested again. */
const youngMs = hours(1);

/**
 * Sync the details of some rows of a place, the oldest first: few with each check, so that the checks of a day stay
 * within their share of the requests. A row whose details could not be read is tried again after a day.
 */
export function someDetails() {
  const unreadableAt = new Map<string, number>();

  return async (collection: CollectionName, context: WatchContext) => {
    const { instance, place: scope, everyMs, limits, clock, signal } = context;
    const keyOf = (id: Key): string => JSON.stringify([instance.profile.id, collection, scope, id]);
    const some = async (which: { before: number; orChanged?: boolean }, aDay: number): Promise<Key[]> => {
      const ids = await instance.reader.lists(collection).undetailed({ scope, ...which }, signal);
      const isUnreadable = (id: Key) => isYounger(unreadableAt.get(keyOf(id)) ?? Infinity, days(1), clock.now());
      return ids.filter((id) => !isUnreadable(id)).slice(0, Math.ceil((aDay * everyMs) / days(1)));
    };
    const changed = await some({ before: 0, orChanged: true }, detailsADay.changed);
    const oldest = await some({ before: clock.now() - youngMs }, detailsADay.unchanged);
    const chosen = [...new Set([...changed, ...oldest])];
    const needs = { instance, limits, clock, signal, report: () => undefined, chosen };
    const unreadable = await readDetails(sourceOf(collection), scope, 0, needs);
    for (const id of unreadable) unreadableAt.set(keyOf(id), clock.now());
  };
}
