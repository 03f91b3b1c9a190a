import { engine as words } from '#shared/text/en/engine.ts';
import type { WriteDesk } from '#main/services/write-engine.ts';
import type { JobKind } from './job.ts';

/**
 * Work off a plan (`input.planId`). It ends when the plan is done, paused or cancelled; waits while the platform cannot
 * be reached. Cancelled, the plan is too; a write whose end is not known then is looked up by the next run.
 */
export function changesApply({ engine, resumeAll }: Pick<WriteDesk, 'engine' | 'resumeAll'>): JobKind {
  return {
    name: 'changes.apply',
    async run({ input, report, signal }) {
      const planId = input['planId'] ?? '';
      await engine.work(planId, signal, () => {
        const { total, done, applied } = engine.progress(planId);
        report({ rows: done, estimatedRows: total, changed: applied, requests: done });
      });
      return { kind: 'done', notice: noticeOf(planId, engine) };
    },
    accept: () => Promise.resolve(),
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

function noticeOf(planId: string, engine: WriteDesk['engine']): { title: string; body: string } {
  const { state } = engine.get(planId);
  const { total, done, applied } = engine.progress(planId);
  const { notice } = words;
  const title = state === 'done' ? notice.done : state === 'cancelled' ? notice.cancelled : notice.paused;
  return { title, body: notice.body(applied, done - applied, total - done) };
}
