import type { ListQuery, ListSummary, Scoped } from '#shared/contract/collection.ts';
import type { Scope } from '#shared/contract/scope.ts';
import type { Session } from '../../link/session.svelte.ts';
import { LastReply } from '../loading/last-reply.svelte.ts';
import { NewestCall } from '../loading/newest-call.svelte.ts';
import { collectionClient, type CollectionClient, type ListRow } from '../lists/collection-client.ts';
import { wholeRow } from '../lists/collection-detail.svelte.ts';

/** Maximum number of rows among which the position of a row is looked for. */
const mostKeys = 5_000;

/** A row before or after another one in a list. */
export interface Neighbour<Row> {
  row: Scoped<Row>;
  index: number;
}

interface Found<Row> {
  /** Null: not stored. */
  row: Scoped<Row> | null;
  summary: ListSummary;
}

/** One issue or merge request of a project, found by its number, and its neighbours in a list. */
export class ThreadRow<Row extends ListRow> extends LastReply<Found<Row>> {
  /** Undefined: not loaded yet. Null: not stored. */
  row = $derived(this.value?.row);
  summary = $derived(this.value?.summary ?? null);
  readonly #placed = new NewestCall<{ index: number | null; total: number }>();
  /** Its position in the list, from 0; null: it is not in the list. */
  index = $derived(this.#placed.value?.index ?? null);
  total = $derived(this.#placed.value?.total ?? 0);
  readonly #at: { collection: string; scope: Scope; iid: number };
  readonly #list: { query: ListQuery; hint: number | null };
  readonly #verbs: CollectionClient<Row>;

  /** `list.query`: the list with the neighbors of the row. `list.hint`: the last known position of the row in it. */
  constructor(
    session: Session,
    at: { collection: string; scope: Scope; iid: number },
    list: { query: ListQuery; hint: number | null },
  ) {
    const verbs = collectionClient<Row>(session, at.collection);
    super(session, () => this.#find(), [verbs]);
    this.#at = at;
    this.#list = list;
    this.#verbs = verbs;
  }

  override async load(): Promise<void> {
    await super.load();
    if (this.failure !== null || !this.row) return;
    const { key } = this.row;
    await this.#placed.send(() => this.#place(key));
    this.failure = this.#placed.failure;
  }

  /** The row before (-1) or after (1) this one in the list; null: there is none. Fails: as `list`. */
  async neighbour(step: -1 | 1): Promise<Neighbour<Row> | null> {
    const index = (this.index ?? 0) + step;
    if (this.index === null || index < 0) return null;
    const { rows } = await this.#verbs.list({ query: this.#list.query, slice: { from: index, count: 1 } });
    const [row] = rows;
    return row === undefined ? null : { row, index };
  }

  async #find(): Promise<Found<Row>> {
    const { scope, iid } = this.#at;
    const query = { ...this.#list.query, scope, search: '', filter: { iids: [iid] }, notReturned: 'show' } as const;
    const [found, summary] = await Promise.all([
      this.#verbs.list({ query, slice: { from: 0, count: 1 } }),
      this.#verbs.summary({ scope }),
    ]);
    return { row: await this.#whole(found.rows[0] ?? null), summary };
  }

  /** A row with a large description is cut in a list. */
  async #whole(entry: Scoped<Row> | null): Promise<Scoped<Row> | null> {
    if (entry?.isCut !== true) return entry;
    const row = await wholeRow(this.session, this.#at.collection, { scope: entry.scope, id: entry.row.id as number });
    return row === null ? entry : { ...entry, row: row as Row, isCut: undefined };
  }

  async #place(key: number): Promise<{ index: number | null; total: number }> {
    const { query, hint } = this.#list;
    const near = this.index ?? hint;
    const from = near === null ? 0 : Math.max(0, near - mostKeys / 2);
    const [{ ids }, { total }] = await Promise.all([
      this.#verbs.ids({ query, from, count: mostKeys }),
      this.#verbs.list({ query, slice: { from: 0, count: 1 } }),
    ]);
    const at = ids.indexOf(key);
    return { index: at < 0 ? null : from + at, total };
  }
}
