import type { Job } from '#shared/contract/jobs.ts';
import { changes as words } from '#shared/text/en/changes.ts';
import type { Stores } from './context.ts';

/** What the plan is called that a job works off, while it is known; null for every other job. Read reactively. */
export function planTitle(
  { changes }: Pick<Stores, 'changes'>,
  { kind, input }: Pick<Job, 'kind' | 'input'>,
): string | null {
  const plan = kind === 'changes.apply' ? changes.get(input['planId'] ?? '') : undefined;
  return plan === undefined ? null : (changes.wordsOf(plan.id).title?.(plan.total) ?? words.titleOf(plan));
}
