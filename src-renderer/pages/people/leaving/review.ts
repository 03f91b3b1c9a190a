import type { Leaving } from '#shared/contract/leavers.ts';
import { enterpriseUsers } from '#shared/text/en/enterprise-users.ts';
import { leavers as words } from '#shared/text/en/leavers.ts';
import { serviceAccounts } from '#shared/text/en/service-accounts.ts';
import { planAndApply, type Change } from '../../../console/plan/plan-and-apply.ts';
import type { Stores } from '../../../stores/context.ts';
import type { WriteCall } from '../../../stores/plans/writes.ts';
import { userRefOf } from '../../members/add-members.ts';
import { groupOf as refOf } from '../../service-accounts/account-writes.ts';

const deletions = {
  'remove-enterprise-user': { op: 'enterprise-users.remove', why: enterpriseUsers.remove.why },
  'delete-service-account': { op: 'group-service-accounts.remove', why: serviceAccounts.remove.soft },
} as const;

/**
 * Show the plans of the selected steps, one after the other: all new Owners in one plan, then each deletion in a plan with
 * its own confirmation. The next plan is shown only if the one before was applied.
 */
export async function review(
  stores: Stores,
  chosen: readonly (Leaving['planned'][number] & { person: Leaving })[],
  newOwner: string,
): Promise<void> {
  // Several Owners of the same project may leave
  const places = new Set(chosen.filter(({ kind }) => kind === 'add-owner').map(({ scope }) => scope));
  const body = { ...userRefOf(newOwner), access_level: 50 };
  const calls = [...places].map((scope): WriteCall => ({ op: 'members.create', path: refOf(scope), body }));
  const changes: Change[] = calls.length === 0 ? [] : [{ calls, title: words.addOwners, isShown: true }];
  for (const { kind, scope, person } of chosen) {
    if (kind === 'add-owner') continue;
    const name = words.nameOf(person);
    changes.push({
      calls: [{ op: deletions[kind].op, path: { ...refOf(scope), user_id: person.id } }],
      title: () => enterpriseUsers.remove.one(name),
      done: () => enterpriseUsers.remove.done(name),
      consequence: deletions[kind].why(1),
      isDestructive: true,
      isShown: true,
    });
  }
  for (const change of changes) {
    const { kind } = await planAndApply(stores, change);
    if (kind !== 'applied' && kind !== 'unchanged') return;
  }
}
