import { of, planned } from '../operation-words.ts';

export const accessTokens = {
  'group-service-accounts.createToken': planned(of('Create', 'access token')),
};
