import { AccessToken, type AccessTokenFilter } from '#shared/contract/access-tokens.ts';
import { given, holdsAll, is } from '../conditions.ts';
import type { Definition, Statement } from '../derive.ts';
import { normalText } from '../normal-text.ts';

/** What the cache derives from tokens of service accounts (document 3:14). */
export const accessTokens = {
  stem: 'accessTokens',
  list: 'accessTokens',
  detail: 'accessTokens.detail',
  isScoped: true,
  record: AccessToken,
  volatile: [],
  columns: {
    expires_at: { field: 'expires_at', as: 'moment' },
    name: { field: 'name', as: 'normal' },
    account_username: { field: 'account_username', as: 'folded' },
    created_at: { field: 'created_at', as: 'moment' },
    last_used_at: { field: 'last_used_at', as: 'moment' },
    active: { field: 'active', as: 'flag' },
    revoked: { field: 'revoked', as: 'flag' },
    user_id: { field: 'user_id', as: 'number' },
    scopes: { field: 'scopes', as: 'list' },
  },
  hay: ['name', 'description', 'account_username', 'account_name', 'scopes'],
  indexes: [['expires_at'], ['name'], ['created_at'], ['last_used_at'], ['active', 'expires_at'], ['user_id']],
  counts: ['active', 'revoked'],
  conditions,
} satisfies Definition;

/** The nine documented filters, and ours (document 3:55). What has no date passes neither side of it. */
function conditions(filter: AccessTokenFilter): Statement[] {
  const { search, state } = filter;
  return given([
    is.after('created_at', filter.created_after),
    is.before('created_at', filter.created_before),
    is.after('expires_at', filter.expires_after),
    is.before('expires_at', filter.expires_before),
    is.after('last_used_at', filter.last_used_after),
    is.before('last_used_at', filter.last_used_before),
    is.flag('revoked', filter.revoked),
    search !== undefined && is.contains('name', normalText(search)),
    state !== undefined && is.flag('active', state === 'active'),
    is.equal('user_id', filter.user_id),
    ...holdsAll('scopes', filter.scopes),
    is.absent('expires_at', filter.never_expires),
    is.absent('last_used_at', filter.never_used),
  ]);
}
