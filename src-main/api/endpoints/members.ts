import { AddedMembers, Member, MemberFilter, NewMember } from '#shared/contract/members.ts';
import { z } from 'zod';
import { endpoint, none, paged, table } from '../endpoint.ts';

export const members = table('members', {
  /** Direct members only. */
  list: endpoint('GET /projects/:id/members', {
    ...paged(Member, MemberFilter.extend({ skip_users: z.array(z.number().int()).optional() })),
    doc: '3:81',
  }),
  /** Includes inherited and invited members, each once with the highest access level. `state` needs a paid tier. */
  listAll: endpoint('GET /projects/:id/members/all', {
    ...paged(Member, MemberFilter.extend({ state: z.enum(['awaiting', 'active']).optional() })),
    doc: '3:82',
  }),
  get: endpoint('GET /projects/:id/members/:user_id', { reply: Member, doc: '3:83' }),
  /** A direct, inherited or invited member. */
  getAny: endpoint('GET /projects/:id/members/all/:user_id', { reply: Member, doc: '3:83' }),
  create: endpoint('POST /projects/:id/members', {
    body: NewMember,
    perDialect: { values: { access_level: 'memberLevels' } },
    reply: AddedMembers,
    exclusive: [['user_id', 'username']],
    undo: none('Reeve can’t remove members'),
    doc: '3:84',
  }),
});
