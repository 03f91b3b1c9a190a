import ScanEye from '@lucide/icons/icons/scan-eye';
import UserX from '@lucide/icons/icons/user-x';
import { members as words } from '#shared/text/en/members.ts';
import { onOne, type Action } from '../../console/actions.ts';
import { viewPath } from '../../console/views/views.ts';
import type { Stores } from '../../stores/context.ts';
import { leaveAction } from '../../console/leave/leave-action.ts';
import { accessList, type Member } from './members-list.ts';

/** Actions on a member, including actions that the API does not have. */
export function memberActions(stores: Stores): readonly Action<Member>[] {
  const { route } = stores;
  return [
    {
      id: 'members.access',
      label: words.actions.xray,
      icon: ScanEye,
      ...onOne<Member>(({ row: { username } }) => route.navigate(viewPath(accessList, { filter: { username } }))),
    },
    leaveAction(stores, 'members'),
    {
      id: 'members.remove',
      label: words.actions.remove,
      icon: UserX,
      disabledReason: () => words.actions.removeWhy,
      run: () => undefined,
    },
  ];
}
