import type { StoredBy } from '#main/cache/history/history-types.ts';
import type { ChangeBy } from '#shared/contract/history.ts';
import { planTitle } from '#shared/text/en/plan-title.ts';
import type { StateTables } from '../state-tables.ts';

/** Returns a function that finds who made a change. The titles of plans are read once for each result. */
export function changeBy({ plans }: Pick<StateTables, 'plans'>) {
  const titles = new Map<string, string | null>();

  function titleOf(planId: string): string | null {
    let title = titles.get(planId);
    if (title === undefined) {
      const plan = plans.stored(planId);
      const counts = plans.counts(planId);
      const total = Object.values(counts).reduce((sum, n) => sum + n, 0);
      titles.set(planId, (title = plan === null ? null : planTitle({ ...plan, counts, total })));
    }
    return title;
  }

  return ({ source, cause }: StoredBy): ChangeBy => {
    if (source === 'sync' || source === 'details') return { kind: 'outside' };
    const [planId = '', journal = ''] = (cause ?? '').split(' ');
    const journalId = /^\d+$/.test(journal) ? Number(journal) : null;
    return { kind: source === 'ours' ? 'reeve' : source, planId, plan: titleOf(planId), journalId };
  };
}
