import type { CollectionName } from '#shared/contract/collections.ts';
import type { Scope } from '#shared/contract/scope.ts';
import type { Freshness } from '#shared/contract/watches.ts';

/** How complete and how old the cached rows of a list of the shown instance are. `scope` null: all places. */
export type FreshnessOf = (collection: CollectionName, scope: Scope | null, signal: AbortSignal) => Promise<Freshness>;
