import { z } from 'zod';
import { collection, nightly } from './collection.ts';
import { between, instant, nullish, query, Scope } from './kit.ts';

/** A personal access token of a service account, without its secret (document 3:14). */
export const PersonalAccessToken = z.looseObject({
  id: z.number().int(),
  name: z.string().nullish(),
  revoked: z.boolean().nullish(),
  created_at: instant.nullish(),
  description: z.string().nullish(),
  scopes: z.array(z.string()).nullish(),
  user_id: z.number().int().nullish(),
  last_used_at: instant.nullish(),
  active: z.boolean().nullish(),
  /** A day, `YYYY-MM-DD`. */
  expires_at: z.string().nullish(),
});

/**
 * The reply to the creation of a token: the only one that contains the secret `token`. The documents do not show this
 * reply (document 3:56), so no field is certain.
 */
export const MintedToken = PersonalAccessToken.partial().extend({ token: z.string().nullish() });

/** All documented filters of a service account's tokens (document 3:55). */
export const TokenFilter = z.object({
  ...between('created'),
  ...between('expires'),
  ...between('last_used'),
  revoked: z.boolean().optional(),
  search: z.string().min(1).optional(),
  state: z.enum(['active', 'inactive']).optional(),
});
export type TokenFilter = z.infer<typeof TokenFilter>;

export const tokenSorts = [
  'created_asc',
  'created_desc',
  'expires_asc',
  'expires_desc',
  'last_used_asc',
  'last_used_desc',
  'name_asc',
  'name_desc',
] as const;

/** The fields of a new token (document 3:56). The documents list no scopes, so any is accepted. */
export const NewToken = z.object({
  name: z.string().min(1),
  scopes: z.array(z.string().min(1)).min(1),
  description: z.string().optional(),
  /** Without it, the platform sets the latest allowed date. */
  expires_at: z.iso.date().optional(),
});
export type NewToken = z.infer<typeof NewToken>;

/** A token with its service account. */
export const AccessToken = PersonalAccessToken.extend({
  ...nullish(z.string(), 'account_username', 'account_name'),
});

export const AccessTokenFilter = TokenFilter.extend({
  /** Only tokens of this service account. */
  user_id: z.number().int().optional(),
  /** Only tokens with all of these scopes. */
  scopes: z.array(z.string().min(1)).optional(),
  /** Only tokens without an expiry date. */
  never_expires: z.boolean().optional(),
  never_used: z.boolean().optional(),
  /** Not used for this many days. A token that was never used matches once it is that old. */
  unused_days: z.number().int().min(1).max(36_500).optional(),
});
export type AccessTokenFilter = z.infer<typeof AccessTokenFilter>;

/**
 * Parts of the horizon of expiry dates. `week`, `month` and `quarter` do not overlap; like `later`, `never`, `unused`
 * and `idle` they contain only active tokens. `kept`: tokens that the platform no longer returns.
 */
export const horizonParts = [
  'expired',
  'week',
  'month',
  'quarter',
  'later',
  'never',
  'unused',
  'idle',
  'kept',
] as const;
export type HorizonPart = (typeof horizonParts)[number];

/** A number of tokens, and the filter that lists them. `unknown`: as in `Figure`. */
export const HorizonCount = z.object({
  filter: AccessTokenFilter,
  notReturned: z.enum(['hide', 'show', 'only']),
  count: z.number().int(),
  unknown: z.number().optional(),
});
export type HorizonCount = z.infer<typeof HorizonCount>;

/** The expiry dates of cached tokens, by days in UTC, like those of the platform. `from`: the first day of a week. */
export const Horizon = z.object({
  today: z.iso.date(),
  /** Active tokens that expire within 30 days: the parts `week` and `month` together. */
  soon: HorizonCount,
  parts: z.array(HorizonCount.extend({ part: z.enum(horizonParts) })),
  weeks: z.array(HorizonCount.extend({ from: z.iso.date() })),
});
export type Horizon = z.infer<typeof Horizon>;

/** Tokens of all service accounts of a group: `group:ID`. */
export const accessTokens = collection({
  row: AccessToken,
  lists: { group: 'GET /groups/:id/service_accounts/:user_id/personal_access_tokens' },
  kept: nightly(8),
  setup: { position: 60, requestsPerPlace: 6, isEssential: true, role: 'owner' },
  title: 'name',
  about: 'account_username',
  columns: {
    expires_at: 'moment',
    name: 'normal',
    account_username: 'folded',
    created_at: 'moment',
    last_used_at: 'moment',
    active: 'flag',
    revoked: 'flag',
    user_id: 'number',
    scopes: 'list',
  },
  searched: ['name', 'description', 'account_username', 'account_name', 'scopes'],
  recorded: { also: ['description'], not: ['last_used_at'] },
  indexes: [['expires_at'], ['name'], ['created_at'], ['last_used_at'], ['active', 'expires_at'], ['user_id']],
  counted: ['active', 'revoked'],
  filter: AccessTokenFilter,
  // A token without a date is neither before nor after one
  where: {
    created_after: { by: 'after', column: 'created_at' },
    created_before: { by: 'before', column: 'created_at' },
    expires_after: { by: 'after', column: 'expires_at' },
    expires_before: { by: 'before', column: 'expires_at' },
    last_used_after: { by: 'after', column: 'last_used_at' },
    last_used_before: { by: 'before', column: 'last_used_at' },
    revoked: 'flag',
    search: { by: 'contains', column: 'name' },
    user_id: 'equal',
    scopes: 'holdsAll',
    never_expires: { by: 'isMissing', column: 'expires_at' },
    never_used: { by: 'isMissing', column: 'last_used_at' },
  },
  verbs: {
    /** `scope` null: all cached groups. Includes tokens that only the archive still has. */
    horizon: query(z.object({ scope: Scope.nullable() }), Horizon),
  },
});
