import { AccessTokenFilter } from '#shared/contract/access-tokens.ts';
import { accessTokens as words } from '#shared/text/en/access-tokens.ts';
import {
  defineList,
  type DetailField,
  type ValueFormat,
  type FilterField,
  type ListColumn,
} from '../../console/list-spec.ts';
import type { FilterOf, RowOf } from '../../stores/lists/collection-client.ts';

export type Token = RowOf<'accessTokens'>;
export type TokenFilter = FilterOf<'accessTokens'>;

const column = (
  id: keyof typeof words.columns,
  widthPx: number,
  more: Partial<ListColumn<Token>> = {},
): ListColumn<Token> => ({ id, title: words.columns[id], widthPx, ...more });
const hidden = { isOptional: true };

const { filter: labels } = words;
const date = (name: `${'created' | 'expires' | 'last_used'}_${'after' | 'before'}`): FilterField<TokenFilter> => ({
  name,
  label: labels[name],
  group: labels.groups.dates,
  control: { kind: 'date' },
});
const filters: readonly FilterField<TokenFilter>[] = [
  {
    name: 'state',
    label: labels.state,
    group: labels.groups.state,
    control: {
      kind: 'enum',
      options: [
        { value: 'active', label: labels.active },
        { value: 'inactive', label: labels.inactive },
      ],
    },
  },
  {
    name: 'revoked',
    label: labels.revoked,
    group: labels.groups.state,
    control: { kind: 'boolean', yes: labels.yes, no: labels.no },
  },
  { name: 'never_used', label: labels.never_used, group: labels.groups.state, control: { kind: 'flag' } },
  { name: 'never_expires', label: labels.never_expires, group: labels.groups.state, control: { kind: 'flag' } },
  date('expires_after'),
  date('expires_before'),
  date('last_used_after'),
  date('last_used_before'),
  date('created_after'),
  date('created_before'),
  { name: 'search', label: labels.search, group: labels.groups.account, control: { kind: 'text' } },
  { name: 'scopes', label: labels.scopes, group: labels.groups.account, control: { kind: 'texts' } },
  { name: 'user_id', label: labels.user_id, group: labels.groups.account, control: { kind: 'number', least: 1 } },
];

const field = (name: keyof typeof words.fields, format: ValueFormat = 'text'): DetailField => ({
  name,
  format,
  label: words.fields[name],
});

/** Tokens of the service accounts of a group, or of all known groups. */
export const tokensList = defineList('accessTokens', {
  path: '/access-tokens',
  title: words.title,
  noun: words.noun,
  searchHint: words.searchHint,
  role: words.role,
  scopes: ['group'],
  columns: [
    column('name', 200, { sortBy: 'name', isPinned: true }),
    column('account', 160, {
      fields: ['account_name', 'account_username', 'user_id'],
      sortBy: 'account_username',
      value: ({ account_name: name, account_username: username, user_id: id }) =>
        name ?? username ?? (typeof id === 'number' ? words.account(id) : id),
    }),
    column('state', 100, { fields: ['active', 'revoked'], sortBy: 'active', format: 'custom' }),
    column('expires_at', 104, { sortBy: 'expires_at', format: 'custom', align: 'end' }),
    column('last_used_at', 104, { sortBy: 'last_used_at', format: 'custom', align: 'end' }),
    column('scopes', 168, { format: 'custom' }),
    column('scope', 128, { format: 'custom', fields: ['scope'] }),
    column('created_at', 100, { sortBy: 'created_at', format: 'moment', align: 'end' }),
    column('age', 88, { align: 'end' }),
    column('description', 220, hidden),
    column('id', 76, { ...hidden, sortBy: 'id', align: 'end' }),
  ],
  filter: AccessTokenFilter,
  filters,
  sort: { by: 'expires_at', direction: 'asc' },
  views: [
    { id: 'all', name: words.views.all, query: {} },
    { id: 'active', name: words.views.active, query: { filter: { state: 'active' } } },
    { id: 'revoked', name: words.views.revoked, query: { filter: { revoked: true } } },
    { id: 'unused', name: words.views.unused, query: { filter: { state: 'active', never_used: true } } },
    { id: 'endless', name: words.views.endless, query: { filter: { state: 'active', never_expires: true } } },
    { id: 'kept', name: words.views.kept, query: { gone: 'only' } },
  ],
  details: [
    {
      id: 'token',
      title: words.groups.token,
      fields: [
        field('id', 'mono'),
        field('name'),
        field('description'),
        field('scopes', 'list'),
        field('account_name'),
        field('account_username', 'mono'),
        field('user_id', 'mono'),
      ],
    },
    {
      id: 'use',
      title: words.groups.use,
      fields: [
        field('active'),
        field('revoked', 'warn'),
        field('created_at', 'moment'),
        field('last_used_at', 'moment'),
        field('expires_at', 'day'),
      ],
    },
  ],
  leading: ['id', 'name'],
  nameOf: tokenName,
  aboutOf: ({ id }) => `#${id}`,
});

export function tokenName({ name, id }: Token): string {
  return name === null || name === undefined || name.trim() === '' ? words.unnamed(id) : name;
}
