/**
 * The cursor and scroll position of a grid, stored outside of it so that they are kept when the page or the view is
 * left.
 */
export class GridPosition {
  /** The active row; -1: none. */
  activeIndex = $state(-1);
  activeId = $state<number>();
  /** The active cell of the active row, by column; undefined: the whole row. */
  activeColumn = $state<string>();
  /** The first visible row. */
  topIndex = 0;
  scrollTopPx = 0;
  scrollLeftPx = 0;
}
