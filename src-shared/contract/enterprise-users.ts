import { z } from 'zod';
import { collection, nightly } from './collection.ts';
import { between } from './kit.ts';
import { User } from './users.ts';

/** An enterprise user of a top-level group, with all fields of the administrator view and some more (document 3:17). */
export const EnterpriseUser = User.extend({ commit_email: z.string().nullish() });
export type EnterpriseUser = z.infer<typeof EnterpriseUser>;

/** All documented filters of a group's enterprise users (document 3:59). A false boolean is the same as no filter. */
export const EnterpriseUserFilter = z.object({
  username: z.string().min(1).optional(),
  search: z.string().min(1).optional(),
  active: z.boolean().optional(),
  blocked: z.boolean().optional(),
  ...between('created'),
  two_factor: z.enum(['enabled', 'disabled']).optional(),
});
export type EnterpriseUserFilter = z.infer<typeof EnterpriseUserFilter>;

/**
 * The editable fields of an enterprise user. The email address must be in a verified domain of the group (document
 * 3:61).
 */
export const EnterpriseUserEdit = z.object({
  name: z.string().min(1).optional(),
  email: z.string().min(1).optional(),
});

/** Enterprise users of a top-level group: `group:ID`. The list has all fields of a row (document 3:59, 3:60). */
export const enterpriseUsers = collection({
  row: EnterpriseUser,
  lists: { group: 'GET /groups/:id/enterprise_users' },
  one: 'GET /groups/:id/enterprise_users/:user_id',
  kept: nightly(3),
  // Only top-level groups have enterprise users (document 3:59)
  setup: { position: 50, isTopLevelOnly: true, role: 'owner' },
  title: 'name',
  about: 'username',
  columns: {
    name: 'normal',
    username: 'folded',
    state: 'text',
    email: 'folded',
    created_at: 'moment',
    last_activity_on: 'last',
    last_sign_in_at: 'moment',
    two_factor: { field: 'two_factor_enabled', as: 'flag' },
    external: 'flag',
  },
  searched: ['name', 'username', 'email', 'public_email', 'commit_email', 'unconfirmed_email', 'note'],
  recorded: { not: ['last_sign_in_at'] },
  indexes: [
    ['name'],
    ['username'],
    ['email'],
    ['created_at'],
    ['last_activity_on'],
    ['last_sign_in_at'],
    ['state', 'name'],
    ['two_factor', 'name'],
  ],
  counted: ['state', 'two_factor'],
  volatile: ['local_time'],
  filter: EnterpriseUserFilter,
  where: {
    username: 'folded',
    created_after: { by: 'since', column: 'created_at' },
    created_before: { by: 'until', column: 'created_at' },
  },
});
