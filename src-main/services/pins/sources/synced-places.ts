import type { CollectionFacts, Parts } from '#main/cache/read/coverage-facts.ts';
import type { CollectionName } from '#shared/contract/collections.ts';
import type { Scope } from '#shared/contract/scope.ts';
import type { PinnedPlaces, PinRefusal } from '../pin-source.ts';

/** When a list was last completed, and its last refusal; null: never. `unreadable`: rows not readable in that sync. */
export interface Synced {
  completedAt: number | null;
  unreadable: number;
  refusal: PinRefusal | null;
  parts?: Parts | undefined;
}
export const neverSynced: Synced = { completedAt: null, unreadable: 0, refusal: null };

/** The lists of a collection by their scopes, also those below a row of another collection. */
export async function syncedPlaces(
  collection: CollectionName,
  { instance, signal }: Pick<PinnedPlaces, 'instance' | 'signal'>,
): Promise<Map<Scope, Synced>> {
  const places = new Map<Scope, Synced>();
  for (const { scope, at, unreadable } of await instance.reader.lists(collection).syncTimes({}, signal)) {
    places.set(scope, { completedAt: at, unreadable, refusal: null });
  }
  const facts = await instance.reader.coverage({ scope: null }, signal);
  const own = facts.find((one: CollectionFacts) => one.collection === collection);
  for (const { scope, parts } of own?.scopes ?? []) places.set(scope, { ...(places.get(scope) ?? neverSynced), parts });
  for (const { refused } of own?.below ?? []) {
    for (const { scope, refusal } of refused) {
      places.set(scope, { ...(places.get(scope) ?? neverSynced), refusal });
    }
  }
  return places;
}
