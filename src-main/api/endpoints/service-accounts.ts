import { ServiceAccount, ServiceAccountEdit, ServiceAccountOrder } from '#shared/contract/service-accounts.ts';
import { z } from 'zod';
import { endpointWith, exact, lossy, none, paged, table } from '../endpoint.ts';

const ofInstance = endpointWith({ role: 'administrator', tier: 'self-managed' });
const ofGroup = endpointWith({ role: 'Owner, or administrator on self-managed instances' });

export const serviceAccounts = table('service-accounts', {
  list: ofInstance('GET /service_accounts', { ...paged(ServiceAccount, ServiceAccountOrder), doc: '3:45' }),
  create: ofInstance('POST /service_accounts', {
    body: ServiceAccountEdit,
    reply: ServiceAccount,
    undo: none('Reeve can’t delete service accounts of the instance'),
    doc: '3:46',
  }),
  // The list has no email addresses, and a new address must be confirmed
  edit: ofInstance('PATCH /service_accounts/:id', {
    body: ServiceAccountEdit,
    reply: ServiceAccount,
    undo: lossy('email'),
    doc: '3:47',
  }),
});

export const groupServiceAccounts = table('group-service-accounts', {
  list: ofGroup('GET /groups/:id/service_accounts', { ...paged(ServiceAccount, ServiceAccountOrder), doc: '3:51' }),
  create: ofGroup('POST /groups/:id/service_accounts', {
    body: ServiceAccountEdit,
    reply: ServiceAccount,
    undo: exact(),
    doc: '3:52',
  }),
  // An undo can't remove a new address that waits for confirmation: the platform keeps it next to the former address
  edit: ofGroup('PATCH /groups/:id/service_accounts/:user_id', {
    body: ServiceAccountEdit,
    reply: ServiceAccount,
    undo: lossy('unconfirmed_email'),
    doc: '3:53',
  }),
  remove: ofGroup('DELETE /groups/:id/service_accounts/:user_id', {
    query: z.object({ hard_delete: z.boolean().optional() }),
    undo: none('a new account would have another ID, no tokens, and no contributions'),
    doc: '3:54',
  }),
});
