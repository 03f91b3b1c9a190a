import type { Scope } from '#shared/contract/scope.ts';
import type { Session } from '../../link/session.svelte.ts';
import { LastReply } from '../loading/last-reply.svelte.ts';
import { collectionClient } from '../lists/collection-client.ts';

/** The summaries of some lists of a project or group, by collection. A list whose summary could not be loaded is missing. */
export function placeFigures(session: Session, scope: Scope, collections: readonly string[]) {
  const clients = collections.map((name) => [name, collectionClient(session, name)] as const);
  const load = async () => {
    const loaded = await Promise.allSettled(
      clients.map(async ([name, client]) => [name, await client.summary({ scope })] as const),
    );
    return Object.fromEntries(loaded.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])));
  };
  return new LastReply(
    session,
    load,
    clients.map(([, client]) => client),
  );
}
