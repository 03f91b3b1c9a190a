import type { DeploymentListFilter } from '#shared/contract/deployments.ts';
import { hours } from '#shared/time.ts';
import { given, is } from '../conditions.ts';
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
  const minuteMs = 60_000;
  const before = Math.floor(nowMs / minuteMs) * minuteMs - hours(least) + (least === 0 ? minuteMs : 0);
  return given([is.oneOf('status', ['running', 'created']), { sql: 'created_at < ?', values: [before] }]);
}
