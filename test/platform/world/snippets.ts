import { createHash } from 'node:crypto';
import type { Visibility } from './groups.ts';
import type { Projects } from './projects.ts';
import { createTable } from './table.ts';
import type { Table } from './table.ts';
import type { Users } from './users.ts';

/** The branch of every snippet's repository. */
export const SNIPPET_BRANCH = 'main';

export interface SnippetFile {
  path: string;
  /** Bytes: a file that is not text. The API accepts only text, so it was pushed to the repository of the snippet. */
  content: string | Buffer;
}

/** A version of the files. Every change adds one. */
export interface SnippetVersion {
  sha: string;
  at: number;
  files: readonly SnippetFile[];
}

export interface Snippet {
  readonly id: number;
  /** Null: a personal snippet. */
  project_id: number | null;
  title: string;
  description: string | null;
  visibility: Visibility;
  author_id: number;
  created_at: number;
  updated_at: number;
  expires_at: number | null;
  imported: boolean;
  imported_from: string;
  /** The oldest first; never empty. */
  versions: readonly SnippetVersion[];
}

export function createSnippets(projects: Projects, users: Users): Table<Snippet> {
  const table = createTable<Snippet>();
  projects.onRemove((project) => table.removeWhere((snippet) => snippet.project_id === project.id));
  users.onRemove((user) => table.removeWhere((row) => row.project_id === null && row.author_id === user.id));
  return table;
}

export const filesOf = ({ versions }: Snippet): readonly SnippetFile[] => versions.at(-1)?.files ?? [];

/** The next version after another one. */
export function versionAfter(before: SnippetVersion | undefined, files: readonly SnippetFile[], at: number) {
  const text = JSON.stringify([before?.sha, at, files]);
  return { sha: createHash('sha1').update(text).digest('hex'), at, files };
}

/** The files at the branch, at `HEAD` or at a commit, given in full or by its first 7 digits or more. */
export function filesAt(snippet: Snippet, ref: string): readonly SnippetFile[] | undefined {
  if (ref === SNIPPET_BRANCH || ref === 'HEAD') return filesOf(snippet);
  if (!/^[0-9a-f]{7,40}$/i.test(ref)) return undefined;
  return snippet.versions.find(({ sha }) => sha.startsWith(ref.toLowerCase()))?.files;
}
