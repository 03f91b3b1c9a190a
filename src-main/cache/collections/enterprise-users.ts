import { readScope } from '#shared/contract/scope.ts';
import type { EnterpriseUserFilter } from '#shared/contract/enterprise-users.ts';
import { given, is } from '../conditions.ts';
import type { Fields, Statement } from '../derive.ts';
import { normalText } from '../normal-text.ts';

export const enterpriseUsers = {
  conditions,
  // In a group that is known only by its path, this is most likely that group: without a check it would be listed twice
  names: ({ provisioned_by_group_id: id }: Fields, scope: string) =>
    typeof id === 'number' && typeof readScope(scope)?.ref === 'number'
      ? [{ kind: 'group' as const, id, path: null, name: null }]
      : [],
};

/** Filters of more than one column (document 3:59); a false boolean is none. */
function conditions({ search, active, blocked, two_factor }: EnterpriseUserFilter): Statement[] {
  const text = search === undefined ? '' : normalText(search);
  return given([
    search !== undefined && {
      sql: '(instr(name, ?) > 0 OR instr(username, ?) > 0 OR instr(email, ?) > 0)',
      values: [text, text, text],
    },
    active === true && is.equal('state', 'active'),
    blocked === true && is.equal('state', 'blocked'),
    two_factor !== undefined && is.flag('two_factor', two_factor === 'enabled'),
  ]);
}
