import { changes as words } from '#shared/text/en/changes.ts';
import { planNames } from '#shared/text/en/row-name.ts';
import type { Plan } from '#shared/contract/changes.ts';
import type { WriteEngine } from '#main/services/changes/write-engine.ts';
import type { JobKind } from './job.ts';

/** Progress is not reported after each row, because counting the rows of a large plan takes longer than sending one row. */
const reportDelayMs = 100;

/**
 * Applies a plan (`input.planId`). The job ends when the plan is done, paused or cancelled, and waits while the
 * platform cannot be reached. If the job is cancelled, so is the plan; a write whose outcome is then unknown is
 * reconciled by the next run.
 */
export function changesApply({ engine, resumeAll }: Pick<WriteEngine, 'engine' | 'resumeAll'>): JobKind {
  return {
    name: 'changes.apply',
    isCutOff: true,
    isUrgent: true,
    async run({ instance, input, report, onHeld, clock, signal }) {
      const planId = input['planId'] ?? '';
      const ended = new AbortController();
      let isDue = false;
      function reportNow(): void {
        const { total, done, applied } = engine.progress(planId);
        report({ rows: done, estimatedRows: total, changed: applied, requests: done });
      }
      async function reportSoon(): Promise<void> {
        if (isDue) return;
        isDue = true;
        await clock.sleep(reportDelayMs, ended.signal);
        isDue = false;
        reportNow();
      }
      try {
        reportNow();
        await engine.work(planId, signal, { report: () => void reportSoon().catch(() => undefined), onHeld });
      } finally {
        ended.abort();
        reportNow();
      }
      const plan = engine.get(planId);
      const notice = noticeOf(plan, instance.profile.name);
      return { kind: plan.state === 'cancelled' ? 'cancelled' : 'done', notice };
    },
    async drop({ input }) {
      const planId = input['planId'] ?? '';
      if (engine.exists(planId)) await engine.cancel(planId);
      resumeAll();
    },
    failed({ input, failure }) {
      const planId = input['planId'] ?? '';
      if (engine.exists(planId)) engine.gaveUp(planId, failure);
    },
  };
}

function noticeOf(plan: Plan, instance: string): { title: string; body: string } {
  const [outcome, summary] = [words.outcomeOf(plan), words.summary(plan)];
  const body = outcome === summary ? outcome : `${outcome}: ${summary}`;
  const names = planNames(plan);
  return { title: `${words.titleOf(plan)} · ${instance}`, body: `${names === '' ? '' : `${names}: `}${body}.` };
}
