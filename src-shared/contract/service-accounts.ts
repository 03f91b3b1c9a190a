import { z } from 'zod';
import { nullish } from './kit.ts';
import { collection, nightly } from './collection.ts';

/**
 * A service account of the instance or of a group (document 3:11). The list of the instance contains only `id`,
 * `username` and `name`. `unconfirmed_email` is an email address that is not confirmed yet.
 */
export const ServiceAccount = z.looseObject({
  id: z.number().int(),
  username: z.string(),
  name: z.string(),
  ...nullish(z.string(), 'email', 'unconfirmed_email'),
});

/** The sort order of a list of service accounts (document 3:45, 3:51); by default `id`, newest first. */
export const ServiceAccountOrder = z.object({
  order_by: z.enum(['id', 'username']).optional(),
  sort: z.enum(['asc', 'desc']).optional(),
});

/** The fields of a new or edited service account. Missing fields are generated or stay unchanged. */
export const ServiceAccountEdit = z.object({
  name: z.string().min(1).optional(),
  username: z.string().min(1).optional(),
  email: z.string().min(1).optional(),
});
export type ServiceAccountEdit = z.infer<typeof ServiceAccountEdit>;

export const ServiceAccountFilter = z.object({
  username: z.string().min(1).optional(),
  /** Only accounts with an unconfirmed email address. */
  unconfirmed: z.boolean().optional(),
});

/** Service accounts by scope: `''` (those of the instance), `group:ID`. */
export const serviceAccounts = collection({
  row: ServiceAccount,
  lists: { instance: 'GET /service_accounts', group: 'GET /groups/:id/service_accounts' },
  kept: nightly(1),
  setup: { position: 30, role: 'owner' },
  title: 'name',
  about: 'username',
  columns: { name: 'normal', username: 'folded', email: 'folded', unconfirmed_email: 'text' },
  searched: ['name', 'username', 'email', 'unconfirmed_email'],
  indexes: [['name'], ['username']],
  filter: ServiceAccountFilter,
  where: { username: 'folded', unconfirmed: { by: 'hasValue', column: 'unconfirmed_email' } },
});
