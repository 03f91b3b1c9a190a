import type { TreeRow } from '#shared/contract/repository-files.ts';

type FileRow = TreeRow & { kind: 'file' };
/** A file of the tree, without its place in it. */
export type TreeFile = Omit<FileRow, 'kind' | 'name' | 'depth'>;

interface Folder {
  folders: Map<string, Folder>;
  files: { name: string; file: TreeFile }[];
  /** Files below it. */
  count: number;
}

/** More rows are left out. */
const mostRows = 2_000;

/**
 * The visible rows of a tree, folders before files, both by name. `isOpen`: whether a folder shows what is in it. A
 * hostile name such as `__proto__` is a name like any other.
 */
export function treeRows(
  files: readonly TreeFile[],
  isOpen: (folder: string) => boolean,
): { rows: TreeRow[]; isCut: boolean } {
  const root = emptyFolder();
  for (const file of files) {
    const names = file.path.split('/');
    let folder = root;
    for (const name of names.slice(0, -1)) {
      let next = folder.folders.get(name);
      if (next === undefined) folder.folders.set(name, (next = emptyFolder()));
      next.count += 1;
      folder = next;
    }
    folder.files.push({ name: names.at(-1) ?? '', file });
  }
  const rows: TreeRow[] = [];
  let isCut = false;
  addRows(root, '', 0);
  return { rows, isCut };

  function addRows({ folders, files: own }: Folder, prefix: string, depth: number): void {
    for (const [name, folder] of [...folders].sort(([a], [b]) => byName(a, b))) {
      const path = `${prefix}${name}`;
      const isShown = isOpen(path);
      if (!add({ kind: 'folder', path, name, depth, files: folder.count, isOpen: isShown })) return;
      if (isShown) addRows(folder, `${path}/`, depth + 1);
    }
    for (const { name, file } of own.sort((a, b) => byName(a.name, b.name))) {
      if (!add({ kind: 'file', ...file, name, depth })) return;
    }
  }

  function add(row: TreeRow): boolean {
    isCut ||= rows.length >= mostRows;
    if (!isCut) rows.push(row);
    return !isCut;
  }
}

const emptyFolder = (): Folder => ({ folders: new Map(), files: [], count: 0 });

const order = new Intl.Collator('en', { numeric: true });
const byName = (a: string, b: string): number => order.compare(a, b) || (a < b ? -1 : 1);
