import ShieldOff from '@lucide/icons/icons/shield-off';
import SquarePen from '@lucide/icons/icons/square-pen';
import Trash from '@lucide/icons/icons/trash';
import UserX from '@lucide/icons/icons/user-x';
import type { Scoped } from '#shared/contract/collection.ts';
import { enterpriseUsers as words } from '#shared/text/en/enterprise-users.ts';
import { onOne, type Action, type Picked } from '../../console/actions.ts';
import { planAndApply } from '../../console/plan/plan-and-apply.ts';
import { writeReason } from '../../stores/availability.ts';
import type { ListSelection } from '../../stores/lists/collection-client.ts';
import type { Stores } from '../../stores/context.ts';
import type { WriteOnRows } from '../../stores/plans/writes.ts';
import { leaveAction } from '../../console/leave/leave-action.ts';
import { nameOf, type EnterpriseUser } from './enterprise-list.ts';

type Chosen = Picked<EnterpriseUser>;

/** Actions on enterprise users. The API can't block them or set passwords. */
export function userActions(
  stores: Stores,
  edit: (entry: Scoped<EnterpriseUser>) => void,
): readonly Action<EnterpriseUser>[] {
  const reason = (): string | null => writeReason(stores);
  /** `texts`: the title of the plan for several users and for one, and the message after the write. */
  const write = (
    { count, rows: [only] }: Chosen,
    texts: { title: (n: number) => string; one: (name: string) => string; done: (name: string) => string },
    consequence: string,
    onRows: Omit<WriteOnRows, 'collection'>,
  ) => {
    const name = count === 1 && only !== undefined ? nameOf(only.row) : null;
    void planAndApply(stores, {
      onRows: { collection: 'enterpriseUsers', ...onRows },
      title: (n) => (name === null ? texts.title(n) : texts.one(name)),
      done: ({ label }) => texts.done(name ?? label),
      consequence,
      isDestructive: true,
    });
  };
  const removal = { op: 'enterprise-users.remove' } as const;
  return [
    {
      id: 'enterprise-users.edit',
      label: words.edit.label,
      icon: SquarePen,
      keys: 'e',
      ...onOne(edit),
      disabledReason: reason,
    },
    leaveAction(stores, 'enterpriseUsers'),
    {
      id: 'enterprise-users.disableTwoFactor',
      label: words.twoFactor.label,
      title: words.twoFactor.title,
      icon: ShieldOff,
      keys: 'f',
      isBad: true,
      disabledReason: (picked) => reason() ?? withoutReason(picked),
      run: (picked) => {
        const { selection, leftOut } = withTwoFactor(picked);
        const consequence = [words.twoFactor.why, leftOut].join(' ').trim();
        write(picked, words.twoFactor, consequence, { op: 'enterprise-users.disableTwoFactor', selection });
      },
    },
    {
      id: 'enterprise-users.remove',
      label: words.remove.label,
      title: words.remove.title,
      icon: UserX,
      keys: 'd',
      isBad: true,
      disabledReason: reason,
      run: (picked) => {
        const { count, selection } = picked;
        write(picked, words.remove, words.remove.why(count), { ...removal, selection });
      },
    },
    {
      id: 'enterprise-users.hardRemove',
      label: words.hardRemove.label,
      title: words.hardRemove.title,
      icon: Trash,
      isBad: true,
      disabledReason: reason,
      run: (picked) => {
        const { count, selection } = picked;
        const query = { hard_delete: true };
        write(picked, words.hardRemove, words.hardRemove.why(count), { ...removal, selection, query });
      },
    },
  ];
}

const isOff = ({ row }: Scoped<EnterpriseUser>): boolean => row.two_factor_enabled === false;

/**
 * Why two-factor authentication can't be disabled for any selected user; null if it can for some, or if this is
 * unknown.
 */
function withoutReason({ count, rows }: Chosen): string | null {
  const areAllOff = rows.length === count && count > 0 && rows.every(isOff);
  if (!areAllOff) return null;
  return count === 1 ? words.twoFactor.off : words.twoFactor.allOff;
}

/**
 * The selected users without those who are known to have no two-factor authentication: the platform would refuse each
 * with 400.
 */
function withTwoFactor({ selection, rows }: Chosen): { selection: ListSelection; leftOut: string } {
  if (selection.kind === 'all') {
    const { query } = selection;
    if (query.filter['two_factor'] !== undefined) return { selection, leftOut: '' };
    const narrowed = { ...query, filter: { ...query.filter, two_factor: 'enabled' } };
    return { selection: { ...selection, query: narrowed }, leftOut: words.twoFactor.onlyOn };
  }
  const off = new Set(rows.filter(isOff).map(({ key }) => key));
  if (off.size === 0) return { selection, leftOut: '' };
  const ids = selection.ids.filter((id) => !off.has(id));
  return { selection: { kind: 'ids', ids }, leftOut: words.twoFactor.leftOut(off.size) };
}
