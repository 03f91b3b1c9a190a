import type { ArtifactEntry } from '#shared/contract/artifacts.ts';

/** A row of the tree. `sizeBytes` of a folder: the sum of its files. `isClimbing`: the path points outside the archive. */
export type ArtifactRow = {
  path: string;
  name: string;
  depth: number;
  sizeBytes: number;
  mode: string | null;
  isClimbing: boolean;
} & ({ kind: 'folder'; isOpen: boolean; files: number } | { kind: 'file' });

interface Folder {
  path: string;
  name: string;
  mode: string | null;
  sizeBytes: number;
  files: number;
  folders: Map<string, Folder>;
  /** By path. A hostile archive may name a path twice. */
  entries: Map<string, ArtifactEntry>;
  /** Null until the folder is shown. */
  sorted: { folders: readonly Folder[]; entries: readonly ArtifactEntry[] } | null;
}

/** Paths with more folders are shown as one name, so that no path can exhaust the stack. */
const mostFolders = 200;

/** The tree of an archive. `odd`: entries whose path points outside the archive, by path. */
export interface ArtifactTree {
  root: Folder;
  odd: ReadonlyMap<string, ArtifactEntry>;
}

export function treeOf(entries: readonly ArtifactEntry[]): ArtifactTree {
  const root = newFolder('', '');
  const odd = new Map<string, ArtifactEntry>();
  for (const entry of entries) {
    if (isClimbing(entry.path)) odd.set(entry.path, entry);
    else place(root, entry);
  }
  sum(root);
  return { root, odd };
}

/** The visible rows of an archive: folders first, then files, by name. `isOpen`: by the path of a folder. */
export function rowsOf({ root, odd }: ArtifactTree, isOpen: (path: string) => boolean): ArtifactRow[] {
  const rows: ArtifactRow[] = [];
  list(root, 0);
  for (const { path, size, mode } of odd.values()) {
    rows.push({ kind: 'file', path, name: path, depth: 0, sizeBytes: size ?? 0, mode: mode ?? null, isClimbing: true });
  }
  return rows;

  function list(folder: Folder, depth: number): void {
    folder.sorted ??= sorted(folder);
    for (const one of folder.sorted.folders) {
      const { path, name, mode, sizeBytes, files } = one;
      const isShown = isOpen(path);
      rows.push({ kind: 'folder', path, name, depth, sizeBytes, mode, isClimbing: false, isOpen: isShown, files });
      if (isShown) list(one, depth + 1);
    }
    for (const { path, size, mode } of folder.sorted.entries) {
      const name = path.slice(path.lastIndexOf('/') + 1);
      rows.push({ kind: 'file', path, name, depth, sizeBytes: size ?? 0, mode: mode ?? null, isClimbing: false });
    }
  }
}

function sorted({ folders, entries }: Folder): NonNullable<Folder['sorted']> {
  return {
    folders: [...folders.values()].sort((a, b) => order.compare(a.name, b.name)),
    entries: [...entries.values()].sort((a, b) => order.compare(a.path, b.path)),
  };
}

/** The entries whose path contains a text, without regard to case; all for an empty text. */
export function entriesWith(entries: readonly ArtifactEntry[], text: string): readonly ArtifactEntry[] {
  const wanted = text.trim().toLowerCase();
  return wanted === '' ? entries : entries.filter(({ path }) => path.toLowerCase().includes(wanted));
}

const isFolder = ({ type, path }: ArtifactEntry): boolean => type === 'directory' || path.endsWith('/');

/** The number of files in an archive, and the sum of their sizes. */
export function filesOf(entries: readonly ArtifactEntry[]): { count: number; bytes: number } {
  const files = entries.filter((entry) => !isFolder(entry));
  return { count: files.length, bytes: files.reduce((sum, { size }) => sum + (size ?? 0), 0) };
}

const order = new Intl.Collator('en', { numeric: true });

/** Whether a path points outside the archive, belongs to another system, or is too deep. */
export function isClimbing(path: string): boolean {
  const parts = path.replace(/\/$/, '').split('/');
  const isOdd = parts.some((part) => part === '' || part === '.' || part === '..');
  return isOdd || path.includes('\\') || path.includes('\0') || parts.length > mostFolders;
}

function newFolder(path: string, name: string): Folder {
  return { path, name, mode: null, sizeBytes: 0, files: 0, folders: new Map(), entries: new Map(), sorted: null };
}

function place(root: Folder, entry: ArtifactEntry): void {
  const parts = entry.path.split('/').filter((part) => part !== '');
  let folder = root;
  for (const name of isFolder(entry) ? parts : parts.slice(0, -1)) {
    const next = folder.folders.get(name) ?? newFolder(`${folder.path}${name}/`, name);
    folder.folders.set(name, next);
    folder = next;
  }
  if (isFolder(entry)) folder.mode = entry.mode ?? null;
  else folder.entries.set(entry.path, entry);
}

/** Adds the sizes of the files below to each folder. */
function sum(folder: Folder): void {
  for (const one of folder.folders.values()) {
    sum(one);
    folder.sizeBytes += one.sizeBytes;
    folder.files += one.files;
  }
  for (const { size } of folder.entries.values()) folder.sizeBytes += size ?? 0;
  folder.files += folder.entries.size;
}
