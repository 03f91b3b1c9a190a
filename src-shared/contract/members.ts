import { z } from 'zod';
import { collection } from './collection.ts';
import { allValues } from './dialect-values.ts';
import { instant, nullish } from './kit.ts';
import { UserRef } from './user-ref.ts';
import { Identity, ScimIdentity } from './users.ts';
import { days, hours } from '#shared/time.ts';

/** Memberships that end within this time need attention. */
export const membershipEndsSoonMs = days(7);

/** All access levels, from no access to owner (document 3:29). */
export const accessLevels = allValues('memberLevels');

/**
 * A member of a project (document 3:29). Only some group owners can see `email` and the identities (document 3:86).
 * `is_using_seat` is only returned if requested.
 */
export const Member = z.looseObject({
  id: z.number().int(),
  username: z.string(),
  name: z.string(),
  ...nullish(z.string(), 'state', 'avatar_url', 'web_url'),
  created_at: instant.nullish(),
  created_by: UserRef.nullish(),
  /** A day, `YYYY-MM-DD`. */
  expires_at: z.string().nullish(),
  access_level: z.number().int(),
  email: z.string().nullish(),
  group_saml_identity: Identity.nullish(),
  group_scim_identity: ScimIdentity.nullish(),
  is_using_seat: z.boolean().nullish(),
});
export type Member = z.infer<typeof Member>;

/** The filters of both lists of members (document 3:81, 3:82). */
export const MemberFilter = z.object({
  query: z.string().min(1).optional(),
  user_ids: z.array(z.number().int()).optional(),
  show_seat_info: z.boolean().optional(),
});

/** A new member (document 3:84): either `user_id`, also several separated by commas, or `username`. */
export const NewMemberFields = z.object({
  user_id: z.union([z.number().int(), z.string().regex(/^\d+(,\d+)*$/)]).optional(),
  username: z.string().min(1).optional(),
  access_level: z.literal(accessLevels),
  expires_at: z.iso.date().optional(),
  invite_source: z.string().optional(),
  /** Null removes the custom role. */
  member_role_id: z.number().int().nullish(),
});
export const NewMember = NewMemberFields.refine(
  ({ user_id, username }) => user_id !== undefined || username !== undefined,
  { path: ['user_id'], message: 'either user_id or username is needed' },
);

/**
 * The reply to adding members, which the documents do not show (document 3:85): a member, or a status text for several.
 * Also with a success status, `status` and `message` may report members that were not added.
 */
export const AddedMembers = Member.partial()
  .extend({ status: z.string().nullish(), message: z.unknown().optional() })
  .nullish();

/**
 * A member with its kind of membership: direct, inherited or invited. `access_level` is the highest of all memberships.
 */
export const ProjectMember = Member.extend({
  is_direct: z.boolean().nullish(),
  direct_access_level: z.number().int().nullish(),
});

export const ProjectMemberFilter = z.object({
  user_ids: z.array(z.number().int()).optional(),
  username: z.string().min(1).optional(),
  state: z.string().min(1).optional(),
  /** The state of the membership; `state` is the state of the account. Only the platform knows it (document 3:82). */
  membership_state: z.enum(['awaiting', 'active']).optional(),
  is_direct: z.boolean().optional(),
  is_using_seat: z.boolean().optional(),
  access_level: z.number().int().optional(),
  access_level_min: z.number().int().optional(),
  expires_before: instant.optional(),
  never_expires: z.boolean().optional(),
  /**
   * What is known about the account, from the newest cached row that contains it. `unknown`: no row contains it.
   * `blocked_or_inactive`: not active, no longer returned, or without activity for 90 days.
   */
  account: z.enum(['blocked_or_inactive', 'unknown']).optional(),
  /** `disabled`: a person who can sign in without it. */
  two_factor: z.enum(['disabled', 'unknown']).optional(),
  external: z.enum(['external', 'unknown']).optional(),
  /** Owners of a project in which no other known Owner has an active account. */
  only_owner: z.literal(true).optional(),
});
export type ProjectMemberFilter = z.infer<typeof ProjectMemberFilter>;

/** An account without activity for this many days counts as inactive. */
export const inactiveDays = 90;

/** Direct and inherited members of projects in one list: `project:ID`. */
export const members = collection({
  row: ProjectMember,
  lists: { project: 'GET /projects/:id/members/all' },
  one: 'GET /projects/:id/members/all/:user_id',
  kept: { everyMs: hours(6), requests: 2 },
  setup: { position: 40, requestsPerPlace: 2 },
  title: 'name',
  about: 'username',
  columns: {
    name: 'normal',
    username: 'folded',
    access_level: 'number',
    is_direct: 'flag',
    state: 'text',
    email: 'folded',
    created_at: 'moment',
    expires_at: 'moment',
    is_using_seat: 'flag',
    created_by: { field: 'created_by.id', as: 'number' },
  },
  searched: ['name', 'username', 'email', 'group_saml_identity.extern_uid'],
  recorded: { also: ['direct_access_level'] },
  indexes: [['name'], ['username'], ['access_level', 'name'], ['expires_at']],
  counted: ['access_level', 'is_direct', 'state'],
  filter: ProjectMemberFilter,
  sides: { membership_state: 'server' },
  asked: { membership_state: 'state' },
  where: {
    user_ids: { by: 'oneOf', column: 'id' },
    username: 'folded',
    state: 'equal',
    is_direct: 'flag',
    is_using_seat: 'flag',
    access_level: 'equal',
    access_level_min: { by: 'atLeast', column: 'access_level' },
    expires_before: { by: 'before', column: 'expires_at' },
    never_expires: { by: 'isMissing', column: 'expires_at' },
  },
});
