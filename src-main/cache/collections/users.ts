import type { UserListFilter } from '#shared/contract/users.ts';
import { given } from '../conditions.ts';
import { daysAgo } from '../read/filters/account-facts.ts';
import { identityLine, never, type Statement } from '../derive.ts';

export const users = {
  conditions: (filter: UserListFilter) => userConditions(filter, Date.now()),
};

const twoFactor = {
  enabled: 'two_factor = 1',
  disabled: 'two_factor = 0',
  unknown: '(two_factor IS NULL OR (two_factor = 0 AND bot IS NULL))',
};

/**
 * Conditions of the filters that are not a comparison with one column. A row without a value, because the token was not
 * an administrator's, matches neither a filter nor its opposite. Days are counted back from the start of the current
 * UTC day, so that the result stays the same all day. Source: document 3:40.
 */
export function userConditions(filter: UserListFilter, nowMs: number): Statement[] {
  const ago = (n: number | undefined): number | undefined => (n === undefined ? undefined : daysAgo(n, nowMs));
  const activity = {
    before: ago(filter.inactive_days),
    since: ago(filter.active_days),
    isNever: filter.never_active,
  };
  const signIn = {
    before: ago(filter.no_sign_in_days),
    since: ago(filter.sign_in_days),
    isNever: filter.never_signed_in,
  };
  return given([
    filter.active === true && { sql: `state = 'active'`, values: [] },
    filter.exclude_active === true && { sql: `state <> 'active'`, values: [] },
    filter.blocked === true && { sql: `state = 'blocked'`, values: [] },
    filter.external === true && { sql: 'external = 1', values: [] },
    filter.exclude_external === true && { sql: 'external = 0', values: [] },
    filter.admins === true && { sql: 'is_admin = 1', values: [] },
    filter.auditors === true && { sql: 'is_auditor = 1', values: [] },
    filter.can_sign_in === true && { sql: `state = 'active' AND bot = 0`, values: [] },
    filter.two_factor !== undefined && { sql: twoFactor[filter.two_factor], values: [] },
    identityCondition(filter.provider, filter.extern_uid),
    ...lastConditions('last_activity_on', activity),
    ...lastConditions('last_sign_in_at', signIn),
  ]);
}

/** Limits for the last time of an event, in epoch milliseconds. */
interface LastAsked {
  before?: number | undefined;
  since?: number | undefined;
  isNever?: boolean | undefined;
}

function lastConditions(column: string, { before, since, isNever }: LastAsked): (Statement | undefined)[] {
  return [
    before === undefined
      ? undefined
      : { sql: `${column} < ? AND NOT (${column} = ${never} AND created_at >= ?)`, values: [before, before] },
    since === undefined ? undefined : { sql: `${column} >= ?`, values: [since] },
    isNever === true ? { sql: `${column} = ${never}`, values: [] } : undefined,
  ];
}

function identityCondition(provider: string | undefined, uid: string | undefined): Statement | undefined {
  if (provider === undefined && uid === undefined) return undefined;
  const line = identityLine(provider ?? '', uid ?? '');
  if (provider !== undefined && uid !== undefined) return { sql: 'instr(identities, ?) > 0', values: [line] };
  const [head, tail] = [line.slice(0, line.indexOf('\t') + 1), line.slice(line.indexOf('\t'))];
  return { sql: 'instr(identities, ?) > 0', values: [provider === undefined ? tail : head] };
}
