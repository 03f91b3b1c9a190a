import type { AllowlistEntry, JobTokenReach, ReachRow } from '#shared/contract/job-token-reach.ts';
import { mostReachRows } from '#shared/contract/job-token-reach.ts';

/** A known group or project. `isMissing`: a request for it was answered with 404. */
export interface KnownPlace {
  id: number;
  path: string;
  isMissing: boolean;
}
/** The cached allowlist of a project. `lists`: when its parts were synced. */
export interface Allowlist extends Pick<JobTokenReach, 'flag' | 'lists'> {
  projects: readonly { id: number; path: string | null }[];
  groups: readonly KnownPlace[];
}
/** The ID of a project; its path if the ID is not known. */
export type ProjectRef = number | string;
/** Everything that is known: the requested project, all projects, and the allowlists by project. */
export interface ReachFacts {
  project: { ref: ProjectRef; path: string };
  projects: readonly KnownPlace[];
  /** The keys are IDs; a path if the ID is not known. */
  allowlists: ReadonlyMap<ProjectRef, Allowlist>;
  /** A part of the path of the other project; empty: all. */
  search: string;
}

/** A group with at least this many known projects is marked as over-broad. */
const manyProjects = 50;
const plainRow = { isGroup: false, viaGroup: null, alsoBy: null, note: null };

/** An allowlist of which nothing is stored. */
export function unknownAllowlist(): Allowlist {
  const never = () => ({ syncedAt: null, refusal: null });
  return { flag: null, projects: [], groups: [], lists: { flag: never(), projects: never(), groups: never() } };
}

/**
 * Which projects can use their job token in a project, and in which projects its own job token is accepted. The
 * allowlist of the project itself is its own: a project always accepts its own job token (document 1:61), and this is not
 * a row. Rows are in the order of the paths.
 */
