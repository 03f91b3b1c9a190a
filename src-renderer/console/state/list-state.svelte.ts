import { Key, type ListQuery, type Scoped, type ServerFilterAge } from '#shared/contract/collection.ts';
import type { Scope } from '#shared/contract/scope.ts';
import { collections, isCollection } from '#shared/contract/collections.ts';
import { consoles as words } from '#shared/text/en/console.ts';
import { attempt } from '../../components/messages/attempt.ts';
import { ColumnModel } from '../../components/grid/columns.svelte.ts';
import { GridPlace } from '../../components/grid/place.svelte.ts';
import { Selection } from '../../components/grid/selection.svelte.ts';
import type { ListFilter, ListRow, ListSelection } from '../../stores/lists/collection-client.ts';
import { CollectionDetail, type RowRef } from '../../stores/lists/collection-detail.svelte.ts';
import {
  isReading,
  lastReading,
  readAll,
  readDetails,
  readEverywhere,
  type ReadingKind,
} from '../../stores/lists/collection-jobs.ts';
import { Collection } from '../../stores/lists/collection.svelte.ts';
import type { Stores } from '../../stores/context.ts';
import { SavedViews } from '../../stores/lists/saved-views.svelte.ts';
import { ServerFilters } from '../../stores/lists/server-filters.svelte.ts';
import type { Picked } from '../actions.ts';
import { tableOf, type ListSpec, type ViewQuery } from '../list-spec.ts';
import { ToldColumns } from './told-columns.svelte.ts';
import { isSameView, key, whole } from '../views/views.ts';

/** How long typing rests before the list is asked again while it still answers what was typed before. */
const typingMs = 30;
const placesKept = 30;

/** Everything that one list of one scope remembers while its page is away: query, rows, selection, columns, places. */
export class ListState<Row extends ListRow = ListRow, Filter extends ListFilter = ListFilter> {
  readonly spec: ListSpec<Row, Filter>;
  /** Null: every scope that is cached; it is read in all that the catalogue knows. */
  scope: Scope | null;
  readonly list: Collection<Row, Filter>;
  readonly detail: CollectionDetail<Row>;
  readonly views: SavedViews;
  /** Its filters that only the platform answers. */
  readonly serverFilters: ServerFilters;
  readonly selection = new Selection();
  readonly columns: ColumnModel;
  /** Which columns can have a value. */
  readonly told: ToldColumns;
  /** The row in the side panel. */
  panel = $state.raw<RowRef>();
  /** The tab of the side panel; stays from row to row. */
  tab = $state<string>();
  /** What stands in the filter field; the query follows it. */
  typed = $state('');
  readonly #stores: Stores;
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- looked up when the query changes, which is what is reactive
  readonly #places = new Map<string, GridPlace>();
  /** Nobody has asked for anything yet. */
  #isUntouched = true;
  #typing: ReturnType<typeof setTimeout> | undefined;

