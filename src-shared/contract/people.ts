import { z } from 'zod';
import { epochMs, query, Scope } from './kit.ts';

/** The most people in one call of `get`. */
export const mostPeople = 500;

/**
 * A cached row that describes the person, with its ages. `collection`: where it is cached; for an author, the list of the
 * row that names the person. `label`: the path of the place; null: the whole instance, or not known.
 */
export const PersonSource = z.object({
  collection: z.string(),
  scope: Scope,
  label: z.string().nullable(),
  listFetchedAt: epochMs.nullable(),
  detailFetchedAt: epochMs.nullable(),
  notReturnedSince: epochMs.nullable(),
  deletedAt: epochMs.nullable(),
});
export type PersonSource = z.infer<typeof PersonSource>;

/** A field of the person: the value of the newest row that has the field. `source`: its index in `sources`. */
export const PersonFact = z.object({ field: z.string(), value: z.unknown(), source: z.number().int() });
export type PersonFact = z.infer<typeof PersonFact>;

/**
 * A membership in a project. `label`: its path; null: not known. `otherOwners`: the other cached members with the level
 * Owner whose account is active; null: this person is no Owner. `addedBy`: `created_by`.
 */
export const PersonMembership = z.object({
  scope: Scope,
  label: z.string().nullable(),
  access_level: z.number().int(),
  direct_access_level: z.number().int().nullable(),
  is_direct: z.boolean().nullable(),
  expires_at: z.string().nullable(),
  created_at: z.string().nullable(),
  is_using_seat: z.boolean().nullable(),
  addedBy: z.object({ id: z.number().int().nullable(), name: z.string().nullable() }).nullable(),
  otherOwners: z.number().int().nullable(),
  fetchedAt: epochMs,
  notReturnedSince: epochMs.nullable(),
});
export type PersonMembership = z.infer<typeof PersonMembership>;

/**
 * A group whose known projects all contain the person with the same inherited level and expiry date. `projects`: how many
 * of its projects say so. The API does not list the members of groups, so this is inferred.
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
 * Cached rows by this person. `open`: of them, those that are open; null: they have no state. `places`: the places whose
 * lists are synced, which is not always all of them.
 */
const WorkCount = z.object({ count: z.number().int(), open: z.number().int().nullable(), places: z.number().int() });
export type WorkCount = z.infer<typeof WorkCount>;

/**
 * Everything that is cached about one person or service account. `kind` is derived from the lists that contain the
 * account; `author`: only rows of others name it. Commits are counted by email address only; null: no address is known.
 * `keys`: looked-up keys of this person. `deployKeys`: looked-up deploy keys that this person created.
 * `tokens`: of a group's service account; null: this API does not list tokens of such an account.
 */
export const Person = z.object({
  id: z.number().int(),
  kind: z.enum(['user', 'enterprise-user', 'service-account', 'member', 'author']),
  sources: z.array(PersonSource),
  facts: z.array(PersonFact),
  memberships: z.array(PersonMembership),
  groups: z.array(InferredGroup),
  work: z.object({
    issues: WorkCount,
    mergeRequests: WorkCount,
    notes: WorkCount,
    commits: WorkCount.nullable(),
  }),
  emails: z.array(z.string()),
  keys: z.number().int(),
  deployKeys: z.number().int(),
  tokens: z.object({ active: z.number().int(), count: z.number().int() }).nullable(),
});
export type Person = z.infer<typeof Person>;

/** People, put together from all lists that name them by the same ID. Answered from the cache. */
export const people = {
  /** In the order of `ids`; null: no cached row names this ID. */
  get: query(
    z.object({ ids: z.array(z.number().int()).min(1).max(mostPeople) }),
    z.object({ people: z.array(Person.nullable()) }),
  ),
};
