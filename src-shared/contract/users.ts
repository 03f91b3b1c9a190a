import { z } from 'zod';
import { collection, nightly } from './collection.ts';
import type { FilterSide } from './columns.ts';
import { between, instant, nullish } from './kit.ts';

/** An identity of an external login provider (document 3:8). */
export const Identity = z.looseObject({
  ...nullish(z.string(), 'provider', 'extern_uid'),
  saml_provider_id: z.number().nullish(),
});
/** A SCIM identity (document 3:8, 3:17). */
export const ScimIdentity = z.looseObject({
  extern_uid: z.string().nullish(),
  group_id: z.number().nullish(),
  active: z.boolean().nullish(),
});

/**
 * A user as `GET /users` and `GET /users/:id` reply: public, signed-in and administrator view in one (document 3:8).
 * Only fields of all views are required; unknown fields are kept.
 */
export const User = z.looseObject({
  id: z.number().int(),
  username: z.string(),
  name: z.string(),
  state: z.string().nullish(),
  locked: z.boolean().nullish(),
  ...nullish(z.string(), 'avatar_url', 'web_url'),
  // Only for signed-in users
  created_at: instant.nullish(),
  bio: z.string().nullish(),
  bot: z.boolean().nullish(),
  ...nullish(z.string(), 'location', 'public_email', 'network_a', 'network_b', 'network_c', 'codehost_a'),
  ...nullish(z.string(), 'website_url', 'organization', 'job_title', 'pronouns', 'work_information'),
  ...nullish(z.number(), 'followers', 'following'),
  local_time: z.string().nullish(),
  is_followed: z.boolean().nullish(),
  // Only for administrators
  email: z.string().nullish(),
  // Documented for enterprise users and service accounts (document 3:11, 3:17); platforms send them for users, too
  ...nullish(z.string(), 'commit_email', 'unconfirmed_email'),
  ...nullish(z.boolean(), 'is_admin', 'is_auditor'),
  ...nullish(instant, 'last_sign_in_at', 'confirmed_at'),
  theme_id: z.number().nullish(),
  last_activity_on: z.string().nullish(),
  ...nullish(z.number(), 'color_scheme_id', 'projects_limit'),
  current_sign_in_at: instant.nullish(),
  note: z.string().nullish(),
  identities: z.array(Identity).nullish(),
  ...nullish(z.boolean(), 'can_create_group', 'can_create_project', 'two_factor_enabled', 'external'),
  private_profile: z.boolean().nullish(),
  ...nullish(z.string(), 'current_sign_in_ip', 'last_sign_in_ip'),
  namespace_id: z.number().nullish(),
  created_by: z.unknown().optional(),
  scim_identities: z.array(ScimIdentity).nullish(),
  ...nullish(z.number(), 'shared_runners_minutes_limit', 'extra_shared_runners_minutes_limit'),
  using_license_seat: z.boolean().nullish(),
  provisioned_by_group_id: z.number().nullish(),
  custom_attributes: z.array(z.looseObject({ key: z.string(), value: z.string().nullish() })).nullish(),
});
export type User = z.infer<typeof User>;

/**
 * All documented filters of `GET /users` (document 3:40), with the names of the API. A false boolean is the same as no
 * filter.
 */
export const UserFilter = z.object({
  username: z.string().min(1).optional(),
  public_email: z.string().min(1).optional(),
  active: z.boolean().optional(),
  external: z.boolean().optional(),
  blocked: z.literal(true).optional(),
  humans: z.boolean().optional(),
  exclude_active: z.boolean().optional(),
  exclude_external: z.boolean().optional(),
  exclude_humans: z.boolean().optional(),
  exclude_internal: z.boolean().optional(),
  without_project_bots: z.boolean().optional(),
  ...between('created'),
  extern_uid: z.string().min(1).optional(),
  provider: z.string().min(1).optional(),
  two_factor: z.enum(['enabled', 'disabled']).optional(),
  without_projects: z.boolean().optional(),
  admins: z.boolean().optional(),
  auditors: z.boolean().optional(),
  skip_ldap: z.boolean().optional(),
  custom_attributes: z.record(z.string(), z.string()).optional(),
});
export type UserFilter = z.infer<typeof UserFilter>;

const Days = z.number().int().min(1).max(36_500).optional();

/**
 * Filters of the user list: the documented ones, and filters that only the cache has. Days count back from the start of
 * today (UTC), so that a saved view keeps its meaning.
 */
