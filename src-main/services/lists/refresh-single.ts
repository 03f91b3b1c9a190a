import type { Clock } from '#main/ports.ts';
import type { Key } from '#shared/contract/collection.ts';
import type { CollectionName } from '#shared/contract/collections.ts';
import type { Scope } from '#shared/contract/scope.ts';
import { isYounger } from '#shared/time.ts';
import type { Instance } from '../instances/instance.ts';
import { sourceOf } from './list-sources.ts';
import { syncWholeList } from './sync-whole-list.ts';

/** The verb `refresh` of a list that has one row in each scope. `id`: the ID of the row. */
export function refreshSingle(open: () => Instance, name: CollectionName, id: Key, clock: Clock) {
  return ({ scope, maxAgeMs = 0 }: { scope: Scope; maxAgeMs?: number | undefined }, signal: AbortSignal) => {
    const instance = open();
    async function refresh(own: AbortSignal): Promise<{ fetchedAt: number }> {
      const fetchedAt = (await instance.reader.lists(name).detail({ scope, id }, own))?.listFetchedAt ?? null;
      if (fetchedAt !== null && isYounger(fetchedAt, maxAgeMs, clock.now())) return { fetchedAt };
      await syncWholeList(sourceOf(name), scope, { instance, clock, report: () => undefined, signal: own });
      return { fetchedAt: clock.now() };
    }
    return instance.once(`${name}.refresh ${scope}`, refresh, signal);
  };
}
