import ShieldOff from '@lucide/icons/icons/shield-off';
import SquarePen from '@lucide/icons/icons/square-pen';
import Trash from '@lucide/icons/icons/trash';
import UserX from '@lucide/icons/icons/user-x';
import type { Scoped } from '#shared/contract/collection.ts';
import { enterpriseUsers as words } from '#shared/text/en/enterprise-users.ts';
import { onOne, type Action, type Picked } from '../../console/actions.ts';
import { planAndApply, type Change } from '../../console/plan/plan-and-apply.ts';
import { writeReason } from '../../stores/availability.ts';
import type { ListSelection } from '../../stores/lists/collection-client.ts';
import type { Stores } from '../../stores/context.ts';
import { nameOf, type EnterpriseUser } from './enterprise-list.ts';

type Chosen = Picked<EnterpriseUser>;

/** Actions on enterprise users. The API can't block them or set passwords. */
export function userActions(
  stores: Stores,
  edit: (entry: Scoped<EnterpriseUser>) => void,
): readonly Action<EnterpriseUser>[] {
  const reason = (): string | null => writeReason(stores);
  const write = (
    op: 'remove' | 'disableTwoFactor',
    selection: ListSelection,
    more: Partial<Change> & { query?: Record<string, unknown> },
  ) => {
    const { query, ...rest } = more;
    void planAndApply(stores, {
      onRows: { op: `enterprise-users.${op}`, collection: 'enterpriseUsers', selection, ...(query && { query }) },
      isDestructive: true,
      ...rest,
    });
  };
  return [
    {
      id: 'enterprise-users.edit',
      label: words.edit.label,
      icon: SquarePen,
      keys: 'e',
      ...onOne(edit),
      disabledReason: reason,
    },
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
        const name = nameOfOne(picked);
        write('disableTwoFactor', selection, {
          title: (n) => (name === null ? words.twoFactor.title(n) : words.twoFactor.one(name)),
          done: ({ label }) => words.twoFactor.done(name ?? label),
          consequence: [words.twoFactor.why, leftOut].join(' ').trim(),
        });
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
        const name = nameOfOne(picked);
        write('remove', picked.selection, {
          title: (n) => (name === null ? words.remove.title(n) : words.remove.one(name)),
          done: ({ label }) => words.remove.done(name ?? label),
          consequence: words.remove.why(picked.count),
        });
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
        const name = nameOfOne(picked);
        write('remove', picked.selection, {
          query: { hard_delete: true },
          title: (n) => (name === null ? words.hardRemove.title(n) : words.hardRemove.one(name)),
          done: ({ label }) => words.hardRemove.done(name ?? label),
          consequence: words.hardRemove.why(picked.count),
        });
      },
    },
  ];
}

function nameOfOne({ count, rows: [only] }: Chosen): string | null {
  return count === 1 && only !== undefined ? nameOf(only.row) : null;
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
