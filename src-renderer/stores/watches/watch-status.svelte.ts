import type { Freshness, Watch, WatchSettings, WatchStatus } from '#shared/contract/watches.ts';
import type { Session } from '../../link/session.svelte.ts';
import { LastReply } from '../loading/last-reply.svelte.ts';

/** What the core checks automatically for the open instance. */
export class WatchOverview extends LastReply<WatchStatus> {
  /** Null until the first reply of the core, and while no instance is open. */
  status = $derived(this.failure === null ? (this.value ?? null) : null);

  constructor(session: Session) {
    const { watches } = session.client;
    super(session, () => watches.status(), [watches], { onProfileChange: 'forget' });
  }

  /** How complete and how old the rows of a list are; null: not known. */
  async freshnessOf(collection: string, scope: string | null): Promise<Freshness | null> {
    return this.session.client.watches.freshness({ collection, scope }).catch(() => null);
  }

  async set(change: Partial<WatchSettings>): Promise<void> {
    if (this.status === null) return;
    const settings = await this.session.client.watches.set({ ...this.status.settings, ...change });
    this.value = { ...this.status, settings };
  }

  /** Returns the number of checks. */
  async runNow(kind: string | null, place: string | null = null, isFailedOnly = false): Promise<number> {
    return (await this.session.client.watches.runNow({ kind, place, isFailedOnly })).watches;
  }

  async pause({ kind, place }: Pick<Watch, 'kind' | 'place'>, until: number | null): Promise<void> {
    await this.session.client.watches.pause({ kind, place, until });
  }
}

const most = 200;

/** The watches of one kind, at most 200: running ones and those with problems first. */
export function watchesOf(session: Session, kind: () => string) {
  const { watches } = session.client;
  const load = () => watches.list({ kind: kind(), outcome: null, slice: { from: 0, count: most } });
  return new LastReply(session, load, [watches]);
}
