import { DIRECTORY_MODE, directoriesOf } from '../world/artifacts.ts';
import type { Artifacts } from '../world/jobs.ts';

/** Document 1, Artifact tree entry. */
export interface TreeEntry {
  name: string;
  path: string;
  type: 'file' | 'directory';
  size?: number;
  mode: string;
}

/** The trees of an archive by their number of files and their directory. Files are only added or replaced as a whole. */
const known = new WeakMap<Artifacts['files'], Map<string, TreeEntry[] | undefined>>();

/** The entries of a directory, or of all directories below it, sorted by path; undefined if it does not exist. */
export function treeOf(artifacts: Artifacts, path: string, isRecursive: boolean): TreeEntry[] | undefined {
  const trees = known.get(artifacts.files) ?? new Map<string, TreeEntry[] | undefined>();
  known.set(artifacts.files, trees);
  const key = `${artifacts.files.size} ${isRecursive} ${path}`;
  if (!trees.has(key)) trees.set(key, entriesOf(artifacts, path, isRecursive));
  return trees.get(key);
}

function entriesOf(artifacts: Artifacts, path: string, isRecursive: boolean): TreeEntry[] | undefined {
  const steps = path.split('/').filter((step) => step !== '' && step !== '.');
  const root = steps.map((step) => `${step}/`).join('');
  const directories = directoriesOf(artifacts);
  if (root !== '' && !directories.has(root)) return undefined;
  const isShown = (entry: string) => {
    if (!entry.startsWith(root) || entry === root) return false;
    return isRecursive || !entry.slice(root.length, -1).includes('/');
  };
  const entries: TreeEntry[] = [
    ...[...directories].filter(isShown).map((entry) => ({
      name: entry.split('/').at(-2) ?? '',
      path: entry,
      type: 'directory' as const,
      mode: DIRECTORY_MODE,
    })),
    ...[...artifacts.files].flatMap(([entry, { content, mode }]) =>
      isShown(entry)
        ? [{ name: entry.split('/').at(-1) ?? '', path: entry, type: 'file' as const, size: content.length, mode }]
        : [],
    ),
  ];
  return entries.sort((a, b) => (a.path < b.path ? -1 : 1));
}
