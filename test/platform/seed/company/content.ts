import type { Visibility } from '../../world/groups.ts';
import type { WikiPage } from '../../world/wikis.ts';
import type { MergeRequest } from '../../world/merge-requests.ts';

/** The message of a commit, the file that it changes, and what it adds at its end; by default code with a fitting name. */
export type Change = readonly [message: string, path: string, added?: string];

/** Which work the branches of a repository contain. */
export interface BranchWork {
  /** Merged, and still there. */
  merged: { name: string; change: Change };
  /** Merged and deleted. */
  topic: { name: string; change: Change };
  /** Open, with a merge request. Its name begins with `feature/`. */
  feature: { name: string; changes: readonly Change[] };
  /** Open, with a merge request that is a draft. */
  docs: { name: string; changes: readonly Change[] };
}

export interface MergeRequestText {
  title: string;
  description: string;
  source: keyof BranchWork | 'main' | 'abandoned';
  target: 'main' | 'stable';
  state: MergeRequest['state'];
  hasConflicts?: boolean;
}

export interface IssueText {
  title: string;
  description: string;
  kind: 'bug' | 'feature' | 'documentation' | 'incident' | 'task';
  isClosed?: boolean;
  isConfidential?: boolean;
  /** Comments of several people, oldest first. */
  comments?: readonly string[];
}

/** What a project of the company contains. */
export interface ProjectContent {
  /** The full path. */
  path: string;
  name: string;
  description: string;
  topics: string[];
  visibility: Visibility;
  /** Days since the project was created. */
  ageDays: number;
  /** The files of the first commit, besides those that every repository has. No repository without them. */
  files?: Readonly<Record<string, string>>;
  /** Changes of the default branch, oldest first. */
  changes?: readonly Change[];
  branches?: BranchWork;
  /** A folder with a commit of another project. The address is relative to that of this project. */
  submodule?: { folder: string; url: string; path: string };
  mergeRequests?: readonly MergeRequestText[];
  issues: readonly IssueText[];
  wiki?: readonly WikiPage[];
}
