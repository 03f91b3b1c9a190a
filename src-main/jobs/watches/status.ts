import type { Instance } from '#main/services/instances/instance.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { Services } from '#shared/contract/kit.ts';
import type { Watch, WatchKindStatus, WatchStatus } from '#shared/contract/watches.ts';
import type { Clock } from '#main/ports.ts';
import { minutes } from '#shared/time.ts';
import { isCollection, type CollectionName } from '#shared/contract/collections.ts';
import { Failure } from '#shared/errors.ts';
import { dueAt } from './due.ts';
import { freshnessOf } from './freshness.ts';
import { lengthened, perDayOf, requestsOf, type Demand } from './day-budget.ts';
import { demandOf, effectiveMs, isFast, type Followed, type LiveWatch } from './followed.ts';
import { intervalOf } from './intervals.ts';
import type { WatchKind } from './watch.ts';
import type { Watches } from './watches.ts';

/** The verbs about the watches of one instance. They read from memory. */
export function watchServices(
  watches: Watches,
  clock: Clock,
  open: () => Instance,
  placesOff: (profileId: string, collection: CollectionName) => number,
): Services<ReeveContract>['watches'] {
  const own = (): Followed => watches.followed(open().profile.id);

  function statusOf(one: Followed): WatchStatus {
    return {
      settings: one.settings,
      pause: watches.pauseOf(one),
      slowedUntil: one.slowedUntil > clock.now() ? one.slowedUntil : null,
      kinds: watches.kinds.flatMap((kind) => kindStatus(one, kind) ?? []),
      usedPerMinute: one.budget.usedPerMinute(),
      allowedPerMinute: one.budget.mostPerMinute(),
      limitPerMinute: one.budget.limitPerMinute(),
      perDay: one.settings.mode === 'off' ? 0 : Math.min(one.plan.perDay, perDayOf(one.settings.mode)),
      allowedPerDay: perDayOf(one.settings.mode),
    };
  }

  /** Null: nothing of this kind is watched. */
  function kindStatus(one: Followed, kind: WatchKind): WatchKindStatus | null {
    const all = [...one.all.values()].filter((watch) => watch.kind === kind.name);
    const [first] = all;
    if (first === undefined) return null;
    const fast = all.filter((watch) => isFast(one, watch));
    const everyMs = intervalOf(kind, one.settings);
    const demands = all.flatMap((watch) => demandOf(one, watch, clock.now()) ?? []);
    const levelOf = ({ share }: Demand): number => one.plan.levelMs[share];
    const times = all.map(({ lastAt }) => lastAt ?? 0);
    return {
      kind: kind.name,
      watches: all.length,
      failed: all.filter(({ outcome }) => outcome === 'failed').length,
      refused: all.filter(({ outcome }) => outcome === 'refused').length,
      fast: fast.length,
      isNightly: kind.isNightly === true,
      defaultMs: kind.everyMs,
      everyMs,
      effectiveMs: lengthened({ everyMs, mostMs: kind.mostMs }, Math.max(0, ...demands.map(levelOf))),
      perDay: demands.reduce((sum, demand) => sum + requestsOf([demand], levelOf(demand)), 0),
      fastMs: fast.length === 0 ? null : fastMs(one, kind, fast),
      lastAt: Math.max(...times) === 0 ? null : Math.max(...times),
      nextAt: Math.min(...all.map((watch) => dueAt(one, watch))),
    };
  }

  /** As the budget allows it: two of three checks are of watches that are under way. */
  function fastMs(one: Followed, { requests }: WatchKind, fast: readonly LiveWatch[]): number {
    const allowedMs = (fast.length * requests * minutes(1)) / ((one.budget.perMinute() * 2) / 3);
    return Math.max(allowedMs, ...fast.map((watch) => effectiveMs(one, watch, clock.now())));
  }

  const toWatch = (one: Followed, watch: LiveWatch): Watch => {
    const { kind, place, lastAt, nextAt, outcome, failure, streak, pausedUntil, isRunning, kindOf } = watch;
    const shown = { kind, place, lastAt, outcome, failure: failure as Watch['failure'], streak, isRunning };
    return {
      ...shown,
      everyMs: watch.everyMs ?? intervalOf(kindOf, one.settings),
      effectiveMs: effectiveMs(one, watch, clock.now()),
      isFast: isFast(one, watch),
      nextAt: Math.max(nextAt, clock.now()),
      pausedUntil: pausedUntil !== null && pausedUntil > clock.now() ? pausedUntil : null,
    };
  };

  return {
    status: () => statusOf(own()),
    recent: () => ({ checks: own().history.all(clock.now()) }),
    freshness: ({ collection, scope }, signal) => {
      const instance = open();
      if (!isCollection(collection)) throw new Failure('missing', `no collection ${collection}`);
      const kind = watches.kinds.find((one) => one.collection === collection) ?? null;
      const followed = watches.followed(instance.profile.id);
      const off = placesOff(instance.profile.id, collection);
      return freshnessOf(followed, { kind, collection, scope, off, instance, now: clock.now(), signal });
    },
    list: ({ kind, outcome, slice }) => {
      const one = own();
      const order = new Map(watches.kinds.map(({ name }, at) => [name, at]));
      const rows = [...one.all.values()]
        .filter((watch) => (kind === null || watch.kind === kind) && (outcome === null || watch.outcome === outcome))
        .sort(
          (a, b) =>
            rank(a) - rank(b) ||
            (order.get(a.kind) ?? 0) - (order.get(b.kind) ?? 0) ||
            a.place.localeCompare(b.place, 'en', { numeric: true }),
        );
      return {
        total: rows.length,
        rows: rows.slice(slice.from, slice.from + slice.count).map((watch) => toWatch(one, watch)),
      };
    },
    runNow: ({ kind, place, isFailedOnly }) => ({
      watches: watches.poke(open().profile.id, kind, place, isFailedOnly),
    }),
    pause: ({ until, ...at }) => {
      watches.pause(open().profile.id, at, until);
      return {};
    },
    set: (settings) => {
      watches.setSettings(open().profile.id, settings);
      return settings;
    },
  };
}

/** Running and failed watches first. */
const rank = ({ isRunning, outcome }: LiveWatch): number => (isRunning ? 0 : outcome === 'failed' ? 1 : 2);
