import { allOf, wholeList } from '#shared/contract/collection.ts';
import type { RowOf } from '#shared/contract/collections.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { ReachList } from '#shared/contract/job-token-reach.ts';
import type { Services } from '#shared/contract/kit.ts';
import { projectRefOf, readScope, type Scope } from '#shared/contract/scope.ts';
import { decoded } from '#shared/contract/decoded.ts';
import { toEntry } from '../catalogue/catalogue.ts';
import type { Instance } from '../instances/instance.ts';
import type { StateTables } from '../state-tables.ts';
import { reachSummary } from './reach-summary.ts';
import { nothing, reachOf, type Allowlist, type KnownPlace, type ProjectRef } from './reach.ts';

type Lists = 'jobTokenScope' | 'jobTokenProjects' | 'jobTokenGroups';
const listOf = { flag: 'jobTokenScope', projects: 'jobTokenProjects', groups: 'jobTokenGroups' } as const;

/** Who can use a job token where, from the cached allowlists of all projects and the catalogue. Sends no request. */
export function jobTokenReach(
  open: () => Instance,
  { catalogue: table, journal }: Pick<StateTables, 'catalogue' | 'journal'>,
): Services<ReeveContract>['jobTokenReach'] {
  function placesOf(profileId: string, kind: 'group' | 'project'): KnownPlace[] {
    return table
      .all(profileId, kind)
      .flatMap(({ id, path, verdict }) =>
        id === null || path === null ? [] : [{ id, path, isMissing: verdict === 'missing' }],
      );
  }

  /** The cached allowlists of all projects. `refusedIn`: where refused syncs are included; null: in all projects. */
  async function allowlistsOf({ reader, profile }: Instance, refusedIn: Scope | null, signal: AbortSignal) {
    const rowsOf = async <C extends Lists>(name: C) => {
      const rows: { scope: Scope; row: RowOf<C> }[] = [];
      for await (const piece of reader.lists(name).rows(allOf(wholeList(null)), signal)) rows.push(...piece);
      return rows;
    };
    const listed = await rowsOf('jobTokenProjects');
    const listedIds = new Map(listed.map(({ row }) => [row.path_with_namespace, row.id]));
    /** The ID of a project, else its path. An entry of another allowlist can have the ID of a path. */
    const refOf = (of: Scope): ProjectRef => {
      const ref = readScope(of)?.ref ?? '';
      if (typeof ref === 'number') return ref;
      return table.get(profile.id, 'project', ref)?.id ?? listedIds.get(ref) ?? ref;
    };
    const allowlists = new Map<ProjectRef, Allowlist>();
    const change = (of: Scope, changed: (one: Allowlist) => Allowlist): void => {
      const ref = refOf(of);
      allowlists.set(ref, changed(allowlists.get(ref) ?? nothing));
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
      const groups = list.map(({ row: { id, name = null, web_url: page } }) => ({ id, path: pathOfPage(page), name }));
      change(of, (one) => ({ ...one, groups }));
    }
    const facts = await reader.coverage({ scope: refusedIn }, signal);
    for (const [part, name] of Object.entries(listOf) as [keyof typeof listOf, Lists][]) {
      const note = (of: Scope, changed: Partial<ReachList>): void =>
        change(of, (one) => ({
          ...one,
          lists: { ...one.lists, [part]: { syncedAt: null, refusal: null, ...one.lists[part], ...changed } },
        }));
      for (const { scope: of, at } of await reader.lists(name).syncTimes({}, signal)) note(of, { syncedAt: at });
      const scopes = facts.find(({ collection }) => collection === name)?.scopes ?? [];
      for (const { scope: of, refusal } of scopes) if (refusal !== null) note(of, { refusal });
    }
    return { allowlists, refOf };
  }

  return {
    get: async ({ scope, search }, signal) => {
      const ref = projectRefOf(scope);
      const instance = open();
      const { id: profile } = instance.profile;
      const { allowlists, refOf } = await allowlistsOf(instance, scope, signal);
      const own = refOf(scope);
      const path = table.get(profile, 'project', own)?.path ?? String(ref);
      const [projects, groups] = [placesOf(profile, 'project'), placesOf(profile, 'group')];
      return reachOf({ project: { ref: own, path }, projects, groups, allowlists, search });
    },
    all: async (_, signal) => {
      const instance = open();
      const { id: profile } = instance.profile;
      const { allowlists, refOf } = await allowlistsOf(instance, null, signal);
      const projects = table
        .all(profile, 'project')
        .map(toEntry)
        .map((one) => ({ ...one, ref: refOf(one.scope) }));
      const refused = journal
        .refusedOf(profile, 'job-token-scope.edit')
        .filter(({ status, write }) => status === 400 && write.body?.['enabled'] === false)
        .map(({ write }) => refOf(`project:${write.path['id'] ?? ''}`));
      const groups = placesOf(profile, 'group');
      return { rows: reachSummary({ projects, groups, allowlists, refused: new Set(refused) }) };
    },
  };
}

/** The path of a group in the address of its page: `https://host/groups/corp/platform`. */
function pathOfPage(page: string | null | undefined): string | null {
  if (typeof page !== 'string' || !URL.canParse(page)) return null;
  const found = /\/groups\/(.+?)\/?$/.exec(new URL(page).pathname);
  return found?.[1] === undefined ? null : decoded(found[1]);
}
