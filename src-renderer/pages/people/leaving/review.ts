import type { Leaving, PlannedStep } from '#shared/contract/leavers.ts';
import { enterpriseUsers } from '#shared/text/en/enterprise-users.ts';
import { leavers as words } from '#shared/text/en/leavers.ts';
import { serviceAccounts } from '#shared/text/en/service-accounts.ts';
import { planAndApply, type Change } from '../../../console/plan/plan-and-apply.ts';
import type { Stores } from '../../../stores/context.ts';
import type { WriteCall } from '../../../stores/plans/writes.ts';
import { userRefOf } from '../../members/add-members.ts';
import { groupOf as refOf } from '../../service-accounts/account-writes.ts';

/** A step that Reeve can plan, with the account that leaves. */
export interface ChosenStep extends PlannedStep {
  person: Leaving;
}

/** Identifies a step among those of several people. */
export const keyOf = ({ id }: { id: number }, { kind, scope }: Pick<PlannedStep, 'kind' | 'scope'>): string =>
  `${id} ${kind} ${scope}`;

/**
 * Show the plans of the selected steps, one after the other: all new Owners in one plan, then each deletion in a plan with
 * its own confirmation. The next plan is shown only if the one before was applied.
 */
export async function review(stores: Stores, chosen: readonly ChosenStep[], newOwner: string): Promise<void> {
  // Several Owners of the same project may leave
  const places = new Set(chosen.filter(({ kind }) => kind === 'add-owner').map(({ scope }) => scope));
  const body = { ...userRefOf(newOwner), access_level: 50 };
  const calls = [...places].map((scope): WriteCall => ({ op: 'members.create', path: refOf(scope), body }));
  const owners: Change[] = calls.length === 0 ? [] : [{ calls, title: words.addOwners, isShown: true }];
  for (const change of [...owners, ...chosen.flatMap(deletionOf)]) {
    const { kind } = await planAndApply(stores, change);
    if (kind !== 'applied' && kind !== 'unchanged') return;
  }
}

/** The deletion of one account; empty: the step deletes nothing. */
function deletionOf({ kind, scope, person }: ChosenStep): Change[] {
  if (kind === 'add-owner') return [];
  const isAccount = kind === 'delete-service-account';
  const op = isAccount ? 'group-service-accounts.remove' : 'enterprise-users.remove';
  const name = words.nameOf(person);
  return [
    {
      calls: [{ op, path: { ...refOf(scope), user_id: person.id } }],
      title: () => enterpriseUsers.remove.one(name),
      done: () => enterpriseUsers.remove.done(name),
      consequence: isAccount ? serviceAccounts.remove.soft(1) : enterpriseUsers.remove.why(1),
      isDestructive: true,
      isShown: true,
    },
  ];
}
