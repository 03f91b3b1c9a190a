import type { ListReader } from '#main/cache/store-api.ts';
import type { ListSummary } from '#shared/contract/collection.ts';
import type { Scope } from '#shared/contract/scope.ts';

/**
 * The summary of a place whose rows are listed elsewhere, with the state of the scope whose sync covers it. The cache knows
 * that of the instance and of groups that returned rows of the place; `around` are the groups that it lies in.
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
