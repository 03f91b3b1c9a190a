import { count, plural } from './moments.ts';

/** Texts of every table: its head, its menus, its selection, its shortened texts. */
export const grid = {
  /** Appended to a shortened text. */
  clipped: (length: number) => `… (${count(length)} characters)`,
  /** The number of chips that don't fit. */
  moreChips: (n: number) => `+${count(n)}`,
  /** Below a field. `text`: with a mark for each invisible character. */
  invisible: (text: string) => `Contains invisible characters: ${text}`,
  sort: { asc: 'Sort ascending', desc: 'Sort descending' },
  column: {
    menu: (title: string) => `Column ${title}`,
    moveLeft: 'Move left',
    moveRight: 'Move right',
    fit: 'Fit to content',
    hide: 'Hide column',
    keys: 'Enter: sort. Shift+F10: open the menu. Alt+Left or Alt+Right: change the width. Ctrl+Left or Ctrl+Right: move the column.',
  },
  columns: 'Columns',
  resetColumns: 'Reset columns',
  density: 'Row height',
  densities: { compact: 'Compact', default: 'Default', comfortable: 'Comfortable' },
  selectVisible: 'Select the visible rows',
  loadingRow: 'Loading row',
  selected: (n: number, hidden = 0) => `${count(n)} selected${hidden === 0 ? '' : `, ${count(hidden)} not shown`}`,
  selectAll: (n: number, isCapped: boolean) => `Select all ${count(n)}${isCapped ? '+' : ''} matching`,
  unknown: (n: number) =>
    plural(
      n,
      'row is not included because its value is unexpected',
      'rows are not included because their value is unexpected',
    ),
  clearSelection: 'Clear selection',
  selectionFull: (limit: number) =>
    `You can select at most ${count(limit)} single rows. For more, select all matching rows.`,
  selection: 'Selected rows',
};
