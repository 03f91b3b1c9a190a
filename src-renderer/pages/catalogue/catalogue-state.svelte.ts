import type { CatalogueEntry } from '#shared/contract/catalogue.ts';
import { catalogue as words } from '#shared/text/en/catalogue.ts';
import { attempt } from '../../components/messages/attempt.ts';
import { ColumnModel } from '../../components/grid/columns.svelte.ts';
import { GridPosition } from '../../components/grid/grid-position.svelte.ts';
import type { Sort } from '../../components/grid/row-source.ts';
import { Selection } from '../../components/grid/selection.svelte.ts';
import { Catalogue, everything, type FullCatalogueQuery } from '../../stores/instance/catalogue.svelte.ts';
import type { Stores } from '../../stores/context.ts';
import { columns } from './columns.ts';

const sorts: readonly FullCatalogueQuery['sort']['by'][] = ['path', 'id', 'seenAt', 'verifiedAt', 'source'];

/** State of the page of groups and projects: list, selection, columns and scroll position. */
export class CatalogueState {
  readonly list: Catalogue;
  readonly selection = new Selection();
  readonly columns: ColumnModel;
  /** The entry in the side panel, by key. */
  panelKey = $state<number>();
  /** The text of the filter field. */
  typed = $state('');
  position = $state.raw(new GridPosition());

  constructor({ session, preferences }: Pick<Stores, 'session' | 'preferences'>) {
    this.list = new Catalogue(session);
    this.columns = new ColumnModel(columns, (layout) => {
      void attempt(() => preferences.setTable('catalogue', layout), words.layoutNotKept);
    });
    this.columns.restore(preferences.table('catalogue'));
    void this.list.show(this.#sorted(everything));
  }

  get query(): FullCatalogueQuery {
    return this.list.query;
  }
  get isFiltered(): boolean {
    const { sort: _, search, ...filters } = this.query;
    return search !== '' || Object.values(filters).some((value) => value !== undefined);
  }

  /** Show another query. A selection of all rows ends, because other rows match now. */
  show(change: Partial<FullCatalogueQuery>): void {
    if (this.selection.isAll) this.selection.clear();
    this.position = new GridPosition();
    void this.list.show({ ...this.query, ...change });
  }
  type(text: string): void {
    this.typed = text;
    this.show({ search: text.trim() });
  }
  clear(): void {
    this.typed = '';
    this.show({ search: '', kind: undefined, isPinned: undefined, source: undefined, verdict: undefined });
  }
  sortBy(sort: Sort): void {
    this.columns.sortBy(sort);
    void this.list.show(this.#sorted(this.query));
  }

  /** The entries of an action: the selection, else the row in the panel, else the active row. */
  get picked(): { count: number; keys: () => Promise<number[]> } {
    const count = this.selection.count(this.list.source.total);
    const { chosen } = this.selection;
    if (count > 0) return { count, keys: () => this.list.keysOf(chosen) };
    const { activeIndex } = this.position;
    // While another query is loading, the person has not seen its rows yet
    const isOnRow = activeIndex >= 0 && !this.list.source.isPending;
    const key = this.panelKey ?? (isOnRow ? this.list.source.row(activeIndex)?.key : undefined);
    return key === undefined
      ? { count: 0, keys: () => Promise.resolve([]) }
      : { count: 1, keys: () => Promise.resolve([key]) };
  }

  /** The entry that the panel shows. */
  get panel(): CatalogueEntry | undefined {
    void this.list.source.pagesHeld;
    const { panelKey } = this;
    const index = panelKey === undefined ? undefined : this.list.source.indexOf(panelKey);
    return index === undefined ? undefined : this.list.source.row(index);
  }

  #sorted(query: FullCatalogueQuery): FullCatalogueQuery {
    const { sort } = this.columns;
    const by = sorts.find((known) => known === sort?.by);
    return by === undefined || sort === undefined ? query : { ...query, sort: { by, direction: sort.direction } };
  }
}
