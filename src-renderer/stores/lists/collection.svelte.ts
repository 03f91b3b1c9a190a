import type { ListQuery, ListSummary, Scoped, ScopedWindow } from '#shared/contract/collection.ts';
import type { ExportFormat } from '#shared/contract/exported.ts';
import type { FilterValues } from '#shared/contract/filter-values.ts';
import { seconds } from '#shared/time.ts';
import type { Session } from '../../link/session.svelte.ts';
import { loadOnChanges } from '../loading/load-on-changes.ts';
import {
  collectionClient,
  type CollectionClient,
  type CopyFormat,
  type ListFilter,
  type ListRow,
  type ListSelection,
} from './collection-client.ts';
import { pauseAfter } from './pause-after.ts';
import { readerOf, WindowSource } from './window-source.svelte.ts';

const idlePaceMs = seconds(0.25);
const syncPaceMs = seconds(2);
const fewRows = 1_000;
/** Maximum number of rows to compare with the selection. */
const mostNotReturned = 5_000;

/** A list in one scope (null: in all cached scopes): its query, the visible rows, and its summary. */
export class Collection<Row extends ListRow, Filter extends ListFilter> {
  readonly source: WindowSource<Scoped<Row>, ListQuery<Filter>, ScopedWindow<Row>>;
  query = $state.raw<ListQuery<Filter>>() as ListQuery<Filter>;
  /** Null until the first reply of the core. */
  summary = $state.raw<ListSummary | null>(null);
  /**
   * The rows have the fields that only administrators get. Null counts as yes, so that nothing is disabled before it is
   * known.
   */
  isAdministratorView = $derived(this.summary?.view !== 'public');
  readonly #session: Session;
  readonly #verbs: CollectionClient<Row>;

  /** Shape: `first` is the first query. `isSyncing`: many rows arrive, so the list is loaded less often. */
  constructor(session: Session, collection: string, first: ListQuery<Filter>, isSyncing: () => boolean) {
    const verbs = collectionClient<Row>(session, collection);
    this.#session = session;
    this.#verbs = verbs;
    this.query = first;
    this.source = new WindowSource({
      ...readerOf<Scoped<Row>, ListQuery<Filter>, ScopedWindow<Row>>(verbs, ({ key }) => key),
      // For short lists, a reload is cheap and each row matters.
      paceMs: () => (isSyncing() && this.source.total > fewRows ? syncPaceMs : idlePaceMs),
    });
  }

  /** Show a query. Shape: `at` is the first row to be visible. */
  show(query: ListQuery<Filter>, at = 0): Promise<void> {
    this.query = query;
    return this.source.query(query, at);
  }

  /** The given rows that the platform no longer returns; empty if unknown. */
  async notReturnedOf(keys: readonly number[]): Promise<number[]> {
    const query = { ...this.query, search: '', filter: {} as Filter, notReturned: 'only' as const };
    const reply = await this.#verbs.ids({ query, from: 0, count: mostNotReturned }).catch(() => ({ ids: [] }));
    // eslint-disable-next-line svelte/prefer-svelte-reactivity -- local to this function
    const notReturned = new Set(reply.ids);
    return keys.filter((key) => notReturned.has(key));
  }

  /** The values of a filter for the shown query. See `values` of the contract. */
  values(name: string, search: string, choices?: unknown[]): Promise<FilterValues> {
    const { query } = this;
    const asked = choices?.map((value) => ({ [name]: value }));
    return this.#verbs.values({ query, name, search, ...(asked !== undefined && { choices: asked }) });
  }

  /** Subscribe to changes until the returned function is called. The shown rows stay while it loads. */
  follow(): () => void {
    const ends = [
      this.source.follow(this.#session, this.#verbs),
      loadOnChanges(
        this.#session,
        () => this.#readSummary(),
        (touch) => [this.#verbs.changed(touch)],
        0,
      ),
    ];
    return () => ends.forEach((end) => end());
  }

  copy(selection: ListSelection<Filter>, format: CopyFormat, columns: string[]) {
    return this.#verbs.copy({ selection, format, columns });
  }

  export(selection: ListSelection<Filter>, columns: string[], format: ExportFormat) {
    return this.#verbs.export({ selection, columns, format });
  }

  /** A long list pauses before its next load. A failure is not kept: loading the rows fails, too, and shows it. */
  async #readSummary(): Promise<void> {
    const startedAt = performance.now();
    const { scope } = this.query;
    this.summary = await this.#verbs.summary({ scope }).catch(() => this.summary);
    if (this.source.total > fewRows) await pauseAfter(performance.now() - startedAt);
  }
}
