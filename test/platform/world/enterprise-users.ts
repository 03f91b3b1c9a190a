import type { Group, Groups } from './groups.ts';
import type { User } from './user.ts';
import type { Users } from './users.ts';

/** Accounts that belong to a top-level group, and the verified domains of the group. */
export interface EnterpriseUsers {
  /** Makes an account an enterprise user of the group. */
  claim(user: User, group: Group): void;
  /** The enterprise users of a top-level group, highest id first. */
  of(group: Group): User[];
  /** The group of an account; undefined if it is not an enterprise user. */
  groupOf(user: User): Group | undefined;
  /** Domains that a group has verified, in lower case. */
  domainsOf(group: Group): readonly string[];
  verifyDomain(group: Group, domain: string): void;
  /** Groups whose members sign in through an identity provider of the group (document 3:86). */
  enableSso(group: Group): void;
  hasSso(group: Group): boolean;
}

export function createEnterpriseUsers(users: Users, groups: Groups): EnterpriseUsers {
  const owners = new Map<number, number>();
  const domains = new Map<number, string[]>();
  const withSso = new Set<number>();
  users.onRemove((user) => owners.delete(user.id));
  groups.onRemove((group) => {
    domains.delete(group.id);
    withSso.delete(group.id);
    for (const [userId, groupId] of owners) if (groupId === group.id) owners.delete(userId);
  });
  return {
    claim: (user, group) => owners.set(user.id, group.id),
    of: (group) =>
      [...owners]
        .flatMap(([userId, groupId]) => (groupId === group.id ? (users.get(userId) ?? []) : []))
        .toSorted((a, b) => b.id - a.id),
    groupOf: (user) => groups.get(owners.get(user.id) ?? 0),
    domainsOf: (group) => domains.get(group.id) ?? [],
    verifyDomain: (group, domain) => domains.set(group.id, [...(domains.get(group.id) ?? []), domain.toLowerCase()]),
    enableSso: (group) => withSso.add(group.id),
    hasSso: (group) => withSso.has(group.id),
  };
}
