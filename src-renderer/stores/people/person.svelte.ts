import type { Scoped } from '#shared/contract/collection.ts';
import type { Person } from '#shared/contract/people.ts';
import type { Session } from '../../link/session.svelte.ts';
import { lookUpAgain } from '../keys/key-look-up.svelte.ts';
import { collectionClient, type FilterOf, type ListFilter, type RowOf } from '../lists/collection-client.ts';
import { LastReply } from '../loading/last-reply.svelte.ts';

/** Everything that is cached about one account. The only one of `people` is null if no cached row names the ID. */
export class CachedPerson extends LastReply<{ people: readonly (Person | null)[] }> {
  constructor(session: Session, id: number) {
    const { people, users, enterpriseUsers, serviceAccounts, members, keys, accessTokens } = session.client;
    const sources = [users, enterpriseUsers, serviceAccounts, members, keys, accessTokens];
    super(session, () => people.get({ ids: [id] }), sources);
  }
}

const newest = { scope: null, search: '', sort: { by: 'created_at', direction: 'desc' }, notReturned: 'hide' } as const;

/** The newest tokens or keys that match a filter, at most 20. */
export function rowsOfPerson<S extends 'accessTokens' | 'keys'>(session: Session, list: S, filter: FilterOf<S>) {
  const query = { ...newest, filter: filter as ListFilter };
  const load = () => collectionClient<RowOf<S>>(session, list).list({ query, slice: { from: 0, count: 20 } });
  return new LastReply<{ rows: readonly Scoped<RowOf<S>>[] }>(session, load, [session.client[list]]);
}

/** Look up all known keys of an account again. */
export function lookUpKeysOf(session: Session, id: number): Promise<void> {
  return lookUpAgain(session, { kind: 'all', query: { ...newest, filter: { user_id: id } }, except: [] });
}

/** The newest entries of the journal about an account, at most six, and the number of all. */
export function journalOfPerson(session: Session, person: number, profileId: string | null) {
  const { journal } = session.client;
  const load = () => journal.list({ query: { person, profileId }, slice: { from: 0, count: 6 } });
  return new LastReply(session, load, [journal]);
}
