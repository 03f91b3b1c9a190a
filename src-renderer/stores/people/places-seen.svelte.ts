import type { CollectionName } from '#shared/contract/collections.ts';
import type { CoverageQuery, CoverageState } from '#shared/contract/coverage.ts';
import type { Session } from '../../link/session.svelte.ts';
import { LastReply } from '../loading/last-reply.svelte.ts';

export type PlaceKind = NonNullable<CoverageQuery['kind']>;

/**
 * From how many places a list was synced, and from how many it was not: the same facts as on the page Coverage. `counts`:
 * the places by the state of the list. `statuses`: the status codes of at most 200 refusals, each once.
 */
export class PlacesSeen extends LastReply<{
  counts: Readonly<Partial<Record<CoverageState, number>>>;
  statuses: readonly number[];
}> {
  /** `kind` absent: all places. `search`: only places whose path contains it. */
  constructor(session: Session, collection: CollectionName, kind?: PlaceKind, search = '') {
    const { client } = session;
    const query = { collection, kind, search, state: 'refused' } as const;
    const load = async () => {
      const { counts, rows } = await client.coverage.list({ query, slice: { from: 0, count: 200 } });
      const statuses = rows.flatMap(({ refusal }) => refusal?.status ?? []).toSorted((a, b) => a - b);
      return { counts, statuses: statuses.filter((status, at) => status !== statuses[at - 1]) };
    };
    super(session, load, [client[collection], client.jobs, client.catalogue], { onProfileChange: 'forget' });
  }
}
