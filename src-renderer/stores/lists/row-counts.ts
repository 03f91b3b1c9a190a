import type { ListQuery } from '#shared/contract/collection.ts';
import type { Session } from '../../link/session.svelte.ts';
import { LastReply } from '../loading/last-reply.svelte.ts';
import { collectionClient, type ListFilter } from './collection-client.ts';

/** How many rows a query has with each of these filters, in their order. */
export function rowCounts(session: Session, collection: string, query: ListQuery, filters: readonly ListFilter[]) {
  const verbs = collectionClient(session, collection);
  const slice = { from: 0, count: 1 };
  const count = async (filter: ListFilter) => (await verbs.list({ query: { ...query, filter }, slice })).total;
  return new LastReply(session, () => Promise.all(filters.map(count)), [verbs]);
}
