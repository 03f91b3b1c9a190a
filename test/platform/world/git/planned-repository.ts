import type { Commit } from './git-log.ts';
import type { GitObject } from './git-objects.ts';

/** The initial content of a repository. */
export interface Planned {
  defaultBranch: string;
  /** All planned commits, oldest first. */
  commits: readonly Commit[];
  /** Commits by branch or tag. */
  branches: ReadonlyMap<string, string>;
  tags: ReadonlyMap<string, string>;
  objects: readonly GitObject[];
  /** Objects by full ref name. */
  refs: ReadonlyMap<string, string>;
  /** Contents of large files by their SHA-256. */
  lfs: ReadonlyMap<string, Buffer>;
}
