import type { Gaps } from '#main/cache/read/coverage-rows.ts';
import type { PinDoc, StoredPin, StoredPinItem } from '#main/state/pins.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { Job } from '#shared/contract/job.ts';
import type { Services } from '#shared/contract/kit.ts';
import {
  pinDepths,
  type Pin,
  type PinDepth,
  type PinDepthName,
  type PinGaps,
  type PinQuota,
  type PinTarget,
} from '#shared/contract/pins.ts';
import { readScope, type Scope } from '#shared/contract/scope.ts';
import { Failure, type FailureData } from '#shared/errors.ts';
import { pins as words } from '#shared/text/en/pins.ts';
import { days, hours } from '#shared/time.ts';
import type { AppContext } from '../app-context.ts';
import { pathOf } from '../catalogue/path-of.ts';
import type { PinnedLists } from '../coverage/coverage.ts';
import type { Instance } from '../instances/instance.ts';
import { oneAtATime } from '../lists/one-at-a-time.ts';
import type { SyncLimits } from '../lists/sync-limits.ts';
import { offTest } from '../setup/setup-places.ts';
import { estimatePin, fillPin, noSums, type PinProgress } from './fill-pin.ts';
import { placesAround, pinnedPlaces, storedTarget, targetOf } from './pin-places.ts';
import type { PinnedPlaces, PinSource, StoreNeeds } from './pin-source.ts';
import { filesName } from './sources/files.ts';
import { stuckItems, type StuckItems } from './stuck-items.ts';

export const pinsJobKind = 'pins.fill';
/** The name of the watch. It is stored, so it must not change. */
export const pinsWatchName = 'pins';
/** How often a pin is kept fresh. */
export const pinEveryMs = hours(4);
/** A pin is stale after this number of intervals. */
const staleIntervals = 2;
/** An item that the platform refused is requested again after this time, or when a person asks for it. */
const refusedMs = days(7);
/** Problems that a pin contains; others are loaded on request. */
const mostNamed = 20;

interface Needs extends Pick<AppContext, 'state' | 'jobs' | 'watches' | 'emitTo' | 'clock'> {
  sources: readonly PinSource[];
  /** The lists that Coverage does not show as complete: of each pin, and of all together. */
  gaps: (
    instance: Instance,
    pins: readonly PinnedLists[],
    signal: AbortSignal,
  ) => Promise<{ each: GapsByDepth[]; all: GapsByDepth }>;
}

type GapsByDepth = Record<PinDepthName, Gaps>;
interface Activity {
  job: Job | undefined;
  isFilling: boolean;
}

/** What one fill needs of the job or the watch that runs it. */
export interface FillContext {
  instance: Instance;
  limits: SyncLimits;
  ask: StoreNeeds['ask'];
  report: (progress: PinProgress) => void;
  signal: AbortSignal;
}

const unfinished: readonly Job['state'][] = ['queued', 'running', 'waiting', 'interrupted', 'needs-person'];

