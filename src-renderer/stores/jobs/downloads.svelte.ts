import type { Download } from '#shared/contract/downloads.ts';
import type { Session } from '../../link/session.svelte.ts';
import { LastReply } from '../loading/last-reply.svelte.ts';

/** The downloads of the open instance for which a person waits. Without an open instance there are none. */
export function downloadsOf(session: Session) {
  const { downloads } = session.client;
  const load = () =>
    downloads.list().then(
      (reply) => reply.downloads,
      () => [],
    );
  return new LastReply(session, load, [downloads], { onProfileChange: 'reload' });
}

export async function cancelDownload(session: Session, { id }: Download): Promise<void> {
  await session.client.downloads.cancel({ id });
}
