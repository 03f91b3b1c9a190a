import { of, planned } from '../operation-words.ts';

export const enterpriseUsers = {
  'enterprise-users.disableTwoFactor': planned(of('Disable two-factor authentication of', 'user')),
  'enterprise-users.edit': of('Edit', 'enterprise user'),
  'enterprise-users.remove': planned(of('Delete', 'enterprise user')),
};
