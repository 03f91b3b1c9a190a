import { preferences } from '#main/state/preferences.ts';
import { jobs } from '#main/state/jobs.ts';
import { profiles } from '#main/state/profiles.ts';
import { watches, type StoredWatch } from '#main/state/watches.ts';
import type { Db } from '#main/state/files/database.ts';
import type { FailureData } from '#shared/errors.ts';
import type { NumberOf } from './log-lines.ts';

/** The tables of `state.db` that diagnostics read. */
export interface StoredTables {
  preferences: Pick<ReturnType<typeof preferences>, 'get'>;
  profiles: Pick<ReturnType<typeof profiles>, 'list'>;
  jobs: Pick<ReturnType<typeof jobs>, 'list'>;
  watches: Pick<ReturnType<typeof watches>, 'of' | 'settings'>;
}

export function storedTables(db: Db): StoredTables {
  return { preferences: preferences(db), profiles: profiles(db), jobs: jobs(db), watches: watches(db) };
}

/** Of a failure, what says nothing about names or places. */
export function plainFailure(failure: Partial<FailureData> | null) {
  if (failure === null) return null;
  const { code, reason, status, distrust } = failure;
  return { code, reason, status, distrust };
}

/** The settings, without what a person named, chose or typed. */
export function settingsFacts({ preferences: all, profiles: stored, watches: watched }: StoredTables, of: NumberOf) {
  const { tables, scopes, openSections, notices, ...plain } = all.get();
  return {
    ...plain,
    openSections: Object.keys(openSections).length,
    tables: Object.keys(tables).length,
    scopes: Object.keys(scopes).length,
    notices: { isDesktop: notices.isDesktop, hasQuietHours: notices.quiet !== null, muted: notices.muted },
    instances: stored.list().map(({ id, dialect, readOnly, proxy, ca, allowPlainHttp }) => {
      const { mode, isInBackground, intervals } = watched.settings(id);
      return {
        ...{ profile: of(id), dialect, readOnly, allowPlainHttp, hasProxy: proxy !== null, hasCa: ca !== null },
        ...{ mode, isInBackground },
        intervals: Object.entries(intervals).map(([kind, everyMs]) => ({ kind, everyMs })),
      };
    }),
  };
}

/** The jobs, newest first. Ages and durations in milliseconds; null: not known, or not ended. */
export function jobFacts({ jobs: stored }: StoredTables, of: NumberOf, now: number) {
  return stored.list({ limit: 500 }).map((job) => ({
    ...{ kind: job.kind, collection: job.input['collection'], profile: of(job.profileId) },
    ...{ state: job.state, asks: job.asks, ageMs: now - job.startedAt },
    durationMs: job.finishedAt === null ? null : job.finishedAt - job.startedAt,
    ...{ rows: job.rows, estimatedRows: job.estimatedRows, requests: job.requests, changed: job.changed },
    ...{ unreadable: job.unreadable, notReturnedFound: job.notReturnedFound, refusedPlaces: job.refusedPlaces },
    ...{ retries: job.retries, crashes: job.crashes, failure: plainFailure(job.failure as FailureData | null) },
  }));
}

/** The watches of each instance by kind, and how many checks ended in which way. */
export function watchFacts({ watches: stored, profiles: all }: StoredTables, of: NumberOf, now: number) {
  return all.list().flatMap(({ id }) =>
    [...Map.groupBy(stored.of(id), ({ kind }) => kind)].map(([kind, own]) => ({
      ...{ profile: of(id), kind, watches: own.length },
      ...{ ok: outcomes(own, 'ok'), refused: outcomes(own, 'refused'), failed: outcomes(own, 'failed') },
      ...{ neverChecked: outcomes(own, null), due: own.filter(({ nextAt }) => nextAt <= now).length },
      longestStreak: Math.max(...own.map(({ streak }) => streak)),
      newestCheckAgeMs: youngest(own, now),
      failures: [...Map.groupBy(own, ({ failure }) => failure && `${failure.code} ${failure.reason ?? ''}`)]
        .filter(([failure]) => failure !== null)
        .map(([, same]) => ({ ...plainFailure(same[0]?.failure ?? null), watches: same.length })),
    })),
  );
}

const outcomes = (all: readonly StoredWatch[], outcome: StoredWatch['outcome']): number =>
  all.filter((one) => one.outcome === outcome).length;

/** Milliseconds since the newest check; null: there was none. */
function youngest(all: readonly StoredWatch[], now: number): number | null {
  const times = all.flatMap(({ lastAt }) => lastAt ?? []);
  return times.length === 0 ? null : now - Math.max(...times);
}
