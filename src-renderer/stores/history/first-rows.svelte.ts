import type { Session } from '../../link/session.svelte.ts';
import { withAllRows } from '../lists/all-rows.ts';
import { LastReply } from '../loading/last-reply.svelte.ts';

/** Maximum number of rows that are loaded at once. */
const atOnce = 200;

interface Rows {
  rows: readonly unknown[];
  total: number;
}

/** The first rows of a reply about the history. Changes of the history load as many rows as are shown. */
export class FirstRows<Reply extends Rows> extends LastReply<Reply> {
  #wanted = atOnce;

  constructor(session: Session, list: (slice: { from: number; count: number }) => Promise<Reply>) {
    super(session, () => withAllRows(list, this.#wanted), [session.client.history], { onProfileChange: 'forget' });
  }

  /** The number of rows that `more` loads; 0: all rows are loaded. */
  get next(): number {
    const { rows = [], total = 0 } = this.value ?? {};
    return Math.min(atOnce, total - rows.length);
  }

  /** Load the first rows of another query. */
  async show(): Promise<void> {
    this.#wanted = atOnce;
    await this.load();
  }

  async more(): Promise<void> {
    this.#wanted += atOnce;
    await this.load();
  }
}
