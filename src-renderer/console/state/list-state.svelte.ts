import type { ListQuery, Scoped, ServerFilterAge } from '#shared/contract/collection.ts';
import { isKey } from '#shared/contract/row-key.ts';
import type { Scope } from '#shared/contract/scope.ts';
import { outlines } from '#shared/contract/window.constant.ts';
import { consoles as words } from '#shared/text/en/console.ts';
import { attempt } from '../../components/messages/attempt.ts';
import { isCollection } from '../../stores/lists/collection-names.ts';
import { ColumnModel } from '../../components/grid/columns.svelte.ts';
import { GridPosition } from '../../components/grid/grid-position.svelte.ts';
import { Selection } from '../../components/grid/selection.svelte.ts';
import type { ListFilter, ListRow, ListSelection } from '../../stores/lists/collection-client.ts';
import { CollectionDetail, type RowRef } from '../../stores/lists/collection-detail.svelte.ts';
import {
  isSyncing,
  lastSyncJob,
  syncList,
  syncDetails,
  syncEverywhere,
  type SyncKind,
} from '../../stores/lists/sync-jobs.ts';
import { isListedElsewhere, widerScopes } from '../scope.ts';
import { Collection } from '../../stores/lists/collection.svelte.ts';
import type { Stores } from '../../stores/context.ts';
import { SavedViews } from '../../stores/lists/saved-views.svelte.ts';
import { ServerFilters } from '../../stores/lists/server-filters.svelte.ts';
import type { Picked } from '../actions.ts';
import { tableOf, type ListSpec, type ViewQuery } from '../list-spec.ts';
import { AvailableColumns } from './available-columns.svelte.ts';
import { isSameView, key, whole } from '../views/views.ts';

/** Delay after a keystroke before the next query, while the previous query is still running. */
const typingMs = 30;
const mostPositions = 30;

/** State of a list page in one scope, kept while another page is shown: query, rows, selection, columns, scroll positions. */
export class ListState<Row extends ListRow = ListRow, Filter extends ListFilter = ListFilter> {
  readonly spec: ListSpec<Row, Filter>;
  /** Null: all cached scopes. A sync then covers all scopes of the catalogue. */
  scope: Scope | null;
  readonly list: Collection<Row, Filter>;
  readonly detail: CollectionDetail<Row>;
  readonly views: SavedViews;
  /** Filters that only the instance can evaluate. */
  readonly serverFilters: ServerFilters;
  readonly selection = new Selection();
  readonly columns: ColumnModel;
  readonly availableColumns: AvailableColumns;
  /** The row in the side panel. */
  panel = $state.raw<RowRef>();
  /** The tab of the side panel; kept when another row is opened. */
  tab = $state<string>();
  /** The values in the address of the parameters that the spec names. */
  parameters = $state.raw<Readonly<Record<string, string>>>({});
  /** Text of the search field. The query follows it. */
  typed = $state('');
  readonly #stores: Stores;
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- only read together with the query, which is reactive
  readonly #positions = new Map<string, GridPosition>();
  /** The first query is still shown. */
  #isUntouched = true;
  #typing: ReturnType<typeof setTimeout> | undefined;

