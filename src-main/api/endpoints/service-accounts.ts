import { ServiceAccount, ServiceAccountEdit, ServiceAccountOrder } from '#shared/contract/service-accounts.ts';
import { endpoint, lossy, none, rowsOf, table } from '../endpoint.ts';
import { offsetPaging } from '../client/wire/paging.ts';

const role = 'administrator';
const tier = 'self-managed';

export const serviceAccounts = table('service-accounts', {
  list: endpoint('GET /service_accounts', {
    query: ServiceAccountOrder.extend(offsetPaging),
    reply: rowsOf(ServiceAccount),
    paging: 'offset',
    role,
    tier,
    doc: '3:45',
  }),
  create: endpoint('POST /service_accounts', {
    body: ServiceAccountEdit,
    reply: ServiceAccount,
    undo: none('this API cannot delete an instance service account'),
    role,
    tier,
    doc: '3:46',
  }),
  // The list tells no address, and a new one waits for its confirmation
  edit: endpoint('PATCH /service_accounts/:id', {
    body: ServiceAccountEdit,
    reply: ServiceAccount,
    undo: lossy('email'),
    role,
    tier,
    doc: '3:47',
  }),
});
