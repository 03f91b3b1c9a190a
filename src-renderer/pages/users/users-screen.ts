import type { Job } from '#shared/contract/jobs.ts';
import { Failure, type FailureData } from '#shared/errors.ts';
import { users as words } from '#shared/text/en/users.ts';
import { screenOf, type Screen } from '../../components/screen.ts';
import type { Stores } from '../../stores/context.ts';
import { everyone } from '../../stores/users.svelte.ts';
import type { UsersConsole } from './console.svelte.ts';
import { setFilters } from './filters.ts';
import { isSameView } from './views.ts';

interface Ways {
  crawl: () => void;
  clear: () => void;
}

/** What stands in the place of the table; null: the table itself, which shows bars while nothing has answered yet. */
export function usersScreen(stores: Stores, desk: UsersConsole, { crawl, clear }: Ways): Screen | null {
  const { source } = desk.users;
  const instance = stores.profiles.open?.name ?? null;
  if (source.answered === undefined || source.reply === undefined) {
    if (source.failure === undefined) return null;
    return screenOf(source.failure, { instance, retry: () => void source.resume() });
  }
  if (source.total > 0 || stores.jobs.isCrawling(stores.profiles.openId)) return null;
  if (desk.users.summary === null) return null;
  const { live, gone } = desk.users.summary;
  const isEmpty = live + gone === 0 || isSameView(desk.users.query, everyone, false);
  return isEmpty ? nothingCached(stores, instance, crawl) : nothingMatches(stores, desk, instance, clear);
}

function nothingCached({ connection, jobs, profiles }: Stores, instance: string | null, crawl: () => void): Screen {
  const failure = failureOf(jobs.lastCrawl(profiles.openId));
  if (failure !== null) return screenOf(failure, { instance, role: null, retry: crawl });
  if (connection.isOffline) {
    const { reason, lastSuccessAt } = connection.current ?? { reason: null, lastSuccessAt: null };
    const offline = new Failure(
      'offline',
      'offline',
      reason === null ? {} : { reason: reason as NonNullable<Failure['reason']> },
    );
    return { kind: 'offline', failure: offline, sinceMs: lastSuccessAt, retry: crawl };
  }
  return {
    kind: 'empty',
    title: words.empty.none,
    text: words.empty.noneWayOut,
    action: { label: words.crawl.start, run: crawl },
  };
}

function nothingMatches(
  { connection }: Stores,
  desk: UsersConsole,
  instance: string | null,
  clear: () => void,
): Screen | null {
  const { filter } = desk.users.query;
  const unanswered = setFilters(filter).find((name) =>
    desk.users.serverFilters.some((other) => other.name === name && other.fetchedAt === null),
  );
  const action = { label: words.empty.clear, run: clear };
  if (unanswered === undefined && isSameView(desk.users.query, { ...everyone, gone: 'only' }, false)) {
    const toAll = { label: words.empty.toAll, run: clear };
    return { kind: 'empty', title: words.empty.noGone, text: words.empty.noGoneWayOut, action: toAll };
  }
  if (unanswered === undefined)
    return { kind: 'empty', title: words.empty.noMatch, text: words.empty.noMatchWayOut, action };
  const failure = desk.filters.failure(unanswered);
  if (failure !== undefined) {
    return screenOf(failure, { instance, retry: () => void desk.ask(unanswered) });
  }
  if (!connection.isOffline) return null;
  return { kind: 'empty', title: words.empty.unanswered, text: words.empty.unansweredWayOut, action };
}

function failureOf(job: Job | undefined): Failure | null {
  return job?.state === 'failed' && job.failure !== null ? Failure.fromData(job.failure as FailureData) : null;
}
