import { wholeList } from '#shared/contract/collection.ts';
import type { Scope } from '#shared/contract/scope.ts';
import type { Instance } from '../instances/instance.ts';

/** The name of the default branch of a project, from the cached branches; null: it is not cached. */
export async function defaultBranchOf(
  { reader }: Pick<Instance, 'reader'>,
  scope: Scope,
  signal: AbortSignal,
): Promise<string | null> {
  const query = wholeList(scope, { filter: { default: true } });
  const { rows } = await reader.lists('branches').list({ query, slice: { from: 0, count: 1 } }, signal);
  return rows[0]?.row.name ?? null;
}

/** The ref that means the default branch (document 1:140). */
export const headRef = 'HEAD';

/** The other name of a ref: `HEAD` and the default branch are the same; null: it has none, or none is known. */
export async function otherNameOf(
  instance: Pick<Instance, 'reader'>,
  { scope, ref }: { scope: Scope; ref: string },
  signal: AbortSignal,
): Promise<string | null> {
  const name = await defaultBranchOf(instance, scope, signal);
  if (ref === headRef) return name;
  return ref === name ? headRef : null;
}
