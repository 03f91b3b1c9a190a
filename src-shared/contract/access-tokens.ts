import { z } from 'zod';
import { collection } from './collection.ts';
import { Scope } from './scope.ts';
import { instant, query } from './kit.ts';

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
export type PersonalAccessToken = z.infer<typeof PersonalAccessToken>;

/**
 * The answer to the making of a token: the only time that `token`, the secret, is told. The documents do not show this
 * answer (document 3:56), so nothing in it is certain.
 */
export const MintedToken = PersonalAccessToken.partial().extend({ token: z.string().nullish() });
export type MintedToken = z.infer<typeof MintedToken>;

/** Every documented filter of a service account's tokens (document 3:55). */
export const TokenFilter = z.object({
  created_after: instant.optional(),
  created_before: instant.optional(),
  expires_after: instant.optional(),
  expires_before: instant.optional(),
  last_used_after: instant.optional(),
  last_used_before: instant.optional(),
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

/** What a token is made with (document 3:56). No list of scopes is shown, so any may be asked for. */
export const NewToken = z.object({
  name: z.string().min(1),
  scopes: z.array(z.string().min(1)).min(1),
  description: z.string().optional(),
  /** Without it the token lives as long as the platform allows. */
  expires_at: z.iso.date().optional(),
});
export type NewToken = z.infer<typeof NewToken>;

/** A token with the service account that it was listed under. */
export const AccessToken = PersonalAccessToken.extend({
  account_username: z.string().nullish(),
  account_name: z.string().nullish(),
});
export type AccessToken = z.infer<typeof AccessToken>;

export const AccessTokenFilter = TokenFilter.extend({
  /** Of this service account. */
  user_id: z.number().int().optional(),
  /** Has all of these scopes. */
  scopes: z.array(z.string().min(1)).optional(),
  /** Has no day on which it expires. */
  never_expires: z.boolean().optional(),
  never_used: z.boolean().optional(),
});
export type AccessTokenFilter = z.infer<typeof AccessTokenFilter>;

/**
 * Parts of the credential horizon. `week`, `month` and `quarter` follow each other without overlap and hold active tokens
 * only, as `later`, `never`, `unused` and `idle` do. `kept`: no longer listed by the platform.
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

/** So many tokens, and the filter that shows them. */
export const HorizonCount = z.object({
  filter: AccessTokenFilter,
  gone: z.enum(['hide', 'show', 'only']),
  count: z.number().int(),
});
export type HorizonCount = z.infer<typeof HorizonCount>;

/** When cached tokens end, counted in days of UTC, as the platform's expiry is. `from`: the first day of a week. */
export const Horizon = z.object({
  today: z.iso.date(),
  parts: z.array(HorizonCount.extend({ part: z.enum(horizonParts) })),
  weeks: z.array(HorizonCount.extend({ from: z.iso.date() })),
});
export type Horizon = z.infer<typeof Horizon>;

/** Tokens of all service accounts of a group: `group:ID`. */
export const accessTokens = collection({
  row: AccessToken,
  lists: { group: 'GET /groups/:id/service_accounts/:user_id/personal_access_tokens' },
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
  indexes: [['expires_at'], ['name'], ['created_at'], ['last_used_at'], ['active', 'expires_at'], ['user_id']],
  counted: ['active', 'revoked'],
  filter: AccessTokenFilter,
  // What has no date is neither before nor after one
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
    /** `scope` null: of every group that is cached. Includes tokens that the archive alone still has. */
    horizon: query(z.object({ scope: Scope.nullable() }), Horizon),
  },
});
