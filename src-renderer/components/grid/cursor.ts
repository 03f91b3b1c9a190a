import { stepFrom, type Step } from './keyboard.ts';
import type { GridPlace } from './place.svelte.ts';
import type { RowSource } from './row-source.ts';
import type { Selection } from './selection.svelte.ts';

/** What a cursor works on, read anew each time because a grid may be given other ones. */
interface Ground<Row> {
  readonly source: RowSource<Row>;
  readonly selection: Selection;
  readonly place: GridPlace;
  idOf(row: Row): number;
  onactive?(row: Row): void;
}

/** The active row and what is chosen with it: steps, ranges, toggles. */
export class Cursor<Row> {
  readonly #ground: Ground<Row>;
  /** Ids of a range come later; a newer choice makes them late. */
  #choices = 0;

  constructor(ground: Ground<Row>) {
    this.#ground = ground;
  }

  activate(index: number): void {
    const { place, source } = this.#ground;
    place.activeIndex = index;
    place.activeId = undefined;
    const row = source.row(index);
    if (row !== undefined) this.tell(row);
  }

  /** The active row has arrived. */
  tell(row: Row): void {
    this.#ground.place.activeId = this.#ground.idOf(row);
    this.#ground.onactive?.(row);
  }

  /** The list was read again: find the active row, or stay within what is left. */
  followRow(): void {
    const { place, source } = this.#ground;
    const index = place.activeId === undefined ? undefined : source.indexOf(place.activeId);
    if (index !== undefined) place.activeIndex = index;
    else if (place.activeIndex >= source.total) place.activeIndex = source.total - 1;
  }

  /** Go a step; with `isRange` choose what lies between the start of the range and there. Answers the new row, -1: none. */
  step(to: Step, isRange: boolean, page: number): number {
    const { place, selection, source } = this.#ground;
    const from = place.activeIndex;
    const index = stepFrom(from, to, { total: source.total, page });
    if (index < 0) return index;
    if (isRange && selection.anchor < 0) selection.anchorAt(Math.max(from, 0));
    this.activate(index);
    if (isRange) void this.range(index);
    else selection.anchorAt(index);
    return index;
  }

  /** Choose everything between the start of the range and here. */
  async range(index: number): Promise<void> {
    const { selection, source } = this.#ground;
    const choice = ++this.#choices;
    if (selection.anchor < 0) selection.anchorAt(index);
    const start = selection.anchor;
    const ids = await source.ids(Math.min(start, index), Math.max(start, index) + 1);
    if (choice === this.#choices) selection.range(ids);
  }

  toggle(index: number): void {
    const row = this.#ground.source.row(index);
    this.#choices++;
    if (row !== undefined) this.#ground.selection.toggle(this.#ground.idOf(row), index);
  }

  set(ids: readonly number[], isChosen: boolean): void {
    this.#choices++;
    this.#ground.selection.set(ids, isChosen);
  }
}
