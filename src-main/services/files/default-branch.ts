import type { ListQuery } from '#shared/contract/collection.ts';
import type { Scope } from '#shared/contract/scope.ts';
import type { Instance } from '../instances/instance.ts';

/** The name of the default branch of a project, from the cached branches; null: it is not cached. */
export async function defaultBranchOf(
  { reader }: Pick<Instance, 'reader'>,
  scope: Scope,
  signal: AbortSignal,
): Promise<string | null> {
  const query: ListQuery = {
    ...{ scope, search: '', filter: { default: true }, notReturned: 'hide' },
    sort: { by: 'name', direction: 'asc' },
  };
  const { rows } = await reader.lists('branches').list({ query, slice: { from: 0, count: 1 } }, signal);
  return rows[0]?.row.name ?? null;
}
