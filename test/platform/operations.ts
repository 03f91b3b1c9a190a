import type { Operations } from './operation.ts';
import { branches } from './operations/branches.ts';
import { commits } from './operations/commits.ts';
import { files } from './operations/files.ts';
import { protectedBranches } from './operations/protected-branches.ts';
import { submodules } from './operations/submodules.ts';
import { users } from './operations/users.ts';

/** Every table of operations, one for each stem. */
export const operations: readonly Operations[] = [users, files, commits, branches, protectedBranches, submodules];
