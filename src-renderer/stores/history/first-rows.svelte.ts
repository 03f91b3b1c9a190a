import type { Session } from '../../link/session.svelte.ts';
import { withAllRows } from '../lists/all-rows.ts';
import { LastReply } from '../loading/last-reply.svelte.ts';

type Slice = { from: number; count: number };

interface Rows {
  rows: readonly unknown[];
  total: number;
}

/** The first rows of a reply about the history. Changes of the history load as many rows as are shown. */
export class FirstRows<Reply extends Rows> extends LastReply<Reply> {
  readonly #atOnce: number;
  #wanted: number;

  /** `atOnce`: how many rows are shown first, and how many `more` adds. */
  constructor(session: Session, list: (slice: Slice) => Promise<Reply>, atOnce = 200) {
    super(session, () => withAllRows(list, this.#wanted), [session.client.history], { onProfileChange: 'forget' });
    this.#atOnce = this.#wanted = atOnce;
  }

  /** The number of rows that `more` loads; 0: all rows are loaded. */
  get next(): number {
    const { rows = [], total = 0 } = this.value ?? {};
    return Math.min(this.#atOnce, total - rows.length);
  }

  /** Load the first rows, and follow their changes. */
  override follow(): () => void {
    this.#wanted = this.#atOnce;
    return super.follow();
  }

  /** Load the first rows of another query. */
  async show(): Promise<void> {
    this.#wanted = this.#atOnce;
    await this.load();
  }

  async more(): Promise<void> {
    this.#wanted += this.#atOnce;
    await this.load();
  }
}
