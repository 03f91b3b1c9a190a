import type { ScopedDeployment, settableStatuses } from '#shared/contract/deployments.ts';
import { fromIso } from '#shared/time.ts';

/** The statuses to which a repair sets a deployment. */
export const repairStatuses = [
  'success',
  'failed',
  'canceled',
] as const satisfies readonly (typeof settableStatuses)[number][];
export type RepairStatus = (typeof repairStatuses)[number];

/**
 * Stuck deployments by their job: it ended with a status that a deployment can have, it has not finished, or
 * its result is not known.
 */
export type StuckGroup = RepairStatus | 'unfinished' | 'unknown';
export const stuckGroups = [...repairStatuses, 'unknown', 'unfinished'] as const satisfies readonly StuckGroup[];

export function groupOf({ row: { deployable: job } }: Pick<ScopedDeployment, 'row'>): StuckGroup {
  const result = repairStatuses.find((one) => one === job?.status);
  if (result !== undefined) return result;
  const status = job?.status ?? '';
  return status !== '' && fromIso(job?.finished_at) === null ? 'unfinished' : 'unknown';
}

export interface RepairChoice {
  /** Deployments whose job has a result get this result. */
  useJobs: boolean;
  /** The status of all others; undefined: they are left out. */
  status: RepairStatus | undefined;
  /** Deployments whose job has not finished are repaired, too. */
  withUnfinished: boolean;
}

/** Each deployment to repair with its new status. */
export function repairsOf(
  stuck: readonly ScopedDeployment[],
  { useJobs, status, withUnfinished }: RepairChoice,
): readonly { entry: ScopedDeployment; status: RepairStatus }[] {
  return stuck.flatMap((entry) => {
    const group = groupOf(entry);
    if (group === 'unfinished' && !withUnfinished) return [];
    const isResult = group !== 'unfinished' && group !== 'unknown';
    const target = useJobs && isResult ? group : status;
    return target === undefined ? [] : [{ entry, status: target }];
  });
}
