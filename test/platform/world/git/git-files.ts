import type { Git } from './git.ts';
import { GitError } from './git.ts';
import type { Entry } from './git-objects.ts';

/** A file in a commit. */
export interface Blob extends Entry {
  sizeBytes: number;
}

/** The entry at a path. Only files have a size. */
export interface Item extends Blob {
  type: string;
}

/** Consecutive lines that come from one commit. */
export interface BlameChunk {
  commit: string;
  lines: string[];
}

/** Every file, link and submodule of a commit by its path. */
export async function readFiles(git: Git, commit: string): Promise<Map<string, Entry>> {
  const text = await git(['ls-tree', '-r', '-z', '--full-tree', commit]);
  const rows = text.toString('utf8').split('\0').slice(0, -1);
  return new Map(
    rows.map((row) => {
      const [meta = '', path = ''] = splitOnce(row, '\t');
      const [mode = '', , id = ''] = meta.split(' ');
      return [path, { mode, id }];
    }),
  );
}

/** The entry at a path of a commit: a file, a directory, a submodule or nothing. */
export async function readEntry(git: Git, commit: string, path: string): Promise<Item | undefined> {
  const text = await git(['ls-tree', '-z', '--long', '--full-tree', commit, '--', path.replace(/\/+$/, '')]);
  const [meta = '', found = ''] = splitOnce(text.toString('utf8').replace(/\0$/, ''), '\t');
  const [mode = '', type = '', id = '', size = ''] = meta.split(/ +/);
  return found === path ? { mode, type, id, sizeBytes: Number(size) || 0 } : undefined;
}

/** The file at a path; undefined if the path is not a file. */
export async function readBlob(git: Git, commit: string, path: string): Promise<Blob | undefined> {
  const entry = await readEntry(git, commit, path);
  if (entry?.type !== 'blob') return undefined;
  return entry;
}

export const readContent = (git: Git, blob: string) => git(['cat-file', 'blob', blob]);

/** The last commit that touched a path. */
export async function readLastTouch(git: Git, commit: string, path: string): Promise<string | undefined> {
  const text = await git(['log', '--max-count=1', '--format=%H', commit, '--', path]);
  return text.toString('utf8').trim() || undefined;
}

/** Lines `first` to `last`, both counted from 1 and included. Undefined if the file has no such lines. */
export async function readBlame(
  git: Git,
  commit: string,
  path: string,
  range?: { first: number; last: number },
): Promise<BlameChunk[] | undefined> {
  const lines = range === undefined ? [] : ['-L', `${range.first},${range.last}`];
  try {
    const text = await git(['blame', '--porcelain', ...lines, commit, '--', path]);
    return parseBlame(text.toString('utf8'));
  } catch (error) {
    if (error instanceof GitError && /has only \d+ line/.test(error.stderr)) return undefined;
    throw error;
  }
}

function parseBlame(text: string): BlameChunk[] {
  const chunks: BlameChunk[] = [];
  let commit = '';
  for (const row of text.split('\n').slice(0, -1)) {
    if (row.startsWith('\t')) {
      const last = chunks.at(-1);
      if (last?.commit === commit) last.lines.push(row.slice(1));
      else chunks.push({ commit, lines: [row.slice(1)] });
    } else {
      commit = /^([0-9a-f]{40}) \d+ \d+/.exec(row)?.[1] ?? commit;
    }
  }
  return chunks;
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + separator.length)];
}
