import { EnterpriseUser, EnterpriseUserEdit, EnterpriseUserFilter } from '#shared/contract/enterprise-users.ts';
import { z } from 'zod';
import { endpointWith, lossy, none, paged, table } from '../endpoint.ts';

const endpoint = endpointWith({ role: 'Owner of the top-level group', tier: 'hosted, paid' });

export const enterpriseUsers = table('enterprise-users', {
  list: endpoint('GET /groups/:id/enterprise_users', { ...paged(EnterpriseUser, EnterpriseUserFilter), doc: '3:59' }),
  get: endpoint('GET /groups/:id/enterprise_users/:user_id', { reply: EnterpriseUser, doc: '3:60' }),
  // The platform refuses the former address if it is outside of the domains of the group
  edit: endpoint('PATCH /groups/:id/enterprise_users/:user_id', {
    body: EnterpriseUserEdit,
    reply: EnterpriseUser.partial().nullish(),
    undo: lossy('email'),
    doc: '3:61',
  }),
  remove: endpoint('DELETE /groups/:id/enterprise_users/:user_id', {
    query: z.object({ hard_delete: z.boolean().optional() }),
    undo: none('the account is deleted, and Reeve can’t create users'),
    doc: '3:62',
  }),
  disableTwoFactor: endpoint('PATCH /groups/:id/enterprise_users/:user_id/disable_two_factor', {
    undo: none('only the users themselves can set up two-factor authentication again'),
    doc: '3:63',
  }),
});