/** What persons keep on this computer: groups, projects and saved views. */
export function openPins({ state, sources, jobs, gaps, watches, emitTo, clock }: Needs) {
  const table = state.pins;
  const changed = (profileId: string): void => emitTo(profileId)('pins', 'changed', {});
  /** The pins that are being filled, each with the promise of its fill. */
  const filling = new Map<number, Promise<void>>();

  function contentOf(
    instance: Instance,
    target: PinTarget,
    given: Pick<PinnedPlaces, 'ref' | 'noted' | 'range' | 'freshSince' | 'signal'>,
  ): PinnedPlaces {
    const tests = new Map<string, (scope: Scope) => boolean>();
    const isOff = (collection: string, scope: Scope): boolean => {
      let test = tests.get(collection);
      if (test === undefined) tests.set(collection, (test = offTest(state, instance.profile.id, collection)));
      return test(scope);
    };
    return { ...given, instance, ...placesIn(instance, target), isOff, clock };
  }

  function placesIn(instance: Instance, target: PinTarget): Pick<PinnedPlaces, 'view' | 'places' | 'around'> {
    const view = target.kind === 'view' ? target.view : null;
    const scope = target.kind === 'place' ? target.scope : null;
    const places = () => pinnedPlaces(state.catalogue, instance, { scope, view });
    return { view, places, around: () => (view === null ? placesAround(state.catalogue, instance, places()) : []) };
  }

  /** What a pin contains, for Coverage. */
  function listsOf(instance: Instance, pin: StoredPin): PinnedLists {
    const { view, places, around } = placesIn(instance, targetOf(pin));
    return { places: [...places(), ...around()], depths: pin.doc.depths, collection: view?.collection };
  }

  function bytesOf({ doc }: Pick<StoredPin, 'doc'>): number {
    return doc.depths.reduce((sum, depth) => sum + (doc.sums[depth]?.bytes ?? 0), 0);
  }
  function quota(): PinQuota {
    const { pinQuotaBytes: quotaBytes, pinFileBytes: fileBytes } = state.preferences.get();
    return { usedBytes: usedBytes(), quotaBytes, fileBytes };
  }
  /** The bytes of all pins, with what several of them contain counted once. `except`: without this pin. */
  function usedBytes(except?: number): number {
    const all = table.all().filter(({ id }) => id !== except);
    const sum = all.reduce((bytes, pin) => bytes + bytesOf(pin), 0);
    return all.length < 2 ? sum : Math.max(0, sum - table.sharedBytes(except));
  }

  function jobOf({ id, profileId }: Pick<StoredPin, 'id' | 'profileId'>): Job | undefined {
    return jobs
      .list()
      .find(
        (job) =>
          job.kind === pinsJobKind &&
          job.profileId === profileId &&
          job.input['pin'] === String(id) &&
          unfinished.includes(job.state),
      );
  }

  /**
   * Fill a pin: fetch items that are missing or were stored before `freshSince`, and request again those that were
   * refused before `refusedSince`. `freshSince` 0: only items that were never stored, also those that the
   * range `recent` leaves out. Waits for a fill that is running. Returns false if the pin was removed or paused.
   */
  async function fill(
    id: number,
    { freshSince, refusedSince }: { freshSince: number; refusedSince: number },
    { instance, limits, ask, report, signal }: FillContext,
  ): Promise<boolean> {
    while (filling.has(id)) await filling.get(id);
    signal.throwIfAborted();
    const pin = table.get(id);
    if (pin === null || pin.isPaused || pin.profileId !== instance.profile.id) return false;
    const end = Promise.withResolvers<void>();
    filling.set(id, end.promise);
    try {
      const { quotaBytes, fileBytes } = quota();
      const noted = (source: string) => table.items(id, source);
      const range = freshSince === 0 ? 'all' : pin.doc.range;
      const content = contentOf(instance, targetOf(pin), { ref: pin.doc.ref, range, noted, freshSince, signal });
      await fillPin(pin, {
        ...content,
        ...{ table, sources, limits, ask, refusedSince, quotaBytes, report },
        mostFileBytes: pin.doc.fileBytes ?? fileBytes,
        othersBytes: usedBytes(id),
        changed: () => changed(pin.profileId),
      });
      noteFailure(id, null);
      // The watch of a pin starts after its first fill
      if (pin.filledAt === null) watches.follow(pin.profileId);
      return true;
    } finally {
      filling.delete(id);
      end.resolve();
      changed(pin.profileId);
    }
  }

  function noteFailure(id: number, failure: FailureData | null): void {
    const pin = table.get(id);
    if (pin === null || (failure === null && pin.doc.failure === null)) return;
    table.update(id, { doc: { ...pin.doc, failure: failure as PinDoc['failure'] } });
    changed(pin.profileId);
  }

  function setPaused(id: number, isPaused: boolean): void {
    const pin = table.get(id);
    if (pin === null || pin.isPaused === isPaused) return;
    table.update(id, { isPaused });
    watches.follow(pin.profileId);
    changed(pin.profileId);
  }

  async function shown(instance: Instance, pins: readonly StoredPin[], signal: AbortSignal) {
    // Read before `gaps` is called, because a fill can end during that call. The activities must match `pins`
    const activities = pins.map((pin): Activity => ({ job: jobOf(pin), isFilling: filling.has(pin.id) }));
    const listed = pins.map((pin) => listsOf(instance, pin));
    const { each, all } = await gaps(instance, listed, signal);
    const found = pins.map((pin, at) => shownPin(pin, activities[at] as Activity, each[at] as GapsByDepth));
    return { pins: found, gaps: sumOf(all) };
  }

  function sumOf(byDepth: GapsByDepth): PinGaps {
    const gaps = Object.values(byDepth);
    return {
      lists: gaps.reduce((sum, one) => sum + one.lists, 0),
      requests: gaps.reduce((sum, one) => sum + one.requests, 0),
      isGuess: gaps.some(({ isGuess }) => isGuess),
    };
  }

  function shownPin(pin: StoredPin, { job, isFilling }: Activity, lacks: GapsByDepth): Pin {
    const { id, doc, createdAt, filledAt } = pin;
    const sum = sumOf(lacks);
    const { total, absent, rows } = problemsOf(pin, { from: 0, count: mostNamed });
    const problems = total - absent;
    const isUnderWay = isFilling || job !== undefined;
    const everyMs = pin.isPaused ? null : watches.everyMsOf(pin.profileId, pinsWatchName, String(id));
    const staleAt = filledAt === null ? null : filledAt + staleIntervals * (everyMs ?? pinEveryMs);
    const isWaiting = job?.state === 'waiting' || job?.state === 'queued';
    return {
      ...{ id, target: targetOf(pin), label: doc.label, createdAt, filledAt, staleAt, isWaiting },
      ...{ ref: doc.ref, fileBytes: doc.fileBytes, range: doc.range },
      // Coverage has no rows for the lists below the rows of a view. The problems of the pin include these lists
      state: stateOf(pin, isUnderWay, staleAt, sum.lists > 0 || (doc.view !== null && problems > 0)),
      depths: pinDepths.map((depth): PinDepth => {
        const isChosen = doc.depths.includes(depth);
        const sums = (isChosen ? doc.sums[depth] : undefined) ?? { ...noSums(), isGuess: true };
        return { depth, isChosen, ...sums, gaps: lacks[depth].lists };
      }),
      ...{ gaps: sum, everyMs, problems, absent, named: rows, missing: doc.missing },
      failure: job?.failure ?? doc.failure,
    };
  }

  function problemsOf({ id, profileId }: StoredPin, slice: { from: number; count: number }) {
    const { rows, ...counts } = table.problems(id, slice);
    return { ...counts, rows: rows.map((row) => ({ ...row, place: shownPath(profileId, row.scope) })) };
  }
  /** The path of the group or project of a scope, or its reference if no path is known; empty: the instance. */
  function shownPath(profileId: string, scope: Scope): string {
    return pathOf(state.catalogue, profileId, scope) ?? String(readScope(scope)?.ref ?? '');
  }

  function stateOf(pin: StoredPin, isUnderWay: boolean, staleAt: number | null, isIncomplete: boolean): Pin['state'] {
    if (pin.isPaused) return 'paused';
    if (isUnderWay) return Object.keys(pin.doc.sums).length === 0 ? 'estimating' : 'filling';
    if (pin.doc.failure !== null) return 'failed';
    if (pin.doc.missing > 0) return 'over-quota';
    if (staleAt === null) return 'estimating';
    if (clock.now() > staleAt) return 'stale';
    return isIncomplete ? 'incomplete' : 'ready';
  }

  function start(pin: StoredPin, since: number, more: Job['input'] = {}): void {
    jobs.start(pinsJobKind, pin.profileId, { pin: String(pin.id), since: String(Math.round(since)), ...more });
  }

  function labelOf(instance: Instance, target: PinTarget): string {
    if (target.kind === 'view') return target.view.name;
    return shownPath(instance.profile.id, target.scope) || words.everything;
  }

  /** The pins of an instance. Places whose ID became known are renamed. */
  function ofInstance(instance: Instance): StoredPin[] {
    const { id } = instance.profile;
    const moved = table.of(id).filter(({ target, doc }) => doc.view === null && instance.scopeOf(target) !== target);
    for (const pin of moved) table.retarget(pin.id, instance.scopeOf(pin.target));
    return table.of(id);
  }

  /** Fails: `missing` if the pin does not exist, or belongs to another profile. */
  function own({ profile }: Pick<Instance, 'profile'>, id: number): StoredPin {
    const pin = table.get(id);
    if (pin === null || pin.profileId !== profile.id) throw new Failure('missing', 'no such pin');
    return pin;
  }

  async function removed(pin: StoredPin): Promise<void> {
    const job = jobOf(pin);
    // Includes items that were refused later, because they can have stored content
    const noted = table.items(pin.id);
    table.remove(pin.id);
    if (job !== undefined) await jobs.cancel(job.id);
    release(pin, noted);
  }

  /** The content of these items may be deleted when space is needed, unless another pin contains them. */
  function release(pin: StoredPin, items: readonly StoredPinItem[]): void {
    for (const item of items) {
      const source = sources.find(({ name }) => name === item.source);
      if (!table.isKeptByOther(pin.id, item.source, item.key)) source?.release?.(pin, item);
    }
  }

  /** Release what an edited pin no longer contains: depths, and the files of another ref. */
  function releaseUnpinned(pin: StoredPin, depths: readonly PinDepthName[], ref: string): void {
    const isLeft = ({ source, depth }: StoredPinItem): boolean =>
      !depths.includes(depth) || (source === filesName && ref !== pin.doc.ref);
    const left = table.items(pin.id).filter(isLeft);
    for (const { source, key } of left) table.removeItem(pin.id, source, key);
    release(pin, left);
  }

  return {
    /** Fills that fetch only gaps run in sequence, so that a list of several pins is requested once. */
    fill: ((id, since, context) => {
      const run = () => fill(id, since, context);
      const { instance, signal } = context;
      return since.freshSince === 0 ? oneAtATime(filling, instance.profile.id, signal, run) : run();
    }) satisfies typeof fill,
    stuck: (profileId: string): StuckItems => stuckItems(sources, table.stuck(profileId)),
    /** Fails: `missing` if the pin does not exist, or belongs to another profile. */
    listsOf: (instance: Instance, id: number): PinnedLists => listsOf(instance, own(instance, id)),
    noteFailure,
    /** A person canceled the job of a pin. */
    pause: (id: number): void => setPaused(id, true),
    /** The pins of a profile that are kept fresh, by id. */
    watched: (profileId: string): string[] =>
      table
        .of(profileId)
        .filter(({ isPaused, filledAt }) => !isPaused && filledAt !== null)
        .map(({ id }) => String(id)),
    /** What was refused before this time is requested again by a watch. */
    refusedSince: (): number => clock.now() - refusedMs,
    servicesOf(open: () => Instance): Services<ReeveContract>['pins'] {
      /** The pin after a command. */
      const now = async (id: number, signal: AbortSignal): Promise<Pin> => {
        const instance = open();
        return (await shown(instance, [own(instance, id)], signal)).pins[0] as Pin;
      };
      return {
        async list(_, signal) {
          const instance = open();
          return { ...(await shown(instance, ofInstance(instance), signal)), quota: quota() };
        },
        estimate: async ({ target, ref, fileBytes, range }, signal) => {
          const instance = open();
          const given = { ref, range, signal, freshSince: clock.now() - pinEveryMs / 2, noted: () => [] };
          const content = contentOf(instance, target, given);
          const sums = await estimatePin(sources, content, fileBytes ?? quota().fileBytes);
          const depths = pinDepths.map((depth): PinDepth => ({ depth, isChosen: false, ...sums[depth], gaps: 0 }));
          return { depths, places: content.places().length, quota: quota() };
        },
        problems: ({ id, slice }) => problemsOf(own(open(), id), slice),
        pin: async ({ target, depths, ref, fileBytes, range }, signal) => {
          const instance = open();
          const { id: profileId } = instance.profile;
          const stored = storedTarget(target, instance);
          const before = ofInstance(instance).find((one) => one.target === stored);
          const view = target.kind === 'view' ? target.view : null;
          const job = before === undefined ? undefined : jobOf(before);
          // A running fill still uses the old depths and the old limit
          if (job !== undefined) await jobs.cancel(job.id);
          if (before !== undefined) releaseUnpinned(before, depths, ref);
          const sums = Object.entries(before?.doc.sums ?? {}).filter(([depth]) => depths.some((one) => one === depth));
          const doc: PinDoc = {
            ...{ missing: 0, failure: null, ...before?.doc, sums: Object.fromEntries(sums), ref, fileBytes, range },
            ...{ label: labelOf(instance, target), view, depths: pinDepths.filter((one) => depths.includes(one)) },
          };
          const pin = table.put(profileId, stored, doc, clock.now());
          setPaused(pin.id, false);
          start(pin, clock.now() - pinEveryMs / 2);
          changed(profileId);
          return now(pin.id, signal);
        },
        refill: ({ id }, signal) => startAgain(id, clock.now(), { again: 'yes' }, signal),
        fetchGaps: ({ id }, signal) => startAgain(id, 0, {}, signal),
        pause: async ({ id }, signal) => {
          const pin = own(open(), id);
          const job = jobOf(pin);
          setPaused(id, true);
          if (job !== undefined) await jobs.cancel(job.id);
          return now(id, signal);
        },
        resume: ({ id }, signal) => startAgain(id, clock.now() - pinEveryMs / 2, {}, signal),
        remove: async ({ id }) => {
          const pin = own(open(), id);
          await removed(pin);
          watches.follow(pin.profileId);
          changed(pin.profileId);
          return { removed: true };
        },
      };

      function startAgain(id: number, since: number, more: Job['input'], signal: AbortSignal): Promise<Pin> {
        const pin = own(open(), id);
        setPaused(id, false);
        start(pin, since, more);
        changed(pin.profileId);
        return now(id, signal);
      }
    },
  };
}
export type Pins = ReturnType<typeof openPins>;