  constructor(stores: Stores, spec: ListSpec<Row, Filter>, scope: Scope | null) {
    this.#stores = stores;
    this.spec = spec;
    this.scope = $state.raw(scope);
    const first = { ...whole<Filter>(spec, spec.views[0]?.query), scope };
    this.list = new Collection(stores.session, spec.stem, first, () => isReading(this.job));
    this.detail = new CollectionDetail(stores.session, spec.stem);
    this.views = new SavedViews(stores.session, tableOf(spec));
    this.serverFilters = new ServerFilters(stores.session, spec.stem, () => this.scope);
    this.told = new ToldColumns(spec.columns, () => this.list.isAdministratorView);
    this.columns = new ColumnModel(
      spec.columns,
      (layout) => void attempt(() => stores.preferences.setTable(tableOf(spec), layout), words.layoutNotKept),
      (column) => this.told.isTold(column),
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
  /** The last reading of this list, ended or not. */
  get job() {
    return this.#reading('whole');
  }
  /** The last reading of its rows one by one. */
  get detailsJob() {
    return this.#reading('details');
  }

  #reading(kind: ReadingKind) {
    const { jobs, profiles } = this.#stores;
    const { scope, spec } = this;
    return lastReading(jobs.list, profiles.openId, { stem: spec.stem, scope }, kind);
  }

  /** Read the whole list from the instance. Fails as `jobs.crawl` does. */
  async readNow(): Promise<void> {
    const { session } = this.#stores;
    if (this.scope === null) await readEverywhere(session, this.spec.stem);
    else await readAll(session, this.spec.stem, this.scope);
  }

  /** Read the details of its cached rows, one call each. Fails as `jobs.details` does. */
  async readDetailsNow(): Promise<void> {
    if (this.scope !== null) await readDetails(this.#stores.session, this.spec.stem, this.scope);
  }

  /** Take over what this table remembers, which may come later than the page. */
  restore(remembered: unknown): void {
    this.columns.restore(remembered);
    const sorted = this.#withSort(this.query);
    if (this.#isUntouched && key(sorted) !== key(this.query)) void this.list.show(sorted);
  }

  /** Sort, and remember it for the next time. */
  sortBy(sort: ViewQuery['sort']): void {
    this.columns.sortBy(sort);
    void this.show(this.#withSort(this.query));
  }

  /** Where the person was in a query, new for a new one. */
  placeOf(query: ViewQuery<Filter>): GridPlace {
    const name = key(query);
    const place = this.#places.get(name) ?? new GridPlace();
    this.#places.delete(name);
    this.#places.set(name, place);
    for (const oldest of this.#places.keys()) {
      if (this.#places.size <= placesKept) break;
      this.#places.delete(oldest);
    }
    return place;
  }

  /** Change the scope after the id of its group or project became known. Query, selection and open forms are kept. */
  moveTo(scope: Scope | null): void {
    const { scope: before, panel } = this;
    const place = this.placeOf(this.query);
    const query = { ...this.query, scope };
    this.#places.set(key(query), place);
    this.scope = scope;
    if (scope !== null && panel?.scope === before) this.panel = { ...panel, scope };
    void this.list.show(query, place.topIndex);
  }

  /** Show another query. "All that match" would then be others, so such a selection ends; named rows stay chosen. */
  show(view: ViewQuery<Filter>): Promise<void> {
    clearTimeout(this.#typing);
    this.#isUntouched = false;
    const query = { ...view, scope: this.scope };
    if (this.selection.isAll && !isSameView(query, this.query, false)) this.selection.clear();
    if (query.search !== this.typed.trim()) this.typed = query.search;
    return this.list.show(query, this.placeOf(query).topIndex);
  }

  /** Show everything again: neither search nor filters. */
  clear(): Promise<void> {
    return this.show({ ...this.query, search: '', filter: {} as Filter, gone: 'hide' });
  }

  /** What a person types is asked for at once; letters that come faster than answers are asked for together. */
  type(text: string): void {
    this.typed = text;
    clearTimeout(this.#typing);
    if (this.source.isAsking) this.#typing = setTimeout(() => this.#search(text.trim()), typingMs);
    else this.#search(text.trim());
  }

  /** Ask for what was typed without waiting for more letters. */
  askNow(): void {
    clearTimeout(this.#typing);
    this.#search(this.typed.trim());
  }

  #search(search: string): void {
    if (search !== this.query.search) void this.show({ ...this.query, search });
  }

  /** Have the platform answer one of the filters that are set, and show what it says. */
  async ask(name: string): Promise<void> {
    await this.serverFilters.ask(this.query.filter, name);
    await this.source.reread();
  }

  /** A filter that is set, if the platform evaluates it. Undefined also before the first reply of the list. */
  asked(name: string): ServerFilterAge | undefined {
    return this.source.reply?.serverFilters?.find((filter) => filter.name === name);
  }

  /** When the platform evaluated a filter that is set; null: never. Undefined as for `asked`. */
  askedAt(name: string): number | null | undefined {
    return this.asked(name)?.fetchedAt;
  }

  /** What its `get` and `refresh` take. */
  refOf(entry: Scoped<Row>): RowRef {
    const { stem } = this.spec;
    const id = isCollection(stem) ? entry.row[collections[stem].key] : undefined;
    return { scope: entry.scope, id: Key.safeParse(id).data ?? entry.key, key: entry.key };
  }

  /** Show a row in the side panel. */
  open(entry: Scoped<Row>): void {
    this.panel = this.refOf(entry);
  }

  /** The chosen rows as the core is asked for them. */
  get chosen(): ListSelection<Filter> {
    const { chosen } = this.selection;
    return chosen.kind === 'ids' ? chosen : { ...chosen, query: this.query };
  }

  /** Everything that matches, as a selection. */
  get everyMatch(): ListSelection<Filter> {
    return { kind: 'all', query: this.query, except: [] };
  }

  /** What an action works on now: the selection, else the row that the keys or the panel are on. */
  get picked(): Picked<Row> {
    const count = this.selection.count(this.source.total);
    if (count === 0) return this.pick(this.#current());
    if (this.selection.isAll && this.source.isAsking) return this.pick(undefined);
    const { chosen } = this;
    const rows = chosen.kind === 'ids' ? chosen.ids.flatMap((id) => this.#held(id) ?? []) : [];
    return { selection: chosen, count, rows };
  }

  /** One row as what an action works on. */
  pick(entry: Scoped<Row> | undefined): Picked<Row> {
    return entry === undefined
      ? { selection: { kind: 'ids', ids: [] }, count: 0, rows: [] }
      : { selection: { kind: 'ids', ids: [entry.key] }, count: 1, rows: [entry] };
  }

  #current(): Scoped<Row> | undefined {
    const panelKey = this.panel?.key ?? null;
    if (panelKey !== null) return this.#held(panelKey);
    // Another list is on its way, and nobody has seen which of its rows this will be
    if (this.source.isAsking) return undefined;
    const { activeIndex } = this.placeOf(this.source.answered ?? this.query);
    return activeIndex < 0 ? undefined : this.source.row(activeIndex);
  }

  #held(id: number): Scoped<Row> | undefined {
    // Read for the sake of following: where a row lies is told by pages that come and go.
    void this.source.pagesHeld;
    const index = this.source.indexOf(id);
    return index === undefined ? undefined : this.source.row(index);
  }

  #withSort(query: ListQuery<Filter>): ListQuery<Filter> {
    const { sort } = this.columns;
    const isKnown = this.spec.columns.some(({ sortBy }) => sortBy !== undefined && sortBy === sort?.by);
    return sort === undefined || !isKnown ? query : { ...query, sort };
  }

  /** Follow what changes while the page is on show. */
  follow(): () => void {
    const ends = [this.list.follow(), this.views.follow()];
    return () => ends.forEach((end) => end());
  }
}