export const UserListFilter = UserFilter.extend({
  /** `unknown`: it is not known whether the account has it, or an account without it is not known to be a person. */
  two_factor: z.enum(['enabled', 'disabled', 'unknown']).optional(),
  /** People who can sign in: active accounts that are neither bots nor service accounts. */
  can_sign_in: z.literal(true).optional(),
  /** No activity for this many days. An account that was never active matches once it is that old. */
  inactive_days: Days,
  /** Activity within this many days. */
  active_days: Days,
  never_active: z.literal(true).optional(),
  /** The same three filters for the last sign-in. */
  no_sign_in_days: Days,
  sign_in_days: Days,
  never_signed_in: z.literal(true).optional(),
});
export type UserListFilter = z.infer<typeof UserListFilter>;
export type UserFilterName = keyof UserListFilter;

/** Where each filter is evaluated. */
export const userFilterSides: Record<UserFilterName, FilterSide> = {
  username: 'local',
  public_email: 'server-for-public-view',
  active: 'local',
  blocked: 'local',
  exclude_active: 'local',
  created_after: 'server-for-public-view',
  created_before: 'server-for-public-view',
  external: 'server-for-public-view',
  exclude_external: 'server-for-public-view',
  two_factor: 'administrator',
  can_sign_in: 'administrator',
  admins: 'administrator',
  auditors: 'administrator',
  extern_uid: 'administrator',
  provider: 'administrator',
  inactive_days: 'administrator',
  active_days: 'administrator',
  never_active: 'administrator',
  no_sign_in_days: 'administrator',
  sign_in_days: 'administrator',
  never_signed_in: 'administrator',
  humans: 'server',
  exclude_humans: 'server',
  exclude_internal: 'server',
  without_project_bots: 'server',
  without_projects: 'server',
  skip_ldap: 'server',
  custom_attributes: 'server',
};

/**
 * Pairs of filters that match no user together, so the window offers only one of each pair. The documents forbid no pair
 * (document 3:40), so neither the client nor this contract rejects them.
 */
export const exclusiveUserFilters: readonly (readonly [UserFilterName, UserFilterName])[] = [
  ['active', 'blocked'],
  ['active', 'exclude_active'],
  ['can_sign_in', 'blocked'],
  ['can_sign_in', 'exclude_active'],
  ['external', 'exclude_external'],
  ['humans', 'exclude_humans'],
  ['never_active', 'active_days'],
  ['never_active', 'inactive_days'],
  ['never_signed_in', 'sign_in_days'],
  ['never_signed_in', 'no_sign_in_days'],
];
/** Filters that the window offers only as a pair. The client also sends one alone (document 3:40). */
export const pairedUserFilters: readonly (readonly [UserFilterName, UserFilterName])[] = [['extern_uid', 'provider']];

/**
 * Users of the whole instance, the only scope with users. Search looks for all words in name, username, email addresses
 * and note; accents and case do not matter.
 */
export const users = collection({
  row: User,
  lists: { instance: 'GET /users' },
  one: 'GET /users/:id',
  kept: nightly(1),
  setup: { position: 10, isEssential: true },
  title: 'name',
  about: 'username',
  columns: {
    name: 'normal',
    username: 'folded',
    state: 'text',
    created_at: 'moment',
    email: 'folded',
    public_email: 'folded',
    last_activity_on: 'last',
    last_sign_in_at: 'last',
    is_admin: 'flag',
    is_auditor: 'flag',
    external: 'flag',
    bot: 'flag',
    two_factor: { field: 'two_factor_enabled', as: 'flag' },
    identities: 'identities',
  },
  searched: ['name', 'username', 'email', 'public_email', 'commit_email', 'unconfirmed_email', 'note'],
  recorded: { also: ['locked', 'can_create_group', 'projects_limit', 'using_license_seat'] },
  indexes: [
    ['name'],
    ['username'],
    ['created_at'],
    ['email'],
    ['last_activity_on'],
    ['last_sign_in_at'],
    ['state', 'last_activity_on'],
    ['state', 'last_sign_in_at'],
    ['state'],
    ['state', 'name'],
  ],
  counted: ['state'],
  volatile: ['local_time'],
  filter: UserListFilter,
  where: {
    username: 'folded',
    public_email: 'folded',
    created_after: { by: 'since', column: 'created_at' },
    created_before: { by: 'until', column: 'created_at' },
  },
  valueColumns: { provider: 'identities' },
  sides: userFilterSides,
  administratorColumn: 'is_admin',
  sync: 'windows',
});
