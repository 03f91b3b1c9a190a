import { untrack } from 'svelte';
import type { GridPlace } from './place.svelte.ts';
import type { RowSource } from './row-source.ts';
import { bodyHeightPx, rowsInSight, rowTopPx, scrollAfterShift, scrollToShow } from './window.ts';

/** What is scrolled. Read again at each use, because a grid can get another source or place. */
interface Ground<Row> {
  readonly source: RowSource<Row>;
  readonly place: GridPlace;
  idOf(row: Row): number;
}

/**
 * The scroll position of a grid. The same rows stay in sight while the list is read again, the row height changes or the
 * grid gets lower; another view starts at the position where it was left. Units: CSS pixels.
 */
export class ScrollAnchor<Row> {
  /** The next four are bound by the grid. */
  scroller!: HTMLElement;
  rowHeightPx = $state(32);
  headHeightPx = $state(32);
  scrollerHeightPx = $state(0);
  #ground: Ground<Row>;
  #scrollTopPx = $state(0);
  /** The row at the upper edge. */
  #top: { id: number | undefined; index: number } = { id: undefined, index: 0 };
  #lastRowHeightPx = 0;
  #lastHeightPx = 0;

  readonly view = $derived.by(() => ({
    rowHeightPx: this.rowHeightPx,
    heightPx: Math.max(0, this.scrollerHeightPx - this.headHeightPx),
    scrollTopPx: this.#scrollTopPx,
    total: this.#ground.source.total,
  }));
  readonly sight = $derived.by(() => rowsInSight(this.view));

  constructor(ground: Ground<Row>) {
    this.#ground = ground;
  }

  /** Registers the effects that hold the position. Call it once, while the component is created. */
  hold(): void {
    $effect(() => {
      const { scrollTopPx, scrollLeftPx } = this.#ground.place;
      untrack(() => this.#scroll(scrollTopPx, scrollLeftPx));
    });
    $effect(() => {
      void this.#ground.source.rereads;
      untrack(() => this.#followTopRow());
    });
    $effect(() => {
      const { source, place } = this.#ground;
      const { from: index } = this.sight;
      const row = source.row(index);
      place.topIndex = index;
      this.#top = { id: row === undefined ? undefined : this.#ground.idOf(row), index };
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

  /** Takes over a scroll by the browser. The event still knows its element when the grid is already removed. */
  note({ scrollTop, scrollLeft }: HTMLElement): void {
    const { place } = this.#ground;
    this.#scrollTopPx = scrollTop;
    place.scrollTopPx = scrollTop;
    place.scrollLeftPx = scrollLeft;
  }

  /** Scrolls as little as possible until the row is wholly visible; -1 does nothing. */
  show(index: number): void {
    if (index < 0) return;
    this.#scroll(scrollToShow(index, this.view));
    // In a low window the page scrolls too.
    this.scroller.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  }

  #scroll(topPx: number, leftPx = this.scroller.scrollLeft): void {
    // The body may still have its former height, and the browser would limit the scroll to it.
    this.scroller.querySelector<HTMLElement>('.body')?.style.setProperty('height', `${bodyHeightPx(this.view)}px`);
    this.scroller.scrollTo({ top: topPx, left: leftPx, behavior: 'instant' });
    this.note(this.scroller);
  }

  /** The list was read again: the row at the upper edge stays there, even if its index has changed. */
  #followTopRow(): void {
    const { id, index } = this.#top;
    const now = id === undefined ? undefined : this.#ground.source.indexOf(id);
    if (now === undefined || now === index || this.#scrollTopPx <= 0) return;
    this.#scroll(scrollAfterShift(now - index, this.view));
  }

  /** Another density: the same row stays at the upper edge. */
  #adaptToRowHeight(heightPx: number): void {
    const last = this.#lastRowHeightPx;
    if (last > 0 && heightPx > 0 && heightPx !== last) this.#scroll((this.#scrollTopPx / last) * heightPx);
    this.#lastRowHeightPx = heightPx;
  }

  /** The grid got lower: if the active row was visible, it stays visible. */
  #adaptToHeight(heightPx: number): void {
    const { activeIndex } = this.#ground.place;
    const last = this.#lastHeightPx;
    const bottomPx = rowTopPx(activeIndex, this.view) + this.rowHeightPx - this.#scrollTopPx;
    if (activeIndex >= 0 && heightPx < last && bottomPx > heightPx && bottomPx <= last)
      this.#scroll(scrollToShow(activeIndex, this.view));
    this.#lastHeightPx = heightPx;
  }
}
