import type { SetupRefusal } from '#main/state/setup.ts';
import type { SyncRunOutcome } from '#main/cache/cache-types.ts';
import type { Clock } from '#main/ports.ts';
import { collections } from '#shared/contract/collections.ts';
import type { Scope } from '#shared/contract/scope.ts';
import { isOffIn } from '#shared/off-places.ts';
import { placesStep, type SetupStep } from '#shared/contract/setup.ts';
import { Failure, isFailedHere } from '#shared/errors.ts';
import { minutes } from '#shared/time.ts';
import type { catalogue } from '../catalogue/catalogue.ts';
import { isRefusal, placeSearch } from '../catalogue/place-search.ts';
import { each, singleFailures } from '../each.ts';
import { probeCapabilities } from '../instances/capabilities.ts';
import type { Instance } from '../instances/instance.ts';
import { readDetails } from '../lists/list-details.ts';
import { sourceOf } from '../lists/list-sources.ts';
import { syncWholeList } from '../lists/sync-whole-list.ts';
import type { SyncLimits } from '../lists/sync-limits.ts';
import type { StateTables } from '../state-tables.ts';
import { syncUsers } from '../users/sync-users.ts';
import { countedRequests } from './counted-requests.ts';
import { costOf, isLarge, msPerRequest, requestsOf, type CostFacts } from './setup-costs.ts';
import { activeAfter, placesToSync, type Place } from './setup-places.ts';
import type { Progress } from './setup-progress.ts';
import {
  collectionSteps,
  isForInstance,
  isForPlaces,
  isInChoice,
  placesOfStep,
  type CollectionStep,
} from './setup-steps.ts';

/** Questions about rows that a place did not return, as in the job that syncs a list everywhere. */
export interface PlaceQuestions {
  askedAt(collection: string, scope: Scope): number | null;
  ask(collection: string, scope: Scope, found: { rows: number; notReturnedFound: number }): void;
  withdraw(collection: string, scope: Scope): void;
}

export interface RunNeeds {
  tables: Pick<StateTables, 'setups' | 'catalogue' | 'placeDiscovery' | 'capabilities'>;
  known: Pick<ReturnType<typeof catalogue>, 'noteFound' | 'noteGroup' | 'discoverIn'>;
  clock: Clock;
}
export interface RunContext {
  instance: Instance;
  limits: SyncLimits;
  questions: PlaceQuestions;
  signal: AbortSignal;
  onProgress: (steps: SetupStep[]) => void;
}

/** Number of places that are synced at the same time. */
const wide = 3;
/** Details of runners that are younger are not requested again. */
const detailsAgeMs = minutes(60);

/**
 * Run the steps of a setup in order. Steps and places that are done, switched off or refused are left out, so that an
 * interrupted run continues. A refusal of the platform belongs to one place, and is stored. It ends early, with the
 * state `asks`, if it would send many requests and no person has chosen how much to sync.
 * Fails: as the sender does, except for refusals.
 */
