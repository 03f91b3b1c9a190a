import type { Session } from '../../link/session.svelte.ts';
import { collectionClient, type ListSelection } from '../lists/collection-client.ts';
import { LastReply } from '../loading/last-reply.svelte.ts';

/** What happens if these people leave, see `leavers.leaving` of the contract. */
export function leavingPeople(session: Session, ids: readonly number[]) {
  const { client } = session;
  const { users, enterpriseUsers, serviceAccounts, members, accessTokens, keys, issues, mergeRequests } = client;
  const lists = [users, enterpriseUsers, serviceAccounts, members, accessTokens, keys, issues, mergeRequests];
  const load = (signal: AbortSignal) => client.leavers.leaving({ ids: [...ids] }, signal);
  return new LastReply(session, load, lists, { onProfileChange: 'forget', everyMs: 3_000 });
}

/** The accounts that the lines of a list match. Fails: as `leavers.match`. */
export const matchLeavers = ({ client }: Session, text: string, signal: AbortSignal) =>
  client.leavers.match({ text }, signal);

/** The IDs of the people in a selection of a list, repeated for each row that has them. Fails: as `copy`. */
export async function selectedPeople(session: Session, list: string, selection: ListSelection): Promise<number[]> {
  const { text } = await collectionClient(session, list).copy({ selection, format: 'id', columns: ['id'] });
  return text.split('\n').map(Number);
}
