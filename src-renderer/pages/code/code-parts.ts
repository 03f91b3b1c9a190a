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

/** The path of a part, if the page has it: for links between parts. */
export function partPath(codePath: string, segment: string): string | null {
  return Object.hasOwn(codeParts, segment) ? `${codePath}/${segment}` : null;
}
