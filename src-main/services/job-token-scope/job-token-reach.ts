import { CatalogueQuery } from '#shared/contract/catalogue.ts';
import { allOf, wholeList } from '#shared/contract/collection.ts';
import type { RowOf } from '#shared/contract/collections.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { ReachList } from '#shared/contract/job-token-reach.ts';
import type { Services } from '#shared/contract/kit.ts';
import { readScope } from '#shared/contract/scope.ts';
import { decoded } from '#shared/contract/decoded.ts';
import { Failure } from '#shared/errors.ts';
import type { Instance } from '../instances/instance.ts';
import type { StateTables } from '../state-tables.ts';
import { nothing, reachOf, type Allowlist, type KnownPlace, type ProjectRef } from './reach.ts';

type Lists = 'jobTokenScope' | 'jobTokenProjects' | 'jobTokenGroups';
const listOf = { flag: 'jobTokenScope', projects: 'jobTokenProjects', groups: 'jobTokenGroups' } as const;
const mostPlaces = 100_000;

/** Who can use a job token where, from the cached allowlists of all projects and the catalogue. Sends no request. */
export function jobTokenReach(
  open: () => Instance,
  table: StateTables['catalogue'],
): Services<ReeveContract>['jobTokenReach'] {
  function placesOf(profileId: string, kind: 'group' | 'project'): KnownPlace[] {
    const { rows } = table.list(profileId, CatalogueQuery.parse({ kind }), { from: 0, count: mostPlaces });
    return rows.flatMap(({ id, path, verdict }) =>
      id === null || path === null ? [] : [{ id, path, isMissing: verdict === 'missing' }],
    );
  }

  return {
    get: async ({ scope, search }, signal) => {
      const { reader, profile } = open();
      const place = readScope(scope);
      if (place?.kind !== 'project' || place.place !== null) {
        throw new Failure('invalid', `no project: ${scope}`, { field: 'scope' });
      }
      const entryOf = (ref: number | string) => table.get(profile.id, 'project', ref);
      const idOf = (of: string): number | null => {
        const ref = readScope(of)?.ref ?? '';
        return typeof ref === 'number' ? ref : (entryOf(ref)?.id ?? null);
      };
      const each = async <C extends Lists>(name: C, take: (of: string, row: RowOf<C>) => void): Promise<void> => {
        for await (const piece of reader.lists(name).rows(allOf(wholeList(null)), signal)) {
          for (const { scope: of, row } of piece) take(of, row);
        }
      };
      const projects = new Map<string, { id: number; path: string | null }[]>();
      await each('jobTokenProjects', (of, row) =>
        push(projects, of, { id: row.id, path: row.path_with_namespace ?? null }),
      );
      const listed = [...projects.values()].flat().find(({ path }) => path === place.ref);
      const own = idOf(scope) ?? listed?.id ?? place.ref;

      const allowlists = new Map<ProjectRef, Allowlist>();
      const change = (of: string, changed: (one: Allowlist) => Allowlist): void => {
        const project = of === scope ? own : idOf(of);
        if (project !== null) allowlists.set(project, changed(allowlists.get(project) ?? nothing));
      };
      await each('jobTokenScope', (of, { inbound_enabled: inbound = null, outbound_enabled: outbound = null }) =>
        change(of, (one) => ({ ...one, flag: { inbound, outbound } })),
      );
      for (const [of, list] of projects) change(of, (one) => ({ ...one, projects: list }));
      const groups = new Map<string, { id: number; path: string | null; name: string | null }[]>();
      await each('jobTokenGroups', (of, { id: group, name = null, web_url: page }) =>
        push(groups, of, { id: group, path: pathOfPage(page), name }),
      );
      for (const [of, list] of groups) change(of, (one) => ({ ...one, groups: list }));
      const facts = await reader.coverage({ scope }, signal);
      for (const [part, name] of Object.entries(listOf) as [keyof typeof listOf, Lists][]) {
        const note = (of: string, changed: Partial<ReachList>): void =>
          change(of, (one) => ({
            ...one,
            lists: { ...one.lists, [part]: { syncedAt: null, refusal: null, ...one.lists[part], ...changed } },
          }));
        for (const { scope: of, at } of await reader.lists(name).syncTimes({}, signal)) note(of, { syncedAt: at });
        const scopes = facts.find(({ collection }) => collection === name)?.scopes ?? [];
        for (const { scope: of, refusal } of scopes) if (refusal !== null) note(of, { refusal });
      }
      const path = entryOf(own)?.path ?? String(place.ref);
      const [allProjects, allGroups] = [placesOf(profile.id, 'project'), placesOf(profile.id, 'group')];
      return reachOf({ project: { ref: own, path }, projects: allProjects, groups: allGroups, allowlists, search });
    },
  };
}

function push<T>(lists: Map<string, T[]>, of: string, one: T): void {
  const list = lists.get(of);
  if (list === undefined) lists.set(of, [one]);
  else list.push(one);
}

/** The path of a group in the address of its page: `https://host/groups/corp/platform`. */
function pathOfPage(page: string | null | undefined): string | null {
  if (typeof page !== 'string' || !URL.canParse(page)) return null;
  const found = /\/groups\/(.+?)\/?$/.exec(new URL(page).pathname);
  return found?.[1] === undefined ? null : decoded(found[1]);
}
