import { allOf, wholeList } from '#shared/contract/collection.ts';
import type { RowOf } from '#shared/contract/collections.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { ReachList } from '#shared/contract/job-token-reach.ts';
import type { Services } from '#shared/contract/kit.ts';
import { projectRefOf, readScope, type Scope } from '#shared/contract/scope.ts';
import { decoded } from '#shared/contract/decoded.ts';
import type { Instance } from '../instances/instance.ts';
import type { StateTables } from '../state-tables.ts';
import { nothing, reachOf, type Allowlist, type KnownPlace, type ProjectRef } from './reach.ts';

type Lists = 'jobTokenScope' | 'jobTokenProjects' | 'jobTokenGroups';
const listOf = { flag: 'jobTokenScope', projects: 'jobTokenProjects', groups: 'jobTokenGroups' } as const;

/** Who can use a job token where, from the cached allowlists of all projects and the catalogue. Sends no request. */
export function jobTokenReach(
  open: () => Instance,
  table: StateTables['catalogue'],
): Services<ReeveContract>['jobTokenReach'] {
  function placesOf(profileId: string, kind: 'group' | 'project'): KnownPlace[] {
    return table
      .all(profileId, kind)
      .flatMap(({ id, path, verdict }) =>
        id === null || path === null ? [] : [{ id, path, isMissing: verdict === 'missing' }],
      );
  }

  return {
    get: async ({ scope, search }, signal) => {
      const { reader, profile } = open();
      const ref = projectRefOf(scope);
      const entryOf = (of: number | string) => table.get(profile.id, 'project', of);
      const idOf = (of: string): number | null => {
        const named = readScope(of)?.ref ?? '';
        return typeof named === 'number' ? named : (entryOf(named)?.id ?? null);
      };
      const rowsOf = async <C extends Lists>(name: C) => {
        const rows: { scope: Scope; row: RowOf<C> }[] = [];
        for await (const piece of reader.lists(name).rows(allOf(wholeList(null)), signal)) rows.push(...piece);
        return rows;
      };
      const listed = await rowsOf('jobTokenProjects');
      const found = listed.find(({ row }) => row.path_with_namespace === ref);
      const own = idOf(scope) ?? found?.row.id ?? ref;

      const allowlists = new Map<ProjectRef, Allowlist>();
      const change = (of: string, changed: (one: Allowlist) => Allowlist): void => {
        const project = of === scope ? own : idOf(of);
        if (project !== null) allowlists.set(project, changed(allowlists.get(project) ?? nothing));
      };
      for (const { scope: of, row } of await rowsOf('jobTokenScope')) {
        const { inbound_enabled: inbound = null, outbound_enabled: outbound = null } = row;
        change(of, (one) => ({ ...one, flag: { inbound, outbound } }));
      }
      for (const [of, list] of Map.groupBy(listed, (one) => one.scope)) {
        const projects = list.map(({ row: { id, path_with_namespace: path = null } }) => ({ id, path }));
        change(of, (one) => ({ ...one, projects }));
      }
      for (const [of, list] of Map.groupBy(await rowsOf('jobTokenGroups'), (one) => one.scope)) {
        const groups = list.map(({ row: { id, name = null, web_url: page } }) => ({
          id,
          path: pathOfPage(page),
          name,
        }));
        change(of, (one) => ({ ...one, groups }));
      }
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
      const path = entryOf(own)?.path ?? String(ref);
      const [allProjects, allGroups] = [placesOf(profile.id, 'project'), placesOf(profile.id, 'group')];
      return reachOf({ project: { ref: own, path }, projects: allProjects, groups: allGroups, allowlists, search });
    },
  };
}

/** The path of a group in the address of its page: `https://host/groups/corp/platform`. */
function pathOfPage(page: string | null | undefined): string | null {
  if (typeof page !== 'string' || !URL.canParse(page)) return null;
  const found = /\/groups\/(.+?)\/?$/.exec(new URL(page).pathname);
  return found?.[1] === undefined ? null : decoded(found[1]);
}
