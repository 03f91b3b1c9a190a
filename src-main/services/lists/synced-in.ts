import type { ListReader } from '#main/cache/store-api.ts';
import type { ListSummary } from '#shared/contract/collection.ts';
import type { Scope } from '#shared/contract/scope.ts';

/**
 * The summary of a project. If its rows are synced in another scope, the summary has the state of the scope that covers
 * the project and was synced last: the instance, a group that returned rows of the project, or a group that contains it
 * (`around`).
 */
export async function summaryOf(
  rows: Pick<ListReader<unknown>, 'summary'>,
  scope: Scope | null,
  around: (scope: Scope) => readonly Scope[],
  signal: AbortSignal,
): Promise<ListSummary> {
  let summary = await rows.summary({ scope }, signal);
  if (scope === null || summary.syncedIn === undefined) return summary;
  for (const group of around(scope)) {
    const { completedAt, unreadable } = await rows.summary({ scope: group }, signal);
    if (completedAt === null || completedAt <= (summary.completedAt ?? 0)) continue;
    summary = { ...summary, completedAt, unreadable, syncedIn: group };
  }
  return summary;
}
