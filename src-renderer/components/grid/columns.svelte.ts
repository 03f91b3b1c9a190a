import { clamp, columnWidths, firstTextColumn } from './column-widths.ts';
import { readLayout, type Layout } from './layout.ts';
import type { Sort } from './row-source.ts';

/** One column of a grid. Units: CSS pixels. */
export interface Column {
  id: string;
  title: string;
  widthPx: number;
  align?: 'start' | 'end';
  /** The first click on the title of a column with the format `moment` or `day` sorts the newest rows first. */
  format?: string;
  /** Name of the sort order; without it the column cannot be sorted. */
  sortBy?: string;
  /** Hidden by default. */
  isOptional?: boolean;
  /** Hidden by default while the table is narrower than this. */
  hiddenBelowPx?: number;
  /** Always first, always shown, and fixed when the table scrolls sideways. */
  isPinned?: boolean;
  /** Always last, always shown, and fixed when the table scrolls sideways. */
  isLast?: boolean;
  /** Shown below the title. */
  note?: { text: string; why: string };
}

const mostMeasuredRows = 20;

/** Order, width and visibility of the columns of a grid. Shape: `onchange` gets the layout to save. */
export class ColumnModel {
  readonly #known: readonly Column[];
  readonly #onchange: (layout: Layout) => void;
  readonly #isAvailable: (column: Column) => boolean;
  /** The width of the table; 0: not known. The grid binds it. */
  roomPx = $state(0);
  #layout = $state.raw<Layout>({ order: [], widths: {}, hidden: [], shown: [] });
  #contents = $state.raw<Readonly<Record<string, number>>>({});
  #measuredRows = 0;
  /** During a drag, the width of the first text column, so that it does not change. */
  #dragWidths = $state.raw<Readonly<Record<string, number>>>({});
  /** All columns in the person's order, including hidden ones. */
  readonly all: readonly Column[] = $derived.by(() => inOrder(this.#known, this.#layout.order));
  readonly visible: readonly Column[] = $derived(this.all.filter((column) => this.isShown(column)));
  readonly #widths = $derived(
    columnWidths(this.visible, {
      byHand: { ...this.#dragWidths, ...this.#layout.widths },
      contents: this.#contents,
      roomPx: this.roomPx,
    }),
  );
  readonly template: string = $derived(this.visible.map((column) => `${this.width(column)}px`).join(' '));
  readonly widthPx: number = $derived(this.visible.reduce((sum, column) => sum + this.width(column), 0));

  /** `isAvailable`: whether any row may have a value for the column; otherwise it is hidden until the person shows it. */
  constructor(
    known: readonly Column[],
    onchange: (layout: Layout) => void,
    isAvailable: (column: Column) => boolean = () => true,
  ) {
    this.#known = known;
    this.#onchange = onchange;
    this.#isAvailable = isAvailable;
  }

  /** The last chosen sort order; undefined: none. */
  get sort(): Sort | undefined {
    return this.#layout.sort;
  }

  /** The layout without its sort order. */
  get layout(): Layout {
    const { order, widths, hidden, shown } = this.#layout;
    return { order, widths, hidden, shown };
  }

  /** Apply a saved layout. An invalid one is ignored. */
  restore(remembered: unknown): void {
    this.#layout = readLayout(remembered) ?? this.#layout;
  }

  isShown(column: Column): boolean {
    const { id, isOptional = false, hiddenBelowPx = 0 } = column;
    const { hidden, shown } = this.#layout;
    if (isFixed(column) || shown.includes(id)) return true;
    const hasRoom = this.roomPx === 0 || this.roomPx >= hiddenBelowPx;
    return !isOptional && hasRoom && !hidden.includes(id) && this.#isAvailable(column);
  }

  width({ id, widthPx }: Column): number {
    return this.#widths[id] ?? clamp(this.#layout.widths[id] ?? widthPx);
  }

  /**
   * Fit the widths to the values of the first rows. `rows`: the number of loaded rows. Values are measured once, and
   * again when more of the first rows are loaded or another column is shown.
   */
  followContents(rows: number, measure: (columnIds: readonly string[]) => Record<string, number>): void {
    const ids = this.visible.map(({ id }) => id);
    const isKnown = ids.every((id) => Object.hasOwn(this.#contents, id));
    if (rows === 0 || (isKnown && Math.min(rows, mostMeasuredRows) <= this.#measuredRows)) return;
    this.#measuredRows = rows;
    this.#contents = { ...this.#contents, ...measure(ids) };
  }

  /** Set a width. `isDone: false` during a drag: only the final width is saved. */
  resize(column: Column, widthPx: number, isDone = true): void {
    const first = firstTextColumn(this.visible);
    if (isDone) this.#dragWidths = {};
    else if (first !== undefined) this.#dragWidths = { [first.id]: this.width(first) };
    const widths = { ...this.#layout.widths, [column.id]: Math.round(clamp(widthPx)) };
    this.#change({ ...this.#layout, widths }, isDone);
  }

  /** Move a column before another one, or (undefined) to the end. Pinned columns keep their position. */
  moveBefore(column: Column, before: Column | undefined): void {
    if (isFixed(column) || before?.isPinned === true || column.id === before?.id) return;
    const order = this.all.map(({ id }) => id).filter((id) => id !== column.id);
    order.splice(before === undefined ? order.length : order.indexOf(before.id), 0, column.id);
    this.#change({ ...this.#layout, order });
  }

  /** Move a column by one visible position. */
  nudge(column: Column, by: -1 | 1): void {
    const shown = this.visible;
    const at = shown.findIndex(({ id }) => id === column.id);
    const neighbour = shown[at + by];
    if (at < 0 || neighbour === undefined) return;
    this.moveBefore(column, by < 0 ? neighbour : shown[at + 2]);
  }

  show(column: Column, isShown: boolean): void {
    if (isFixed(column)) return;
    const { id } = column;
    const without = (ids: string[]): string[] => ids.filter((known) => known !== id);
    const hidden = isShown ? without(this.#layout.hidden) : [...without(this.#layout.hidden), id];
    const shown = isShown ? [...without(this.#layout.shown), id] : without(this.#layout.shown);
    this.#change({ ...this.#layout, hidden, shown });
  }

  /** Save the sort order with the columns. */
  sortBy(sort: Sort): void {
    this.#change({ ...this.#layout, sort });
  }

  reset(): void {
    this.#change({ ...this.#layout, order: [], widths: {}, hidden: [], shown: [] });
  }

  #change(layout: Layout, isDone = true): void {
    this.#layout = layout;
    if (isDone) this.#onchange(layout);
  }
}

/** A person can neither move nor hide the column. */
export function isFixed({ isPinned, isLast }: Column): boolean {
  return isPinned === true || isLast === true;
}

/**
 * Pinned columns first, then the saved order. A column without a saved position follows its predecessor in the
 * definition.
 */
function inOrder(known: readonly Column[], order: readonly string[]): readonly Column[] {
  const placed = order.map((id) => known.find((column) => column.id === id)).filter((column) => column !== undefined);
  for (const [at, column] of known.entries()) {
    if (placed.includes(column)) continue;
    const forerunner = known[at - 1];
    placed.splice(forerunner === undefined ? 0 : placed.indexOf(forerunner) + 1, 0, column);
  }
  const movable = placed.filter((column) => !isFixed(column));
  return [...placed.filter(({ isPinned }) => isPinned), ...movable, ...placed.filter(({ isLast }) => isLast)];
}
