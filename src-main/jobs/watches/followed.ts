import type { Clock } from '#main/ports.ts';
import type { Instance } from '#main/services/instances/instance.ts';
import { budgetOf, type WatchBudget } from '#main/services/watches/watch-instance.ts';
import type { StoredWatch, WatchTable } from '#main/state/watches.ts';
import type { WatchSettings } from '#shared/contract/watches.ts';
import { watchHistory, type WatchHistory } from './history.ts';
import { intervalOf, ratesPerSecond, stretchOf } from './intervals.ts';
import type { WatchKind } from './watch.ts';

/** A watch in memory. */
export interface LiveWatch extends StoredWatch {
  kindOf: WatchKind;
  isRunning: boolean;
}

/** The watches of one profile. */
export interface Followed {
  profileId: string;
  settings: WatchSettings;
  /** By kind and place. */
  all: Map<string, LiveWatch>;
  budget: WatchBudget;
  /** The factor by which slow intervals are multiplied. */
  stretch: number;
  /** The checks that run now. */
  running: Set<Promise<void>>;
  /** Ends its checks, because the profile is being removed. */
  end: AbortController;
  /** Counts checks, so that slow watches get every third turn while many are under way. */
  turns: number;
  /** Nothing is checked until then: the platform can't be reached, or rejects the token. */
  heldUntil: number;
  /** How often in a row the platform could not be reached. */
  holds: number;
  /** Until when intervals are doubled: of all kinds, and of single kinds. */
  slowedUntil: number;
  slowedKinds: Map<string, number>;
  history: WatchHistory;
  /** Null until it is first needed. */
  instance: Instance | null;
}

export const keyOf = (kind: string, place: string): string => `${kind} ${place}`;

/** The stored watches of a profile. */
export function loadFollowed(
  profileId: string,
  { table, kinds, clock }: { table: WatchTable; kinds: readonly WatchKind[]; clock: Clock },
): Followed {
  const one: Followed = {
    profileId,
    settings: table.settings(profileId),
    all: new Map(),
    budget: budgetOf(
      clock,
      () => one.instance,
      () => ratesPerSecond[one.settings.mode],
    ),
    ...{
      stretch: 1,
      running: new Set<Promise<void>>(),
      end: new AbortController(),
      turns: 0,
      heldUntil: 0,
      holds: 0,
      slowedUntil: 0,
      slowedKinds: new Map(),
    },
    history: watchHistory(),
    instance: null,
  };
  for (const stored of table.of(profileId)) {
    const kindOf = kinds.find(({ name }) => name === stored.kind);
    if (kindOf !== undefined) one.all.set(keyOf(stored.kind, stored.place), { ...stored, kindOf, isRunning: false });
  }
  return one;
}

/** Whether something is under way at the place. Its interval is then not stretched. */
export function isFast({ settings }: Followed, { everyMs, kindOf }: LiveWatch): boolean {
  return kindOf.isAlways === true || (everyMs !== null && everyMs < intervalOf(kindOf, settings));
}

/** The interval of a watch now: stretched to the budget, and doubled after a refusal by a rate limit. */
export function effectiveMs(one: Followed, watch: LiveWatch, now: number): number {
  const isSlowed = Math.max(one.slowedUntil, one.slowedKinds.get(watch.kind) ?? 0) > now;
  const own = watch.everyMs ?? intervalOf(watch.kindOf, one.settings);
  return own * (isFast(one, watch) || watch.kindOf.isNightly === true ? 1 : one.stretch) * (isSlowed ? 2 : 1);
}

/** Stretch the slow intervals to the budget. */
export function stretch(one: Followed): void {
  const all = [...one.all.values()].filter(({ outcome }) => outcome !== 'refused');
  const demandsOf = (wanted: boolean) =>
    all
      .filter((watch) => isFast(one, watch) === wanted)
      .map(({ kindOf, everyMs }) => ({
        requests: kindOf.requests,
        everyMs: everyMs ?? intervalOf(kindOf, one.settings),
      }));
  one.stretch = stretchOf(demandsOf(false), demandsOf(true), one.budget.perMinute());
}
