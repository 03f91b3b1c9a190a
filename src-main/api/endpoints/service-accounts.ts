import { ServiceAccount, ServiceAccountEdit, ServiceAccountOrder } from '#shared/contract/service-accounts.ts';
import { z } from 'zod';
import { endpoint, exact, lossy, none, paged, table } from '../endpoint.ts';

const role = 'administrator';
const tier = 'self-managed';
const groupRole = 'Owner, or administrator on self-managed instances';

export const serviceAccounts = table('service-accounts', {
  list: endpoint('GET /service_accounts', { ...paged(ServiceAccount, ServiceAccountOrder), role, tier, doc: '3:45' }),
  create: endpoint('POST /service_accounts', {
    body: ServiceAccountEdit,
    reply: ServiceAccount,
    undo: none('Reeve can’t delete service accounts of the instance'),
    role,
    tier,
    doc: '3:46',
  }),
  // The list has no email addresses, and a new address must be confirmed
  edit: endpoint('PATCH /service_accounts/:id', {
    body: ServiceAccountEdit,
    reply: ServiceAccount,
    undo: lossy('email'),
    role,
    tier,
    doc: '3:47',
  }),
});

export const groupServiceAccounts = table('group-service-accounts', {
  list: endpoint('GET /groups/:id/service_accounts', {
    ...paged(ServiceAccount, ServiceAccountOrder),
    role: groupRole,
    doc: '3:51',
  }),
  create: endpoint('POST /groups/:id/service_accounts', {
    body: ServiceAccountEdit,
    reply: ServiceAccount,
    undo: exact(),
    role: groupRole,
    doc: '3:52',
  }),
  // An undo can't remove a new address that waits for confirmation: the platform keeps it next to the former address
  edit: endpoint('PATCH /groups/:id/service_accounts/:user_id', {
    body: ServiceAccountEdit,
    reply: ServiceAccount,
    undo: lossy('unconfirmed_email'),
    role: groupRole,
    doc: '3:53',
  }),
  remove: endpoint('DELETE /groups/:id/service_accounts/:user_id', {
    query: z.object({ hard_delete: z.boolean().optional() }),
    undo: none('a new account would have another ID, no tokens, and no contributions'),
    role: groupRole,
    doc: '3:54',
  }),
});
