import { User, type UserFilter, type UserListFilter } from '#shared/contract/users.ts';
import { days, fromIso } from '#shared/time.ts';
import { identityLine, never, type Definition, type Statement } from '../derive.ts';
import { foldedText } from '../normal-text.ts';

/** What the cache derives from users (document 3:8). */
export const users = {
  stem: 'users',
  list: 'users',
  detail: 'users.detail',
  isScoped: false,
  record: User,
  volatile: ['local_time'],
  columns: {
    name: { field: 'name', as: 'normal' },
    username: { field: 'username', as: 'folded' },
    state: { field: 'state', as: 'text' },
    created_at: { field: 'created_at', as: 'moment' },
    email: { field: 'email', as: 'folded' },
    public_email: { field: 'public_email', as: 'folded' },
    last_activity_on: { field: 'last_activity_on', as: 'last' },
    last_sign_in_at: { field: 'last_sign_in_at', as: 'last' },
    is_admin: { field: 'is_admin', as: 'flag' },
    is_auditor: { field: 'is_auditor', as: 'flag' },
    external: { field: 'external', as: 'flag' },
    two_factor: { field: 'two_factor_enabled', as: 'flag' },
    identities: { field: 'identities', as: 'identities' },
  },
  hay: ['name', 'username', 'email', 'public_email', 'commit_email', 'unconfirmed_email', 'note'],
  indexes: [
    ['name'],
    ['username'],
    ['created_at'],
    ['email'],
    ['last_activity_on'],
    ['last_sign_in_at'],
    ['state', 'last_activity_on'],
    ['state', 'last_sign_in_at'],
    ['state'],
    ['state', 'name'],
  ],
  counts: ['state'],
  conditions: userConditions,
} satisfies Definition;

/**
 * What the filters that need no platform ask of a row, as pieces of a WHERE. Both ends of a span of creation count; a fact that is not known
 * of a row (it came without the administrator's view) matches neither a filter nor its opposite. Source: document 3:40.
 */
export function userConditions(filter: DatedUserFilter): Statement[] {
  const { username, public_email, created_after, created_before, provider, extern_uid } = filter;
  const all: (Statement | false | undefined)[] = [
    username !== undefined && { sql: 'username = ?', values: [foldedText(username)] },
    public_email !== undefined && { sql: 'public_email = ?', values: [foldedText(public_email)] },
    filter.active && { sql: `state = 'active'`, values: [] },
    filter.exclude_active && { sql: `state <> 'active'`, values: [] },
    filter.blocked && { sql: `state = 'blocked'`, values: [] },
    filter.external && { sql: 'external = 1', values: [] },
    filter.exclude_external && { sql: 'external = 0', values: [] },
    filter.admins && { sql: 'is_admin = 1', values: [] },
    filter.auditors && { sql: 'is_auditor = 1', values: [] },
    filter.two_factor !== undefined && { sql: 'two_factor = ?', values: [filter.two_factor === 'enabled' ? 1 : 0] },
    created_after !== undefined && { sql: 'created_at >= ?', values: [fromIso(created_after)] },
    created_before !== undefined && { sql: 'created_at <= ?', values: [fromIso(created_before)] },
    identityCondition(provider, extern_uid),
    ...lastConditions('last_activity_on', filter.activity),
    ...lastConditions('last_sign_in_at', filter.signIn),
  ];
  return all.filter((condition) => condition !== false && condition !== undefined);
}

function lastConditions(column: string, { before, since, isNever }: LastAsked = {}): (Statement | undefined)[] {
  return [
    before === undefined
      ? undefined
      : { sql: `${column} < ? AND NOT (${column} = ${never} AND created_at >= ?)`, values: [before, before] },
    since === undefined ? undefined : { sql: `${column} >= ?`, values: [since] },
    isNever === true ? { sql: `${column} = ${never}`, values: [] } : undefined,
  ];
}

/** Limits for the last time of an event, in epoch milliseconds. */
interface LastAsked {
  before?: number | undefined;
  since?: number | undefined;
  isNever?: boolean | undefined;
}
type DatedUserFilter = UserFilter & { activity?: LastAsked; signIn?: LastAsked };

/**
 * The filter with its numbers of days as times, counted back from the start of the current UTC day, so that the result
 * stays the same all day.
 */
export function dated(filter: UserListFilter, nowMs: number): DatedUserFilter {
  const { inactive_days, active_days, never_active, no_sign_in_days, sign_in_days, never_signed_in, ...rest } = filter;
  const ago = (n: number | undefined): number | undefined =>
    n === undefined ? undefined : Math.floor(nowMs / days(1)) * days(1) - days(n);
  return {
    ...rest,
    activity: { before: ago(inactive_days), since: ago(active_days), isNever: never_active },
    signIn: { before: ago(no_sign_in_days), since: ago(sign_in_days), isNever: never_signed_in },
  };
}

function identityCondition(provider: string | undefined, uid: string | undefined): Statement | undefined {
  if (provider === undefined && uid === undefined) return undefined;
  const line = identityLine(provider ?? '', uid ?? '');
  if (provider !== undefined && uid !== undefined) return { sql: 'instr(identities, ?) > 0', values: [line] };
  const [head, tail] = [line.slice(0, line.indexOf('\t') + 1), line.slice(line.indexOf('\t'))];
  return { sql: 'instr(identities, ?) > 0', values: [provider === undefined ? tail : head] };
}
