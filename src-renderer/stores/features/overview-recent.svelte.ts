import type { ChangedRow, Transfers } from '#shared/contract/overview.ts';
import type { WatchChecks } from '#shared/contract/watches.ts';
import { Failure } from '#shared/errors.ts';
import { seconds } from '#shared/time.ts';
import type { Session } from '../../link/session.svelte.ts';
import { loadOnChanges } from './load-on-changes.ts';

/** These numbers also change with time, so they are loaded at this interval. */
const everyMs = seconds(15);
const rowsAtOnce = 100;

/** Load after each connection and at an interval, until the returned function is called. */
function repeatedly(session: Session, load: () => Promise<void>): () => void {
  return loadOnChanges(session, load, (touch) => {
    const timer = setInterval(touch, everyMs);
    return [() => clearInterval(timer), session.client.profiles.changed(touch)];
  });
}

/** The checks of watches in the last 60 minutes. */
export class RecentChecks {
  checks = $state.raw<readonly WatchChecks[]>([]);
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  follow(): () => void {
    return repeatedly(this.#session, async () => {
      const { checks } = await this.#session.client.watches.recent().catch(() => ({ checks: [] }));
      this.checks = checks;
    });
  }
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
    return repeatedly(this.#session, () => this.load());
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

/** Dependency exports and imports, loaded again when one of them changes. */
export class TransferStore {
  /** Null: not loaded yet. */
  value = $state.raw<Transfers | null>(null);
  failure = $state.raw<Failure | null>(null);
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  follow(): () => void {
    const { dependencyExports, imports, journal, profiles } = this.#session.client;
    const sections = [dependencyExports, imports, journal, profiles];
    return loadOnChanges(
      this.#session,
      () => this.#load(),
      (touch) => sections.map((section) => section.changed(touch)),
    );
  }

  async #load(): Promise<void> {
    try {
      this.value = await this.#session.client.overview.transfers();
      this.failure = null;
    } catch (thrown) {
      this.failure = Failure.from(thrown);
    }
  }
}
