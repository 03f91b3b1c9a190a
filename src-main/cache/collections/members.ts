import { ProjectMember, type ProjectMemberFilter } from '#shared/contract/members.ts';
import { given, is } from '../conditions.ts';
import type { Definition, Statement } from '../derive.ts';
import { foldedText } from '../normal-text.ts';

/** What the cache derives from members of projects (document 3:29); the id is that of the user. */
export const members = {
  stem: 'members',
  list: 'members',
  detail: 'members.detail',
  isScoped: true,
  record: ProjectMember,
  volatile: [],
  columns: {
    name: { field: 'name', as: 'normal' },
    username: { field: 'username', as: 'folded' },
    access_level: { field: 'access_level', as: 'number' },
    is_direct: { field: 'is_direct', as: 'flag' },
    state: { field: 'state', as: 'text' },
    email: { field: 'email', as: 'folded' },
    created_at: { field: 'created_at', as: 'moment' },
    expires_at: { field: 'expires_at', as: 'moment' },
    is_using_seat: { field: 'is_using_seat', as: 'flag' },
  },
  hay: ['name', 'username', 'email', 'group_saml_identity.extern_uid'],
  indexes: [['name'], ['username'], ['access_level', 'name'], ['expires_at']],
  counts: ['access_level', 'is_direct', 'state'],
  conditions,
} satisfies Definition;

function conditions(filter: ProjectMemberFilter): Statement[] {
  const { username, user_ids } = filter;
  return given([
    is.oneOf('id', user_ids),
    username !== undefined && is.equal('username', foldedText(username)),
    is.equal('state', filter.state),
    is.flag('is_direct', filter.is_direct),
    is.flag('is_using_seat', filter.is_using_seat),
    is.equal('access_level', filter.access_level),
    is.atLeast('access_level', filter.access_level_min),
    is.before('expires_at', filter.expires_before),
    is.absent('expires_at', filter.never_expires),
  ]);
}
