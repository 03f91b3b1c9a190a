import type { ChangedRow } from '#shared/contract/overview.ts';
import { Failure } from '#shared/errors.ts';
import { seconds } from '#shared/time.ts';
import type { Session } from '../../link/session.svelte.ts';
import { LastReply } from '../last-reply.svelte.ts';
import { loadOnChanges } from './load-on-changes.ts';

/** These numbers also change with time, so they are loaded at this interval. */
const everyMs = seconds(15);
const rowsAtOnce = 100;

/** A section that changes at an interval. */
const timer = {
  changed: (touch: () => void): (() => void) => {
    const interval = setInterval(touch, everyMs);
    return () => clearInterval(interval);
  },
};

/** The checks of watches in the last 60 minutes. */
export function recentChecks(session: Session) {
  const { watches, profiles } = session.client;
  const load = async () => (await watches.recent().catch(() => ({ checks: [] }))).checks;
  return new LastReply(session, load, [timer, profiles]);
}

type Reply = Awaited<ReturnType<Session['client']['overview']['recent']>>;

/** The rows that changed in the last hour. Without `rows`, only their number is loaded. */
export class RecentRows {
  /** Null: not loaded yet. */
  total = $state.raw<number | null>(null);
  counts = $state.raw<Reply['counts']>([]);
  rows = $state.raw<readonly ChangedRow[]>([]);
  failure = $state.raw<Failure | null>(null);
  readonly #session: Session;
  readonly #collection: () => string | null;
  #wanted: number;

  constructor(
    session: Session,
    { rows, collection = () => null }: { rows: boolean; collection?: () => string | null },
  ) {
    this.#session = session;
    this.#collection = collection;
    this.#wanted = rows ? rowsAtOnce : 0;
  }

  follow(): () => void {
    return loadOnChanges(
      this.#session,
      () => this.load(),
      (touch) => [timer.changed(touch), this.#session.client.profiles.changed(touch)],
    );
  }

  async more(): Promise<void> {
    this.#wanted += rowsAtOnce;
    await this.load();
  }

  async load(): Promise<void> {
    const collection = this.#collection();
    const { overview } = this.#session.client;
    try {
      const rows: ChangedRow[] = [];
      let reply: Reply;
      do {
        const slice = { from: rows.length, count: Math.min(rowsAtOnce, Math.max(1, this.#wanted)) };
        reply = await overview.recent({ collection, slice });
        rows.push(...reply.rows);
      } while (rows.length < Math.min(this.#wanted, reply.total) && reply.rows.length > 0);
      if (collection !== this.#collection()) return;
      this.total = reply.total;
      this.counts = reply.counts;
      this.rows = rows;
      this.failure = null;
    } catch (thrown) {
      this.failure = Failure.from(thrown);
    }
  }
}

/** Dependency exports and imports. */
export function transfersOf(session: Session) {
  const { overview, dependencyExports, imports, journal, profiles } = session.client;
  return new LastReply(session, () => overview.transfers(), [dependencyExports, imports, journal, profiles]);
}
