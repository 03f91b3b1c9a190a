import GitBranchPlus from '@lucide/icons/icons/git-branch-plus';
import Shield from '@lucide/icons/icons/shield';
import ShieldOff from '@lucide/icons/icons/shield-off';
import Trash from '@lucide/icons/icons/trash';
import { readScope, type Scope } from '#shared/contract/scope.ts';
import { branchForms as words } from '#shared/text/en/branch-forms.ts';
import { attempt } from '../../components/messages/attempt.ts';
import { showMessage } from '../../components/messages/show-message.ts';
import { onOne, type Action, type Picked } from '../../console/actions.ts';
import { planAndApply } from '../../console/plan/plan-and-apply.ts';
import { writeReason } from '../../stores/availability.ts';
import type { Stores } from '../../stores/context.ts';
import type { ListSelection } from '../../stores/lists/collection-client.ts';
import { branchesIn } from '../../stores/project/branches/chosen-branches.ts';
import type { Branch } from './branches-list.ts';

type Chosen = Picked<Branch>;

interface Dialogs {
  createFrom: (ref: string) => void;
  remove: (selection: ListSelection) => void;
  protect: (selection: ListSelection) => void;
}

/** Actions on branches, for the bulk bar, the menus and the palette. */
export function branchActions(
  stores: Stores,
  scope: Scope,
  { createFrom, remove, protect }: Dialogs,
): readonly Action<Branch>[] {
  const reason = (): string | null => writeReason(stores);
  return [
    {
      id: 'branches.remove',
      label: words.remove.action,
      title: words.remove.titleOf,
      icon: Trash,
      keys: 'd',
      isBad: true,
      disabledReason: (picked) => reason() ?? keptReason(picked),
      run: ({ selection }) => remove(selection),
    },
    {
      id: 'protected-branches.protect',
      label: words.protect.action,
      title: words.protect.titleOf,
      icon: Shield,
      keys: 'p',
      disabledReason: (picked) => reason() ?? protectedReason(picked),
      run: ({ selection }) => protect(selection),
    },
    {
      id: 'protected-branches.unprotect',
      label: words.unprotect.action,
      title: words.unprotect.titleOf,
      icon: ShieldOff,
      keys: 'u',
      isBad: true,
      disabledReason: (picked) => reason() ?? unprotectedReason(picked),
      run: (picked) => void attempt(() => unprotect(stores, scope, picked)),
    },
    {
      id: 'branches.createFrom',
      label: words.create.from,
      icon: GitBranchPlus,
      ...onOne<Branch>(({ row }) => createFrom(row.name)),
      disabledReason: reason,
    },
  ];
}

/** All selected rows if they are loaded; null: some are not. */
function allRows({ count, rows }: Chosen): Branch[] | null {
  return count > 0 && rows.length === count ? rows.map(({ row }) => row) : null;
}

function keptReason(picked: Chosen): string | null {
  const rows = allRows(picked);
  if (rows === null || !rows.every((row) => row.default === true || row.protected === true)) return null;
  if (rows.length > 1) return words.remove.noneLeft;
  return rows[0]?.default === true ? words.remove.whyDefault : words.remove.whyProtected;
}

function protectedReason(picked: Chosen): string | null {
  const rows = allRows(picked);
  if (rows === null || !rows.every((row) => row.protected === true)) return null;
  return rows.length > 1 ? words.protect.allAlready : words.protect.already;
}

function unprotectedReason(picked: Chosen): string | null {
  const rows = allRows(picked);
  if (rows === null || !rows.every((row) => row.protected === false)) return null;
  return rows.length > 1 ? words.unprotect.noneProtected : words.unprotect.not;
}

/** At most 5,000 rows are read, so only those that can be unprotected are requested. */
function onlyProtected(selection: ListSelection): ListSelection {
  if (selection.kind === 'ids') return selection;
  const { query } = selection;
  return { ...selection, query: { ...query, filter: { ...query.filter, protected: true } } };
}

/** Unprotect the selected branches that are protected. */
async function unprotect(stores: Stores, scope: Scope, { selection, count }: Chosen): Promise<void> {
  const { rows } = await branchesIn(stores.session, onlyProtected(selection));
  const names = rows.filter((row) => row.protected !== false).map(({ name }) => name);
  const [first] = names;
  if (first === undefined) return void showMessage({ title: words.unprotect.noneProtected });
  const leftOut = count - names.length;
  await planAndApply(stores, {
    calls: names.map((name) => ({
      op: 'protected-branches.unprotect',
      path: { id: readScope(scope)?.ref ?? '', name },
    })),
    title: (n) => (names.length === 1 ? words.unprotect.one(first) : words.unprotect.titleOf(n)),
    done: ({ label }) => words.unprotect.done(label),
    consequence: leftOut === 0 ? words.unprotect.why : `${words.unprotect.leftOut(leftOut)} ${words.unprotect.why}`,
    isDestructive: true,
    // The plan shows what an undo does not restore
    isShown: true,
  });
}
