import CircleDot from '@lucide/icons/icons/circle-dot';
import Trash from '@lucide/icons/icons/trash';
import type { Scoped } from '#shared/contract/collection.ts';
import { canChangeStatus, type DeploymentListFilter } from '#shared/contract/deployments.ts';
import { readScope, type Scope } from '#shared/contract/scope.ts';
import { deploymentForms } from '#shared/text/en/deployment-forms.ts';
import { operationText } from '#shared/text/en/operation-text.ts';
import { attempt } from '../../../components/messages/attempt.ts';
import { showMessage } from '../../../components/messages/show-message.ts';
import { visibleText } from '../../../components/text/visible-text.ts';
import type { Action, Picked } from '../../../console/actions.ts';
import { planAndApply } from '../../../console/plan/plan-and-apply.ts';
import { writeReason } from '../../../stores/availability.ts';
import type { Stores } from '../../../stores/context.ts';
import type { ListSelection } from '../../../stores/lists/collection-client.ts';
import { deletableOf } from '../../../stores/plans/chosen-deployments.ts';
import type { DeploymentRow } from '../deployments-list.ts';

export type PickedDeployments = Picked<DeploymentRow>;
type Entry = Pick<Scoped<DeploymentRow>, 'row' | 'scope' | 'key'>;

const { change, remove: words } = deploymentForms;

interface Shown {
  /** The scope of the project. */
  scope: Scope | null;
  /** The keys of the newest deployments of the environments. */
  newest: readonly number[];
  change: (picked: PickedDeployments) => void;
}

/** Actions on deployments, for the bulk bar, the menus, the panel and the palette. */
export function deploymentActions(stores: Stores, shown: Shown): readonly Action<DeploymentRow>[] {
  const why = (entry: Entry): string | null => whyNotDeletable(entry, shown.newest, stores);
  return [
    {
      id: 'deployments.edit',
      label: change.label,
      title: change.palette,
      icon: CircleDot,
      keys: 's',
      disabledReason: (picked) =>
        writeReason(stores) ?? noneOf(picked, (entry) => whyNotChangeable(entry, stores), change.noneLeft),
      run: shown.change,
    },
    {
      id: 'deployments.remove',
      label: words.label,
      title: words.palette,
      icon: Trash,
      keys: 'd',
      isBad: true,
      disabledReason: (picked) => writeReason(stores) ?? noneOf(picked, why, words.noneLeft),
      run: (picked) => {
        const [only] = picked.rows;
        if (picked.count === 1 && only !== undefined) void removeOne(stores, only);
        else void attempt(() => removeMany(stores, picked.selection, shown.scope), words.failed);
      },
    },
  ];
}

/** "staging #12", as the plan and the journal name a deployment. */
export function nameOf({ environment, iid, id }: DeploymentRow): string {
  return visibleText(`${environment?.name ?? ''} #${iid ?? id}`.trim(), 200);
}

/** The path parameters of a write to a deployment. */
export function pathOf({ row, scope }: Pick<Entry, 'row' | 'scope'>) {
  return { id: readScope(scope)?.ref ?? '', deployment_id: row.id };
}

/** Why a deployment can't be deleted, by its cached state; null: no known reason. */
export function whyNotDeletable(
  { row, key }: Omit<Entry, 'scope'>,
  newest: readonly number[],
  { profiles }: Stores,
): string | null {
  if (row.status === 'running') return canChangeStatus(row, profiles.dialect) ? words.running : words.runningJob;
  return newest.includes(key) ? words.newest(visibleText(row.environment?.name ?? '', 80)) : null;
}

/** Why the status of a deployment can't be changed, by its cached state; null: no known reason. */
export function whyNotChangeable({ row }: Pick<Entry, 'row'>, { profiles }: Stores): string | null {
  return canChangeStatus(row, profiles.dialect) ? null : operationText.deploymentOfJob;
}

/** Why none of the rows can be written, `noneLeft` for several; null if some can, or if not all of them are loaded. */
function noneOf(
  { count, rows }: PickedDeployments,
  why: (entry: Entry) => string | null,
  noneLeft: string,
): string | null {
  const [only] = rows;
  if (count === 1 && only !== undefined) return why(only);
  return rows.length > 0 && rows.length === count && rows.every((entry) => why(entry) !== null) ? noneLeft : null;
}

async function removeOne(stores: Stores, entry: Entry): Promise<void> {
  const name = nameOf(entry.row);
  await planAndApply(stores, {
    calls: [{ op: 'deployments.remove', path: pathOf(entry) }],
    title: words.title,
    done: () => words.done(name),
    consequence: words.consequence,
    isDestructive: true,
    isShown: true,
  });
}

/** Delete the selected deployments, except for those that can't be deleted according to the cache. */
async function removeMany(
  stores: Stores,
  chosen: ListSelection<DeploymentListFilter>,
  scope: Scope | null,
): Promise<void> {
  if (scope === null) return;
  const { selection, running, newest } = await deletableOf(stores.session, scope, chosen);
  if (selection.kind === 'ids' && selection.ids.length === 0) {
    showMessage({ tone: 'warn', title: words.noneLeft });
    return;
  }
  const leftOut = running + newest === 0 ? '' : words.leftOut(running, newest);
  await planAndApply(stores, {
    onRows: { op: 'deployments.remove', collection: 'deployments', selection },
    title: words.title,
    done: ({ label }) => words.done(label),
    consequence: [leftOut, words.consequence].join(' ').trim(),
    isDestructive: true,
    isShown: true,
  });
}
