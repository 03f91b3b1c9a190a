/** A range of rows in the list: `from` up to but not including `to`. */
export interface Extent {
  from: number;
  to: number;
}

/** Everything that determines the visible rows. Units: CSS pixels. */
export interface Viewport {
  rowHeightPx: number;
  heightPx: number;
  scrollTopPx: number;
  total: number;
}

/** Chromium limits the height of an element to about 33.5 million pixels. */
const highestPx = 30_000_000;

/** The height of the scrolled element. */
export function bodyHeightPx({ total, rowHeightPx }: Pick<Viewport, 'total' | 'rowHeightPx'>): number {
  return Math.min(total * rowHeightPx, highestPx);
}

/** Pixels of the list per pixel of scrolling: 1, unless the list is higher than an element can be. */
function scale({ total, rowHeightPx, heightPx }: Omit<Viewport, 'scrollTopPx'>): number {
  const wholePx = total * rowHeightPx;
  return wholePx <= highestPx ? 1 : (wholePx - heightPx) / (highestPx - heightPx);
}

/** The position in the list at the upper edge of the viewport, in pixels of the list. */
function offsetPx(view: Viewport): number {
  return view.scrollTopPx * scale(view);
}

/** The rows that are at least partly visible. */
export function visibleRows(view: Viewport): Extent {
  if (view.rowHeightPx <= 0 || view.total === 0) return { from: 0, to: 0 };
  const top = Math.max(0, offsetPx(view));
  const from = Math.min(Math.floor(top / view.rowHeightPx), view.total - 1);
  const to = Math.min(Math.ceil((top + view.heightPx) / view.rowHeightPx), view.total);
  return { from, to: Math.max(to, from + 1) };
}

/** A range with `by` more rows on both sides. */
export function widen({ from, to }: Extent, by: number, total: number): Extent {
  return { from: Math.max(0, from - by), to: Math.min(total, to + by) };
}

/** By how many rows each end of the rendered range may differ from the best range. */
const slack = 2;

/**
 * The range to render: `last` as long as it contains all visible rows and is close to `best`, so that a small change of
 * the height does not render rows again.
 */
export function steadyRange(last: Extent, best: Extent, visible: Extent, total: number): Extent {
  const hasVisible = last.from <= visible.from && last.to >= visible.to && last.to <= total;
  const isNear = Math.abs(last.from - best.from) <= slack && Math.abs(last.to - best.to) <= slack;
  return hasVisible && isNear ? last : best;
}

/** The position of a row in the scrolled element. */
export function rowTopPx(index: number, view: Viewport): number {
  return index * view.rowHeightPx - offsetPx(view) + view.scrollTopPx;
}

/** The nearest scroll position at which a row is completely visible; the current one if it already is. */
export function scrollToShow(index: number, view: Viewport): number {
  const ratio = scale(view);
  const topPx = index * view.rowHeightPx;
  const nowPx = offsetPx(view);
  if (topPx < nowPx) return topPx / ratio;
  const lowestPx = topPx + view.rowHeightPx - view.heightPx;
  return lowestPx > nowPx ? Math.max(0, lowestPx / ratio) : view.scrollTopPx;
}

/** The scroll position that keeps the rows in place after some rows were added or removed above. */
export function scrollAfterShift(rows: number, view: Viewport): number {
  return Math.max(0, view.scrollTopPx + (rows * view.rowHeightPx) / scale(view));
}
