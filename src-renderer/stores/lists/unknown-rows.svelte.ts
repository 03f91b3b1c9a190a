import type { ListQuery } from '#shared/contract/collection.ts';
import type { Session } from '../../link/session.svelte.ts';
import { LastReply } from '../loading/last-reply.svelte.ts';
import { collectionClient } from './collection-client.ts';

/** Of each filter, how many rows of a query have the value `unknown`. */
export class UnknownRows extends LastReply<Readonly<Record<string, number>>> {
  #queries: readonly (readonly [filter: string, query: ListQuery])[] = [];

  constructor(session: Session, collection: string) {
    const verbs = collectionClient(session, collection);
    const count = async ([filter, query]: readonly [string, ListQuery]): Promise<[string, number]> => {
      const { total } = await verbs.list({ query, slice: { from: 0, count: 1 } });
      return [filter, total];
    };
    super(session, async () => Object.fromEntries(await Promise.all(this.#queries.map(count))), [verbs]);
  }

  /** Count the rows of this query, also after changes, until the returned function is called. */
  show(query: ListQuery, filters: readonly string[]): () => void {
    this.#queries = filters.map((name) => [name, { ...query, filter: { ...query.filter, [name]: 'unknown' } }]);
    this.forget();
    return this.follow();
  }
}
