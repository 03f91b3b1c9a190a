import type { accessTokens as api } from '#main/api/endpoints/access-tokens.ts';
import { operationText as words } from '#shared/text/en/operation-text.ts';
import type { OperationsOf } from '../operation-kit/operation.ts';
import { nameIn } from '../operation-kit/probes.ts';

export const accessTokens: OperationsOf<typeof api> = {
  // No `probe`, because the readable fields of a token do not identify it
  'group-service-accounts.createToken': {
    caches: {
      kind: 'new',
      collection: 'accessTokens',
      scope: 'group',
      extraFields: ({ path }) => ({ user_id: Number(path.user_id) }),
    },
    names: {
      of: ({ path }) => ({ collection: 'serviceAccounts', scope: `group:${path.id}`, id: Number(path.user_id) }),
      detail: ({ path }, { other }) => words.ofAccount(nameIn(other, 'name', 'username') ?? path.user_id),
    },
  },
};
