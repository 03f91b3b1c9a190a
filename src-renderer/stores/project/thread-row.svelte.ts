import type { ListQuery, ListSummary, Scoped } from '#shared/contract/collection.ts';
import type { Scope } from '#shared/contract/scope.ts';
import { Failure } from '#shared/errors.ts';
import type { Session } from '../../link/session.svelte.ts';
import { loadOnChanges } from '../loading/load-on-changes.ts';
import { collectionClient, type ListRow } from '../lists/collection-client.ts';
import type { RowRef } from '../lists/collection-detail.svelte.ts';

/** Maximum number of rows among which the position of a row is looked for. */
const mostKeys = 5_000;

/** A row before or after another one in a list. */
export interface Neighbour<Row> {
  row: Scoped<Row>;
  index: number;
}

/** One issue or merge request of a project, found by its number, and its neighbours in a list. */
export class ThreadRow<Row extends ListRow> {
  /** Undefined: not loaded yet. Null: not stored. */
  row = $state.raw<Scoped<Row> | null>();
  summary = $state.raw<ListSummary | null>(null);
  failure = $state.raw<Failure | null>(null);
  /** Its position in the list, from 0; null: it is not in the list. */
  index = $state.raw<number | null>(null);
  total = $state.raw(0);
  readonly #session: Session;
  readonly #collection: string;
  readonly #scope: Scope;
  readonly #iid: number;
  readonly #query: ListQuery;
  readonly #hint: number | null;

  /** `query`: the list with the neighbours. `hint`: where the row was in it. */
  constructor(
    session: Session,
    at: { collection: string; scope: Scope; iid: number },
    { query, hint }: { query: ListQuery; hint: number | null },
  ) {
    this.#session = session;
    this.#collection = at.collection;
    this.#scope = at.scope;
    this.#iid = at.iid;
    this.#query = query;
    this.#hint = hint;
  }

  follow(): () => void {
    const verbs = collectionClient(this.#session, this.#collection);
    return loadOnChanges(
      this.#session,
      () => this.#load(),
      (touch) => [verbs.changed(touch)],
    );
  }

  /** The row before (-1) or after (1) this one in the list; null: there is none. Fails: as `list`. */
  async neighbour(step: -1 | 1): Promise<Neighbour<Row> | null> {
    const index = (this.index ?? 0) + step;
    if (this.index === null || index < 0) return null;
    const { rows } = await collectionClient<Row>(this.#session, this.#collection).list({
      query: this.#query,
      slice: { from: index, count: 1 },
    });
    const [row] = rows;
    return row === undefined ? null : { row, index };
  }

  async #load(): Promise<void> {
    const verbs = collectionClient<Row>(this.#session, this.#collection);
    const query = { ...this.#query, scope: this.#scope, search: '', filter: { iids: [this.#iid] } };
    try {
      const [found, summary] = await Promise.all([
        verbs.list({ query: { ...query, notReturned: 'show' }, slice: { from: 0, count: 1 } }),
        verbs.summary({ scope: this.#scope }),
      ]);
      this.row = await this.#whole(found.rows[0] ?? null);
      this.summary = summary;
      this.failure = null;
      if (this.row !== null) await this.#place(this.row.key);
    } catch (thrown) {
      this.failure = Failure.from(thrown);
    }
  }

  /** A row with a large description is cut in a list. */
  async #whole(entry: Scoped<Row> | null): Promise<Scoped<Row> | null> {
    if (entry?.isCut !== true) return entry;
    const row = await wholeRow(this.#session, this.#collection, { scope: entry.scope, id: entry.row.id as number });
    return row === null ? entry : { ...entry, row: row as Row, isCut: undefined };
  }

  async #place(key: number): Promise<void> {
    const verbs = collectionClient<Row>(this.#session, this.#collection);
    const near = this.index ?? this.#hint;
    const from = near === null ? 0 : Math.max(0, near - mostKeys / 2);
    const [{ ids }, { total }] = await Promise.all([
      verbs.ids({ query: this.#query, from, count: mostKeys }),
      verbs.list({ query: this.#query, slice: { from: 0, count: 1 } }),
    ]);
    const at = ids.indexOf(key);
    this.index = at < 0 ? null : from + at;
    this.total = total;
  }
}

/** A row that is not cut as in a list; null: it is not stored. Fails: as `get`. */
export async function wholeRow(
  session: Session,
  collection: string,
  { scope, id }: Pick<RowRef, 'scope' | 'id'>,
): Promise<ListRow | null> {
  return (await collectionClient<ListRow>(session, collection).get({ scope, id }))?.row ?? null;
}
