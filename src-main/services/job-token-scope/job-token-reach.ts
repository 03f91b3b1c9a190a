import { allOf, wholeList } from '#shared/contract/collection.ts';
import type { RowOf } from '#shared/contract/collections.ts';
import type { ReeveContract } from '#shared/contract/index.ts';
import type { Services } from '#shared/contract/kit.ts';
import { projectRefOf, readScope, type Scope } from '#shared/contract/scope.ts';
import { decoded } from '#shared/contract/decoded.ts';
import { toEntry } from '../catalogue/catalogue.ts';
import type { Instance } from '../instances/instance.ts';
import type { StateTables } from '../state-tables.ts';
import { reachSummary } from './reach-summary.ts';
import { reachOf, unknownAllowlist, type Allowlist, type KnownPlace, type ProjectRef } from './reach.ts';

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
  async function allowlistsOf(refusedIn: Scope | null, signal: AbortSignal) {
    const { reader, profile } = open();
    const rowsOf = async <C extends Lists>(name: C) => {
      const rows: { scope: Scope; row: RowOf<C> }[] = [];
      for await (const piece of reader.lists(name).rows(allOf(wholeList(null)), signal)) rows.push(...piece);
      return rows;
    };
    const listed = await rowsOf('jobTokenProjects');
    const listedIds = new Map(listed.map(({ row }) => [row.path_with_namespace, row.id]));
    /** The ID of a project, else its path. Entries of other allowlists can contain the ID of a path. */
    const refOf = (of: Scope): ProjectRef => {
      const ref = readScope(of)?.ref ?? '';
      if (typeof ref === 'number') return ref;
      return table.get(profile.id, 'project', ref)?.id ?? listedIds.get(ref) ?? ref;
    };
    const allowlists = new Map<ProjectRef, Allowlist>();
    const allowlistOf = (of: Scope): Allowlist => {
      const ref = refOf(of);
      const own = allowlists.get(ref) ?? unknownAllowlist();
      allowlists.set(ref, own);
      return own;
    };
    for (const { scope: of, row } of await rowsOf('jobTokenScope')) {
      allowlistOf(of).flag = { inbound: row.inbound_enabled ?? null, outbound: row.outbound_enabled ?? null };
    }
    for (const [of, list] of Map.groupBy(listed, (one) => one.scope)) {
      allowlistOf(of).projects = list.map(({ row: { id, path_with_namespace: path = null } }) => ({ id, path }));
    }
    const known = new Map(placesOf(profile.id, 'group').map((one) => [one.id, one]));
    for (const [of, list] of Map.groupBy(await rowsOf('jobTokenGroups'), (one) => one.scope)) {
      allowlistOf(of).groups = list.map(({ row: { id, name, web_url: page } }) => {
        return known.get(id) ?? { id, path: pathOfPage(page) ?? name ?? String(id), isMissing: false };
      });
    }
    const facts = await reader.coverage({ scope: refusedIn }, signal);
    for (const [part, name] of Object.entries(listOf) as [keyof typeof listOf, Lists][]) {
      for (const { scope: of, at } of await reader.lists(name).syncTimes({}, signal))
        allowlistOf(of).lists[part].syncedAt = at;
      const scopes = facts.find(({ collection }) => collection === name)?.scopes ?? [];
      for (const { scope: of, refusal } of scopes) if (refusal !== null) allowlistOf(of).lists[part].refusal = refusal;
    }
    return { profile: profile.id, allowlists, refOf };
  }

  return {
    get: async ({ scope, search }, signal) => {
      const ref = projectRefOf(scope);
      const { profile, allowlists, refOf } = await allowlistsOf(scope, signal);
      const own = refOf(scope);
      const path = table.get(profile, 'project', own)?.path ?? String(ref);
      return reachOf({ project: { ref: own, path }, projects: placesOf(profile, 'project'), allowlists, search });
    },
    all: async (_, signal) => {
      const { profile, allowlists, refOf } = await allowlistsOf(null, signal);
      const projects = table.all(profile, 'project').map((row) => ({ ...row, ref: refOf(toEntry(row).scope) }));
      const refused = journal
        .refusedOf(profile, 'job-token-scope.edit')
        .filter(({ status, write }) => status === 400 && write.body?.['enabled'] === false)
        .map(({ write }) => refOf(`project:${write.path['id'] ?? ''}`));
      return { rows: reachSummary({ projects, allowlists, refused: new Set(refused) }) };
    },
  };
}

/** The path of a group in the address of its page: `https://host/groups/corp/platform`. */
function pathOfPage(page: string | null | undefined): string | null {
  if (typeof page !== 'string' || !URL.canParse(page)) return null;
  const found = /\/groups\/(.+?)\/?$/.exec(new URL(page).pathname);
  return found?.[1] === undefined ? null : decoded(found[1]);
}
