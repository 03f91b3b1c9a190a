import type { Download } from '#shared/contract/downloads.ts';
import type { Session } from '../../link/session.svelte.ts';
import { LastReply } from '../last-reply.svelte.ts';

/** The downloads of the open instance for which a person waits. Without an open instance there are none. */
export function downloadsOf(session: Session) {
  const { downloads, profiles } = session.client;
  const load = () =>
    downloads.list().then(
      (reply) => reply.downloads,
      () => [],
    );
  return new LastReply(session, load, [downloads, profiles]);
}

export async function cancelDownload(session: Session, { id }: Download): Promise<void> {
  await session.client.downloads.cancel({ id });
}