  constructor(stores: Stores, spec: ListSpec<Row, Filter>, scope: Scope | null) {
    this.#stores = stores;
    this.spec = spec;
    this.scope = $state.raw(scope);
    const first = { ...whole<Filter>(spec, spec.views[0]?.query), scope };
    this.list = new Collection(stores.session, spec.collection, first, () => isSyncing(this.job));
    this.detail = new CollectionDetail(stores.session, spec.collection);
    this.views = new SavedViews(stores.session, tableOf(spec));
    this.serverFilters = new ServerFilters(stores.session, spec.collection, () => this.scope);
    this.availableColumns = new AvailableColumns(spec.columns, () => this.list.isAdministratorView);
    this.columns = new ColumnModel(
      spec.columns,
      (layout) => void attempt(() => stores.preferences.setTable(tableOf(spec), layout), words.layoutNotKept),
      (column) => this.availableColumns.isAvailable(column),
    );
    this.restore(stores.preferences.table(tableOf(spec)));
    void this.list.show(this.#withSort(this.list.query));
  }

  get source() {
    return this.list.source;
  }
  get query(): ListQuery<Filter> {
    return this.list.query;
  }
  /** The newest sync job of this list, running or ended. */
  get job() {
    return this.#lastSync('list');
  }
  /** The newest job that synced the details of its rows, running or ended. */
  get detailsJob() {
    return this.#lastSync('details');
  }

  /** The scope to sync. It differs from `scope` if no request lists the rows of `scope` alone. */
  get syncScope(): Scope | null {
    const { scope, spec, list } = this;
    if (list.summary?.syncedIn === undefined && !isListedElsewhere(spec, scope)) return scope;
    return list.summary?.syncedIn ?? widerScopes(this.#stores, spec, scope)[0] ?? '';
  }

  #lastSync(kind: SyncKind) {
    const { jobs, profiles } = this.#stores;
    const { spec } = this;
    // A running sync does not change the past
    if (spec.past !== undefined) return undefined;
    const scope = kind === 'list' ? this.syncScope : this.scope;
    return lastSyncJob(jobs.list, profiles.openId, { collection: spec.collection, scope }, kind);
  }

  /** A sync requests only changed rows, unless it is a full sync. */
  get isIncremental(): boolean {
    const { collection } = this.spec;
    return (
      isCollection(collection) &&
      outlines[collection].incremental !== undefined &&
      this.list.summary?.completedAt !== null
    );
  }

  /** Start the sync of the list. Fails: as `jobs.sync`. */
  async sync({ isFull = false } = {}): Promise<void> {
    const { session } = this.#stores;
    const scope = this.syncScope;
    if (scope === null) await syncEverywhere(session, this.spec.collection);
    else await syncList(session, this.spec.collection, scope, isFull);
  }

  /** Start the sync of the details of its cached rows, one request each. Fails: as `jobs.details`. */
  async syncDetails(): Promise<void> {
    if (this.scope !== null) await syncDetails(this.#stores.session, this.spec.collection, this.scope);
  }

  /** Apply the saved column layout. It may be loaded after the page was opened. */
  restore(saved: unknown): void {
    this.columns.restore(saved);
    const sorted = this.#withSort(this.query);
    if (this.#isUntouched && key(sorted) !== key(this.query)) void this.list.show(sorted);
  }

  /** Sort, and save the order in the column layout. */
  sortBy(sort: ViewQuery['sort']): void {
    this.columns.sortBy(sort);
    void this.show(this.#withSort(this.query));
  }

  /** Scroll position and cursor of a query; the last 30 are kept. */
  positionOf(query: ViewQuery<Filter>): GridPosition {
    const name = key(query);
    const position = this.#positions.get(name) ?? new GridPosition();
    this.#positions.delete(name);
    this.#positions.set(name, position);
    for (const oldest of this.#positions.keys()) {
      if (this.#positions.size <= mostPositions) break;
      this.#positions.delete(oldest);
    }
    return position;
  }

  /** Change the scope after the id of its group or project became known. Query, selection and open forms are kept. */
  moveTo(scope: Scope | null): void {
    const { scope: before, panel } = this;
    const position = this.positionOf(this.query);
    const query = { ...this.query, scope };
    this.#positions.set(key(query), position);
    this.scope = scope;
    if (scope !== null && panel?.scope === before) this.panel = { ...panel, scope };
    void this.list.show(query, position.topIndex);
  }

  /** Show another query. Clears a selection of all matching rows, because other rows match; selected IDs are kept. */
  show(view: ViewQuery<Filter>): Promise<void> {
    clearTimeout(this.#typing);
    this.#isUntouched = false;
    const query = { ...view, filter: { ...view.filter, ...this.spec.fixed }, scope: this.scope };
    if (this.selection.isAll && !isSameView(query, this.query, false)) this.selection.clear();
    if (query.search !== this.typed.trim()) this.typed = query.search;
    return this.list.show(query, this.positionOf(query).topIndex);
  }

  /** Clear the search and the filters. */
  clear(): Promise<void> {
    return this.show({ ...this.query, search: '', filter: {} as Filter, notReturned: 'hide' });
  }

  /** Search for the typed text at once, or after a short delay while the previous query is running. */
  type(text: string): void {
    this.typed = text;
    clearTimeout(this.#typing);
    if (this.source.isPending) this.#typing = setTimeout(() => this.#search(text.trim()), typingMs);
    else this.#search(text.trim());
  }

  /** Search for the typed text without the delay. */
  searchNow(): void {
    clearTimeout(this.#typing);
    this.#search(this.typed.trim());
  }

  #search(search: string): void {
    if (search !== this.query.search) void this.show({ ...this.query, search });
  }

  /** Let the instance evaluate one of the set filters, then show the result. */
  async evaluateFilter(name: string): Promise<void> {
    await this.serverFilters.evaluate(this.query.filter, name);
    await this.source.reload();
  }

  /** The cached result of a set filter that the instance evaluates. Undefined for other filters and before the first reply. */
  filterResult(name: string): ServerFilterAge | undefined {
    return this.source.reply?.serverFilters?.find((filter) => filter.name === name);
  }

  /** When the instance evaluated a set filter; null: never. Undefined as for `filterResult`. */
  evaluatedAt(name: string): number | null | undefined {
    return this.filterResult(name)?.fetchedAt;
  }

  /** The arguments for `get` and `refresh` of a row. */
  refOf(entry: Scoped<Row>): RowRef {
    const { collection } = this.spec;
    const id = isCollection(collection) ? entry.row[outlines[collection].key] : undefined;
    const isStoredOnce = isCollection(collection) && outlines[collection].isStoredOnce;
    const scope = isStoredOnce ? (this.scope ?? entry.scope) : entry.scope;
    return { scope, id: isKey(id) ? id : entry.key, key: entry.key };
  }

  /** Show a row in the side panel. */
  open(entry: Scoped<Row>): void {
    this.panel = this.refOf(entry);
  }

  /** The selected rows as a request takes them. */
  get chosen(): ListSelection<Filter> {
    const { chosen } = this.selection;
    return chosen.kind === 'ids' ? chosen : { ...chosen, query: this.query };
  }

  /** All rows that match the query. */
  get everyMatch(): ListSelection<Filter> {
    return { kind: 'all', query: this.query, except: [] };
  }

  /** The rows that an action applies to: the selection, else the row in the panel, else the row under the cursor. */
  get picked(): Picked<Row> {
    const count = this.selection.count(this.source.total);
    if (count === 0) return this.pick(this.#current());
    if (this.selection.isAll && this.source.isPending) return this.pick(undefined);
    const { chosen } = this;
    const rows = chosen.kind === 'ids' ? chosen.ids.flatMap((id) => this.#loadedRow(id) ?? []) : [];
    return { selection: chosen, count, rows };
  }

  /** One row as the target of an action. */
  pick(entry: Scoped<Row> | undefined): Picked<Row> {
    return entry === undefined
      ? { selection: { kind: 'ids', ids: [] }, count: 0, rows: [] }
      : { selection: { kind: 'ids', ids: [entry.key] }, count: 1, rows: [entry] };
  }

  #current(): Scoped<Row> | undefined {
    const panelKey = this.panel?.key ?? null;
    if (panelKey !== null) return this.#loadedRow(panelKey);
    // Other rows are being loaded, and the cursor would point to one that the person has not seen
    if (this.source.isPending) return undefined;
    const { activeIndex } = this.positionOf(this.source.shownQuery ?? this.query);
    return activeIndex < 0 ? undefined : this.source.row(activeIndex);
  }

  #loadedRow(id: number): Scoped<Row> | undefined {
    // A dependency only: the index of a row changes when pages are loaded or dropped
    void this.source.pagesHeld;
    const index = this.source.indexOf(id);
    return index === undefined ? undefined : this.source.row(index);
  }

  #withSort(query: ListQuery<Filter>): ListQuery<Filter> {
    const { sort } = this.columns;
    const isKnown = this.spec.columns.some(({ sortBy }) => sortBy !== undefined && sortBy === sort?.by);
    return sort === undefined || !isKnown ? query : { ...query, sort };
  }

  /** Subscribe to changes while the page is shown. */
  follow(): () => void {
    const ends = [this.list.follow(), this.views.follow()];
    return () => ends.forEach((end) => end());
  }
}
