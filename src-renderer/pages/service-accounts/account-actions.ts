import KeyRound from '@lucide/svelte/icons/key-round';
import Pencil from '@lucide/svelte/icons/pencil';
import Plus from '@lucide/svelte/icons/plus';
import Trash from '@lucide/svelte/icons/trash-2';
import UserX from '@lucide/svelte/icons/user-x';
import type { Scoped } from '#shared/contract/collection.ts';
import type { Scope } from '#shared/contract/scope.ts';
import { serviceAccounts as words } from '#shared/text/en/service-accounts.ts';
import type { Action, Picked } from '../../console/actions.ts';
import { viewPath } from '../../console/views/views.ts';
import { writeReason } from '../../stores/availability.ts';
import type { Stores } from '../../stores/context.ts';
import { tokensList } from '../access-tokens/tokens-list.ts';
import { removeAccounts } from './account-writes.ts';
import type { Account } from './service-accounts-list.ts';

interface Dialogs {
  edit: (entry: Scoped<Account>) => void;
  newToken: (entry: Scoped<Account>) => void;
}

/** Actions on the service accounts of a scope. Read reactively, because reasons depend on stores. */
export function accountActions(stores: Stores, scope: Scope, dialogs: Dialogs): readonly Action<Account>[] {
  const isInstance = scope === '';
  const onOne =
    (work: (entry: Scoped<Account>) => void) =>
    ({ rows: [only] }: Picked<Account>): void => {
      if (only !== undefined) work(only);
    };
  const notReturnedReason = ({ rows, count }: Picked<Account>): string | null =>
    count === 1 && typeof rows[0]?.notReturnedSince === 'number' ? words.why.notReturned : null;
  const tokenReason = isInstance ? words.why.noTokensInApi : null;
  const removeReason = (picked: Picked<Account>): string | null =>
    isInstance ? words.why.noRemoveInApi : (notReturnedReason(picked) ?? writeReason(stores));
  return [
    {
      id: 'service-accounts.edit',
      label: words.actions.edit,
      title: () => words.actions.editTitle,
      icon: Pencil,
      keys: 'e',
      only: 'one',
      disabledReason: (picked) => notReturnedReason(picked) ?? writeReason(stores),
      run: onOne(dialogs.edit),
    },
    {
      id: 'service-accounts.tokens',
      label: words.actions.tokens,
      icon: KeyRound,
      keys: 't',
      only: 'one',
      disabledReason: () => tokenReason,
      run: onOne(({ row }) => stores.route.navigate(viewPath(tokensList, { filter: { user_id: row.id } }))),
    },
    {
      id: 'service-accounts.newToken',
      label: words.actions.newToken,
      icon: Plus,
      only: 'one',
      disabledReason: (picked) => tokenReason ?? notReturnedReason(picked) ?? writeReason(stores),
      run: onOne(dialogs.newToken),
    },
    {
      id: 'service-accounts.remove',
      label: words.actions.remove,
      title: words.actions.removeTitle,
      icon: Trash,
      keys: 'd',
      isBad: true,
      disabledReason: removeReason,
      run: (picked) => void removeAccounts(stores, scope, picked, false),
    },
    {
      id: 'service-accounts.hardDelete',
      label: words.actions.hardDelete,
      title: words.actions.hardDeleteTitle,
      icon: UserX,
      isBad: true,
      disabledReason: removeReason,
      run: (picked) => void removeAccounts(stores, scope, picked, true),
    },
  ];
}
