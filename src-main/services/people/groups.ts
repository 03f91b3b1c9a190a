import type { InferredGroup, PersonMembership } from '#shared/contract/people.ts';
import { pathsAbove } from '#shared/off-places.ts';

type Group = Omit<InferredGroup, 'scope'>;
type Membership = Pick<PersonMembership, 'label' | 'access_level' | 'expires_at' | 'is_direct' | 'notReturnedSince'>;

/** How many of these projects are below each group, also in its subgroups. By the path of the group in lower case. */
export function projectCounts(paths: Iterable<string>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const path of paths) for (const group of pathsAbove(path)) counts.set(group, (counts.get(group) ?? 0) + 1);
  return counts;
}

/** The groups of a person, as `InferredGroup` describes them. `counts`: of the projects whose members are synced. */
export function inferredGroups(memberships: readonly Membership[], counts: ReadonlyMap<string, number>): Group[] {
  const found = new Map<string, Group>();
  const returned = memberships.filter(({ notReturnedSince }) => notReturnedSince === null);
  const direct = projectCounts(
    returned.filter(({ is_direct }) => is_direct === true).flatMap(({ label }) => label ?? []),
  );
  for (const { label, access_level, expires_at, is_direct } of returned) {
    if (label === null || is_direct !== false) continue;
    for (const above of pathsAbove(label)) {
      const same = JSON.stringify([above, access_level, expires_at]);
      const projects = (found.get(same)?.projects ?? 0) + 1;
      found.set(same, { label: label.slice(0, above.length), access_level, expires_at, projects });
    }
  }
  const whole = [...found.values()].filter(({ label, projects }) => {
    const path = label.toLowerCase();
    return counts.get(path) === projects + (direct.get(path) ?? 0);
  });
  const byPath = new Map(whole.map((group) => [group.label.toLowerCase(), group]));
  const dropped = new Set<Group>();
  for (const lower of whole)
    for (const above of pathsAbove(lower.label)) {
      const upper = byPath.get(above);
      if (upper !== undefined) dropped.add(upper.projects === lower.projects ? upper : lower);
    }
  return whole.filter((group) => !dropped.has(group)).toSorted((a, b) => (a.label < b.label ? -1 : 1));
}
