import type { InferredGroup } from '#shared/contract/people.ts';
import { pathsAbove } from '#shared/off-places.ts';

type Group = Omit<InferredGroup, 'scope'>;
type Membership = Pick<InferredGroup, 'access_level' | 'expires_at'> & {
  is_direct: boolean | null;
  notReturnedSince: number | null;
};

/** How many of these projects are below each group, also in its subgroups. By the path of the group in lower case. */
export function projectCounts(paths: Iterable<string>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const path of paths) for (const group of pathsAbove(path)) counts.set(group, (counts.get(group) ?? 0) + 1);
  return counts;
}

/**
 * The groups whose projects all have the person as an inherited member with the same level and expiry date. Of groups
 * inside each other, the one with the most projects; if they have the same projects, the lowest. `memberships`: each with
 * the path of its project. `counts`: of the projects whose members are synced.
 */
export function inferredGroups(
  memberships: Iterable<readonly [path: string, Membership]>,
  counts: ReadonlyMap<string, number>,
): Group[] {
  const found = new Map<string, { group: Group; isSame: boolean }>();
  for (const [path, { access_level, expires_at, is_direct, notReturnedSince }] of memberships) {
    if (is_direct !== false || notReturnedSince !== null) continue;
    for (const above of pathsAbove(path)) {
      const label = path.slice(0, above.length);
      const one = found.get(above) ?? { group: { label, access_level, expires_at, projects: 0 }, isSame: true };
      one.group.projects += 1;
      one.isSame &&= one.group.access_level === access_level && one.group.expires_at === expires_at;
      found.set(above, one);
    }
  }
  const isMember = (path: string): boolean => {
    const one = found.get(path);
    return one !== undefined && one.isSame && one.group.projects === counts.get(path);
  };
  const dropped = new Set<string>();
  for (const [path, { group }] of found) {
    if (!isMember(path)) continue;
    for (const above of pathsAbove(path).filter(isMember))
      dropped.add(found.get(above)?.group.projects === group.projects ? above : path);
  }
  return [...found]
    .filter(([path]) => isMember(path) && !dropped.has(path))
    .map(([, { group }]) => group)
    .toSorted((a, b) => (a.label < b.label ? -1 : 1));
}
