import type { Forms } from './form-list.ts';

export const forms: Forms = {
  'branches.create': { files: ['pages/branches/forms/create-branch.ts'] },
  'branches.remove': { files: ['pages/branches/forms/DeleteBranches.svelte', 'pages/branches/branch-actions.ts'] },
  'branches.removeMerged': { files: ['pages/branches/forms/DeleteMerged.svelte'] },
  'protected-branches.protect': { files: ['pages/branches/forms/protect-branches.ts'] },
  'protected-branches.unprotect': { files: ['pages/branches/branch-actions.ts'] },
  'submodules.edit': { files: ['pages/code/update-submodule.ts'] },
};
