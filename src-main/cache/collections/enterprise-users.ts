import { EnterpriseUser, type EnterpriseUserFilter } from '#shared/contract/enterprise-users.ts';
import { readScope } from '#shared/contract/collection.ts';
import { given, is } from '../conditions.ts';
import type { Definition, Fields, Statement } from '../derive.ts';
import { foldedText, normalText } from '../normal-text.ts';

/** What the cache derives from enterprise users (document 3:17). */
export const enterpriseUsers = {
  stem: 'enterpriseUsers',
  list: 'enterpriseUsers',
  detail: 'enterpriseUsers.detail',
  isScoped: true,
  record: EnterpriseUser,
  volatile: ['local_time'],
  columns: {
    name: { field: 'name', as: 'normal' },
    username: { field: 'username', as: 'folded' },
    state: { field: 'state', as: 'text' },
    email: { field: 'email', as: 'folded' },
    created_at: { field: 'created_at', as: 'moment' },
    last_activity_on: { field: 'last_activity_on', as: 'moment' },
    last_sign_in_at: { field: 'last_sign_in_at', as: 'moment' },
    two_factor: { field: 'two_factor_enabled', as: 'flag' },
  },
  hay: ['name', 'username', 'email', 'public_email', 'commit_email', 'unconfirmed_email', 'note'],
  indexes: [
    ['name'],
    ['username'],
    ['email'],
    ['created_at'],
    ['last_activity_on'],
    ['last_sign_in_at'],
    ['state', 'name'],
    ['two_factor', 'name'],
  ],
  counts: ['state', 'two_factor'],
  conditions,
  // In a group that is known by its path alone, this is most likely that group: nothing tells, and it would stand twice
  names: ({ provisioned_by_group_id: id }: Fields, scope: string) =>
    typeof id === 'number' && typeof readScope(scope)?.ref === 'number'
      ? [{ kind: 'group' as const, id, path: null, name: null }]
      : [],
} satisfies Definition;

/** Every documented filter (document 3:59); a false boolean is none. Both ends of a span of creation count. */
function conditions(filter: EnterpriseUserFilter): Statement[] {
  const { username, search, active, blocked, two_factor } = filter;
  const text = search === undefined ? '' : normalText(search);
  return given([
    username !== undefined && is.equal('username', foldedText(username)),
    search !== undefined && {
      sql: '(instr(name, ?) > 0 OR instr(username, ?) > 0 OR instr(email, ?) > 0)',
      values: [text, text, text],
    },
    active === true && is.equal('state', 'active'),
    blocked === true && is.equal('state', 'blocked'),
    is.since('created_at', filter.created_after),
    is.until('created_at', filter.created_before),
    two_factor !== undefined && is.flag('two_factor', two_factor === 'enabled'),
  ]);
}
