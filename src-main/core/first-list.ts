import type { Instance } from '#main/services/instances/instance.ts';
import { collectionVerbs } from '#shared/contract/collections.ts';

/** Query the list that a window probably shows first, while the window is still loading. Its failure is ignored. */
export function queryFirstList({ reader }: Pick<Instance, 'reader'>): void {
  const query = collectionVerbs.users.list.input.parse({ query: { scope: '' }, slice: { from: 0, count: 1 } });
  reader
    .lists('users')
    .list(query)
    .catch(() => undefined);
}
