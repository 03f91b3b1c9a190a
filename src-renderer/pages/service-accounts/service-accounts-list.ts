import MailQuestion from '@lucide/icons/icons/mail-question-mark';
import { serviceAccounts as words } from '#shared/text/en/service-accounts.ts';
import { allRows, defineList, notReturnedRows } from '../../console/define-list.ts';
import { specParts } from '../../console/spec-parts.ts';
import { absentPart } from '../../console/facts/value-parts.ts';
import type { Stores } from '../../stores/context.ts';
import type { FilterOf, RowOf } from '../../stores/lists/collection-client.ts';

export type Account = RowOf<'serviceAccounts'>;
export type AccountFilter = FilterOf<'serviceAccounts'>;

const { column, details, filters } = specParts('serviceAccounts', words);

/** Why the list of the instance can't be shown: the token may not see service accounts that belong to no group. */
export function refusal({ capabilities }: Pick<Stores, 'capabilities'>, scope: string | null): string | null {
  const isDenied = capabilities.list.some(({ name, outcome }) => name === 'service-accounts' && outcome === 'denied');
  return scope === '' && isDenied ? words.why.administrators : null;
}

/** Service accounts of the instance or of the chosen group. The instance does not return email addresses. */
export const serviceAccountsList = defineList('serviceAccounts', words, {
  refusal,
  columns: [
    column('name', 240, { isPinned: true }),
    column('username', 300, { format: 'mono' }),
    column('email', 300, {
      show: ({ row, scope }) => (scope === '' && (row.email ?? '') === '' ? absentPart(words.notOfInstanceWhy) : null),
    }),
    column('unconfirmed_email', 200, {
      sortBy: null,
      show: ({ row: { unconfirmed_email: address = null } }) =>
        address === null || address === ''
          ? absentPart()
          : { icon: MailQuestion, text: address, title: words.pending(address) },
    }),
    column('age', 92),
    column('id', 84),
  ],
  filters: filters(words.filter, [['account', 'username', 'unconfirmed']], {
    unconfirmed: { control: { kind: 'boolean', yes: words.filter.waits, no: words.filter.confirmed } },
  }),
  views: [
    allRows,
    { id: 'unconfirmed', name: words.views.unconfirmed, query: { filter: { unconfirmed: true } } },
    notReturnedRows,
  ],
  details: details({ account: ['id', 'name', ['username', 'mono'], 'email', 'unconfirmed_email'] }),
  leading: ['id', 'username'],
  nameOf: ({ name, username }) => (name.trim() === '' ? username : name),
});
