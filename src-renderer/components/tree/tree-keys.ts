/** What the tree needs to know of a row. `depth` begins with 0. Without `isOpen`, there is nothing below the row. */
export interface TreeViewRow {
  path: string;
  depth: number;
  isOpen?: boolean;
}

/** What a key does in a tree: move to a row, show or hide the rows below one, or choose a row. */
export type TreeMove = { to: number } | { toggle: number; isOpen: boolean } | { choose: number };

/** The keys of a tree, as in the ARIA pattern. Null: the key does nothing here. */
export function moveByKey(key: string, rows: readonly TreeViewRow[], at: number, pageRows: number): TreeMove | null {
  const row = rows[at];
  const last = rows.length - 1;
  if (row === undefined) return null;
  switch (key) {
    case 'ArrowDown':
      return { to: Math.min(last, at + 1) };
    case 'ArrowUp':
      return { to: Math.max(0, at - 1) };
    case 'PageDown':
      return { to: Math.min(last, at + pageRows) };
    case 'PageUp':
      return { to: Math.max(0, at - pageRows) };
    case 'Home':
      return { to: 0 };
    case 'End':
      return { to: last };
    case 'ArrowRight':
      if (row.isOpen === undefined) return null;
      return row.isOpen ? { to: Math.min(last, at + 1) } : { toggle: at, isOpen: true };
    case 'ArrowLeft':
      return row.isOpen === true ? { toggle: at, isOpen: false } : { to: parentOf(rows, at) };
    case 'Enter':
    case ' ':
      return { choose: at };
    default:
      return null;
  }
}

/** The index of the parent row; of the row itself if it has none. */
function parentOf(rows: readonly TreeViewRow[], at: number): number {
  const depth = rows[at]?.depth ?? 0;
  for (let before = at - 1; before >= 0; before -= 1) if ((rows[before]?.depth ?? 0) < depth) return before;
  return at;
}

/** For each row: its position among the rows with the same parent, counted from 1, and their number. */
export function siblingsOf(rows: readonly TreeViewRow[]): { position: number; size: number }[] {
  const sizes: { count: number }[] = [];
  const places: { position: number; among: { count: number } }[] = [];
  for (const { depth } of rows) {
    sizes.length = Math.min(sizes.length, depth + 1);
    const among = (sizes[depth] ??= { count: 0 });
    places.push({ position: (among.count += 1), among });
  }
  return places.map(({ position, among }) => ({ position, size: among.count }));
}
