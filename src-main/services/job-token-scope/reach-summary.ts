import type { CatalogueEntry } from '#shared/contract/catalogue.ts';
import type { ProjectReach, ReachList } from '#shared/contract/job-token-reach.ts';
import { pathsAbove } from '#shared/off-places.ts';
import { compare, isBroad, syncedAtOf, unknownAllowlist, type ProjectRef, type ReachFacts } from './reach.ts';

/** Everything that is known. `refused`: the projects whose allowlist the instance refused to turn off. */
interface SummaryFacts extends Pick<ReachFacts, 'allowlists'> {
  projects: readonly Pick<CatalogueEntry, 'key' | 'ref' | 'path' | 'verdict'>[];
  refused: ReadonlySet<ProjectRef>;
}
/** `allows`: how many other projects can reach a project if its allowlist is on. `allowedBy`: in how many it is allowed. */
interface Counts {
  ref: ProjectRef;
  isMissing: boolean;
  allows: number;
  allowedBy: number;
  /** The last allowlist that was counted: several of its entries can allow the project. */
  countedIn: ProjectRef | null;
}

/** The summary of each project, in the order of their paths, with the numbers that `reachOf` counts for it. */
export function reachSummary({ projects, allowlists, refused }: SummaryFacts): ProjectReach[] {
  const counts = new Map<ProjectRef, Counts>();
  function countsOf(ref: ProjectRef, isMissing = false): Counts {
    const own = counts.get(ref) ?? { ref, isMissing, allows: 0, allowedBy: 0, countedIn: null };
    counts.set(ref, own);
    return own;
  }
  /** The projects in each group, by its path in lower case. */
  const inGroups = new Map<string, Counts[]>();
  for (const { ref, path, verdict } of projects) {
    const own = countsOf(ref, verdict === 'missing');
    for (const group of pathsAbove(path ?? '')) {
      const members = inGroups.get(group) ?? [];
      members.push(own);
      inGroups.set(group, members);
    }
  }
  const membersOf = (path: string): Counts[] => inGroups.get(path.toLowerCase()) ?? [];
  const hasId = ({ ref }: Counts): boolean => typeof ref === 'number';
  const isCounted = (one: Counts): boolean => hasId(one) && !one.isMissing;

  const [open, synced] = [new Set<ProjectRef>(), new Set<ProjectRef>()];
  for (const [ref, allowlist] of allowlists) {
    const own = countsOf(ref);
    const isOpen = allowlist.flag?.inbound === false;
    if (isOpen && isCounted(own)) open.add(ref);
    if (syncedAtOf(allowlist) !== null && isCounted(own)) synced.add(ref);
    const listed = allowlist.projects.map(({ id }) => countsOf(id));
    for (const other of [...listed, ...allowlist.groups.flatMap(({ path }) => membersOf(path))]) {
      if (other === own || other.countedIn === ref) continue;
      other.countedIn = ref;
      own.allows += Number(isCounted(other));
      other.allowedBy += Number(isCounted(own) && !isOpen);
    }
  }

  return projects
    .map(({ key, ref, path }): ProjectReach => {
      const { isMissing, allows, allowedBy } = countsOf(ref);
      const own = allowlists.get(ref) ?? unknownAllowlist();
      const { lists } = own;
      const syncedAt = syncedAtOf(own);
      const inbound = own.flag?.inbound ?? null;
      const from = open.size - Number(open.has(ref)) + allowedBy;
      const listed = own.projects.filter(({ id }) => id !== ref);
      const broad = own.groups.filter((group) => isBroad(group.path, membersOf(group.path).filter(hasId).length));
      const dead = [...listed.map(({ id }) => countsOf(id)), ...own.groups].filter((entry) => entry.isMissing);
      return {
        ...{ key, ref, path: path ?? String(ref), isMissing, inbound, syncedAt },
        enforced: inbound === false ? 'no' : refused.has(ref) ? 'likely' : 'unknown',
        refusal: Object.values(lists).find(({ refusal }) => refusal !== null)?.refusal ?? null,
        entries: {
          projects: countIn([lists.projects], listed),
          groups: countIn([lists.groups], own.groups),
          broad: countIn([lists.groups], broad),
          dead: countIn([lists.projects, lists.groups], dead),
        },
        into: syncedAt === null || inbound === false ? null : allows,
        from: from === 0 && synced.size === Number(synced.has(ref)) ? null : from,
      };
    })
    .sort((a, b) => compare(a.path, b.path));
}

/** Null: one of the lists that the entries are from is not stored. */
function countIn(lists: readonly ReachList[], entries: readonly unknown[]): number | null {
  return lists.every(({ syncedAt }) => syncedAt !== null) ? entries.length : null;
}
