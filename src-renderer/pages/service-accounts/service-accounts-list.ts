import MailQuestion from '@lucide/icons/icons/mail-question-mark';
import { serviceAccounts as words } from '#shared/text/en/service-accounts.ts';
import { declaredList, numberOf } from '../../console/declared-list.ts';
import { absentPart } from '../../console/facts/value-parts.ts';
import type { Stores } from '../../stores/context.ts';
import type { FilterOf, RowOf } from '../../stores/lists/collection-client.ts';

export type Account = RowOf<'serviceAccounts'>;
export type AccountFilter = FilterOf<'serviceAccounts'>;

/** Why the list of the instance can't be shown: the token may not see service accounts that belong to no group. */
export function refusal({ capabilities }: Pick<Stores, 'capabilities'>, scope: string | null): string | null {
  const isDenied = capabilities.list.some(({ name, outcome }) => name === 'service-accounts' && outcome === 'denied');
  return scope === '' && isDenied ? words.why.administrators : null;
}

/** Service accounts of the instance or of the chosen group. The instance does not return email addresses. */
export const serviceAccountsList = declaredList('serviceAccounts', words, {
  refusal,
  columns: {
    name: 240,
    username: 300,
    email: {
      widthPx: 300,
      show: ({ row, scope }) => (scope === '' && (row.email ?? '') === '' ? absentPart(words.notOfInstanceWhy) : null),
    },
    unconfirmed_email: {
      widthPx: 200,
      sortBy: null,
      show: ({ row: { unconfirmed_email: address = null } }) =>
        address === null || address === ''
          ? absentPart()
          : { icon: MailQuestion, text: address, title: words.pending(address) },
    },
    age: 92,
    id: 84,
  },
  fields: { username: { format: 'mono' } },
  filters: [['account', 'username', 'unconfirmed']],
  filterFields: { unconfirmed: { control: { kind: 'boolean', yes: words.filter.waits, no: words.filter.confirmed } } },
  views: [{ id: 'unconfirmed', name: words.views.unconfirmed, query: { filter: { unconfirmed: true } } }],
  details: [['account', 'id', 'name', 'username', 'email', 'unconfirmed_email']],
  leading: ['id', 'username'],
  nameOf: ({ name, username }) => (name.trim() === '' ? username : name),
  aboutOf: numberOf,
  isListOnly: false,
});
