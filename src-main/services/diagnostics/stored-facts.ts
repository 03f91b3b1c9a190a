import { jobs } from '#main/state/jobs.ts';
import { preferences } from '#main/state/preferences.ts';
import { profiles } from '#main/state/profiles.ts';
import { watches, type StoredWatch } from '#main/state/watches.ts';
import type { Db } from '#main/state/files/database.ts';
import type { FailureData } from '#shared/errors.ts';
import type { StateTables } from '../state-tables.ts';
import type { NumberOf } from './log-lines.ts';

/** The tables of `state.db` that diagnostics read. */
export type StoredTables = Pick<StateTables, 'preferences' | 'profiles' | 'watches'> & {
  jobs: Pick<StateTables['jobs'], 'list'>;
};

export function storedTables(db: Db): StoredTables {
  return { preferences: preferences(db), profiles: profiles(db), jobs: jobs(db), watches: watches(db) };
}

/**
 * Settings, jobs and watches without what a person or the platform named. Ages and durations in milliseconds. Texts in
 * them must still be compared with the words of the code.
 */
export function storedFacts(tables: StoredTables, of: NumberOf, now: number) {
  const all = tables.preferences.get();
  const { theme, density, isSidebarFolded, panelWidthPx, hasTray, notices, mirrorNoSuccessHours } = all;
  const { storedFilesLimitBytes, pinQuotaBytes, pinFileBytes } = all;
  const instances = tables.profiles.list();
  return {
    settings: {
      ...{ theme, density, isSidebarFolded, panelWidthPx, hasTray, mirrorNoSuccessHours },
      ...{ storedFilesLimitBytes, pinQuotaBytes, pinFileBytes },
      notices: { isDesktop: notices.isDesktop, hasQuietHours: notices.quiet !== null, muted: notices.muted },
      instances: instances.map(({ id, dialect, readOnly, proxy, ca, allowPlainHttp }) => {
        const { mode, isInBackground, intervals } = tables.watches.settings(id);
        const own = Object.entries(intervals).map(([kind, everyMs]) => ({ kind, everyMs }));
        const connection = { dialect, readOnly, hasProxy: proxy !== null, hasCa: ca !== null, allowPlainHttp };
        return { profile: of(id), ...connection, mode, isInBackground, intervals: own };
      }),
    },
    jobs: tables.jobs.list({ limit: 500 }).map((job) => {
      const { id: _, profileId, input, lanes: __, startedAt, finishedAt, failure, ...rest } = job;
      const durationMs = finishedAt === null ? null : finishedAt - startedAt;
      const about = { collection: input['collection'], profile: of(profileId), ageMs: now - startedAt, durationMs };
      return { ...about, ...rest, failure: failure && withoutTexts(failure) };
    }),
    watches: instances.flatMap(({ id }) =>
      [...Map.groupBy(tables.watches.of(id), sameKind).values()].map((all) => {
        const { kind, outcome, failure = null } = all[0] ?? {};
        const lastAt = Math.max(...all.map((one) => one.lastAt ?? 0));
        const newestAgeMs = lastAt === 0 ? null : now - lastAt;
        const about = { profile: of(id), kind, outcome, watches: all.length, newestAgeMs };
        return { ...about, failure: failure && withoutTexts(failure) };
      }),
    ),
  };
}

const withoutTexts = ({ code, reason, status, distrust }: { [field in keyof FailureData]?: unknown }) => ({
  ...{ code, reason, status, distrust },
});

const sameKind = ({ kind, outcome, failure }: StoredWatch): string =>
  JSON.stringify([kind, outcome, failure && withoutTexts(failure)]);
