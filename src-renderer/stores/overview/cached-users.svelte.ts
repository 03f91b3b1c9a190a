import type { ListSummary } from '#shared/contract/collection.ts';
import type { Session } from '../../link/session.svelte.ts';
import type { Moment } from '../instance/moment.svelte.ts';
import { LastReply } from '../loading/last-reply.svelte.ts';

/** The number of cached users of the open instance at the shown moment, and when they were synced. Shown on every page. */
export class CachedUsers extends LastReply<ListSummary | null> {
  /** End of the last full sync in epoch ms; null: never. */
  completedAt = $derived(this.value?.completedAt ?? null);

  constructor(session: Session, moment: Moment) {
    const { users } = session.client;
    // Null: no instance is open, or its cache is closed; the page shows which
    const load = () => moment.read(() => users.summary({ scope: '' })).catch(() => null);
    super(session, load, [users], { onProfileChange: 'forget', everyMs: 0 });
  }
}
