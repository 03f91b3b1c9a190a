import { failed } from '#main/log-events.ts';
import type { Clock, Log, Network } from '#main/ports.ts';
import type { Instance } from '#main/services/instances/instance.ts';
import { watchInstance } from '#main/services/watches/watch-instance.ts';
import type { WatchTable } from '#main/state/watches.ts';
import type { SetupPhase } from '#shared/contract/setup.ts';
import type { WatchSettings, watchPauses } from '#shared/contract/watches.ts';
import { Failure, isRefusedEverywhere, isRefusedHere } from '#shared/errors.ts';
import { hours, minutes, seconds } from '#shared/time.ts';
import { earlier, isWaiting, nextDue, type Allowed, type Due } from './due.ts';
import {
  effectiveMs,
  everyMsAt,
  isFast,
  keyOf,
  loadFollowed,
  noteChange,
  plan,
  type Followed,
  toStored,
  type LiveWatch,
} from './followed.ts';
import { latestNext, nextTime } from './intervals.ts';
import { later } from '#main/services/later.ts';
import type { Questions } from '../job.ts';
import type { WatchKind, WatchResult } from './watch.ts';

interface Needs {
  kinds: readonly WatchKind[];
  table: WatchTable;
  profileIds: () => readonly string[];
  instanceOf: (profileId: string) => Promise<Instance>;
  isShown: (profileId: string) => boolean;
  /** Whether the instance can't be reached, because this machine has no network. */
  isUnreachable: (profileId: string) => boolean;
  setupOf: (profileId: string) => SetupPhase;
  /** Questions to a person about places of a profile. */
  questionsOf: (profileId: string) => Questions;
  /** Free bytes on the disk of the caches; null: unknown. */
  freeBytes: () => Promise<number | null>;
  /** Called after a change, at most once a second. */
  changed: (profileId: string) => void;
  clock: Clock;
  log: Log;
  network: Network;
}

const slowedMs = hours(1);
/** How often a place that a halted setup did not sync is looked at again. This sends no request. */
const haltedMs = minutes(1);
/** The timer wakes up at least this often, because the clock of the machine can be changed. */
const longestSleepMs = minutes(1);
/** The clock was set back if it is at least this much earlier than before. */
const setBackMs = minutes(2);
const storeDelayMs = seconds(2);
const emitDelayMs = seconds(1);
const followDelayMs = seconds(2);
/** New watches begin within this time, not all at once. */
const spreadMs = seconds(20);
const firstHoldMs = seconds(15);
const longestHoldMs = minutes(5);
/** After consecutive failures, the interval grows up to this factor. */
const mostBackOff = 8;

/**
 * Checks places of instances at intervals, within a budget of requests. There is one timer for all.
 * After a sleep of the machine or a time without network, each watch that is due runs once, the oldest first.
 * Decision: build/decisions/0029-watches-share-a-budget.md
 */
