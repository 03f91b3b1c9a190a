import type { Key } from '#shared/contract/collection.ts';
import type { ChangesFilter } from '#shared/contract/history.ts';
import type { ExportFormat } from '#shared/contract/exported.ts';
import type { Scope } from '#shared/contract/scope.ts';
import type { Session } from '../../link/session.svelte.ts';
import { LastReply } from '../loading/last-reply.svelte.ts';
import { FirstRows } from './first-rows.svelte.ts';

export type LifeReply = Awaited<ReturnType<typeof readLife>>;
type LifeQuery = { by?: 'outside' | 'reeve' | undefined; field?: string | undefined };

/** How many entries are loaded at once. */
const atOnce = 50;
/** The entries shown on the page of a person or a place. */
const newest = 6;

/** The recorded changes of one row, newest first. */
export class RowLife extends FirstRows<LifeReply> {
  /** The chosen filters. */
  query = $state.raw<LifeQuery>({});
  readonly #row: { collection: string; scope: Scope; id: Key };

  constructor(session: Session, row: { collection: string; scope: Scope; id: Key }) {
    super(session, (slice) => readLife(session, { ...row, ...this.query, slice }), atOnce);
    this.#row = row;
  }

  async filter(query: LifeQuery): Promise<void> {
    this.query = query;
    await this.show();
  }

  /** Write the whole history of the row into a file. */
  export(format: ExportFormat) {
    return this.session.client.history.exportLife({ ...this.#row, format });
  }
}

async function readLife({ client }: Session, query: Parameters<Session['client']['history']['life']>[0]) {
  const { entries: rows, ...reply } = await client.history.life(query);
  return { ...reply, rows };
}

/** How many entries the history of a row has, with its first sync; undefined: not known, or nothing is recorded. */
export function countOf(reply: LifeReply | undefined): number | undefined {
  if (reply?.isRecorded !== true) return undefined;
  return reply.counts.outside + reply.counts.reeve + (reply.first === null ? 0 : 1);
}

/** The newest changes that match a filter, at most six, and the number of all. `lastMs`: of the last milliseconds; null: all. */
export function newestChanges(session: Session, filter: Partial<ChangesFilter>, lastMs: number | null) {
  const { history } = session.client;
  const load = () => {
    const until = session.asOf ?? Date.now();
    const since = lastMs === null ? 0 : until - lastMs;
    return history.changes({ since, until, filter, slice: { from: 0, count: newest } });
  };
  return new LastReply(session, load, [history]);
}
