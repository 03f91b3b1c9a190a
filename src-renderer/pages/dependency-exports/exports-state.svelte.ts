import type { ExportQuery, ExportRow } from '#shared/contract/dependency-exports.ts';
import type { Scope } from '#shared/contract/scope.ts';
import { LocalList } from '../../console/list/local/local-list.svelte.ts';
import type { Stores } from '../../stores/context.ts';
import {
  DependencyExports,
  ExportComparison,
  PackageSearch,
} from '../../stores/transfers/dependency-exports.svelte.ts';
import { columns } from './columns.ts';

/** The parts of the page. A narrow window shows one of them. */
export const pageParts = ['exports', 'comparison', 'packages'] as const;
export type PagePart = (typeof pageParts)[number];

/** State of the page of dependency exports: list, selection, comparison and package search. */
export class ExportsState extends LocalList {
  readonly list: DependencyExports;
  readonly comparison: ExportComparison;
  readonly search: PackageSearch;
  isSearchOpen = $state(true);
  part = $state<PagePart>('exports');
  /** The two selected exports if they can be compared, the earlier one first. */
  readonly pair: readonly [ExportRow, ExportRow] | null = $derived.by(() => pairOf(this.#chosen));

  /** `scope`: show only exports of this project or group, and search only in them. */
  constructor(stores: Pick<Stores, 'session' | 'preferences'>, scope?: Scope) {
    super(stores, columns, 'dependency-exports');
    const { session } = stores;
    this.list = new DependencyExports(session);
    this.comparison = new ExportComparison(session);
    this.search = new PackageSearch(session, scope);
    void this.list.show({ scope });
  }

  type(text: string): void {
    this.typed = text;
    this.show({ search: text.trim() });
  }
  open(view: ExportQuery['view'], search: string): void {
    this.typed = search;
    this.show({ view, search: search.trim() });
  }
  show(change: Parameters<DependencyExports['show']>[0]): void {
    this.startOver();
    void this.list.show(change);
  }

  /** Make an export the active row. Clears the filter if it excludes the export. Returns its index; -1: not found. */
  async activate(id: number): Promise<number> {
    let index = await this.list.indexOf(id);
    if (index < 0) {
      this.typed = '';
      this.startOver();
      await this.list.show({ view: 'all', search: '' });
      index = await this.list.indexOf(id);
    }
    if (index >= 0) Object.assign(this.position, { activeIndex: index, activeId: id });
    return index;
  }

  /** The IDs of the selection. */
  ids(): Promise<number[]> {
    return this.list.idsOf(this.selection.chosen);
  }

  /** The selected rows, if they are loaded. */
  get #chosen(): readonly ExportRow[] {
    void this.list.source.pagesHeld;
    const { chosen } = this.selection;
    if (chosen.kind === 'all' || chosen.ids.length !== 2) return [];
    return chosen.ids.flatMap((id) => {
      const index = this.list.source.indexOf(id);
      const row = index === undefined ? undefined : this.list.source.row(index);
      return row === undefined ? [] : [row];
    });
  }
}

function pairOf(rows: readonly ExportRow[]): readonly [ExportRow, ExportRow] | null {
  const [one, other] = [...rows].sort((a, b) => a.requestedAt - b.requestedAt || a.id - b.id);
  if (one === undefined || other === undefined) return null;
  if (one.kind !== other.kind || one.place !== other.place) return null;
  return [one, other].every(({ packages, problem }) => packages !== null && problem === null) ? [one, other] : null;
}
