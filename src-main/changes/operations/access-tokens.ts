import type { accessTokens as api } from '#main/api/endpoints/access-tokens.ts';
import { operationText as words } from '#shared/text/en/operation-text.ts';
import type { OperationsOf } from '../operation-kit/operation.ts';
import { textOf } from '../operation-kit/probes.ts';

export const accessTokens: OperationsOf<typeof api> = {
  // No `probe`, because the readable fields of a token do not identify it
  'group-service-accounts.createToken': {
    caches: {
      kind: 'new',
      collection: 'accessTokens',
      scope: 'group',
      extraFields: ({ path }) => ({ user_id: Number(path.user_id) }),
    },
    label: (_, { path, body }) => `${textOf(body, 'name') ?? words.unnamed.token} (${words.numbered(path['user_id'])})`,
  },
};
