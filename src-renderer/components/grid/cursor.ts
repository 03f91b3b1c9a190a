import { stepFrom, type Step } from './keyboard.ts';
import type { GridPosition } from './grid-position.svelte.ts';
import type { RowSource } from './row-source.ts';
import type { Selection } from './selection.svelte.ts';

/** What the cursor applies to. Read at each use, because a grid can get other objects. */
interface GridContext<Row> {
  readonly source: RowSource<Row>;
  readonly selection: Selection;
  readonly position: GridPosition;
  idOf(row: Row): number;
  onactive?(row: Row): void;
}

/** The active row, and the selection that follows from moving it: ranges and toggles. */
export class Cursor<Row> {
  readonly #context: GridContext<Row>;
  /** The IDs of a range are loaded. A newer selection makes an older reply obsolete. */
  #choices = 0;

  constructor(context: GridContext<Row>) {
    this.#context = context;
  }

  activate(index: number): void {
    const { position, source } = this.#context;
    position.activeIndex = index;
    position.activeId = undefined;
    const row = source.row(index);
    if (row !== undefined) this.setActiveRow(row);
  }

  /** The active row was loaded. */
  setActiveRow(row: Row): void {
    this.#context.position.activeId = this.#context.idOf(row);
    this.#context.onactive?.(row);
  }

  /** The list was loaded again: find the active row, or stay within the remaining rows. */
  followRow(): void {
    const { position, source } = this.#context;
    const index = position.activeId === undefined ? undefined : source.indexOf(position.activeId);
    if (index !== undefined) position.activeIndex = index;
    else if (position.activeIndex >= source.total) position.activeIndex = source.total - 1;
  }

  /** Move by a step; with `isRange`, select the rows from the start of the range. Returns the new index, -1: none. */
  step(to: Step, isRange: boolean, page: number): number {
    const { position, selection, source } = this.#context;
    const from = position.activeIndex;
    const index = stepFrom(from, to, { total: source.total, page });
    if (index < 0) return index;
    if (isRange && selection.anchor < 0) selection.anchorAt(Math.max(from, 0));
    this.activate(index);
    if (isRange) void this.range(index);
    else selection.anchorAt(index);
    return index;
  }

  /** Select all rows from the start of the range to the active row. */
  async range(index: number): Promise<void> {
    const { selection, source } = this.#context;
    const choice = ++this.#choices;
    if (selection.anchor < 0) selection.anchorAt(index);
    const start = selection.anchor;
    const ids = await source.ids(Math.min(start, index), Math.max(start, index) + 1);
    if (choice === this.#choices) selection.range(ids);
  }

  toggle(index: number): void {
    const row = this.#context.source.row(index);
    this.#choices++;
    if (row !== undefined) this.#context.selection.toggle(this.#context.idOf(row), index);
  }

  set(ids: readonly number[], isChosen: boolean): void {
    this.#choices++;
    this.#context.selection.set(ids, isChosen);
  }
}
