import { of, planned } from '../operation-words.ts';

export const serviceAccounts = {
  'group-service-accounts.create': of('Create', 'group service account'),
  'group-service-accounts.edit': of('Edit', 'group service account'),
  'group-service-accounts.remove': planned(of('Delete', 'group service account')),
  'service-accounts.create': planned(of('Create', 'service account')),
  'service-accounts.edit': of('Edit', 'service account'),
};
