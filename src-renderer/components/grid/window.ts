/** Rows of a whole list: `from` up to but without `to`. */
export interface Extent {
  from: number;
  to: number;
}

/** Everything that decides which rows are in sight. Units: CSS pixels. */
export interface Viewport {
  rowHeightPx: number;
  heightPx: number;
  scrollTopPx: number;
  total: number;
}

/** Chromium lays out no element that is higher than about 33.5 million pixels. */
const highestPx = 30_000_000;

/** The height of the scrolled element. */
export function bodyHeightPx({ total, rowHeightPx }: Pick<Viewport, 'total' | 'rowHeightPx'>): number {
  return Math.min(total * rowHeightPx, highestPx);
}

/** How many pixels of list one pixel of scrolling stands for: 1, unless the list is higher than an element can be. */
function scale({ total, rowHeightPx, heightPx }: Omit<Viewport, 'scrollTopPx'>): number {
  const wholePx = total * rowHeightPx;
  return wholePx <= highestPx ? 1 : (wholePx - heightPx) / (highestPx - heightPx);
}

/** The place in the list that stands at the upper edge, in pixels of list. */
function offsetPx(view: Viewport): number {
  return view.scrollTopPx * scale(view);
}

/** Rows of which at least a part is in sight. */
export function rowsInSight(view: Viewport): Extent {
  if (view.rowHeightPx <= 0 || view.total === 0) return { from: 0, to: 0 };
  const top = Math.max(0, offsetPx(view));
  const from = Math.min(Math.floor(top / view.rowHeightPx), view.total - 1);
  const to = Math.min(Math.ceil((top + view.heightPx) / view.rowHeightPx), view.total);
  return { from, to: Math.max(to, from + 1) };
}

/** The same, and `by` rows more on either side. */
export function widen({ from, to }: Extent, by: number, total: number): Extent {
  return { from: Math.max(0, from - by), to: Math.min(total, to + by) };
}

/** Where a row stands in the scrolled element. */
export function rowTopPx(index: number, view: Viewport): number {
  return index * view.rowHeightPx - offsetPx(view) + view.scrollTopPx;
}

/** The smallest scroll that brings a row wholly into sight; the present one if it is. */
export function scrollToShow(index: number, view: Viewport): number {
  const ratio = scale(view);
  const topPx = index * view.rowHeightPx;
  const nowPx = offsetPx(view);
  if (topPx < nowPx) return topPx / ratio;
  const lowestPx = topPx + view.rowHeightPx - view.heightPx;
  return lowestPx > nowPx ? Math.max(0, lowestPx / ratio) : view.scrollTopPx;
}

/** The scroll at which the rows stand as before when everything above has moved by some rows. */
export function scrollAfterShift(rows: number, view: Viewport): number {
  return Math.max(0, view.scrollTopPx + (rows * view.rowHeightPx) / scale(view));
}
