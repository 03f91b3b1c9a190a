import { branches } from '#shared/text/en/branches.ts';
import { commits } from '#shared/text/en/commits.ts';
import { repositoryFiles as words } from '#shared/text/en/repository-files.ts';

/** The parts of the page of a project's code by the segments of their paths. The first one is shown by default. */
export const codeParts = {
  files: words.files,
  branches: branches.title,
  commits: commits.title,
  submodules: words.submodules,
} as const;
export type CodePart = keyof typeof codeParts;

/** The commits up to a commit, which is the first of them; null: the page has no part for commits. */
export function commitPath(codePath: string, sha: string): string | null {
  return commitsPath(codePath, [['ref', sha]]);
}

/** The commits of a file; null: the page has no part for commits. */
export function fileCommitsPath(codePath: string, { path, ref }: { path: string; ref: string }): string | null {
  // Without a ref, commits are those of the default branch
  return commitsPath(codePath, [['path', path], ...(ref === 'HEAD' ? [] : [['ref', ref] as const])]);
}

function commitsPath(codePath: string, query: readonly (readonly [name: string, value: string])[]): string | null {
  if (!Object.hasOwn(codeParts, 'commits')) return null;
  return `${codePath}/commits?${query.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}`;
}
