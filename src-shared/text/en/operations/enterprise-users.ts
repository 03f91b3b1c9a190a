import { of } from '../operation-words.ts';

export const enterpriseUsers = {
  'enterprise-users.disableTwoFactor': of('Disable two-factor authentication of', 'user'),
  'enterprise-users.edit': of('Edit', 'enterprise user'),
  'enterprise-users.remove': of('Delete', 'enterprise user'),
};
