import { MintedToken, NewToken, PersonalAccessToken, TokenFilter, tokenSorts } from '#shared/contract/access-tokens.ts';
import { ServiceAccount, ServiceAccountEdit, ServiceAccountOrder } from '#shared/contract/service-accounts.ts';
import { z } from 'zod';
import { endpoint, exact, lossy, none, rowsOf, table } from '../endpoint.ts';
import { offsetPaging } from '../client/wire/paging.ts';

const role = 'Owner, or administrator on self-managed instances';

/** Everything that the list of a service account's tokens takes. */
const TokenListQuery = TokenFilter.extend({ sort: z.enum(tokenSorts).optional(), ...offsetPaging });

export const groupServiceAccounts = table('group-service-accounts', {
  list: endpoint('GET /groups/:id/service_accounts', {
    query: ServiceAccountOrder.extend(offsetPaging),
    reply: rowsOf(ServiceAccount),
    paging: 'offset',
    role,
    doc: '3:51',
  }),
  create: endpoint('POST /groups/:id/service_accounts', {
    body: ServiceAccountEdit,
    reply: ServiceAccount,
    undo: exact(),
    role,
    doc: '3:52',
  }),
  // A new address waits for its confirmation, the former one included
  edit: endpoint('PATCH /groups/:id/service_accounts/:user_id', {
    body: ServiceAccountEdit,
    reply: ServiceAccount,
    undo: lossy('email'),
    role,
    doc: '3:53',
  }),
  remove: endpoint('DELETE /groups/:id/service_accounts/:user_id', {
    query: z.object({ hard_delete: z.boolean().optional() }),
    undo: none('a new account would have another id, no tokens and none of its contributions'),
    role,
    doc: '3:54',
  }),
  listTokens: endpoint('GET /groups/:id/service_accounts/:user_id/personal_access_tokens', {
    query: TokenListQuery,
    reply: rowsOf(PersonalAccessToken),
    paging: 'offset',
    role,
    doc: '3:55',
  }),
  createToken: endpoint('POST /groups/:id/service_accounts/:user_id/personal_access_tokens', {
    body: NewToken,
    reply: MintedToken,
    undo: none('this API cannot revoke a token'),
    secrets: ['token'],
    role,
    doc: '3:56',
  }),
});
