import type { Clock } from '#main/ports.ts';
import type { Instance } from '#main/services/instances/instance.ts';
import { budgetOf, type WatchBudget } from '#main/services/watches/watch-instance.ts';
import type { StoredWatch, WatchTable } from '#main/state/watches.ts';
import type { WatchSettings } from '#shared/contract/watches.ts';
import { splitScope } from '#shared/contract/scope.ts';
import { days, minutes } from '#shared/time.ts';
import { lengthened, perDayOf, planDay, type DayPlan, type Demand } from './day-budget.ts';
import { watchHistory, type WatchHistory } from './history.ts';
import { intervalOf, ratesPerSecond } from './intervals.ts';
import type { WatchKind } from './watch.ts';

/** A place that the platform refuses is checked again after this time. */
const refusedMs = days(7);
/** A place counts as active for this time after a check found a change. */
const activeForMs = days(2);
/** A shorter interval, set by a check, is used for a short time only. It does not count for the budget of a day. */
const underWayMs = minutes(10);
/** The intervals are planned again after this time. With many watches, this takes some milliseconds. */
const planEveryMs = minutes(10);

/** A watch in memory. */
export interface LiveWatch extends StoredWatch {
  kindOf: WatchKind;
  isRunning: boolean;
}

export function toStored({ kindOf: _, isRunning: __, everyMs, ...stored }: LiveWatch): StoredWatch {
  return { ...stored, everyMs: everyMs && Math.round(everyMs) };
}

/** The watches of one profile. */
export interface Followed {
  profileId: string;
  settings: WatchSettings;
  /** By kind and place. */
  all: Map<string, LiveWatch>;
  budget: WatchBudget;
  /** The intervals that keep its requests within the budget of a day, and when they were planned. */
  plan: DayPlan & { at: number };
  /** When a check found a change at a group or project. */
  changedAt: Map<string, number>;
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
  /** Watches whose last checks could not reach the platform, with the time of the first of these checks. */
  unreachable: WeakMap<LiveWatch, number>;
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
    budget: budgetOf(clock, () => one.instance, {
      perSecond: () => ratesPerSecond[one.settings.mode],
      perDay: () => perDayOf(one.settings.mode),
    }),
    plan: { ...planDay([], 'normal', 0), at: 0 },
    changedAt: new Map(),
    ...{
      running: new Set<Promise<void>>(),
      end: new AbortController(),
      turns: 0,
      heldUntil: 0,
      holds: 0,
      unreachable: new WeakMap(),
      slowedUntil: 0,
      slowedKinds: new Map(),
    },
    history: watchHistory(),
    instance: null,
  };
  for (const stored of table.of(profileId)) {
    const kindOf = kinds.find(({ name }) => name === stored.kind);
    if (kindOf === undefined) continue;
    one.all.set(keyOf(stored.kind, stored.place), { ...stored, kindOf, isRunning: false });
    const place = rootOf(stored);
    one.changedAt.set(place, Math.max(one.changedAt.get(place) ?? 0, stored.changedAt ?? 0));
  }
  plan(one, clock.now(), true);
  return one;
}

/** The group or project of a watch; empty for the whole instance. */
const rootOf = ({ place }: Pick<StoredWatch, 'place'>): string =>
  /^(group|project):/.test(place) ? splitScope(place)[0] : '';

/** Whether something is under way at the place. Its interval is then not lengthened. */
export function isFast({ settings }: Followed, { everyMs, kindOf }: LiveWatch): boolean {
  if (kindOf.isAlways === true || everyMs === null) return kindOf.isAlways === true;
  return everyMs < Math.min(kindOf.everyMs, intervalOf(kindOf, settings));
}

/** The interval of a watch now: lengthened to fit the budget, and doubled after a refusal by a rate limit. */
export function effectiveMs(one: Followed, watch: LiveWatch, now: number): number {
  const isSlowed = Math.max(one.slowedUntil, one.slowedKinds.get(watch.kind) ?? 0) > now;
  const demand = demandOf(one, watch, now);
  const ownMs = watch.everyMs ?? intervalOf(watch.kindOf, one.settings);
  return (demand === null ? ownMs : lengthened(demand, one.plan.levelMs[demand.share])) * (isSlowed ? 2 : 1);
}

/** The interval of a place now, also before its first check; null: it is not checked automatically. */
export function everyMsAt(one: Followed, kindOf: WatchKind, place: string, now: number): number | null {
  if (one.settings.mode === 'off') return null;
  const watch = one.all.get(keyOf(kindOf.name, place));
  return watch === undefined ? intervalOf(kindOf, one.settings) : effectiveMs(one, watch, now);
}

/** What a watch needs for a day; null: something is under way at the place, which ends soon. */
export function demandOf(one: Followed, watch: LiveWatch, now: number): Demand | null {
  const { kindOf, outcome } = watch;
  const isRefused = outcome === 'refused';
  const isOften = isFast(one, watch) && !isRefused;
  if (isOften && (watch.everyMs ?? 0) < underWayMs) return null;
  const place = rootOf(watch);
  const isActive = isOften || now - (one.changedAt.get(place) ?? 0) < activeForMs;
  return {
    share: place === '' ? 'instance' : isActive ? 'active' : 'unchanged',
    requests: watch.requests ?? kindOf.requests,
    everyMs: isRefused ? refusedMs : (watch.everyMs ?? intervalOf(kindOf, one.settings)),
    mostMs: kindOf.mostMs,
  };
}

/** Plan the intervals again, unless that was done a short time ago. */
export function plan(one: Followed, now: number, isForced = false): void {
  if (!isForced && Math.abs(now - one.plan.at) < planEveryMs) return;
  const demands = [...one.all.values()].flatMap((watch) => demandOf(one, watch, now) ?? []);
  one.plan = { ...planDay(demands, one.settings.mode, one.budget.perMinute()), at: now };
}

/**
 * Note that a check found a change. If nothing had changed at the place, its other watches become due within the
 * intervals of an active place. Returns these.
 */
export function noteChange(one: Followed, watch: LiveWatch, now: number): LiveWatch[] {
  const wasUnchanged = demandOf(one, watch, now)?.share === 'unchanged';
  const place = rootOf(watch);
  watch.changedAt = now;
  one.changedAt.set(place, now);
  const others = [...one.all.values()].filter(
    (other) => wasUnchanged && other !== watch && other.outcome !== 'refused' && rootOf(other) === place,
  );
  for (const other of others) {
    const everyMs = effectiveMs(one, other, now);
    const at = Math.max(now + Math.random() * everyMs, (other.lastAt ?? 0) + everyMs);
    other.nextAt = Math.min(other.nextAt, Math.round(at));
  }
  return others;
}
