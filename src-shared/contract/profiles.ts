import { z } from 'zod';
import { command, epochMs, event, query } from './kit.ts';

export const profileColours = ['iris', 'teal', 'amber', 'rose', 'green', 'slate'] as const;

/** How an instance names a few fields and routes. */
export const Dialect = z.enum(['documented', 'gitlab']);

/** An instance with one token. The token is stored in the keychain and never leaves the core. */
export const Profile = z.object({
  id: z.string(),
  name: z.string(),
  colour: z.enum(profileColours),
  /** Origin and base path, without `/api/v4` and without a trailing slash. */
  url: z.string(),
  dialect: Dialect,
  /** Another dialect that replies of the instance suggest, until a person has chosen; null: none. */
  proposedDialect: Dialect.nullable(),
  /** The core refuses all writes. */
  readOnly: z.boolean(),
  /** `http://host:port`, with `***@` before the host if the keychain has a login for it; null: a direct connection. */
  proxy: z.string().nullable(),
  /** PEM certificates trusted besides the system's. */
  ca: z.string().nullable(),
  /** Plain `http` to a host that is not loopback, which the person has accepted. */
  allowPlainHttp: z.boolean(),
  /** A token is saved and may be sent to this address. */
  hasToken: z.boolean(),
  /** The setting that changed since the saved token was entered, so that the token is not sent; null: none. */
  tokenMismatch: z.enum(['url', 'proxy', 'ca']).nullable(),
  createdAt: epochMs,
  lastOpenedAt: epochMs.nullable(),
});
export type Profile = z.infer<typeof Profile>;

/**
 * The input of a person. An empty `token` keeps the saved one if it was entered for this address, proxy and certificates;
 * `***@` in `proxy` keeps its login.
 */
export const ProfileInput = z.object({
  name: z.string().trim().min(1).max(60),
  colour: z.enum(profileColours),
  url: z.string().trim().min(1).max(2_000),
  dialect: Dialect.default('documented'),
  readOnly: z.boolean().default(false),
  proxy: z.string().trim().min(1).max(2_000).nullable().default(null),
  ca: z.string().trim().min(1).max(200_000).nullable().default(null),
  allowPlainHttp: z.boolean().default(false),
  token: z.string().trim().max(2_000).default(''),
});
export type ProfileInput = z.infer<typeof ProfileInput>;

/**
 * The result of a GET without side effects, which shows what this token may do. `outcome`: `allowed`, `denied` (401,
 * 403), `missing` (404, 405: not offered or hidden), `unknown` (no reply, or one that does not show it).
 */
export const Capability = z.object({
  name: z.string(),
  /** Method and path of the endpoint, as in the documents. */
  endpoint: z.string(),
  outcome: z.enum(['allowed', 'denied', 'missing', 'unknown']),
  status: z.number().nullable(),
  reportedMessage: z.string().nullable(),
  checkedAt: epochMs,
});
export type Capability = z.infer<typeof Capability>;

export const ConnectionTest = z.object({
  url: z.string(),
  capabilities: z.array(Capability),
  /** Another dialect than the entered one that the replies suggest; null: none, or a person has already chosen. */
  suggestedDialect: Dialect.nullable(),
});
export type ConnectionTest = z.infer<typeof ConnectionTest>;

/** The folder of a profile that has no entry in the restored `state.db`. */
export const LostProfile = z.object({
  id: z.string(),
  /** Name and URL are read from the cache of the instance; null if the cache has none or cannot be read. */
  name: z.string().nullable(),
  url: z.string().nullable(),
  path: z.string(),
  sizeBytes: z.number(),
  /** When a file in it was last written. */
  changedAt: epochMs,
});
export type LostProfile = z.infer<typeof LostProfile>;

export const profiles = {
  list: query(z.object({}).optional(), z.object({ profiles: z.array(Profile), openId: z.string().nullable() })),
  /** Test an address and a token without saving them. Fails with the reason why they can't be used. */
  test: query(ProfileInput.extend({ id: z.string().optional() }), ConnectionTest, {
    remote: true,
  }),
  add: command(ProfileInput, Profile),
  edit: command(ProfileInput.extend({ id: z.string() }), Profile),
  /** The answer to a proposed dialect. It is proposed only once. */
  chooseDialect: command(z.object({ id: z.string(), dialect: Dialect }), Profile),
  /** Deletes the profile, its token and its cache. Journal and archive keep its entries. */
  remove: command(z.object({ id: z.string() }), z.object({ removed: z.boolean() })),
  /** Profiles that are missing from a restored `state.db`. Their caches and tokens are kept until `removeLost`. */
  lost: query(z.object({}).optional(), z.object({ lost: z.array(LostProfile) })),
  /** Deletes the cache and the token of a lost profile. */
  removeLost: command(z.object({ id: z.string() }), z.object({ removed: z.boolean() })),
  /** Make it the instance that this window shows. */
  open: command(z.object({ id: z.string() }), Profile),
  capabilities: query(z.object({}).optional(), z.object({ capabilities: z.array(Capability) })),
  /** Check again what the token of the open profile may do. */
  probe: command(z.object({}).optional(), z.object({ capabilities: z.array(Capability) }), { remote: true }),
  changed: event(z.object({ openId: z.string().nullable() })),
};
