import { enterpriseUsers as api } from '#main/api/endpoints/enterprise-users.ts';
import type { Listing } from '../listing.ts';

/** Enterprise users of a top-level group. */
export const enterpriseUsers: Listing<'enterpriseUsers'> = {
  stem: 'enterpriseUsers',
  scopes: ['group'],
  parts: ({ ref }) => [{ endpoint: api.list, input: { path: { id: ref } } }],
  read: ({ send, ref, signal }, user_id) => send(api.get, { path: { id: ref, user_id } }, signal),
  path: ({ ref, id }) => `/groups/${encodeURIComponent(ref)}/enterprise_users/${id}`,
};
