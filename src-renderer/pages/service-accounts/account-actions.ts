import KeyRound from '@lucide/icons/icons/key-round';
import Pencil from '@lucide/icons/icons/pencil';
import Plus from '@lucide/icons/icons/plus';
import Trash from '@lucide/icons/icons/trash';
import UserX from '@lucide/icons/icons/user-x';
import type { Scoped } from '#shared/contract/collection.ts';
import type { Scope } from '#shared/contract/scope.ts';
import { consoles } from '#shared/text/en/console.ts';
import { serviceAccounts as words } from '#shared/text/en/service-accounts.ts';
import { onOne, type Action, type Picked } from '../../console/actions.ts';
import { viewPath } from '../../console/views/views.ts';
import { writeReason } from '../../stores/availability.ts';
import type { Stores } from '../../stores/context.ts';
import { leaveAction } from '../../console/leave/leave-action.ts';
import { tokensList } from '../access-tokens/tokens-list.ts';
import { removeAccounts } from './account-writes.ts';
import type { Account } from './service-accounts-list.ts';

interface Dialogs {
  edit: (entry: Scoped<Account>) => void;
  newToken: (entry: Scoped<Account>) => void;
}

/**
 * Actions on service accounts. Read reactively, because reasons depend on stores. `scope` null: the rows belong to several
 * groups or to the instance.
 */
export function accountActions(stores: Stores, scope: Scope | null, dialogs: Dialogs): readonly Action<Account>[] {
  const isOfInstance = ({ rows }: Picked<Account>): boolean =>
    scope === '' || (scope === null && rows.some((one) => one.scope === ''));
  /** Of a large selection only some rows are known, so it may contain accounts of the instance. */
  const unknownReason = ({ rows, count }: Picked<Account>): string | null =>
    scope === null && rows.length < count ? consoles.scope.choose('group') : null;
  const notReturnedReason = ({ rows, count }: Picked<Account>): string | null =>
    count === 1 && typeof rows[0]?.notReturnedSince === 'number' ? words.why.notReturned : null;
  const tokenReason = (picked: Picked<Account>): string | null =>
    isOfInstance(picked) ? words.why.noTokensInApi : null;
  const removeReason = (picked: Picked<Account>): string | null =>
    isOfInstance(picked)
      ? words.why.noRemoveInApi
      : (unknownReason(picked) ?? notReturnedReason(picked) ?? writeReason(stores));
  return [
    {
      id: 'service-accounts.edit',
      label: words.actions.edit,
      title: () => words.actions.editTitle,
      icon: Pencil,
      keys: 'e',
      disabledReason: (picked) => notReturnedReason(picked) ?? writeReason(stores),
      ...onOne(dialogs.edit),
    },
    {
      id: 'service-accounts.tokens',
      label: words.actions.tokens,
      icon: KeyRound,
      keys: 't',
      disabledReason: tokenReason,
      ...onOne<Account>(({ row }) => stores.route.navigate(viewPath(tokensList, { filter: { user_id: row.id } }))),
    },
    {
      id: 'service-accounts.newToken',
      label: words.actions.newToken,
      icon: Plus,
      disabledReason: (picked) => tokenReason(picked) ?? notReturnedReason(picked) ?? writeReason(stores),
      ...onOne(dialogs.newToken),
    },
    leaveAction(stores, 'serviceAccounts'),
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
