import type { Job } from '#shared/contract/job.ts';

const asksAboutRows = ({ state, asks = 'not-returned' }: Job): boolean =>
  state === 'needs-person' && asks === 'not-returned';

/** The jobs of each instance in which several jobs ask to mark rows as not returned. */
export function lostRows(jobs: readonly Job[]): Job[][] {
  const groups = Map.groupBy(jobs.filter(asksAboutRows), ({ profileId }) => profileId);
  return [...groups.values()].filter(({ length }) => length > 1);
}
