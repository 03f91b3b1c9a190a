import type { ChangedRow } from '#shared/contract/overview.ts';
import { seconds } from '#shared/time.ts';
import type { Session } from '../../link/session.svelte.ts';
import { every } from '../loading/every.ts';
import { withAllRows } from '../lists/all-rows.ts';
import { LastReply } from '../loading/last-reply.svelte.ts';

/** These numbers also change with time, so they are loaded at this interval. */
const timer = every(seconds(15));
const rowsAtOnce = 100;

/** The checks of watches in the last 60 minutes. */
export function recentChecks(session: Session) {
  const { watches } = session.client;
  const load = async () => (await watches.recent().catch(() => ({ checks: [] }))).checks;
  return new LastReply(session, load, [timer], { onProfileChange: 'reload' });
}

type Reply = Awaited<ReturnType<Session['client']['overview']['recent']>>;

/** The rows that changed in the last hour. Without `rows`, only their number is loaded. */
export class RecentRows extends LastReply<Reply> {
  /** Null: not loaded yet. */
  total = $derived(this.value?.total ?? null);
  counts = $derived(this.value?.counts ?? []);
  rows: readonly ChangedRow[] = $derived(this.value?.rows ?? []);
  #wanted: number;

  constructor(
    session: Session,
    { rows, collection = () => null }: { rows: boolean; collection?: () => string | null },
  ) {
    super(session, () => this.#read(collection()), [timer], { onProfileChange: 'reload' });
    this.#wanted = rows ? rowsAtOnce : 0;
  }

  async more(): Promise<void> {
    this.#wanted += rowsAtOnce;
    await this.load();
  }

  #read(collection: string | null): Promise<Reply> {
    const { overview } = this.session.client;
    return withAllRows((slice) => overview.recent({ collection, slice }), Math.max(1, this.#wanted));
  }
}

/** Dependency exports and imports. */
export function transfersOf(session: Session) {
  const { overview, dependencyExports, imports, journal } = session.client;
  const sections = [dependencyExports, imports, journal];
  return new LastReply(session, () => overview.transfers(), sections, { onProfileChange: 'reload' });
}
