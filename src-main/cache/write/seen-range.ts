/** The order of ids in a window; `none`: no order, so a gap has no meaning. */
export type Direction = 'asc' | 'desc' | 'none';

/** The state of a window between two pages. */
export interface Progress {
  idFrom: number | null;
  idTo: number | null;
  direction: Direction | null;
}
/** A range of ids whose existing rows were all returned, both ends included. */
export interface Covered {
  from: number;
  to: number;
}

export const lowest = Number.MIN_SAFE_INTEGER;
export const highest = Number.MAX_SAFE_INTEGER;

/**
 * Add the ids of a page, in its order, to the range of a window. In the direction of the ids, the range that the first
 * page covers has no start, and that of the last page has no end. `covered` is null if the page proves the absence of
 * no row.
 */
export function advance(
  progress: Progress,
  ids: readonly number[],
  { isLast }: { isLast: boolean },
): { progress: Progress; covered: Covered | null } {
  const direction = directionOf(progress, ids);
  const next = {
    idFrom: ids.reduce((least, id) => Math.min(least, id), progress.idFrom ?? highest),
    idTo: ids.reduce((most, id) => Math.max(most, id), progress.idTo ?? lowest),
    direction,
  };
  const isEmpty = progress.idFrom === null && ids.length === 0;
  return { progress: isEmpty ? progress : next, covered: covered() };

  function covered(): Covered | null {
    const { idFrom, idTo } = progress;
    const edge = ids.at(-1);
    switch (direction) {
      case 'none':
        return null;
      case null:
        return isLast ? { from: lowest, to: highest } : null;
      case 'asc': {
        // A range of one row had no direction yet, so its start is still open
        const from = idTo === null || progress.direction === null ? lowest : idTo + 1;
        const to = isLast ? highest : (edge ?? from - 1);
        return from <= to ? { from, to } : null;
      }
      case 'desc': {
        const to = idFrom === null || progress.direction === null ? highest : idFrom - 1;
        const from = isLast ? lowest : (edge ?? to + 1);
        return from <= to ? { from, to } : null;
      }
    }
  }
}

function directionOf({ idFrom, idTo, direction }: Progress, ids: readonly number[]): Direction | null {
  const [first, second] = ids;
  if (first === undefined || direction === 'none') return direction;
  const other = second ?? idTo;
  const found =
    direction ?? (other === null || other === first ? null : other > first === (second !== undefined) ? 'asc' : 'desc');
  if (found === null) return null;
  const inOrder = (a: number, b: number): boolean => (found === 'asc' ? a < b : a > b);
  const isOrdered = ids.every((id, at) => at === 0 || inOrder(ids[at - 1] ?? id, id));
  // A platform may repeat the last row of a page on the next page
  const edge = found === 'asc' ? idTo : idFrom;
  return isOrdered && (edge === null || edge === first || inOrder(edge, first)) ? found : 'none';
}
