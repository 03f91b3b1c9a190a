/** Estimated heights in px of notes that were not rendered yet. */
export const estimates = { system: 24, comment: 96 } as const;
/** Notes this far outside of the window are rendered, too. Units: px. */
export const overscanPx = 600;

/** A part of the list of notes. Units: px from its start. */
export interface Span {
  top: number;
  bottom: number;
}

/** Where each note begins; the last element is the height of all. Units: px. */
export function offsetsOf(count: number, heightOf: (index: number) => number): Float64Array {
  const offsets = new Float64Array(count + 1);
  for (let index = 0; index < count; index += 1) offsets[index + 1] = (offsets[index] ?? 0) + heightOf(index);
  return offsets;
}

/** The notes to render. Shape: `from` is included, `to` is not. Units: px; `top` and `bottom` from the first note. */
export function rangeAt(offsets: Float64Array, { top, bottom }: Span, overscan: number): { from: number; to: number } {
  const count = offsets.length - 1;
  const from = Math.min(indexAt(offsets, top - overscan), Math.max(0, count - 1));
  return { from, to: Math.min(count, indexAt(offsets, bottom + overscan) + 1) };
}

/** The note at a height, by binary search. */
function indexAt(offsets: Float64Array, height: number): number {
  let low = 0;
  let high = offsets.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((offsets[middle] ?? 0) <= height) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The next element around this one that scrolls vertically. */
export function scrollerOf(element: HTMLElement): HTMLElement {
  for (let around = element.parentElement; around !== null; around = around.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(around).overflowY)) return around;
  }
  return document.documentElement;
}

/** The upper edge of the visible part of a scroller, in px of the window. */
export function edgeOf(scroller: HTMLElement): number {
  return scroller === document.documentElement ? 0 : scroller.getBoundingClientRect().top;
}

/** Whether the content was scrolled, and cannot be scrolled further down. */
export function isAtEnd({ scrollTop, clientHeight, scrollHeight }: HTMLElement): boolean {
  return scrollTop > 0 && scrollTop + clientHeight >= scrollHeight - 1;
}

/** A note or a piece of its text, and the distance of its top from the upper edge of the visible part, in px. */
export interface Anchor {
  element: HTMLElement;
  distance: number;
}

/** The first note or piece of a long note that ends below the edge; null: the list begins below the edge. */
export function anchorAt(list: HTMLElement, edge: number): Anchor | null {
  if (list.getBoundingClientRect().top >= edge) return null;
  const note = firstBelow(list.querySelectorAll<HTMLElement>(':scope > [data-key]'), edge);
  const piece = note === null ? null : firstBelow(note.element.querySelectorAll<HTMLElement>('[data-piece]'), edge);
  return piece ?? note;
}

function firstBelow(elements: Iterable<HTMLElement>, edge: number): Anchor | null {
  for (const element of elements) {
    const { top, bottom } = element.getBoundingClientRect();
    if (bottom > edge) return { element, distance: top - edge };
  }
  return null;
}
