import { randomBytes } from 'node:crypto';
import type { Group, Groups } from './groups.ts';
import type { User } from './user.ts';
import type { Users } from './users.ts';

/** Service accounts of the instance, or of a group (`provisioned_by_group_id`). */
export interface ServiceAccounts {
  /** Custom email addresses must be confirmed (document 3:46). */
  confirmsEmails: boolean;
  /** The accounts of a group or of the instance, sorted by id. */
  of(group: Group | null): User[];
  add(group: Group | null, given: NewServiceAccount): User;
  /** Gives the account a composite identity. Its user name can't be changed (document 3:53). */
  makeComposite(user: User): void;
  isComposite(user: User): boolean;
}

export interface NewServiceAccount {
  name?: string | undefined;
  username?: string | undefined;
  email?: string | undefined;
  createdById: number | null;
}

export function createServiceAccounts(users: Users, groups: Groups): ServiceAccounts {
  const composite = new Set<number>();
  users.onRemove((user) => composite.delete(user.id));
  const of = (groupId: number | null) =>
    users.ordered('id').filter((user) => user.type === 'service_account' && user.provisioned_by_group_id === groupId);
  groups.onRemove((group) => {
    for (const user of of(group.id)) users.remove(user.id);
  });
  const accounts: ServiceAccounts = {
    confirmsEmails: true,
    of: (group) => of(group?.id ?? null),
    add(group, { name, username, email, createdById }) {
      const prefix = group === null ? 'service_account_' : `service_account_group_${group.id}_`;
      const chosen = username ?? `${prefix}${randomBytes(16).toString('hex')}`;
      const user = users.add({
        type: 'service_account',
        name: name ?? 'Service account user',
        username: chosen,
        email: email ?? `${chosen}@noreply.platform.example`,
        provisioned_by_group_id: group?.id ?? null,
        created_by_id: createdById,
      });
      const isPending = email !== undefined && accounts.confirmsEmails;
      return isPending ? users.edit(user.id, { confirmed_at: null }) : user;
    },
    makeComposite: (user) => composite.add(user.id),
    isComposite: (user) => composite.has(user.id),
  };
  return accounts;
}
