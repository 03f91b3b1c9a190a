import { readScope } from '#shared/contract/scope.ts';
import type { EnterpriseUserFilter } from '#shared/contract/enterprise-users.ts';
import { given, is } from '../conditions.ts';
import type { Fields, Statement } from '../derive.ts';
import { normalText } from '../normal-text.ts';

export const enterpriseUsers = {
  conditions,
  // If the scope names its group by path, the ID most likely belongs to that group, which would then be listed twice
  names: ({ provisioned_by_group_id: id }: Fields, scope: string) =>
    typeof id === 'number' && typeof readScope(scope)?.ref === 'number'
      ? [{ kind: 'group' as const, id, path: null, name: null }]
      : [],
};

/** Filters that are not a comparison with one column (document 3:59). A filter that is false counts as not set. */
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
