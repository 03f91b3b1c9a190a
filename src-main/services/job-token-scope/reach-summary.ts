import type { CatalogueEntry } from '#shared/contract/catalogue.ts';
import type { ProjectReach } from '#shared/contract/job-token-reach.ts';
import {
  compare,
  isBroad,
  listsOf,
  nothing,
  pathOfGroup,
  syncedAtOf,
  type Allowlist,
  type KnownPlace,
  type ProjectRef,
} from './reach.ts';

/** Everything that is known. `refused`: the projects whose allowlist the instance refused to turn off. */
interface SummaryFacts {
  projects: readonly CatalogueEntry[];
  groups: readonly KnownPlace[];
  allowlists: ReadonlyMap<ProjectRef, Allowlist>;
  refused: ReadonlySet<ProjectRef>;
}

/**
 * The summary of each project, in the order of their paths, with the numbers that `reachOf` counts for it. Projects are
 * counted by group, so the work grows with the number of projects and entries, not with that of pairs of projects.
 */
export function reachSummary({ projects, groups, allowlists, refused }: SummaryFacts): ProjectReach[] {
  const byRef = new Map<ProjectRef, CatalogueEntry>(projects.map((one) => [one.ref, one]));
  const isMissing = (ref: ProjectRef): boolean => byRef.get(ref)?.verdict === 'missing';
  const groupsById = new Map(groups.map((one) => [one.id, one]));
  const around = new Map(projects.map(({ ref, path }) => [ref, pathsAround(path ?? '')]));
  const knownIn = new Map<string, number>();
  const liveIn = new Map<string, number>();
  for (const [ref, paths] of around) {
    if (typeof ref === 'string') continue;
    for (const path of paths) add(knownIn, path, 1);
    if (!isMissing(ref)) for (const path of paths) add(liveIn, path, 1);
  }

  /** How many projects reach each project, and how many other allowlists accept each group, and each single project. */
  const into = new Map<ProjectRef, number>();
  const byGroup = new Map<string, number>();
  const single = new Map<ProjectRef, number>();
  let [open, synced] = [0, 0];
  for (const [ref, allowlist] of allowlists) {
    const outer = outermost(allowlist.groups.map((group) => pathOfGroup(groupsById, group).toLowerCase()));
    const isBelow = (one: ProjectRef): boolean => around.get(one)?.some((path) => outer.has(path)) === true;
    const listed = allowlist.projects.filter(({ id }) => id !== ref && !isBelow(id));
    const members = [...outer].reduce((sum, path) => sum + (liveIn.get(path) ?? 0), 0);
    const isMember = typeof ref === 'number' && isBelow(ref) && !isMissing(ref);
    into.set(ref, members - Number(isMember) + listed.filter(({ id }) => !isMissing(id)).length);
    if (isMissing(ref) || typeof ref === 'string') continue;
    synced += Number(syncedAtOf(allowlist) !== null);
    const isOpen = allowlist.flag?.inbound === false;
    open += Number(isOpen);
    // Its own allowlist is not counted for a project
    if (isOpen || isMember) add(single, ref, -1);
    if (isOpen) continue;
    for (const path of outer) add(byGroup, path, 1);
    for (const { id } of listed) add(single, id, 1);
  }

  return projects
    .map(({ key, ref, path }): ProjectReach => {
      const own = allowlists.get(ref) ?? nothing;
      const syncedAt = syncedAtOf(own);
      const inbound = own.flag?.inbound ?? null;
      const others = synced - Number(typeof ref === 'number' && !isMissing(ref) && syncedAt !== null);
      const byGroups = around.get(ref)?.reduce((sum, group) => sum + (byGroup.get(group) ?? 0), 0) ?? 0;
      const from = open + byGroups + (single.get(ref) ?? 0);
      const refusals = Object.values(listsOf(own)).flatMap(({ refusal }) => refusal ?? []);
      return {
        ...{ key, ref, path: path ?? String(ref), isMissing: isMissing(ref), inbound, syncedAt },
        enforced: inbound === false ? 'no' : refused.has(ref) ? 'likely' : 'unknown',
        refusal: refusals[0] ?? null,
        entries: entriesOf(own, ref),
        into: syncedAt === null || inbound === false ? null : (into.get(ref) ?? 0),
        from: from === 0 && others === 0 ? null : from,
      };
    })
    .sort((a, b) => compare(a.path, b.path));

  function entriesOf(own: Allowlist, ref: ProjectRef): ProjectReach['entries'] {
    const listed = own.projects.filter(({ id }) => id !== ref);
    const paths = own.groups.map((group) => pathOfGroup(groupsById, group));
    const dead =
      listed.filter(({ id }) => isMissing(id)).length +
      own.groups.filter(({ id }) => groupsById.get(id)?.isMissing === true).length;
    const lists = listsOf(own);
    const [hasProjects, hasGroups] = [lists.projects.syncedAt !== null, lists.groups.syncedAt !== null];
    return {
      projects: hasProjects ? listed.length : null,
      groups: hasGroups ? paths.length : null,
      broad: hasGroups ? paths.filter((path) => isBroad(path, knownIn.get(path.toLowerCase()) ?? 0)).length : null,
      dead: hasProjects && hasGroups ? dead : null,
    };
  }
}

/** The paths of the groups around a project or group, in lower case. */
function pathsAround(path: string): string[] {
  const names = path.toLowerCase().split('/');
  return names.slice(1).map((_, at) => names.slice(0, at + 1).join('/'));
}

/** The paths of groups that are in no other one of them. */
function outermost(paths: readonly string[]): ReadonlySet<string> {
  const all = new Set(paths);
  return new Set(paths.filter((path) => !pathsAround(path).some((around) => all.has(around))));
}

function add<Key>(counts: Map<Key, number>, key: Key, by: number): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}
