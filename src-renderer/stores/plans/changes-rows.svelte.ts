import type { PlanRow, RowState } from '#shared/contract/changes.ts';
import type { Session } from '../../link/session.svelte.ts';
import { WindowSource, type WindowReply } from '../lists/window-source.svelte.ts';

interface RowsQuery {
  planId: string;
  states?: RowState[];
}

/** The rows of one plan, as many as are in sight. They are known by their position, which stays when others are dropped. */
export class PlanRows {
  readonly source: WindowSource<PlanRow, RowsQuery, WindowReply<PlanRow>>;
  readonly #session: Session;
  readonly #planId: string;
  #revision = 1;

  constructor(session: Session, planId: string) {
    const { changes } = session.client;
    this.#session = session;
    this.#planId = planId;
    this.source = new WindowSource({
      list: async (query, slice, signal) => {
        const revision = this.#revision;
        const reply = await changes.rows({ ...query, slice }, signal);
        return { ...reply, isCapped: false, revision, queryMs: 0 };
      },
      ids: async (query, from, count) => {
        const { rows } = await changes.rows({ ...query, slice: { from, count: Math.min(count, 200) } });
        return rows.map(({ position }) => position);
      },
      idOf: ({ position }) => position,
    });
  }

  /** Read and follow until the end is called. */
  follow(): () => void {
    void this.source.query({ planId: this.#planId });
    const { changes } = this.#session.client;
    const ends = [
      this.#session.onConnected(() => void this.source.resume()),
      changes.changed(({ plans }) => {
        if (plans.some(({ id }) => id === this.#planId)) this.changed();
      }),
    ];
    return () => {
      ends.forEach((end) => end());
      this.source.rest();
    };
  }

  /** Read at once what is in sight. */
  async reread(): Promise<void> {
    this.#revision += 1;
    await this.source.reread();
  }

  /** Something about a row is new: what is in sight is read again. */
  changed(): void {
    this.source.touch(++this.#revision);
  }
}
