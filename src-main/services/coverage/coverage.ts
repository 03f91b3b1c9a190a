import type { StoredContents } from '#main/cache/read/content-rows.ts';
import type { CoveragePlace, CoverageRowsQuery } from '#main/cache/read/coverage-rows.ts';
import type { Clock } from '#main/ports.ts';
import type { catalogue } from '#main/state/catalogue.ts';
import { CatalogueQuery } from '#shared/contract/catalogue.ts';
import { isCollection } from '#shared/contract/collections.ts';
import { CoverageQuery } from '#shared/contract/coverage.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { Job } from '#shared/contract/job.ts';
import type { Services } from '#shared/contract/kit.ts';
import { readScope, type Scope } from '#shared/contract/scope.ts';
import { pathsAbove } from '#shared/off-places.ts';
import { consoles as words } from '#shared/text/en/console.ts';
import { groupsAround, toEntry } from '../catalogue/catalogue.ts';
import type { Instance } from '../instances/instance.ts';

export interface CoverageNeeds {
  table: Pick<ReturnType<typeof catalogue>, 'list' | 'get'>;
  /** What is stored of files and snippets; see `storedContents`. */
  contents: (profileId: string, scope: Scope | null) => StoredContents;
  jobs: () => readonly Job[];
  clock: Clock;
}

const everything = { from: 0, count: Number.MAX_SAFE_INTEGER };
const running: readonly Job['state'][] = ['queued', 'running', 'waiting', 'interrupted'];

/** What is stored of every list, from the cache alone. */
export function coverageServices({ table, contents, jobs, clock }: CoverageNeeds) {
  const openedAt = clock.now();

  /** Lists with a job that has not ended. */
  function syncing(profileId: string): string[] {
    const unfinished = jobs().filter((job) => job.profileId === profileId && running.includes(job.state));
    return unfinished.flatMap(({ kind, input }) => {
      // A list that is synced in windows has a job of its own
      const own = kind.replace(/\.crawl$/, '');
      if (own !== kind && isCollection(own)) return [`${own} `];
      if (!['lists.crawl', 'lists.details', 'lists.below'].includes(kind)) return [];
      return [`${input['collection'] ?? ''} ${input['scope'] ?? ''}`];
    });
  }

  const common = (instance: Instance): Pick<CoverageRowsQuery, 'now' | 'openedAt' | 'syncing'> => ({
    now: clock.now(),
    openedAt,
    syncing: syncing(instance.profile.id),
  });

  function placeOf(instance: Instance, scope: Scope): CoveragePlace {
    const read = readScope(scope);
    if (read === null) return instancePlace;
    const row = table.get(instance.profile.id, read.kind, read.ref);
    const around = read.kind === 'project' ? groupsAround(table, instance.profile.id, scope) : [];
    const label = row?.path ?? String(read.ref);
    return {
      key: row?.key ?? 0,
      kind: read.kind,
      scope: instance.scopeOf(scope),
      label,
      around: around.map((one) => instance.scopeOf(one)),
    };
  }

  return (open: () => Instance) =>
    ({
      of: async ({ scope }, signal) => {
        const instance = open();
        const place = placeOf(instance, scope);
        const query = CoverageQuery.parse({});
        const slice = { from: 0, count: 500 };
        const own = contents(instance.profile.id, place.scope);
        const { rows } = await instance.reader.coverageRows(
          { ...common(instance), contents: own, places: [place], query, slice },
          signal,
        );
        return { rows: rows.map((row) => ({ ...row, syncedInLabel: labelOf(instance, row.syncedIn) })) };
      },
      list: async ({ query, slice }, signal) => {
        const startedAt = performance.now();
        const instance = open();
        const all = { ...common(instance), contents: contents(instance.profile.id, null) };
        const found = await instance.reader.coverageRows(
          { ...all, places: placesOf(table, instance), query, slice },
          signal,
        );
        const { total, places, rows, counts } = found;
        const queryMs = performance.now() - startedAt;
        const revision = clock.now();
        return { total, isCapped: false, from: slice.from, rows, revision, queryMs, counts, places };
      },
    }) satisfies Services<ReeveContract>['coverage'];

  function labelOf(instance: Instance, scope: Scope | null): string | null {
    return scope === null ? null : placeOf(instance, scope).label;
  }
}

const instancePlace: CoveragePlace = {
  key: 0,
  kind: 'instance',
  scope: '',
  label: words.scope.wholeInstance,
  around: [],
};

/** The instance and all known groups and projects, in the order of their paths. */
export function placesOf(
  table: CoverageNeeds['table'],
  instance: Pick<Instance, 'profile' | 'scopeOf'>,
): CoveragePlace[] {
  const { rows } = table.list(instance.profile.id, CatalogueQuery.parse({}), everything);
  const groups = new Map(
    rows.flatMap((row) =>
      row.kind === 'group' && row.path !== null ? [[row.path.toLowerCase(), toEntry(row).scope]] : [],
    ),
  );
  const places = rows.map((row): CoveragePlace => {
    const above = row.kind === 'project' && row.path !== null ? pathsAbove(row.path).reverse() : [];
    const around = above.flatMap((path) => groups.get(path) ?? []);
    const { scope } = toEntry(row);
    return { key: row.key, kind: row.kind, scope: instance.scopeOf(scope), label: row.path ?? String(row.id), around };
  });
  return [instancePlace, ...places];
}
