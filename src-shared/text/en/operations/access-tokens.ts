import { of } from '../operation-words.ts';

export const accessTokens = {
  'group-service-accounts.createToken': of('Create', 'token'),
};
