import type { Freshness, Watch, WatchSettings, WatchStatus } from '#shared/contract/watches.ts';
import { Failure } from '#shared/errors.ts';
import type { Session } from '../../link/session.svelte.ts';
import { LastReply } from '../last-reply.svelte.ts';
import { loadOnChanges } from './load-on-changes.ts';

/** What the core checks automatically for the open instance. */
export class WatchOverview {
  /** Null until the first reply of the core, and while no instance is open. */
  status = $state.raw<WatchStatus | null>(null);
  failure = $state.raw<Failure | null>(null);
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  follow(): () => void {
    const { watches, profiles } = this.#session.client;
    return loadOnChanges(
      this.#session,
      () => this.#load(),
      (touch) => [
        watches.changed(touch),
        profiles.changed(() => {
          this.status = null;
          touch();
        }),
      ],
    );
  }

  /** How complete and how old the rows of a list are; null: not known. */
  async freshnessOf(collection: string, scope: string | null): Promise<Freshness | null> {
    return this.#session.client.watches.freshness({ collection, scope }).catch(() => null);
  }

  async set(change: Partial<WatchSettings>): Promise<void> {
    if (this.status === null) return;
    const settings = await this.#session.client.watches.set({ ...this.status.settings, ...change });
    this.status = { ...this.status, settings };
  }

  /** Returns the number of checks. */
  async runNow(kind: string | null, place: string | null = null, isFailedOnly = false): Promise<number> {
    return (await this.#session.client.watches.runNow({ kind, place, isFailedOnly })).watches;
  }

  async pause({ kind, place }: Pick<Watch, 'kind' | 'place'>, until: number | null): Promise<void> {
    await this.#session.client.watches.pause({ kind, place, until });
  }

  async #load(): Promise<void> {
    try {
      this.status = await this.#session.client.watches.status();
      this.failure = null;
    } catch (thrown) {
      this.status = null;
      this.failure = Failure.from(thrown);
    }
  }
}

const most = 200;

/** The watches of one kind, at most 200: running ones and those with problems first. */
export function watchesOf(session: Session, kind: () => string) {
  const { watches } = session.client;
  const load = () => watches.list({ kind: kind(), outcome: null, slice: { from: 0, count: most } });
  return new LastReply(session, load, [watches]);
}
