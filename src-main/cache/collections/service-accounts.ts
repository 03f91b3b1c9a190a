import { ServiceAccount, type ServiceAccountFilter } from '#shared/contract/service-accounts.ts';
import { given, is } from '../conditions.ts';
import type { Definition, Statement } from '../derive.ts';
import { foldedText } from '../normal-text.ts';

/** What the cache derives from service accounts (document 3:11). */
export const serviceAccounts = {
  stem: 'serviceAccounts',
  list: 'serviceAccounts',
  detail: 'serviceAccounts.detail',
  isScoped: true,
  record: ServiceAccount,
  volatile: [],
  columns: {
    name: { field: 'name', as: 'normal' },
    username: { field: 'username', as: 'folded' },
    email: { field: 'email', as: 'folded' },
    unconfirmed_email: { field: 'unconfirmed_email', as: 'text' },
  },
  hay: ['name', 'username', 'email', 'unconfirmed_email'],
  indexes: [['name'], ['username']],
  counts: [],
  conditions,
} satisfies Definition;

function conditions({ username, unconfirmed }: ServiceAccountFilter): Statement[] {
  return given([
    username !== undefined && is.equal('username', foldedText(username)),
    unconfirmed !== undefined && is.absent('unconfirmed_email', !unconfirmed),
  ]);
}