export function watches({ kinds, table, instanceOf, clock, log, network, ...needs }: Needs) {
  const profiles = new Map<string, Followed>();
  const end = new AbortController();
  let wake = new AbortController();
  let isSuspended = false;
  /** The time of the clock when it was last read. */
  let seenAt = clock.now();
  /** The watches to store, and those to delete. A crash before they are stored only repeats their last checks. */
  const changedWatches = later<LiveWatch>(clock, storeDelayMs, storeNow, end.signal);
  const changedProfiles = later<string>(clock, emitDelayMs, (all) => all.forEach(needs.changed), end.signal);
  const toFollow = later<string>(clock, followDelayMs, (all) => all.forEach(refollow), end.signal);
  const endOfNetwork = network.onChange((isOnline) => {
    if (isOnline) for (const profileId of profiles.keys()) release(profileId);
  });

  function followed(profileId: string): Followed {
    let one = profiles.get(profileId);
    if (one === undefined) {
      profiles.set(profileId, (one = loadFollowed(profileId, { table, kinds, clock })));
      adjustToClock(one);
    }
    return one;
  }

  function refollow(profileId: string): void {
    update(profileId).catch((thrown: unknown) => {
      if (!end.signal.aborted) log.warn('watches not updated', failed(thrown));
    });
  }

  /** Add watches for new places, and remove those of places that are no longer watched. */
  async function update(profileId: string): Promise<void> {
    if (!needs.profileIds().includes(profileId)) return;
    const one = followed(profileId);
    const wanted = new Map<string, { kind: WatchKind; place: string }>();
    for (const kind of kinds) {
      for (const place of await kind.places(profileId)) wanted.set(keyOf(kind.name, place), { kind, place });
    }
    if (end.signal.aborted || profiles.get(profileId) !== one) return;
    for (const [key, watch] of one.all) {
      if (wanted.has(key)) continue;
      if (watch.isRunning) {
        toFollow.add(profileId);
        continue;
      }
      one.all.delete(key);
      store(watch);
    }
    for (const [key, { kind, place }] of wanted) {
      if (one.all.has(key)) continue;
      const watch: LiveWatch = {
        ...{ profileId, kind: kind.name, place, kindOf: kind, everyMs: null, lastAt: null, outcome: null },
        ...{ failure: null, streak: 0, watermark: null, pausedUntil: null, isRunning: false },
        ...{ requests: null, changedAt: null },
        nextAt: Math.round(clock.now() + Math.random() * Math.min(spreadMs, kind.everyMs)),
      };
      one.all.set(key, watch);
      store(watch);
    }
    plan(one, clock.now(), true);
    changedProfiles.add(profileId);
    wake.abort();
  }

  /** Why the watches of a profile are not checked now; null: they are. */
  function pauseOf({ profileId, settings, heldUntil }: Followed): (typeof watchPauses)[number] | null {
    if (isSuspended) return 'suspended';
    if (heldUntil > clock.now() || needs.isUnreachable(profileId)) return 'offline';
    if (settings.mode === 'off') return 'off';
    if (!needs.isShown(profileId) && !settings.isInBackground) return 'not-shown';
    return needs.setupOf(profileId) === 'busy' ? 'setup' : null;
  }

  /** Whether a check is left to a setup that waits for a person. */
  async function isLeftToSetup({ profileId, place, kindOf }: LiveWatch, instance: Instance): Promise<boolean> {
    if (kindOf.isAlways === true || needs.setupOf(profileId) !== 'halted') return false;
    if (kindOf.collection === undefined) return kindOf.isAfterSetup === true;
    const { completedAt } = await instance.reader.lists(kindOf.collection).summary({ scope: place }, end.signal);
    return completedAt === null;
  }

  function allowedOf(one: Followed): Allowed {
    const pause = pauseOf({ ...one, heldUntil: 0 });
    if (pause === 'suspended' || pause === 'offline') return 'none';
    return pause === null ? 'all' : 'always';
  }

  async function run(): Promise<void> {
    while (!end.signal.aborted) {
      noticeClock();
      wake = new AbortController();
      const now = clock.now();
      let next: Due | null = null;
      for (const one of profiles.values()) {
        const due = nextDue(one, allowedOf(one), now);
        if (due !== null) next = earlier(next, due);
      }
      const waitMs = Math.min(longestSleepMs, next === null ? longestSleepMs : next.at - now);
      if (next === null || waitMs > 0) {
        const { signal } = wake;
        await clock.sleep(Math.max(1, waitMs), AbortSignal.any([end.signal, signal])).catch(() => undefined);
        continue;
      }
      begin(next);
    }
  }

  function begin({ one, watch }: Due): void {
    watch.isRunning = true;
    one.turns += 1;
    changedProfiles.add(one.profileId);
    const running = check(one, watch).finally(() => {
      watch.isRunning = false;
      one.running.delete(running);
      wake.abort();
    });
    one.running.add(running);
  }

  /** Without this, watches would wait for as long as the clock was set back. */
  function noticeClock(): void {
    const now = clock.now();
    if (now < seenAt - setBackMs) for (const one of profiles.values()) adjustToClock(one);
    seenAt = now;
  }

  /** Shorten waits that end later than any wait that begins now could. */
  function adjustToClock(one: Followed): void {
    const now = clock.now();
    one.heldUntil = Math.min(one.heldUntil, now + longestHoldMs);
    one.slowedUntil = Math.min(one.slowedUntil, now + slowedMs);
    for (const [kind, until] of one.slowedKinds) one.slowedKinds.set(kind, Math.min(until, now + slowedMs));
    for (const watch of one.all.values()) {
      const everyMs = effectiveMs(one, watch, now);
      const longestMs = watch.outcome === 'refused' ? everyMs : mostBackOff * everyMs;
      const isAhead = (watch.lastAt ?? 0) > now + setBackMs;
      if (!isAhead && watch.nextAt <= latestNext(now, longestMs, watch.kindOf.isNightly)) continue;
      watch.nextAt = nextTime(now, Math.min(everyMs, spreadMs));
      if (isAhead) watch.lastAt = now;
      store(watch);
    }
  }

  async function check(one: Followed, watch: LiveWatch): Promise<void> {
    const { place, lastAt, watermark, kindOf } = watch;
    const startedAt = clock.now();
    const signal = AbortSignal.any([end.signal, one.end.signal]);
    let isKindLimited = false;
    let sent = 0;
    let refusedBefore: number | null = null;
    let result: WatchResult | Failure;
    try {
      one.instance = await instanceOf(one.profileId);
      const isRequested = watch.nextAt === 0;
      if (!isRequested && (await isLeftToSetup(watch, one.instance))) {
        watch.nextAt = Math.round(startedAt + haltedMs);
        return;
      }
      refusedBefore = one.instance.connection.refusedAt();
      const take = (own?: AbortSignal): Promise<void> => one.budget.take(own).then(() => void (sent += 1));
      const instance = watchInstance(one.instance, take, () => (isKindLimited = true));
      const everyMs = effectiveMs(one, watch, startedAt);
      const limits = { agreedRows: 0, freeBytes: needs.freeBytes };
      const questions = needs.questionsOf(one.profileId);
      result = await kindOf.check({ instance, place, everyMs, lastAt, watermark, limits, questions, clock, signal });
    } catch (thrown) {
      if (signal.aborted) return;
      result = Failure.from(thrown);
    }
    if (isKindLimited) one.slowedKinds.set(watch.kind, clock.now() + slowedMs);
    const refusedAt = one.instance?.connection.refusedAt() ?? null;
    if (refusedAt !== null && refusedAt !== refusedBefore) one.slowedUntil = clock.now() + slowedMs;
    const wasFast = isFast(one, watch);
    const { changed = 0, requests = null } = result instanceof Failure ? {} : result;
    const known = watch.requests ?? watch.kindOf.requests;
    // A moving mean, because some checks sync the full list and send more requests than the usual sync of changes
    if (requests !== null || sent > 0) watch.requests = requests ?? known + (sent - known) / 4;
    // The first check of a place has no earlier state to compare with, so it is not a change
    if (changed > 0 && lastAt !== null) noteChange(one, watch, clock.now()).forEach(store);
    if (result instanceof Failure) fail(one, watch, result);
    else succeed(one, watch, result);
    const outcome = result instanceof Failure && isWaiting(result) ? 'failed' : (watch.outcome ?? 'ok');
    one.history.add({ kind: watch.kind, isFast: wasFast, outcome, startedAt, endedAt: clock.now() });
    plan(one, clock.now());
  }

  function succeed(one: Followed, watch: LiveWatch, result: WatchResult): void {
    const { everyMs = null, nextInMs: restMs, watermark, isOver = false } = result;
    if (isOver) {
      one.all.delete(keyOf(watch.kind, watch.place));
      return store(watch);
    }
    const now = clock.now();
    one.holds = 0;
    one.unreachable.delete(watch);
    // Spread the first checks: a setup has synced many places at the same time
    const nextInMs = restMs !== undefined && watch.lastAt === null ? restMs * Math.random() : restMs;
    const ended = { everyMs, lastAt: now, outcome: 'ok', failure: null, streak: 0 } as const;
    Object.assign(watch, ended, watermark === undefined ? {} : { watermark });
    const isNightly = watch.kindOf.isNightly === true;
    watch.nextAt = nextTime(now, nextInMs ?? effectiveMs(one, watch, now), { isNightly, isFast: isFast(one, watch) });
    store(watch);
  }

  function fail(one: Followed, watch: LiveWatch, failure: Failure): void {
    const now = clock.now();
    const { state = null, lastSuccessAt = null } = one.instance?.connection.now() ?? {};
    // The platform has answered other requests since this check began to fail
    const isOnlyHere = failure.code === 'offline' && (lastSuccessAt ?? 0) > (one.unreachable.get(watch) ?? Infinity);
    const isLost = failure.code !== 'offline' || state !== 'online';
    if (!isOnlyHere && (isWaiting(failure) || failure.code === 'offline' || isRefusedEverywhere(failure))) {
      if (!one.unreachable.has(watch)) one.unreachable.set(watch, now);
      if (isLost) one.heldUntil = now + Math.min(longestHoldMs, firstHoldMs * 2 ** one.holds);
      one.holds += 1;
      // The watch stays due, so that it runs first when the platform answers again
      if (isWaiting(failure)) return;
    }
    const isRefused = isRefusedHere(failure);
    const outcome = isRefused ? 'refused' : 'failed';
    Object.assign(watch, { streak: watch.streak + 1, outcome, failure: failure.toData() });
    const waitMs = effectiveMs(one, watch, now) * (isRefused ? 1 : Math.min(mostBackOff, 2 ** (watch.streak - 1)));
    watch.nextAt = Math.max(Math.ceil(failure.retryAtMs ?? 0), nextTime(now, waitMs));
    store(watch);
    if (!isRefused) log.warn('watch failed', { watch: watch.kind, ...failed(failure) });
  }

  function store(watch: LiveWatch): void {
    changedWatches.add(watch);
    changedProfiles.add(watch.profileId);
  }

  function storeNow(all: ReadonlySet<LiveWatch>): void {
    const current = [...all].filter(({ profileId }) => profiles.has(profileId));
    const isKept = (one: LiveWatch) => profiles.get(one.profileId)?.all.get(keyOf(one.kind, one.place)) === one;
    try {
      table.put(
        current.filter(isKept).map(toStored),
        current.filter((watch) => !isKept(watch)),
      );
    } catch (thrown) {
      log.warn('watches not stored', failed(thrown));
    }
  }

  /** Resume the checks of a profile: its platform can be reached again, or the profile was changed. */
  function release(profileId: string): void {
    const one = profiles.get(profileId);
    if (one !== undefined) Object.assign(one, { heldUntil: 0, holds: 0 });
    wake.abort();
  }

  return {
    kinds,
    followed,
    pauseOf,
    /** Begin to watch all profiles. */
    start(): void {
      for (const profileId of needs.profileIds()) toFollow.add(profileId);
      void run();
    },
    /** Look for new places of a profile soon. */
    follow: (profileId: string): void => toFollow.add(profileId),
    release,
    /** Determine again which watches may run: a window shows another instance, or a setup ended. */
    wake: (): void => wake.abort(),
    /** The interval of a place now; null: it is not checked automatically. */
    everyMsOf(profileId: string, kind: string, place: string): number | null {
      const kindOf = kinds.find(({ name }) => name === kind);
      return kindOf === undefined ? null : everyMsAt(followed(profileId), kindOf, place, clock.now());
    },
    /** Check soon: one place, all places of a kind, or everything. Returns the number of watches. */
    poke(profileId: string, kind: string | null, place: string | null = null, isFailedOnly = false): number {
      const chosen = [...followed(profileId).all.values()].filter(
        (watch) =>
          (kind === null || watch.kind === kind) &&
          (place === null || watch.place === place) &&
          (!isFailedOnly || watch.outcome === 'failed' || watch.outcome === 'refused'),
      );
      for (const watch of chosen) Object.assign(watch, { nextAt: 0, pausedUntil: null });
      if (chosen.length === 0) toFollow.add(profileId);
      changedProfiles.add(profileId);
      wake.abort();
      return chosen.length;
    },
    /** Pause a watch until this time; null: continue. Fails: `missing`. */
    pause(profileId: string, { kind, place }: { kind: string; place: string }, until: number | null): void {
      const watch = followed(profileId).all.get(keyOf(kind, place));
      if (watch === undefined) throw new Failure('missing', 'no such watch');
      watch.pausedUntil = until;
      store(watch);
      wake.abort();
    },
    setSettings(profileId: string, settings: WatchSettings): void {
      const one = followed(profileId);
      table.setSettings(profileId, settings);
      one.settings = settings;
      const now = clock.now();
      plan(one, now, true);
      for (const watch of one.all.values()) {
        const latest = latestNext(watch.lastAt ?? now, effectiveMs(one, watch, now), watch.kindOf.isNightly);
        if (watch.outcome !== 'refused' && watch.nextAt > latest) watch.nextAt = latest;
      }
      changedProfiles.add(profileId);
      wake.abort();
    },
    /** The machine goes to sleep, or wakes up. */
    setSuspended(isNow: boolean): void {
      isSuspended = isNow;
      if (!isNow) for (const profileId of profiles.keys()) release(profileId);
    },
    /** The instance of a profile was closed, because the profile was changed. */
    closed: (profileId: string): void => {
      const one = profiles.get(profileId);
      if (one !== undefined) one.instance = null;
      release(profileId);
    },
    /** End the checks of a profile, and wait for them. `follow` begins again. */
    end: async (profileId: string): Promise<void> => {
      const one = profiles.get(profileId);
      profiles.delete(profileId);
      one?.end.abort();
      if (one !== undefined) await Promise.all(one.running);
    },
    stop(): void {
      changedWatches.flush();
      end.abort();
      endOfNetwork();
    },
  };
}
export type Watches = ReturnType<typeof watches>;
