import type { CollectionName } from '#shared/contract/collections.ts';
import type { CoverageQuery, CoverageState } from '#shared/contract/coverage.ts';
import type { Session } from '../../link/session.svelte.ts';
import { LastReply } from '../loading/last-reply.svelte.ts';

export type PlaceKind = NonNullable<CoverageQuery['kind']>;

/**
 * How many places of one kind a list was synced from. `counts`: the places by the state of the list. `statuses`: the
 * status codes with which the platform refused the list, each once.
 */
export interface SeenPlaces {
  counts: Readonly<Partial<Record<CoverageState, number>>>;
  statuses: readonly number[];
}

/** The largest number of refused lists whose status codes are read. */
const mostRefused = 200;

/** From how many places a list was synced, and from how many it was not: the same facts as on the page Coverage. */
export class PlacesSeen extends LastReply<SeenPlaces> {
  constructor(session: Session, collection: CollectionName, kind: PlaceKind) {
    const { client } = session;
    const load = async (): Promise<SeenPlaces> => {
      const { counts, rows } = await client.coverage.list({
        query: { collection, kind, state: 'refused' },
        slice: { from: 0, count: mostRefused },
      });
      const statuses = rows.flatMap(({ refusal }) => refusal?.status ?? []).toSorted((a, b) => a - b);
      return { counts, statuses: statuses.filter((status, at) => status !== statuses[at - 1]) };
    };
    super(session, load, [client[collection], client.jobs, client.catalogue], { onProfileChange: 'forget' });
  }
}
