import { accessTokens } from '#shared/text/en/access-tokens.ts';

export const create = {
  id: 'access-tokens.create',
  label: accessTokens.actions.create,
  keywords: 'new add',
};
