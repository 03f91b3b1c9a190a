import { MintedToken, NewToken, PersonalAccessToken, TokenFilter, tokenSorts } from '#shared/contract/access-tokens.ts';
import { z } from 'zod';
import { endpoint, none, paged, table } from '../endpoint.ts';

const role = 'Owner, or administrator on self-managed instances';

/** The endpoints keep their names in the tables of the accounts, because journals and plan files contain them. */
export const accessTokens = table('group-service-accounts', {
  listTokens: endpoint('GET /groups/:id/service_accounts/:user_id/personal_access_tokens', {
    ...paged(PersonalAccessToken, TokenFilter.extend({ sort: z.enum(tokenSorts).optional() })),
    role,
    doc: '3:55',
  }),
  createToken: endpoint('POST /groups/:id/service_accounts/:user_id/personal_access_tokens', {
    body: NewToken,
    perDialect: { values: { scopes: 'tokenScopes' } },
    reply: MintedToken,
    undo: none('Reeve can’t revoke tokens'),
    secrets: ['token'],
    role,
    doc: '3:56',
  }),
});
