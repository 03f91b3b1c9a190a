import type { CollectionName } from '#shared/contract/collections.ts';
import type { Instance } from '#main/services/instances/instance.ts';
import type { Freshness } from '#shared/contract/watches.ts';
import { readScope, type Scope } from '#shared/contract/scope.ts';
import { effectiveMs, keyOf, type Followed } from './followed.ts';
import { intervalOf } from './intervals.ts';
import type { WatchKind } from './watch.ts';

interface Asked {
  /** Null: the list is not watched. */
  kind: WatchKind | null;
  collection: CollectionName;
  /** Null: all places. */
  scope: Scope | null;
  /** How many places that have the list were switched off. */
  off: number;
  instance: Pick<Instance, 'reader' | 'scopeOf'>;
  now: number;
  signal: AbortSignal;
}

/** Rows that are older than this number of intervals are marked. */
const staleIntervals = 2;

/**
 * How complete and how old the cached rows of a list are. A place that the token may not see is not checked, and
 * does not make the rows of the others stale.
 */
export async function freshnessOf(one: Followed, asked: Asked): Promise<Freshness> {
  const { kind, collection, scope, off, instance, now, signal } = asked;
  const rows = instance.reader.lists(collection);
  const unknown: Freshness = {
    ...{ kind: 'places', places: 0, checked: 0, off: 0 },
    ...{ syncedAt: null, staleAt: null, everyMs: null },
  };
  if (kind === null) return unknown;
  const watched = await kind.places(one.profileId);
  const isAlone = scope !== null || (watched.length === 1 && watched[0] === '');
  const synced: { place: Scope; at: number | null }[] = [];
  if (isAlone) {
    const { completedAt: at, syncedIn } = await rows.summary({ scope }, signal);
    synced.push({ place: syncedIn ?? scope ?? '', at });
  } else {
    const times = new Map((await rows.syncTimes({}, signal)).map(({ scope: place, at }) => [place, at]));
    for (const place of watched) synced.push({ place, at: times.get(instance.scopeOf(place)) ?? null });
  }
  let oldest: Pick<Freshness, 'syncedAt' | 'staleAt' | 'everyMs'> | null = null;
  for (const { place, at } of synced) {
    const everyMs = at === null ? null : intervalAt(place);
    if (at === null || everyMs === null) continue;
    const staleAt = Math.round(at + staleIntervals * everyMs);
    if (staleAt < (oldest?.staleAt ?? Infinity)) oldest = { syncedAt: at, staleAt, everyMs };
  }
  return {
    ...unknown,
    ...oldest,
    kind: kindOf(synced),
    places: synced.length,
    off: isAlone ? 0 : off,
    checked: synced.filter(({ at }) => at !== null).length,
  };

  /** Null: the place is not checked automatically. */
  function intervalAt(place: Scope): number | null {
    if (kind === null || one.settings.mode === 'off') return null;
    const watch = one.all.get(keyOf(kind.name, place));
    if (watch === undefined || watch.outcome === 'refused') return null;
    // While something is under way, the interval of the watch is shorter, but rows don't become stale sooner
    return Math.max(intervalOf(kind, one.settings), effectiveMs(one, watch, now));
  }
}

function kindOf(places: readonly { place: Scope }[]): Freshness['kind'] {
  const kinds = new Set(places.map(({ place }) => readScope(place)?.kind));
  if (kinds.size !== 1) return 'places';
  return kinds.has('project') ? 'projects' : kinds.has('group') ? 'groups' : 'places';
}
