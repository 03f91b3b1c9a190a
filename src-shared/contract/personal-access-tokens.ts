import { z } from 'zod';
import { instant } from './kit.ts';

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
