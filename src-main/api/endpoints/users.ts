import { User, UserFilter } from '#shared/contract/users.ts';
import { z } from 'zod';
import { endpoint, rowsOf, table } from '../endpoint.ts';
import { keysetPaging } from '../client/wire/paging.ts';

/** Query fields of `GET /users`. `order_by`, `sort` and some filters require an administrator. */
const UserListQuery = UserFilter.extend({
  search: z.string().min(1).optional(),
  order_by: z.enum(['id', 'name', 'username', 'created_at', 'updated_at']).optional(),
  sort: z.enum(['asc', 'desc']).optional(),
  with_custom_attributes: z.boolean().optional(),
  ...keysetPaging,
});

export const users = table('users', {
  list: endpoint('GET /users', {
    query: UserListQuery,
    reply: rowsOf(User),
    paging: 'keyset',
    doc: '3:40',
  }),
  get: endpoint('GET /users/:id', { reply: User, role: 'signed-in', doc: '3:41' }),
});