export function reachOf({ project, projects, allowlists, search }: ReachFacts): JobTokenReach {
  const own = allowlists.get(project.ref) ?? unknownAllowlist();
  const projectsById = new Map<ProjectRef, KnownPlace>(projects.map((one) => [one.id, one]));
  const listedPaths = new Map(
    [...allowlists.values()].flatMap((one) => one.projects.map(({ id, path }) => [id, path] as const)),
  );
  /** Known projects, and those whose allowlist was synced. */
  const existing = new Set(
    [...projectsById.keys(), ...allowlists.keys()].filter((ref) => projectsById.get(ref)?.isMissing !== true),
  );

  // The nearest group first: it is the narrowest way to remove a project
  const ownGroups = own.groups
    .map((group) => ({ ...group, members: projects.filter(({ path }) => isBelow(path, group.path)) }))
    .sort((a, b) => b.path.length - a.path.length || compare(a.path, b.path));
  const groupEntries = ownGroups.map(({ id, path, isMissing, members: { length: count } }): AllowlistEntry => {
    const note = isMissing ? 'deleted' : count === 0 ? 'no-projects' : null;
    return { kind: 'group', id, path, projects: count, isBroad: isBroad(path, count), alsoBy: null, note };
  });
  const projectEntries = own.projects
    .filter(({ id }) => id !== project.ref)
    .map(({ id, path: listed }): AllowlistEntry => {
      const known = projectsById.get(id);
      const path = known?.path ?? listed ?? String(id);
      const alsoBy = ownGroups.find((group) => isBelow(path, group.path))?.path ?? null;
      const note = known === undefined ? 'not-known' : known.isMissing ? 'deleted' : null;
      return { kind: 'project', id, path, projects: null, isBroad: false, alsoBy, note };
    });

  const words = search.trim().toLowerCase();
  const into = [...incoming()].sort(byPath);
  const from = [...outgoing()].sort(byPath);
  const matching = (rows: readonly ReachRow[]): ReachRow[] =>
    rows.filter(({ other }) => words === '' || other?.path.toLowerCase().includes(words) === true);
  const [intoShown, fromShown] = [matching(into), matching(from)];
  const entries = [...groupEntries, ...projectEntries].sort(
    (a, b) => compare(a.kind, b.kind) || compare(a.path, b.path),
  );
  return {
    path: project.path,
    flag: own.flag,
    syncedAt: syncedAtOf(own),
    lists: own.lists,
    entries,
    rows: [...intoShown.slice(0, mostReachRows), ...fromShown.slice(0, mostReachRows)],
    counts: {
      into: intoShown.filter(({ isGroup, other, note }) => !isGroup && other !== null && note !== 'deleted').length,
      from: fromShown.length,
      unknownGroups: groupEntries.filter(({ note }) => note === 'no-projects').length,
      broad: groupEntries.filter(({ isBroad }) => isBroad).length,
      dead: entries.filter(({ note }) => note === 'deleted').length,
      projects: existing.size,
      synced: [...existing].filter((ref) => syncedAtOf(allowlists.get(ref) ?? unknownAllowlist()) !== null).length,
    },
  };

  function* incoming(): Generator<ReachRow> {
    const row = { ...plainRow, direction: 'in' as const, syncedAt: syncedAtOf(own) };
    if (own.flag?.inbound === false) {
      yield { ...row, other: null, via: 'all', note: 'accepts-all' };
      return;
    }
    const seen = new Set([project.ref]);
    for (const { id, path, alsoBy, note } of projectEntries) {
      seen.add(id);
      yield { ...row, other: { id, path }, via: 'project', alsoBy, note };
    }
    for (const { id, path, members } of ownGroups) {
      const entry = groupEntries.find((one) => one.id === id);
      if (members.length === 0) {
        const note = entry?.note ?? 'no-projects';
        yield { ...row, other: { id, path }, isGroup: true, via: 'group', viaGroup: path, note };
      }
      for (const member of members) {
        if (seen.has(member.id)) continue;
        seen.add(member.id);
        const alsoBy = ownGroups.find((one) => one.path !== path && isBelow(member.path, one.path))?.path ?? null;
        const note = member.isMissing ? 'deleted' : null;
        const other = { id: member.id, path: member.path };
        yield { ...row, other, via: 'group', viaGroup: path, alsoBy, note };
      }
    }
  }

  function* outgoing(): Generator<ReachRow> {
    for (const [id, allowlist] of allowlists) {
      const { flag, projects: allowed, groups: around } = allowlist;
      if (id === project.ref || typeof id === 'string') continue;
      const known = projectsById.get(id);
      if (known?.isMissing === true) continue;
      const other = { id, path: known?.path ?? listedPaths.get(id) ?? String(id) };
      const row = { ...plainRow, direction: 'out' as const, other, syncedAt: syncedAtOf(allowlist) };
      const viaGroup =
        around
          .map(({ path }) => path)
          .filter((path) => isBelow(project.path, path))
          .sort((a, b) => b.length - a.length)[0] ?? null;
      if (flag?.inbound === false) yield { ...row, via: 'all', note: 'accepts-all' };
      else if (allowed.some((one) => one.id === project.ref)) yield { ...row, via: 'project', alsoBy: viaGroup };
      else if (viaGroup !== null) yield { ...row, via: 'group', viaGroup };
    }
  }
}

/** `projects`: the number of known projects of the group. */
export function isBroad(path: string, projects: number): boolean {
  return !path.includes('/') || projects >= manyProjects;
}

/** The oldest of the three lists. Null: not all of them are stored. */
export function syncedAtOf({ lists }: Allowlist): number | null {
  const times = Object.values(lists).map(({ syncedAt }) => syncedAt);
  return times.reduce((oldest, at) => (oldest === null || at === null ? null : Math.min(oldest, at)));
}

function isBelow(path: string, group: string): boolean {
  return path.length > group.length && path[group.length] === '/' && path.toLowerCase().startsWith(group.toLowerCase());
}

function byPath(a: ReachRow, b: ReachRow): number {
  return compare(a.other?.path ?? '', b.other?.path ?? '');
}

const order = new Intl.Collator('en', { numeric: true });
export const compare = (a: string, b: string): number => order.compare(a, b);
