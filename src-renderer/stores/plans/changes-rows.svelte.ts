import type { PlanRow, RowState } from '#shared/contract/changes.ts';
import type { Session } from '../../link/session.svelte.ts';
import { WindowSource } from '../lists/window-source.svelte.ts';

interface RowsQuery {
  planId: string;
  states?: RowState[];
}

/**
 * The visible rows of one plan. They are identified by their position, which does not change when other rows are
 * removed.
 */
export class PlanRows {
  readonly source: WindowSource<PlanRow, RowsQuery>;
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

  /** Load and subscribe until the returned function is called. */
  follow(): () => void {
    void this.source.query({ planId: this.#planId });
    const { changes } = this.#session.client;
    return this.source.follow(this.#session, {
      changed: (listener) =>
        changes.changed(({ plans }) => {
          if (plans.some(({ id }) => id === this.#planId)) listener({ revision: (this.#revision += 1) });
        }),
    });
  }

  /** Load the visible rows now. */
  async reload(): Promise<void> {
    this.#revision += 1;
    await this.source.reload();
  }

  /** A row has changed: load the visible rows again. */
  changed(): void {
    this.source.touch(++this.#revision);
  }
}
