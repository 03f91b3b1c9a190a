const narrowestPx = 56;
const widestPx = 900;
/** A column does not become wider than this because of its values. */
const mostForContentPx = 480;
const selectionPx = 44;
const sortArrowPx = 16;
const chipsPaddingPx = 20;

/** A column with its declared width. */
interface Sized {
  id: string;
  widthPx: number;
  align?: 'start' | 'end';
}

interface Known {
  /** The widths that the person has set. */
  byHand: Readonly<Record<string, number>>;
  /** The widths of the values of the first rows. Columns that are not measured keep their first width. */
  contents: Readonly<Record<string, number>>;
  /** The width of the table; 0: not known. */
  roomPx: number;
}

/**
 * The widths of the shown columns: as declared, wider if a value of the first rows is cut off and there is room, and
 * narrower than declared only if other columns need the room. The first column of texts takes the rest.
 */
export function columnWidths(columns: readonly Sized[], { byHand, contents, roomPx }: Known): Record<string, number> {
  const widths = Object.fromEntries(columns.map(({ id, widthPx }) => [id, clamp(byHand[id] ?? widthPx)]));
  if (roomPx === 0) return widths;
  const free = columns.map(({ id }) => id).filter((id) => byHand[id] === undefined);
  const lackOf = (id: string): number => {
    const width = widths[id] ?? 0;
    return Math.min(Math.max(contents[id] ?? width, narrowestPx), Math.max(mostForContentPx, width)) - width;
  };
  let restPx = roomPx - selectionPx - sum(Object.values(widths));
  const change = (id: string, byPx: number): void => {
    widths[id] = (widths[id] ?? 0) + byPx;
    restPx -= byPx;
  };
  const neededPx = sum(free.map((id) => Math.max(0, lackOf(id))));
  for (const id of free.toReversed()) change(id, Math.min(0, Math.max(lackOf(id), restPx - neededPx)));
  // Short values are shown completely before long ones get more
  const byLack = free.toSorted((a, b) => lackOf(a) - lackOf(b));
  for (const id of byLack) change(id, Math.max(0, Math.min(lackOf(id), restPx)));
  const first = firstText(columns);
  if (first !== undefined && free.includes(first.id)) change(first.id, Math.max(0, restPx));
  return widths;
}

/** The widths at which the titles and all loaded values of the columns are shown completely. It needs two layouts. */
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

/** The column that takes the rest of the width. */
export function firstText<C extends Sized>(columns: readonly C[]): C | undefined {
  return columns.find(({ align }) => align !== 'end');
}

export function clamp(widthPx: number): number {
  return Math.min(Math.max(widthPx, narrowestPx), widestPx);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}
