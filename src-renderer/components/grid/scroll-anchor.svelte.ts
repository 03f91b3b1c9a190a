import { untrack } from 'svelte';
import type { GridPosition } from './grid-position.svelte.ts';
import type { RowSource } from './row-source.ts';
import { bodyHeightPx, visibleRows, rowTopPx, scrollAfterShift, scrollToShow } from './window.ts';

/** What is scrolled. Read at each use, because a grid can get another source or position. */
interface GridContext<Row> {
  readonly source: RowSource<Row>;
  readonly position: GridPosition;
  idOf(row: Row): number;
}

/**
 * The scroll position of a grid. The same rows stay visible when the list is loaded again, the row height changes or
 * the grid gets lower. Another view starts at its last position. Units: CSS pixels.
 */
export class ScrollAnchor<Row> {
  /** The grid binds the next four properties. */
  scroller!: HTMLElement;
  rowHeightPx = $state(32);
  headHeightPx = $state(32);
  scrollerHeightPx = $state(0);
  #context: GridContext<Row>;
  #scrollTopPx = $state(0);
  /** The row at the upper edge. */
  #top: { id: number | undefined; index: number } = { id: undefined, index: 0 };
  #lastRowHeightPx = 0;
  #lastHeightPx = 0;

  readonly view = $derived.by(() => ({
    rowHeightPx: this.rowHeightPx,
    heightPx: Math.max(0, this.scrollerHeightPx - this.headHeightPx),
    scrollTopPx: this.#scrollTopPx,
    total: this.#context.source.total,
  }));
  readonly visible = $derived.by(() => visibleRows(this.view));

  constructor(context: GridContext<Row>) {
    this.#context = context;
  }

  /** Create the effects that keep the position. Call this once, while the component is created. */
  hold(): void {
    $effect(() => {
      const { scrollTopPx, scrollLeftPx } = this.#context.position;
      untrack(() => this.#scroll(scrollTopPx, scrollLeftPx));
    });
    $effect(() => {
      void this.#context.source.reloads;
      untrack(() => this.#followTopRow());
    });
    $effect(() => {
      const { source, position } = this.#context;
      const { from: index } = this.visible;
      const row = source.row(index);
      position.topIndex = index;
      this.#top = { id: row === undefined ? undefined : this.#context.idOf(row), index };
    });
    $effect(() => {
      const { rowHeightPx } = this;
      untrack(() => this.#adaptToRowHeight(rowHeightPx));
    });
    $effect(() => {
      const { heightPx } = this.view;
      untrack(() => this.#adaptToHeight(heightPx));
    });
  }

  /** Apply a scroll by the browser. The event still has its element when the grid is already removed. */
  note({ scrollTop, scrollLeft }: HTMLElement): void {
    const { position } = this.#context;
    this.#scrollTopPx = scrollTop;
    position.scrollTopPx = scrollTop;
    position.scrollLeftPx = scrollLeft;
  }

  /** Scroll as little as possible until the row is completely visible; -1 does nothing. */
  show(index: number): void {
    if (index < 0) return;
    this.#scroll(scrollToShow(index, this.view));
    // In a low window the page scrolls too
    this.scroller.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  }

  #scroll(topPx: number, leftPx = this.scroller.scrollLeft): void {
    // The body may still have its previous height, which would limit the scroll position
    this.scroller.querySelector<HTMLElement>('.body')?.style.setProperty('height', `${bodyHeightPx(this.view)}px`);
    this.scroller.scrollTo({ top: topPx, left: leftPx, behavior: 'instant' });
    this.note(this.scroller);
  }

  /** The list was loaded again: the row at the upper edge stays there, even if its index has changed. */
  #followTopRow(): void {
    const { id, index } = this.#top;
    const now = id === undefined ? undefined : this.#context.source.indexOf(id);
    if (now === undefined || now === index || this.#scrollTopPx <= 0) return;
    this.#scroll(scrollAfterShift(now - index, this.view));
  }

  /** The density changed: the same row stays at the upper edge. */
  #adaptToRowHeight(heightPx: number): void {
    const last = this.#lastRowHeightPx;
    if (last > 0 && heightPx > 0 && heightPx !== last) this.#scroll((this.#scrollTopPx / last) * heightPx);
    this.#lastRowHeightPx = heightPx;
  }

  /** The grid got lower: if the active row was visible, it stays visible. */
  #adaptToHeight(heightPx: number): void {
    const { activeIndex } = this.#context.position;
    const last = this.#lastHeightPx;
    const bottomPx = rowTopPx(activeIndex, this.view) + this.rowHeightPx - this.#scrollTopPx;
    if (activeIndex >= 0 && heightPx < last && bottomPx > heightPx && bottomPx <= last)
      this.#scroll(scrollToShow(activeIndex, this.view));
    this.#lastHeightPx = heightPx;
  }
}
