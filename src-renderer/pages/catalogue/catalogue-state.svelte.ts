import type { CatalogueEntry } from '#shared/contract/catalogue.ts';
import type { Sort } from '../../components/grid/row-source.ts';
import { LocalList } from '../../console/list/local/local-list.svelte.ts';
import { Catalogue, everything, type FullCatalogueQuery } from '../../stores/instance/catalogue.svelte.ts';
import type { Stores } from '../../stores/context.ts';
import { columns } from './columns.ts';

const sorts: readonly FullCatalogueQuery['sort']['by'][] = ['path', 'id', 'seenAt', 'verifiedAt', 'source'];

/** State of the page of groups and projects. */
export class CatalogueState extends LocalList {
  readonly list: Catalogue;
  /** The entry in the side panel, by key. */
  panelKey = $state<number>();

  constructor(stores: Pick<Stores, 'session' | 'preferences'>) {
    super(stores, columns, 'catalogue');
    this.list = new Catalogue(stores.session);
    void this.list.show(this.#sorted(everything));
  }

  get query(): FullCatalogueQuery {
    return this.list.query;
  }
  get isFiltered(): boolean {
    const { sort: _, search, ...filters } = this.query;
    return search !== '' || Object.values(filters).some((value) => value !== undefined);
  }

  show(change: Partial<FullCatalogueQuery>): void {
    this.startOver();
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
