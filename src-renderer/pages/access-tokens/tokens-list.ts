import { idleDays, tokenFigures } from '#shared/contract/figures.ts';
import { accessTokens as words } from '#shared/text/en/access-tokens.ts';
import { days, fromIso } from '#shared/time.ts';
import { now } from '../../components/text/clock.ts';
import { declaredList, flag, numberOf } from '../../console/declared-list.ts';
import { isPersonId, peopleOf, personParts, type NamedPerson } from '../../console/facts/person-part.ts';
import { deadlinePart, statePart, type ValuePart } from '../../console/facts/value-parts.ts';
import type { FilterOf, RowOf } from '../../stores/lists/collection-client.ts';

export type Token = RowOf<'accessTokens'>;
export type TokenFilter = FilterOf<'accessTokens'>;
type TokenState = 'active' | 'revoked' | 'expired' | 'inactive';

const dots = { active: ['ok'], revoked: ['bad', true], expired: ['muted', true], inactive: ['muted', true] } as const;

/** Tokens of the service accounts of a group, or of all known groups. */
export const tokensList = declaredList('accessTokens', words, {
  columns: {
    name: 164,
    account: {
      widthPx: 160,
      fields: ['account_name', 'account_username', 'user_id'],
      sortBy: 'account_username',
      value: (row) => accountOf(row)?.name ?? row.account_name ?? row.account_username,
      show: ({ row }) => personParts(accountOf(row)),
    },
    state: {
      widthPx: 100,
      fields: ['active', 'revoked'],
      sortBy: 'active',
      show: ({ row }) => statePart(stateOf(row, now()), dots, words.states),
    },
    expires_at: { show: ({ row }) => expiryOf(row) },
    last_used_at: { widthPx: 104, format: 'moment', isNullNever: true, value: ({ last_used_at: at }) => at ?? null },
    scopes: { widthPx: 168, format: 'chips' },
    scope: { widthPx: 128, format: 'text', fields: ['scope'] },
    created_at: 100,
    age: 88,
    description: { widthPx: 220, isOptional: true },
    id: 76,
  },
  fields: {
    account_name: { show: (_, row) => personParts(accountOf(row as Token)) },
    account_username: { format: 'mono' },
    revoked: { format: 'warn' },
    expires_at: { isNullNever: true },
  },
  values: { state: words.states },
  filters: [
    ['state', 'state', 'revoked', 'never_used', 'unused_days', 'never_expires'],
    ['dates', 'expires_after', 'expires_before', 'last_used_after', 'last_used_before'],
    ['dates', 'created_after', 'created_before'],
    ['account', 'search', 'scopes', 'user_id'],
  ],
  filterFields: {
    unused_days: { control: { kind: 'number', least: 1, unit: words.filter.days } },
    never_used: flag,
    never_expires: flag,
    user_id: { control: { kind: 'number', least: 1 } },
  },
  views: [
    { id: 'active', name: words.views.active, query: { filter: { state: 'active' } } },
    { id: 'revoked', name: words.views.revoked, query: { filter: { revoked: true } } },
    { id: 'unused', name: words.views.unused, query: tokenFigures.unused },
    {
      id: 'idle-api',
      name: words.views.idleApi,
      query: { filter: { state: 'active', scopes: ['api'], unused_days: idleDays } },
      hint: words.views.idleApiWhy(idleDays),
    },
    { id: 'endless', name: words.views.endless, query: tokenFigures.never },
    { id: 'kept', name: words.views.kept, query: tokenFigures.kept },
  ],
  worklistFilters: { unused_days: false },
  notReturnedId: null,
  details: [
    ['token', 'id', 'name', 'description', 'scopes', 'account_name', 'account_username', 'user_id'],
    ['use', 'active', 'revoked', 'created_at', 'last_used_at', 'expires_at'],
  ],
  nameOf: tokenName,
  aboutOf: numberOf,
  peopleOf: (row) => peopleOf(accountOf(row)),
  isListOnly: false,
});

/** The service account of a token. Null: the row does not contain its ID. */
export function accountOf({ user_id: id, account_name: name, account_username: username }: Token): NamedPerson | null {
  return isPersonId(id) ? { id, name: name ?? username ?? words.account(id), username: username ?? null } : null;
}

export function tokenName({ name, id }: Token): string {
  return name === null || name === undefined || name.trim() === '' ? words.unnamed(id) : name;
}

/** The current state of a token. It may have expired since it was synced. */
export function stateOf({ revoked, active, expires_at }: Token, nowMs: number): TokenState {
  if (revoked === true) return 'revoked';
  const endMs = fromIso(expires_at);
  if (endMs !== null && endMs <= nowMs) return 'expired';
  return active === false ? 'inactive' : 'active';
}

/** The day on which a token expires, colored if the day is near. */
export function expiryOf(row: Token): ValuePart {
  const end = deadlinePart(row.expires_at);
  if (end === null) return { text: words.never, look: 'warn-text' };
  const leftMs = stateOf(row, now()) === 'active' ? end.at - now() : Infinity;
  const color = leftMs <= days(7) ? 'bad-text' : leftMs <= days(30) ? 'warn-text' : '';
  return { ...end, look: `cell-text ${color}` };
}
