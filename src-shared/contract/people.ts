import { z } from 'zod';
import { epochMs, query, Scope } from './kit.ts';

/** The most people in one call of `get`. */
export const mostPeople = 500;

/** A cached row that names the account, with its ages. `label`: the path of its place; null: the instance, or not known. */
export const PersonSource = z.object({
  collection: z.string(),
  scope: Scope,
  label: z.string().nullable(),
  listFetchedAt: epochMs.nullable(),
  detailFetchedAt: epochMs.nullable(),
  notReturnedSince: epochMs.nullable(),
  deletedAt: epochMs.nullish(),
});
export type PersonSource = z.infer<typeof PersonSource>;

/**
 * A membership in a project. `label`: its path; null: not known. `state`: of the account. `otherOwners`: the other Owners
 * with an active account; null: this person is no Owner. `addedBy`: `created_by`. Values that are not known are null.
 */
export const PersonMembership = z.object({
  scope: Scope,
  label: z.string().nullable(),
  access_level: z.number().int(),
  direct_access_level: z.number().int().nullable().default(null),
  is_direct: z.boolean().nullable().default(null),
  expires_at: z.string().nullable().default(null),
  created_at: z.string().nullable().default(null),
  is_using_seat: z.boolean().nullable().default(null),
  addedBy: z
    .object({ id: z.number().int().nullable().default(null), name: z.string().nullable().default(null) })
    .nullable()
    .default(null),
  state: z.string().nullable().default(null),
  otherOwners: z.number().int().nullable(),
  notReturnedSince: epochMs.nullable(),
});
export type PersonMembership = z.infer<typeof PersonMembership>;

/**
 * A group whose projects have the person as an inherited member with the same level and expiry date, apart from those with
 * a direct membership, which says nothing about groups. `projects`: how many inherit it, of the known ones whose members are
 * synced. The API does not list the members of groups, so this is inferred. Of groups inside each other, only the one with
 * the most projects is listed; if they have the same projects, the lowest.
 */
export const InferredGroup = z.object({
  scope: Scope,
  label: z.string(),
  access_level: z.number().int(),
  expires_at: z.string().nullable(),
  projects: z.number().int(),
});
export type InferredGroup = z.infer<typeof InferredGroup>;

/**
 * Cached rows by this person. `open`: of them, those that are open; null: they have no state. `places`: how many places
 * have a synced list of them, which is not always all places; 0: never synced.
 */
const WorkCount = z.object({ count: z.number().int(), open: z.number().int().nullable(), places: z.number().int() });
export type WorkCount = z.infer<typeof WorkCount>;

/**
 * Everything that is cached about one person or service account. `kind`: from the lists that still return the account, or
 * else from those that once did; `author`: only other rows name it, such as an issue. `row`: each field of the account as
 * the platform sent it in the newest row that has the field; a row that is still returned counts as newer than one that is
 * not, and null is a value. `isCut`: the rows together were too large, so long values are shortened or missing. `sources`:
 * the rows of lists of accounts, and those that a field is taken from; those that are still returned come first.
 * `sourceOf`: the index in `sources` by field. `syncedProjects`: how many projects have a synced list of members. Commits
 * are counted by confirmed email addresses only; null: none is known. `keys`: looked-up keys of this person. `deployKeys`:
 * looked-up deploy keys that this person created. `tokens`: of a group's service account; null: this API does not list the
 * tokens of such an account. `syncedAt`: of the list of tokens; null: never synced.
 */
export const Person = z.object({
  id: z.number().int(),
  kind: z.enum(['user', 'enterprise-user', 'service-account', 'member', 'author']),
  sources: z.array(PersonSource),
  row: z.record(z.string(), z.unknown()),
  isCut: z.boolean(),
  sourceOf: z.record(z.string(), z.number().int()),
  memberships: z.array(PersonMembership),
  syncedProjects: z.number().int(),
  groups: z.array(InferredGroup),
  work: z.object({ issues: WorkCount, mergeRequests: WorkCount, notes: WorkCount, commits: WorkCount.nullable() }),
  keys: z.number().int(),
  deployKeys: z.number().int(),
  tokens: z.object({ active: z.number().int(), count: z.number().int(), syncedAt: epochMs.nullable() }).nullable(),
});
export type Person = z.infer<typeof Person>;

/** People, put together from all lists that name them by the same ID. Answered from the cache. */
export const people = {
  /** In the order of `ids`; null: no cached row names this ID as an account, a member, an author or a creator. */
  get: query(
    z.object({ ids: z.array(z.number().int()).min(1).max(mostPeople) }),
    z.object({ people: z.array(Person.nullable()) }),
  ),
};
