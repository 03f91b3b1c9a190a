import type { Job } from '#shared/contract/job.ts';
import type { Plan } from '#shared/contract/changes.ts';
import { changes as words } from '#shared/text/en/changes.ts';
import { jobs as jobWords } from '#shared/text/en/jobs.ts';
import type { Stores } from './context.ts';
import { planOf } from './plan-of-job.ts';

type Tone = 'plain' | 'ok' | 'warn' | 'bad';

/** The newest job of each plan, and all other jobs: a plan that was paused has several jobs. */
export function onePerPlan(jobs: readonly Job[]): Job[] {
  const idOf = ({ kind, input }: Job): string | undefined => (kind === 'changes.apply' ? input['planId'] : undefined);
  const known = new Set<string>();
  return jobs.filter((job) => {
    const planId = idOf(job);
    if (planId === undefined) return true;
    const isNewest = !known.has(planId);
    known.add(planId);
    return isNewest;
  });
}

/**
 * The state of a job. A job that applied a plan shows the outcome of the plan instead, because the job is `done` even if
 * the plan was refused, canceled or paused.
 */
export function outcomeOf(stores: Pick<Stores, 'changes'>, job: Job): { text: string; tone: Tone | null } {
  const plan = planOf(stores, job);
  if (plan !== undefined) return { text: words.outcomeOf(plan), tone: planTone(plan) };
  const isOutcomeUnknown = job.kind === 'changes.apply' && job.state === 'done';
  return { text: isOutcomeUnknown ? jobWords.ended : jobWords.states[job.state], tone: null };
}

/** `bad`: something was refused. `warn`: the plan waits, or rows were not applied or have an unknown outcome. */
export function planTone({ state, counts, failure }: Pick<Plan, 'state' | 'counts' | 'failure'>): Tone {
  const { refused = 0, unknown = 0, skipped = 0, ['not-applied']: missed = 0, ['failed-again']: again = 0 } = counts;
  if (refused + again > 0 || (state === 'cancelled' && failure !== null)) return 'bad';
  if (unknown + missed > 0 || state === 'paused' || state === 'waiting') return 'warn';
  if (state !== 'done') return 'plain';
  return skipped > 0 ? 'warn' : 'ok';
}
