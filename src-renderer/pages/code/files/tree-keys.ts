/** What the keys need of a row. */
type KeyRow = { depth: number } & ({ kind: 'folder'; isOpen: boolean } | { kind: 'file' });

/** What a key does in a tree: move to a row, open or close a folder, or open a row. */
export type TreeMove = { to: number } | { toggle: number; isOpen: boolean } | { open: number };

/** The keys of a tree, as in the ARIA pattern. Null: the key does nothing here. */
export function moveByKey(key: string, rows: readonly KeyRow[], at: number, pageRows: number): TreeMove | null {
  const row = rows[at];
  const last = rows.length - 1;
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
      if (row?.kind !== 'folder') return null;
      return row.isOpen ? { to: Math.min(last, at + 1) } : { toggle: at, isOpen: true };
    case 'ArrowLeft':
      if (row?.kind === 'folder' && row.isOpen) return { toggle: at, isOpen: false };
      return { to: parentOf(rows, at) };
    case 'Enter':
    case ' ':
      if (row === undefined) return null;
      return row.kind === 'folder' ? { toggle: at, isOpen: !row.isOpen } : { open: at };
    default:
      return null;
  }
}

/** The row of the folder around a row; the row itself if there is none. */
function parentOf(rows: readonly KeyRow[], at: number): number {
  const depth = rows[at]?.depth ?? 0;
  for (let before = at - 1; before >= 0; before -= 1) if ((rows[before]?.depth ?? 0) < depth) return before;
  return at;
}
