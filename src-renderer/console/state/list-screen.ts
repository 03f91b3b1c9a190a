import type { ListSummary } from '#shared/contract/collection.ts';
import type { Scope } from '#shared/contract/scope.ts';
import type { Job } from '#shared/contract/job.ts';
import { outlines } from '#shared/contract/window.constant.ts';
import { Failure, type FailureData, type Reason } from '#shared/errors.ts';
import { consoles as words } from '#shared/text/en/console.ts';
import { setupStatus } from '#shared/text/en/setup-status.ts';
import { now } from '../../components/text/clock.ts';
import { isCollection } from '../../stores/lists/collection-names.ts';
import { screenOf, type Screen, type ScreenAside } from '../../components/display/screen.ts';
import { attempt } from '../../components/messages/attempt.ts';
import type { Stores } from '../../stores/context.ts';
import type { ListState } from './list-state.svelte.ts';
import { setFilters } from '../filters/filters.ts';
import { whereOf } from '../scope.ts';
import { isSameView, whole } from '../views/views.ts';
import { isSyncing } from '../../stores/lists/sync-jobs.ts';

interface ScreenContext {
  sync: () => void;
  clear: () => void;
  /** For a list of all known scopes: how many there are. Null: not known yet, or the list has one scope. */
  places?: number | null;
  /** Why the list cannot be synced now. */
  syncReason: string | null;
  /** Cached rows in a wider scope. */
  wider?: { scope: Scope; count: number } | null;
}

/** The screen shown in place of the table. Null: show the table, which has placeholders until the first reply. */
export function listScreen(stores: Stores, listState: ListState, context: ScreenContext): Screen | null {
  const { source } = listState;
  const { past } = listState.spec;
  const instance = stores.profiles.open?.name ?? null;
  if (source.shownQuery === undefined || source.reply === undefined) {
    if (source.failure === undefined) return null;
    const failed = screenOf(source.failure, { instance, retry: () => void source.resume() });
    return past?.noRows(stores, source.failure) ?? failed;
  }
  if (source.total > 0 || isSyncing(listState.job) || listState.list.summary === null) return null;
  const { summary } = listState.list;
  const { live, notReturned } = summary;
  if (live + notReturned > 0 && !isSameView(listState.query, whole(listState.spec), false))
    return nothingMatches(stores, listState, context);
  return past?.noRows(stores) ?? nothingCached(stores, listState, summary, context);
}

function nothingCached(
  stores: Stores,
  listState: ListState,
  { completedAt, refusal: refused, refusedPlaces = 0 }: ListSummary,
  context: ScreenContext,
): Screen {
  const { spec } = listState;
  if (spec.unlisted !== undefined) return unlisted(stores, spec.unlisted);
  const where = whereOf(stores, listState.scope);
  const { syncScope } = listState;
  const refusal = completedAt === null ? (spec.refusal?.(stores, syncScope) ?? null) : null;
  if (refusal !== null) return { kind: 'empty', title: words.empty.notVisible(spec.noun, where), text: refusal };
  const isRefused =
    completedAt === null && refusedPlaces >= (listState.scope === null ? (context.places ?? Infinity) : 1);
  const failure = failureOf(listState.job) ?? (isRefused ? refusedBefore(refused) : null);
  const never = words.empty.neverSynced(spec.noun, where);
  if (failure !== null) {
    const instance = stores.profiles.open?.name ?? null;
    const failed = screenOf(failure, { instance, role: spec.role ?? null, retry: context.sync });
    return failed.kind === 'offline' && completedAt === null ? { ...failed, title: never } : failed;
  }
  const aside = context.wider ? widerScope(stores, context.wider) : null;
  const setup = completedAt === null ? settingUp(stores, spec) : null;
  if (setup !== null) return setup;
  if (stores.connection.isOffline && completedAt === null) return { ...offline(stores, context), title: never, aside };
  if (context.places === 0) return noPlaces(stores, spec);
  const label = spec.syncLabels?.first ?? words.sync.start(spec.noun, whereOf(stores, syncScope));
  const action = { label, run: context.sync, disabledReason: context.syncReason };
  if (completedAt === null) {
    const text = syncScope === listState.scope ? words.empty.neverSyncedNextStep : listedFor(spec);
    return { kind: 'empty', title: never, text, action, aside };
  }
  return {
    kind: 'empty',
    title: words.empty.none(spec.noun, where),
    text: words.empty.noneNextStep(completedAt, now()),
    action,
  };
}

