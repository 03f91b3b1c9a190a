import { ServiceAccountFilter } from '#shared/contract/service-accounts.ts';
import { serviceAccounts as words } from '#shared/text/en/service-accounts.ts';
import { defineList, type DetailField, type ValueFormat, type ListColumn } from '../../console/list-spec.ts';
import type { Stores } from '../../stores/context.ts';
import type { FilterOf, RowOf } from '../../stores/lists/collection-client.ts';

export type Account = RowOf<'serviceAccounts'>;
export type AccountFilter = FilterOf<'serviceAccounts'>;

const column = (
  id: keyof typeof words.columns,
  widthPx: number,
  more: Partial<ListColumn<Account>> = {},
): ListColumn<Account> => ({ id, title: words.columns[id], widthPx, ...more });
const field = (name: keyof typeof words.fields, format: ValueFormat = 'text'): DetailField => ({
  name,
  format,
  label: words.fields[name],
});

/** Why the list of the instance can't be shown: the token may not see service accounts that belong to no group. */
export function refusal({ capabilities }: Pick<Stores, 'capabilities'>, scope: string | null): string | null {
  const isDenied = capabilities.list.some(({ name, outcome }) => name === 'service-accounts' && outcome === 'denied');
  return scope === '' && isDenied ? words.why.administrators : null;
}

/** Service accounts of the instance or of the chosen group. The instance does not return email addresses. */
export const serviceAccountsList = defineList('serviceAccounts', {
  path: '/service-accounts',
  title: words.title,
  noun: words.noun,
  searchHint: words.searchHint,
  role: words.role,
  refusal,
  scopes: ['instance', 'group'],
  columns: [
    column('name', 240, { sortBy: 'name', isPinned: true }),
    column('username', 300, { sortBy: 'username', format: 'mono' }),
    column('email', 300, { sortBy: 'email', format: 'custom' }),
    column('unconfirmed_email', 200, { format: 'custom' }),
    column('age', 92, { align: 'end' }),
    column('id', 84, { sortBy: 'id', align: 'end', isOptional: true }),
  ],
  filter: ServiceAccountFilter,
  filters: [
    { name: 'username', label: words.filter.username, group: words.filter.group, control: { kind: 'text' } },
    {
      name: 'unconfirmed',
      label: words.filter.unconfirmed,
      group: words.filter.group,
      control: { kind: 'boolean', yes: words.filter.waits, no: words.filter.confirmed },
    },
  ],
  sort: { by: 'name', direction: 'asc' },
  views: [
    { id: 'all', name: words.views.all, query: {} },
    { id: 'unconfirmed', name: words.views.unconfirmed, query: { filter: { unconfirmed: true } } },
    { id: 'gone', name: words.views.gone, query: { gone: 'only' } },
  ],
  details: [
    {
      id: 'account',
      title: words.details,
      fields: [
        field('id', 'mono'),
        field('name'),
        field('username', 'mono'),
        field('email'),
        field('unconfirmed_email'),
      ],
    },
  ],
  leading: ['id', 'username'],
  nameOf: ({ name, username }) => (name.trim() === '' ? username : name),
  aboutOf: ({ id }) => `#${id}`,
});