export async function runSetup(progress: Progress, needs: RunNeeds, context: RunContext): Promise<void> {
  const { tables, known, clock } = needs;
  const { limits, questions, signal, onProgress } = context;
  const { id: profileId } = context.instance.profile;
  let current = placesStep;
  const send = countedRequests(context.instance.send, () => countRequest());
  const instance: Instance = { ...context.instance, send };
  const { reader } = instance;
  const search = placeSearch({
    table: tables.catalogue,
    progress: tables.placeDiscovery,
    note: known.noteFound,
    noteGroup: known.noteGroup,
    clock,
  });
  const failures = singleFailures();
  const beganAt = clock.monotonic();
  const ranBefore = progress.setup.doc.ranMs;
  let searches = 0;

  do {
    await connect();
    if (mustAsk()) return;
    for (const step of collectionSteps) if (isForInstance(step)) await syncInstance(step);
    await searchPlaces();
    estimateAll();
    if (mustAsk()) return;
    for (const step of collectionSteps) if (isForPlaces(step)) await syncPlaces(step);
  } while (progress.setup.doc.isFurther || progress.step(placesStep).state === 'queued');
  noteTime();
  progress.set({ state: 'done', finishedAt: clock.now() });

  function countRequest(): void {
    const { requests, estimatedRequests } = progress.step(current);
    const sent = requests + 1;
    progress.setStep(current, { requests: sent, estimatedRequests: Math.max(sent, estimatedRequests) }, ranMs());
    onProgress(progress.steps());
  }
  function ranMs(): number {
    return ranBefore + clock.monotonic() - beganAt;
  }
  function noteTime(): void {
    progress.set({ doc: { ranMs: ranMs() } });
  }
  function isSkipped(id: string): boolean {
    return !isInChoice(id, progress.setup.choice) || tables.setups.off(profileId, 'collection').includes(id);
  }

  /** Find out what the token may do, and how long the lists of the instance are. */
  async function connect(): Promise<void> {
    if (progress.setup.doc.isAdministrator !== null) return;
    const asked = await probeCapabilities(context.instance.send, clock, signal);
    tables.capabilities.put(profileId, asked);
    const totals: Record<string, number> = {};
    for (const { id, scopes } of collectionSteps) {
      if (!isForInstance({ scopes }) || isSkipped(id)) continue;
      const total = await totalOf(id);
      if (total !== null) totals[id] = total;
    }
    const isAdministrator = asked.some(({ name, outcome }) => name === 'users.administrator' && outcome === 'allowed');
    progress.set({ doc: { isAdministrator, totals } });
    estimateAll();
  }

  /** Null: the platform reports no total, or the request of the list fails. */
  async function totalOf(id: string): Promise<number | null> {
    try {
      const first = await sourceOf(id).listAnswers?.({ send: context.instance.send, scope: '', ref: '', signal });
      return (first as { total?: number | null } | undefined)?.total ?? null;
    } catch (thrown) {
      if (isRefusal(thrown) || isFailedHere(Failure.from(thrown))) return null;
      throw thrown;
    }
  }

  function facts(): CostFacts {
    const off = new Set(tables.setups.off(profileId, 'collection'));
    const { totals } = progress.setup.doc;
    const after = activeAfter(clock.now());
    const perRequest = msPerRequest(progress, instance.connection.now());
    return { totals, places: places(), activeAfter: after, off, msPerRequest: perRequest };
  }
  function places(): Place[] {
    const isAdministrator = progress.setup.doc.isAdministrator === true;
    const isActiveOnly = progress.setup.choice === 'active';
    const after = isActiveOnly ? activeAfter(clock.now()) : null;
    return placesToSync(tables, profileId, { isAdministrator, activeAfter: after });
  }

  function estimateAll(): void {
    const known = facts();
    for (const { id, state, requests } of progress.steps()) {
      if (state === 'queued' || state === 'running')
        progress.setStep(id, { estimatedRequests: isSkipped(id) ? 0 : Math.max(requests, requestsOf(id, known)) });
    }
  }

  function mustAsk(): boolean {
    if (progress.setup.choice !== null || !isLarge(costOf('everything', facts()))) return false;
    noteTime();
    progress.set({ state: 'asks' });
    return true;
  }

  async function searchPlaces(): Promise<void> {
    current = placesStep;
    const { isFurther, isAdministrator, searchedSince } = progress.setup.doc;
    let isWhole = true;
    if (isSkipped(placesStep)) return progress.setStep(placesStep, { state: 'skipped' });
    if (progress.step(placesStep).state !== 'done' || isFurther) {
      progress.setStep(placesStep, { state: 'running' });
      // These lists are not documented, and the setup works without them
      if (isAdministrator === true && !isFurther && searches === 0) await known.discoverIn(instance, signal);
      const off = new Set(tables.setups.off(profileId, 'place'));
      searches += 1;
      isWhole = await search.search(instance, {
        isAdministrator: isAdministrator === true,
        since: searchedSince,
        isFurther,
        isLeftOut: (place) => isOffIn(off, place),
        signal,
        onRequest: () => showPlaces(),
      });
    }
    const username = tables.catalogue.probes(profileId).find(({ name }) => name === 'user')?.detail ?? null;
    const { isFurther: isAskedAgain, searchedSince: since } = progress.setup.doc;
    const isSame = isAskedAgain === isFurther && since === searchedSince;
    progress.set({ doc: { username, ...(isSame && { isFurther: false }) } });
    showPlaces();
    const { requests: estimatedRequests } = progress.step(placesStep);
    // A list that failed is continued once, after all other steps: a bad connection is often better by then
    const state = isWhole || searches > 1 ? 'done' : 'queued';
    progress.setStep(placesStep, { state, estimatedRequests, syncedAt: clock.now() });
  }
  function showPlaces(): void {
    const { groups, projects } = tables.catalogue.summary(profileId);
    progress.setStep(placesStep, { rows: groups + projects });
  }

  /** The list of the whole instance. */
  async function syncInstance(step: CollectionStep): Promise<void> {
    const { id, hasDetails } = step;
    current = id;
    if (isSkipped(id)) return progress.setStep(id, { state: 'skipped' });
    if (progress.step(id).state === 'done') return;
    progress.setStep(id, { state: 'running' });
    let isRefused = refusedSince(id).has('');
    if (!isRefused) {
      isRefused = !(await syncList(step, { scope: '', label: '' }, (rows) => progress.setStep(id, { rows })));
      if (!isRefused && hasDetails === true) {
        const report = (): void => undefined;
        await readDetails(sourceOf(id), '', detailsAgeMs, { instance, limits, clock, report, signal });
      }
    }
    if (isForPlaces(step)) return progress.setStep(id, { state: 'queued' });
    await finish(step, isRefused ? 'refused' : 'done');
  }

  /** The lists of all groups or projects. */
  async function syncPlaces(step: CollectionStep): Promise<void> {
    const { id } = step;
    current = id;
    if (isSkipped(id)) return progress.setStep(id, { state: 'skipped' });
    const own = placesOfStep(step, places());
    if (own.length === 0 && !isForInstance(step))
      return progress.setStep(id, { state: 'skipped', placesTotal: 0, estimatedRequests: 0 });
    const refused = refusedSince(id);
    let done = 0;
    const sums = new Map<Scope, number>();
    const show = (): void => {
      const rows = [...sums.values()].reduce((sum, n) => sum + n, 0);
      progress.setStep(id, { rows: Math.max(rows, 0), placesDone: done, refusedPlaces: refused.size });
      onProgress(progress.steps());
    };
    progress.setStep(id, { state: 'running', placesTotal: own.length, placesDone: 0 });
    await each(own, wide, signal, async (place, ended) => {
      const { scope } = place;
      if (!refused.has(scope) && !isOffIn(new Set(tables.setups.off(profileId, 'place')), place)) {
        const isSynced = await syncList(step, place, (rows) => sums.set(scope, rows), ended);
        if (!isSynced) refused.add(scope);
      }
      done += 1;
      show();
    });
    if (id === 'members') await countMembers(own);
    const isRefused = own.length > 0 && own.every(({ scope }) => refused.has(scope));
    await finish(step, isRefused && progress.step(id).rows === 0 ? 'refused' : 'done');
  }

  async function finish({ id, scopes }: CollectionStep, state: 'done' | 'refused'): Promise<void> {
    const scope = isForPlaces({ scopes }) ? null : '';
    const { live } = await reader.lists(id).summary({ scope }, signal);
    const { requests } = progress.step(id);
    progress.setStep(id, { state, rows: live, estimatedRequests: requests, syncedAt: clock.now() });
    noteTime();
  }

  async function countMembers(own: readonly Place[]): Promise<void> {
    const membersOf: Record<string, number> = { ...progress.setup.doc.membersOf };
    for (const { scope, label } of own)
      membersOf[label.toLowerCase()] = (await reader.lists('members').summary({ scope }, signal)).live;
    progress.set({ doc: { membersOf } });
  }

  /** The scopes that refused a list since this setup began. */
  function refusedSince(collection: string): Set<Scope> {
    const { startedAt } = progress.setup;
    const own = tables.setups.refusals(profileId).filter((one) => one.collection === collection);
    return new Set(own.filter(({ at }) => at >= startedAt).map(({ scope }) => scope));
  }

  /** Sync a list of one place, if it is not fresh. Returns false if the platform refuses it, or fails for this place. */
  async function syncList(
    { id }: CollectionStep,
    { scope, label }: Pick<Place, 'scope' | 'label'>,
    onRows: (rows: number) => void,
    ended: AbortSignal = signal,
  ): Promise<boolean> {
    const { completedAt, live } = await reader.lists(id).summary({ scope }, ended);
    const syncedAt = questions.askedAt(id, scope) ?? completedAt;
    if (syncedAt !== null && syncedAt >= progress.setup.doc.freshSince) {
      onRows(live);
      return true;
    }
    try {
      questions.withdraw(id, scope);
      let rows = 0;
      const report = (now: { rows: number }): void => onRows((rows = now.rows));
      const common = { limits, clock, report, signal: ended };
      const sync = (): Promise<SyncRunOutcome & { wasResumed?: boolean }> =>
        collections[id].sync === 'windows'
          ? syncUsers({ ...instance, ...common })
          : syncWholeList(sourceOf(id), scope, { instance, ...common });
      let outcome = await sync();
      // A resumed sync may have missed rows that were deleted while it was interrupted
      if (outcome.wasResumed === true) outcome = await sync();
      if (outcome.needsPerson) questions.ask(id, scope, { rows, notReturnedFound: outcome.notReturned });
      tables.setups.removeRefusal(profileId, id, scope);
      failures.succeeded();
      return true;
    } catch (thrown) {
      const failure = Failure.from(thrown);
      const isEndless = failure.reason === 'list-without-end' && scope !== '';
      if (!isRefusal(failure) && !isEndless) {
        if (scope === '' || !isFailedHere(failure)) throw thrown;
        failures.add(failure);
      }
      const { status = null, reason = null, reportedMessage = null } = failure;
      const refusal: SetupRefusal = { collection: id, scope, at: clock.now(), label, status, reason, reportedMessage };
      tables.setups.putRefusal(profileId, refusal);
      return false;
    }
  }
}
