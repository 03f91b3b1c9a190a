import type { CoverageRowsQuery, StuckItems as Stuck } from '#main/cache/read/coverage-rows.ts';
import type { StuckPinItem } from '#main/state/pins.ts';
import { splitScope } from '#shared/contract/scope.ts';
import type { PinSource } from './pin-source.ts';

export type StuckItems = NonNullable<CoverageRowsQuery['stuck']>;

/**
 * The items that pins could not store, or not in full, by their row of Coverage. Refused lists are left out, because
 * the cache has their refusals.
 */
export function stuckItems(sources: readonly PinSource[], items: readonly StuckPinItem[]): StuckItems {
  const found = new Map<string, Stuck[]>();
  for (const { source, key, scope, state } of items) {
    const own = sources.find(({ name }) => name === source)?.rowOf?.(key);
    if (own === undefined && state !== 'over-quota') continue;
    const row = `${own ?? key.slice(0, key.indexOf(' '))} ${splitScope(scope)[0]}`;
    const stuck = found.get(row) ?? [];
    const same = stuck.find(({ why }) => why === state);
    if (same !== undefined) same.count += 1;
    else found.set(row, [...stuck, { why: state, count: 1 }]);
  }
  return found;
}
