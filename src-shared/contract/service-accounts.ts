import { z } from 'zod';
import { collection } from './collection.ts';

/**
 * A service account, of the instance or of a group (document 3:11). The list of the instance's shows `id`, `username`
 * and `name` alone; `unconfirmed_email` is an address that waits for its confirmation.
 */
export const ServiceAccount = z.looseObject({
  id: z.number().int(),
  username: z.string(),
  name: z.string(),
  email: z.string().nullish(),
  unconfirmed_email: z.string().nullish(),
});
export type ServiceAccount = z.infer<typeof ServiceAccount>;

/** How a list of service accounts may be ordered (document 3:45, 3:51); without it by `id`, the newest first. */
export const ServiceAccountOrder = z.object({
  order_by: z.enum(['id', 'username']).optional(),
  sort: z.enum(['asc', 'desc']).optional(),
});
export type ServiceAccountOrder = z.infer<typeof ServiceAccountOrder>;

/** What a service account is made with, and what can be changed of it; what is left out is generated or stays. */
export const ServiceAccountEdit = z.object({
  name: z.string().min(1).optional(),
  username: z.string().min(1).optional(),
  email: z.string().min(1).optional(),
});
export type ServiceAccountEdit = z.infer<typeof ServiceAccountEdit>;

export const ServiceAccountFilter = z.object({
  username: z.string().min(1).optional(),
  /** An address waits for its confirmation. */
  unconfirmed: z.boolean().optional(),
});
export type ServiceAccountFilter = z.infer<typeof ServiceAccountFilter>;

/** Service accounts by scope: `''` those of the instance, `group:ID`. */
export const serviceAccounts = collection({
  row: ServiceAccount,
  lists: { instance: 'GET /service_accounts', group: 'GET /groups/:id/service_accounts' },
  title: 'name',
  about: 'username',
  columns: { name: 'normal', username: 'folded', email: 'folded', unconfirmed_email: 'text' },
  searched: ['name', 'username', 'email', 'unconfirmed_email'],
  indexes: [['name'], ['username']],
  filter: ServiceAccountFilter,
  where: { username: 'folded', unconfirmed: { by: 'hasValue', column: 'unconfirmed_email' } },
});
