import type { Scoped } from '#shared/contract/collection.ts';
import type { JournalEntry } from '#shared/contract/journal.ts';
import type { Person } from '#shared/contract/people.ts';
import type { Session } from '../../link/session.svelte.ts';
import { collectionClient, type FilterOf, type ListFilter, type RowOf } from '../lists/collection-client.ts';
import { LastReply } from '../loading/last-reply.svelte.ts';

/** Everything that is cached about one account. Null: no cached row names the ID. */
export class CachedPerson extends LastReply<Person | null> {
  constructor(session: Session, id: number) {
    const { people, users, enterpriseUsers, serviceAccounts, members, keys, accessTokens } = session.client;
    const load = async (): Promise<Person | null> => (await people.get({ ids: [id] })).people[0] ?? null;
    super(session, load, [users, enterpriseUsers, serviceAccounts, members, keys, accessTokens]);
  }
}

/** The newest tokens or keys that match a filter, at most 20. */
export function rowsOfPerson<S extends 'accessTokens' | 'keys'>(session: Session, list: S, filter: FilterOf<S>) {
  const verbs = collectionClient<RowOf<S>>(session, list);
  const sort = { by: 'created_at', direction: 'desc' } as const;
  const query = { scope: null, search: '', filter: filter as ListFilter, sort, notReturned: 'hide' } as const;
  return new LastReply<{ rows: readonly Scoped<RowOf<S>>[] }>(
    session,
    () => verbs.list({ query, slice: { from: 0, count: 20 } }),
    [session.client[list]],
  );
}

/** The newest entries of the journal about an account, at most six, and the number of all. */
export function journalOfPerson(session: Session, person: number, profileId: string | null) {
  const { journal } = session.client;
  return new LastReply<{ rows: readonly JournalEntry[]; total: number }>(
    session,
    () => journal.list({ query: { person, profileId }, slice: { from: 0, count: 6 } }),
    [journal],
  );
}
