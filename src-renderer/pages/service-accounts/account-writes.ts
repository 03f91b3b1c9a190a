import { readScope, type Scope } from '#shared/contract/scope.ts';
import { serviceAccounts as words } from '#shared/text/en/service-accounts.ts';
import type { Picked } from '../../console/actions.ts';
import { planAndApply, type Outcome } from '../../console/plan/plan-and-apply.ts';
import type { Stores } from '../../stores/context.ts';
import { serviceAccountsList, type Account } from './service-accounts-list.ts';

const op = 'group-service-accounts.remove';
const nameOf = (row: Account): string => serviceAccountsList.nameOf(row);

/**
 * Delete the selected accounts of groups, with a plan that asks for the name (for several, for their number). `scope`
 * null: they belong to several groups, and all of them are loaded.
 */
export async function removeAccounts(
  stores: Stores,
  scope: Scope | null,
  { selection, count, rows }: Picked<Account>,
  isHard: boolean,
): Promise<Outcome> {
  const [only] = rows;
  const { actions, remove } = words;
  const single = count === 1 ? only?.row : undefined;
  const titleOf = isHard ? actions.hardDeleteTitle : actions.removeTitle;
  const oneTitle = isHard ? remove.hardTitle : remove.title;
  const query = isHard ? { query: { hard_delete: true } } : {};
  const isAllHere = rows.length === count;
  return planAndApply(stores, {
    ...(isAllHere
      ? {
          calls: rows.map(({ row, scope: at }) => ({
            op,
            path: { ...groupOf(scope ?? at), user_id: row.id },
            ...query,
          })),
        }
      : { onRows: { op, collection: 'serviceAccounts', selection, ...query } }),
    title: (n) => (single === undefined ? titleOf(n) : oneTitle(nameOf(single))),
    done: ({ label }) => remove.done(label),
    consequence: (isHard ? remove.hard : remove.soft)(count),
    isDestructive: true,
    isShown: true,
  });
}

/** The group of a scope, as a path parameter. */
export const groupOf = (scope: Scope): { id: string | number } => ({ id: readScope(scope)?.ref ?? '' });
