const narrowestPx = 56;
const widestPx = 900;
/** The largest width that a column gets because of its values. A person can make it wider. */
const widestForValuesPx = 480;
const selectionPx = 44;
const sortArrowPx = 16;
const chipsPaddingPx = 20;

/** A column with its declared width. */
interface Sized {
  id: string;
  widthPx: number;
  align?: 'start' | 'end';
  /** It keeps its declared width, because its values are loaded after the others. */
  isLast?: boolean;
}

interface WidthInputs {
  /** The widths that the person has set. */
  byHand: Readonly<Record<string, number>>;
  /**
   * The measured widths of the values of the first rows. A column without a measured width keeps its declared width.
   */
  contents: Readonly<Record<string, number>>;
  /** The width of the table; 0: not measured yet. */
  roomPx: number;
}

/**
 * The widths of the shown columns, in CSS pixels by column ID. A column gets its declared width. It becomes wider if a
 * value of the first rows is cut off and there is room, and narrower if other columns need the room. The first text
 * column takes the remaining width.
 */
export function columnWidths(
  columns: readonly Sized[],
  { byHand, contents, roomPx }: WidthInputs,
): Record<string, number> {
  const widths = Object.fromEntries(columns.map(({ id, widthPx }) => [id, clamp(byHand[id] ?? widthPx)]));
  if (roomPx === 0) return widths;
  const free = columns.flatMap(({ id, isLast }) => (byHand[id] === undefined && isLast !== true ? [id] : []));
  const missingPxOf = (id: string): number => {
    const width = widths[id] ?? 0;
    return Math.min(Math.max(contents[id] ?? width, narrowestPx), Math.max(widestForValuesPx, width)) - width;
  };
  let restPx = roomPx - selectionPx - sum(Object.values(widths));
  const change = (id: string, byPx: number): void => {
    widths[id] = (widths[id] ?? 0) + byPx;
    restPx -= byPx;
  };
  const neededPx = sum(free.map((id) => Math.max(0, missingPxOf(id))));
  for (const id of free.toReversed()) change(id, Math.min(0, Math.max(missingPxOf(id), restPx - neededPx)));
  // Columns that need little more width come first
  const byMissingWidth = free.toSorted((a, b) => missingPxOf(a) - missingPxOf(b));
  for (const id of byMissingWidth) change(id, Math.max(0, Math.min(missingPxOf(id), restPx)));
  const first = firstTextColumn(columns);
  if (first !== undefined && free.includes(first.id)) change(first.id, Math.max(0, restPx));
  return widths;
}

/**
 * The widths at which no title and no loaded value is cut off, in CSS pixels by column ID. Slow: the browser computes
 * the layout twice.
 */
export function contentWidthsPx(table: HTMLElement, columnIds: readonly string[]): Record<string, number> {
  const template = table.style.getPropertyValue('--columns');
  table.style.setProperty('--columns', `${selectionPx}px repeat(${columnIds.length}, max-content)`);
  const widths: Record<string, number> = {};
  for (const part of table.querySelectorAll<HTMLElement>('[data-head], [data-column]')) {
    const { head, column = head ?? '' } = part.dataset;
    const wholePx = part.querySelector<HTMLElement>('[data-whole-px]')?.dataset['wholePx'];
    const px = wholePx === undefined ? part.getBoundingClientRect().width : Number(wholePx) + chipsPaddingPx;
    widths[column] = Math.max(widths[column] ?? 0, Math.ceil(px) + (part.ariaSort === 'none' ? sortArrowPx : 0));
  }
  table.style.setProperty('--columns', template);
  return widths;
}

/** The first text column, which takes the remaining width. */
export function firstTextColumn<C extends Sized>(columns: readonly C[]): C | undefined {
  return columns.find(({ align }) => align !== 'end');
}

/** A width within the limits for columns, in CSS pixels. */
export function clamp(widthPx: number): number {
  return Math.min(Math.max(widthPx, narrowestPx), widestPx);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}
