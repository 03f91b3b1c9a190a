const count = new Intl.NumberFormat('en');

/** Words of every table: its head, its menus, its selection. */
export const grid = {
  /** Follows the beginning of a text that is too long to be shown completely. */
  clipped: (length: number) => `… (${count.format(length)} characters)`,
  sort: { asc: 'Sort ascending', desc: 'Sort descending' },
  column: {
    menu: (title: string) => `Column ${title}`,
    moveLeft: 'Move left',
    moveRight: 'Move right',
    fit: 'Fit to content',
    hide: 'Hide column',
    keys: 'Enter sorts, Shift+F10 opens the menu, Alt with left and right sets the width, Ctrl with left and right moves the column.',
  },
  columns: 'Columns',
  resetColumns: 'Reset columns',
  density: 'Row height',
  densities: { compact: 'Compact', default: 'Default', comfortable: 'Comfortable' },
  selectSight: 'Select the rows in sight',
  loadingRow: 'Row on its way',
  selected: (n: number, hidden = 0) =>
    `${count.format(n)} selected${hidden === 0 ? '' : `, ${count.format(hidden)} not shown`}`,
  selectAll: (n: number, isCapped: boolean) => `Select all ${count.format(n)}${isCapped ? '+' : ''} that match`,
  clearSelection: 'Clear the selection',
  selectionFull: (limit: number) =>
    `A selection names at most ${count.format(limit)} rows. Select all that match for more.`,
  selection: 'Selected rows',
};
