import type { DeploymentListFilter, ScopedDeployment } from '#shared/contract/deployments.ts';
import type { Scope } from '#shared/contract/scope.ts';
import type { Session } from '../../link/session.svelte.ts';
import { allRows } from '../lists/all-rows.ts';
import type { ListSelection } from '../lists/collection-client.ts';

/** Maximum number of rows in a plan. */
export const mostPlanned = 5_000;

/**
 * The cached deployments that have been unfinished for more than this many hours, oldest first; at most `mostPlanned`.
 * Fails: as a query of the cache.
 */
export async function stuckDeployments(
  { client }: Session,
  { scope, hours }: { scope: Scope; hours: number },
): Promise<readonly ScopedDeployment[]> {
  const sort = { by: 'unfinished_since', direction: 'asc' } as const;
  const query = { scope, filter: { unfinished_hours: hours }, sort };
  const found = await allRows<ScopedDeployment>((slice) => client.deployments.list({ query, slice }), mostPlanned);
  // If the list changes between two requests, both can return the same row
  return [...new Map(found.map((row) => [row.key, row])).values()];
}

/**
 * A selection without the deployments that can't be deleted according to the cache: the running ones, and the newest of
 * each environment. `running` and `newest`: how many were left out. Fails: as a query of the cache.
 */
export async function deletableOf(
  { client }: Session,
  scope: Scope,
  selection: ListSelection<DeploymentListFilter>,
): Promise<{ selection: ListSelection<DeploymentListFilter>; running: number; newest: number }> {
  const { deployments } = client;
  const upTo = { from: 0, count: mostPlanned };
  const idsOf = async (query: Parameters<typeof deployments.ids>[0]['query']) =>
    (await deployments.ids({ query, ...upTo })).ids;
  const [chosen, running, { environments }] = await Promise.all([
    selection.kind === 'ids' ? selection.ids : idsOf(selection.query as Parameters<typeof idsOf>[0]),
    idsOf({ scope, filter: { status: 'running' } }),
    deployments.perEnvironment({ scope, most: 500 }),
  ]);
  // The core refuses a plan with too many rows, with the reason
  const isTooLarge = selection.kind === 'all' && chosen.length >= mostPlanned;
  if (isTooLarge) return { selection, running: 0, newest: 0 };
  const except = new Set(selection.kind === 'all' ? selection.except : []);
  const [isRunning, isNewest] = [new Set(running), new Set(environments.map(({ newest }) => newest.key))];
  const ids = chosen.filter((key) => !except.has(key));
  return {
    selection: { kind: 'ids', ids: ids.filter((key) => !isRunning.has(key) && !isNewest.has(key)) },
    running: ids.filter((key) => isRunning.has(key)).length,
    newest: ids.filter((key) => isNewest.has(key) && !isRunning.has(key)).length,
  };
}
