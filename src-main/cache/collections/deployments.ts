import type { DeploymentListFilter } from '#shared/contract/deployments.ts';
import { hours, minutes } from '#shared/time.ts';
import { given } from '../conditions.ts';
import type { Statement } from '../derive.ts';

export const deployments = {
  conditions: (filter: DeploymentListFilter) => deploymentConditions(filter, Date.now()),
};

/**
 * The condition of `unfinished_hours`. The start of the minute counts, so that the result of a query can be used again
 * for the next windows of its list.
 */
export function deploymentConditions({ unfinished_hours: least }: DeploymentListFilter, nowMs: number): Statement[] {
  if (least === undefined) return [];
  const before = Math.floor(nowMs / minutes(1)) * minutes(1) - hours(least);
  return given([{ sql: 'unfinished_since < ?', values: [before] }]);
}
