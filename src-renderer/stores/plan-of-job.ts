import type { Plan } from '#shared/contract/changes.ts';
import type { Job } from '#shared/contract/job.ts';
import { planTitle } from '#shared/text/en/plan-title.ts';
import { planNames } from '#shared/text/en/row-name.ts';
import type { Stores } from './context.ts';

/** The plan that a job applies, if it is known; undefined for every other job. Reads reactive state. */
export function planOf(
  { changes }: Pick<Stores, 'changes'>,
  { kind, input }: Pick<Job, 'kind' | 'input'>,
): Plan | undefined {
  return kind === 'changes.apply' ? changes.get(input['planId'] ?? '') : undefined;
}

/** The title of the plan that a job applies, with the names of its first rows; null for every other job. Reads reactive state. */
export function planTitleOf(stores: Pick<Stores, 'changes'>, job: Pick<Job, 'kind' | 'input'>): string | null {
  const plan = planOf(stores, job);
  return plan === undefined ? null : [planTitle(plan), planNames(plan)].filter(Boolean).join(': ');
}
