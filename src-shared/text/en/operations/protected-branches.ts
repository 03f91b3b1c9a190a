import { of } from '../operation-words.ts';

export const protectedBranches = {
  'protected-branches.protect': of('Protect', 'branch', 'branches'),
  'protected-branches.unprotect': of('Unprotect', 'branch', 'branches'),
};
