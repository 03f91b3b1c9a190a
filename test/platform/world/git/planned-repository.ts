import type { Commit } from './git-log.ts';
import type { GitObject } from './git-objects.ts';

/** What a repository holds before anybody writes to it. */
export interface Planned {
  defaultBranch: string;
  /** Every commit of the plan, the oldest first. */
  commits: readonly Commit[];
  /** Commits by the branch, or the tag, that names them. */
  branches: ReadonlyMap<string, string>;
  tags: ReadonlyMap<string, string>;
  objects: readonly GitObject[];
  /** Full ref names and the objects that they name. */
  refs: ReadonlyMap<string, string>;
  /** Contents of large files by their SHA-256. */
  lfs: ReadonlyMap<string, Buffer>;
}
