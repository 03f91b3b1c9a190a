import type { Scope } from '#shared/contract/scope.ts';
import type { Job } from '#shared/contract/job.ts';
import { Failure, type FailureData } from '#shared/errors.ts';
import { consoles as words } from '#shared/text/en/console.ts';
import { now } from '../../components/text/clock.ts';
import { screenOf, type Screen, type ScreenAside } from '../../components/display/screen.ts';
import { attempt } from '../../components/messages/attempt.ts';
import type { Stores } from '../../stores/context.ts';
import type { ListState } from './list-state.svelte.ts';
import { setFilters } from '../filters/filters.ts';
import { whereOf } from '../scope.ts';
import { isSameView, whole } from '../views/views.ts';
import { isReading } from '../../stores/lists/collection-jobs.ts';

interface Ways {
  read: () => void;
  clear: () => void;
  /** Of a list that is read in every known place: how many there are; null: not known, or of no matter. */
  places?: number | null;
  /** Why the list cannot be read now. */
  reason: string | null;
  /** Cached rows in a wider scope. */
  wider?: { scope: Scope; count: number } | null;
}

/** What stands in the place of the table; null: the table itself, which shows bars while nothing has answered yet. */
export function listScreen(stores: Stores, listState: ListState, ways: Ways): Screen | null {
  const { source } = listState;
  const instance = stores.profiles.open?.name ?? null;
  if (source.answered === undefined || source.reply === undefined) {
    if (source.failure === undefined) return null;
    return screenOf(source.failure, { instance, retry: () => void source.resume() });
  }
  if (source.total > 0 || isReading(listState.job) || listState.list.summary === null) return null;
  const { live, gone, completedAt } = listState.list.summary;
  if (live + gone > 0 && !isSameView(listState.query, whole(listState.spec), false))
    return nothingMatches(stores, listState, ways);
  return nothingCached(stores, listState, completedAt, ways);
}

function nothingCached(stores: Stores, listState: ListState, completedAt: number | null, ways: Ways): Screen {
  const { spec } = listState;
  if (spec.unlisted !== undefined) return unlisted(stores, spec.unlisted);
  const where = whereOf(stores, listState.scope);
  const refusal = completedAt === null ? (spec.refusal?.(stores, listState.scope) ?? null) : null;
  if (refusal !== null) return { kind: 'empty', title: words.empty.notVisible(spec.noun, where), text: refusal };
  const failure = failureOf(listState.job);
  if (failure !== null) {
    const instance = stores.profiles.open?.name ?? null;
    return screenOf(failure, { instance, role: spec.role ?? null, retry: ways.read });
  }
  const aside = ways.wider ? elsewhere(stores, ways.wider) : null;
  if (stores.connection.isOffline && completedAt === null) return { ...offline(stores, ways), aside };
  if (ways.places === 0) return nowhereToLook(stores, spec);
  const label = spec.readings?.first ?? words.crawl.start(spec.noun, where);
  const action = { label, run: ways.read, disabledReason: ways.reason };
  if (completedAt === null) {
    const [title, text] = [words.empty.neverRead(spec.noun, where), words.empty.neverReadWayOut];
    return { kind: 'empty', title, text, action, aside };
  }
  return {
    kind: 'empty',
    title: words.empty.none(spec.noun, where),
    text: words.empty.noneWayOut(completedAt, now()),
    action,
  };
}

/** Rows seem to vanish when a narrower scope is chosen: say where they are. */
function elsewhere(stores: Stores, { scope, count }: NonNullable<Ways['wider']>): ScreenAside {
  const run = (): void => void attempt(() => stores.scope.chooseAt(scope));
  return { text: words.empty.cachedIn(count, whereOf(stores, scope)), action: { label: words.empty.showWider, run } };
}

function nowhereToLook({ route }: Stores, { noun }: ListState['spec']): Screen {
  const action = { label: words.scope.toCatalogue, run: () => route.navigate('/catalogue') };
  return { kind: 'empty', title: words.empty.noPlaces, text: words.empty.noPlacesWayOut(noun), action };
}

function unlisted({ commands }: Stores, { command, ...words }: NonNullable<ListState['spec']['unlisted']>): Screen {
  const way = commands.list.find(({ id }) => id === command);
  const run = (): void => way?.run();
  // The command's title, because offline the same command does less
  const action = { label: way?.title ?? words.action, run, disabledReason: way?.disabledReason ?? null };
  return { kind: 'empty', title: words.title, text: words.text, action };
}

function offline({ connection }: Stores, { read }: Ways): Extract<Screen, { kind: 'offline' }> {
  const { reason, lastSuccessAt } = connection.current ?? { reason: null, lastSuccessAt: null };
  const known = reason === null ? {} : { reason: reason as NonNullable<Failure['reason']> };
  const failure = new Failure('offline', 'offline', known);
  return { kind: 'offline', failure, reachedAtMs: lastSuccessAt, retry: read };
}

function nothingMatches(stores: Stores, listState: ListState, { clear }: Ways): Screen | null {
  const { query, spec } = listState;
  const { noun } = spec;
  const unanswered = setFilters(spec.filters, query.filter).find(({ name }) => listState.askedAt(name) === null);
  if (unanswered !== undefined) return notAnswered(stores, listState, unanswered.name, clear);
  if (isSameView(query, whole(spec, { gone: 'only' }), false)) {
    const action = { label: words.empty.toAll(noun), run: clear };
    return { kind: 'empty', title: words.empty.noGone(noun), text: words.empty.noGoneWayOut, action };
  }
  const action = { label: words.empty.clear, run: clear };
  return { kind: 'empty', title: words.empty.noMatch(noun), text: words.empty.noMatchWayOut, action };
}

/** Nothing matches because the platform has not said what does; null: it is being asked. */
function notAnswered(
  { connection, profiles }: Stores,
  listState: ListState,
  name: string,
  clear: () => void,
): Screen | null {
  const failure = listState.serverFilters.failure(name);
  const instance = profiles.open?.name ?? null;
  if (failure !== undefined) return screenOf(failure, { instance, retry: () => void listState.ask(name) });
  if (!connection.isOffline) return null;
  const action = { label: words.empty.clear, run: clear };
  return { kind: 'empty', title: words.empty.unanswered, text: words.empty.unansweredWayOut, action };
}

function failureOf(job: Job | undefined): Failure | null {
  return job?.state === 'failed' && job.failure !== null ? Failure.fromData(job.failure as FailureData) : null;
}
