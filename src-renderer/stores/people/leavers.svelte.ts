import type { LeaverMatch, Leaving } from '#shared/contract/leavers.ts';
import type { Session } from '../../link/session.svelte.ts';
import { collectionClient, type ListSelection } from '../lists/collection-client.ts';
import { LastReply } from '../loading/last-reply.svelte.ts';
import { NewestCall } from '../loading/newest-call.svelte.ts';

/** The lists that decide what happens if somebody leaves. */
const lists = [
  ...(['users', 'enterpriseUsers', 'serviceAccounts', 'members', 'accessTokens'] as const),
  ...(['keys', 'issues', 'mergeRequests'] as const),
];

/** What happens if these people leave, in the order of their IDs. Null: no cached row names the ID. */
export class LeavingPeople extends LastReply<(Leaving | null)[]> {
  constructor(session: Session, ids: readonly number[]) {
    const { client } = session;
    const load = async (signal: AbortSignal) => (await client.leavers.leaving({ ids: [...ids] }, signal)).people;
    super(
      session,
      load,
      lists.map((name) => client[name]),
      { onProfileChange: 'forget', everyMs: 3_000 },
    );
  }
}

export type ListOfPeople = 'users' | 'enterpriseUsers' | 'members' | 'serviceAccounts';

/** The IDs of the people in a selection, repeated for each row that has them. Fails: as `copy`. */
export async function selectedPeople(
  session: Session,
  collection: ListOfPeople,
  selection: ListSelection,
): Promise<number[]> {
  const { text } = await collectionClient(session, collection).copy({ selection, format: 'id', columns: ['id'] });
  return text.split('\n').map(Number);
}

/** The accounts that the lines of a pasted list match. */
export class LeaverMatching extends NewestCall<LeaverMatch> {
  readonly #session: Session;

  constructor(session: Session) {
    super();
    this.#session = session;
  }

  match(text: string): Promise<boolean> {
    return this.send((signal) => this.#session.client.leavers.match({ text }, signal));
  }
}
