/** Where a person was in a grid: kept outside of it, so that leaving a page or a view and coming back changes nothing. */
export class GridPlace {
  /** The row that the keys move from; -1: none yet. */
  activeIndex = $state(-1);
  activeId = $state<number>();
  /** The cell within the active row, by column; undefined: the row as a whole. */
  activeColumn = $state<string>();
  /** The first row in sight. */
  topIndex = 0;
  scrollTopPx = 0;
  scrollLeftPx = 0;
}