/** The screen of an empty list that the setup is going to sync. Null: the setup does not sync it, or has already done so. */
function settingUp({ setup, route }: Stores, { collection, noun }: ListState['spec']): Screen | null {
  const step = setup.stepOf(collection);
  if (!setup.isUnderWay || step === undefined || (step.state !== 'queued' && step.state !== 'running')) return null;
  const action = { label: setupStatus.list.show, run: () => route.navigate('/overview') };
  if (!setup.isActive) {
    return { kind: 'empty', title: setupStatus.list.paused(noun.many), text: setupStatus.list.pausedWhat, action };
  }
  const title = setupStatus.list[step.state === 'running' ? 'syncing' : 'queued'](noun.many);
  return { kind: 'empty', title, text: setupStatus.list.what, action };
}

/** A sentence with the scope to sync instead of a project whose rows no request lists. */
function listedFor({ collection, noun }: ListState['spec']): string {
  const lists = isCollection(collection) ? outlines[collection].lists : {};
  return words.empty.listedFor(noun, (lists.group ?? null) !== null);
}

/** Rows seem to disappear when a narrower scope is chosen: name the wider scope that has them. */
function widerScope(stores: Stores, { scope, count }: NonNullable<ScreenContext['wider']>): ScreenAside {
  const run = (): void => void attempt(() => stores.scope.chooseAt(scope));
  return { text: words.empty.cachedIn(count, whereOf(stores, scope)), action: { label: words.empty.showWider, run } };
}

function noPlaces({ route }: Stores, { noun }: ListState['spec']): Screen {
  const action = { label: words.scope.toCatalogue, run: () => route.navigate('/catalogue') };
  return { kind: 'empty', title: words.empty.noPlaces, text: words.empty.noPlacesNextStep(noun), action };
}

function unlisted({ commands }: Stores, { command, ...words }: NonNullable<ListState['spec']['unlisted']>): Screen {
  const offered = commands.list.find(({ id }) => id === command);
  const run = (): void => offered?.run();
  // The title of the command, because the command does less when offline
  const action = { label: offered?.title ?? words.action, run, disabledReason: offered?.disabledReason ?? null };
  return { kind: 'empty', title: words.title, text: words.text, action };
}

function offline({ connection }: Stores, { sync }: ScreenContext): Extract<Screen, { kind: 'offline' }> {
  const { reason, lastSuccessAt } = connection.current ?? { reason: null, lastSuccessAt: null };
  const known = reason === null ? {} : { reason: reason as NonNullable<Failure['reason']> };
  const failure = new Failure('offline', 'offline', known);
  return { kind: 'offline', failure, reachedAtMs: lastSuccessAt, retry: sync };
}

function nothingMatches(stores: Stores, listState: ListState, { clear }: ScreenContext): Screen | null {
  const { query, spec } = listState;
  const { noun } = spec;
  const pending = setFilters(spec.filters, query.filter).find(({ name }) => listState.evaluatedAt(name) === null);
  if (pending !== undefined) return notEvaluated(stores, listState, pending.name, clear);
  if (isSameView(query, whole(spec, { notReturned: 'only' }), false)) {
    const action = { label: words.empty.toAll(noun), run: clear };
    return {
      kind: 'empty',
      title: words.empty.noneNotReturned(noun),
      text: words.empty.noneNotReturnedNextStep,
      action,
    };
  }
  const action = { label: words.empty.clear, run: clear };
  return { kind: 'empty', title: words.empty.noMatch(noun), text: words.empty.noMatchNextStep, action };
}

/** No row matches because the instance has not evaluated the filter. Null while it is evaluating. */
function notEvaluated(
  { connection, profiles }: Stores,
  listState: ListState,
  name: string,
  clear: () => void,
): Screen | null {
  const failure = listState.serverFilters.failure(name);
  const instance = profiles.open?.name ?? null;
  if (failure !== undefined) return screenOf(failure, { instance, retry: () => void listState.evaluateFilter(name) });
  if (!connection.isOffline) return null;
  const action = { label: words.empty.clear, run: clear };
  return { kind: 'empty', title: words.empty.unanswered, text: words.empty.unansweredNextStep, action };
}

function failureOf(job: Job | undefined): Failure | null {
  return job?.state === 'failed' && job.failure !== null ? Failure.fromData(job.failure as FailureData) : null;
}

/** The failure of an earlier sync, for example of a pin, that the platform refused. */
export function refusedBefore(refusal: ListSummary['refusal']): Failure | null {
  if (refusal === undefined) return null;
  const { status, reason, message } = refusal;
  const known = { ...(status !== null && { status }), ...(reason !== null && { reason: reason as Reason }) };
  const said = message === null ? {} : { reportedMessage: message };
  return new Failure(status === 404 ? 'missing' : 'denied', 'the list was refused', { ...known, ...said });
}
