import { jobs } from '#main/state/jobs.ts';
import { preferences } from '#main/state/preferences.ts';
import { profiles } from '#main/state/profiles.ts';
import { watches, type StoredWatch } from '#main/state/watches.ts';
import type { Db } from '#main/state/files/database.ts';
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

/**
 * Settings, jobs and watches without what a person or the platform named. Ages and durations in milliseconds. Texts in
 * them must still be compared with the words of the code.
 */
export function storedFacts(tables: StoredTables, of: NumberOf, now: number) {
  const { tables: shown, scopes, openSections, ...settings } = tables.preferences.get();
  const instances = tables.profiles.list();
  return {
    settings: {
      ...settings,
      counts: [shown, scopes, openSections].map((one) => Object.keys(one).length),
      instances: instances.map(({ id, dialect, readOnly, proxy, ca, allowPlainHttp }) => {
        const { mode, isInBackground, intervals } = tables.watches.settings(id);
        const own = Object.entries(intervals).map(([kind, everyMs]) => ({ kind, everyMs }));
        const connection = { dialect, readOnly, hasProxy: proxy !== null, hasCa: ca !== null, allowPlainHttp };
        return { profile: of(id), ...connection, mode, isInBackground, intervals: own };
      }),
    },
    jobs: tables.jobs.list({ limit: 500 }).map((job) => {
      const { id: _, profileId, input, lanes: __, startedAt, finishedAt, ...rest } = job;
      const durationMs = finishedAt === null ? null : finishedAt - startedAt;
      const about = { collection: input['collection'], profile: of(profileId), ageMs: now - startedAt, durationMs };
      return { ...about, ...rest };
    }),
    watches: instances.flatMap(({ id }) =>
      [...Map.groupBy(tables.watches.of(id), sameKind).values()].map((all) => {
        const { kind, outcome, failure } = all[0] ?? {};
        const lastAt = Math.max(...all.map((one) => one.lastAt ?? 0));
        const newestAgeMs = lastAt === 0 ? null : now - lastAt;
        return { profile: of(id), kind, outcome, watches: all.length, newestAgeMs, failure };
      }),
    ),
  };
}

const sameKind = ({ kind, outcome, failure }: StoredWatch): string =>
  [kind, outcome, failure?.code, failure?.reason].join(' ');
