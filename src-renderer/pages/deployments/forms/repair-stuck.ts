import { z } from 'zod';
import type { ScopedDeployment } from '#shared/contract/deployments.ts';
import type { Scope } from '#shared/contract/scope.ts';
import { deploymentForms } from '#shared/text/en/deployment-forms.ts';
import { FieldError, part, type Form } from '../../../console/forms/form-spec.ts';
import { planAndApply } from '../../../console/plan/plan-and-apply.ts';
import type { Stores } from '../../../stores/context.ts';
import { pathOf, whyNotChangeable } from './deployment-actions.ts';
import { groupOf, repairsOf, repairStatuses, type RepairChoice, type StuckGroup } from './repair.ts';
import StuckGroups from './StuckGroups.svelte';

const words = deploymentForms.repair;

interface Target {
  /** The scope of the project. */
  scope: Scope;
  /** The deployments that have been unfinished for more than `hours`. */
  stuck: readonly ScopedDeployment[];
  hours: number;
}
type Values = Omit<RepairChoice, 'status'> & { status?: RepairChoice['status'] };

const options = repairStatuses.map((value) => ({ value, label: deploymentForms.status(value) }));

/** Gives deployments that have been unfinished for too long the result of their job, or a status. */
export function form(stores: Stores, { scope, stuck: all, hours }: Target): Form<Values> {
  const isOfJob = (entry: ScopedDeployment): boolean => whyNotChangeable(entry, stores) !== null;
  const stuck = all.filter((entry) => !isOfJob(entry));
  const counts = Map.groupBy(stuck, groupOf);
  const countOf = (group: StuckGroup): number => counts.get(group)?.length ?? 0;
  const withResult = repairStatuses.reduce((sum, status) => sum + countOf(status), 0);
  const [unfinished, unknown] = [countOf('unfinished'), countOf('unknown')];
  const initial = { useJobs: withResult > 0, withUnfinished: withResult + unknown === 0 };
  const useJobs = { name: 'useJobs', label: words.useJobs(withResult), control: { kind: 'check' } } as const;
  const withUnfinished = {
    name: 'withUnfinished',
    label: words.withUnfinished(unfinished),
    help: words.withUnfinishedHelp,
    control: { kind: 'check' },
  } as const;

  /** Whether a deployment to repair has no result of its job to use. */
  function needsStatus(choice: Values): boolean {
    return unknown > 0 || (withResult > 0 && !choice.useJobs) || (unfinished > 0 && choice.withUnfinished);
  }
  return {
    name: `deployments.repair ${scope}`,
    title: words.title(stuck.length, hours),
    text: words.text,
    schema: z
      .object({
        useJobs: z.boolean(),
        withUnfinished: z.boolean(),
        status: z.enum(repairStatuses, deploymentForms.statusMissing).optional(),
      })
      .refine((choice) => choice.status !== undefined || !needsStatus(choice), {
        message: deploymentForms.statusMissing,
        path: ['status'],
      }),
    initial,
    fields: [
      ...(withResult === 0 ? [] : [useJobs]),
      { name: 'status', label: words.status(withResult > 0), control: { kind: 'choice', options } },
      ...(unfinished === 0 ? [] : [withUnfinished]),
    ],
    submitLabel: words.submit,
    async submit(changed) {
      const repairs = repairsOf(stuck, { status: undefined, ...initial, ...changed });
      if (repairs.length === 0) throw new FieldError('withUnfinished', words.nothing);
      const created = repairs.filter(({ entry }) => entry.row.status === 'created').length;
      return planAndApply(stores, {
        calls: repairs.map(({ entry, status }) => ({
          op: 'deployments.edit',
          path: pathOf(entry),
          body: { status },
          seen: { status: entry.row.status },
        })),
        title: words.plan,
        consequence: created === 0 ? '' : words.noWayBack(created),
        isShown: true,
      });
    },
    isNew: true,
    above: part(StuckGroups, { countOf, ofJobs: all.filter(isOfJob), count: all.length }),
  };
}
