import GitMerge from '@lucide/icons/icons/git-merge';
import Shield from '@lucide/icons/icons/shield';
import { branchForms as words } from '#shared/text/en/branch-forms.ts';

const path = 'code/branches';

export const create = { id: 'branches.create', label: words.create.action, keywords: 'add', path };
export const protect = {
  ...{ id: 'protected-branches.protectByName', label: words.protect.page, keywords: 'branch pattern' },
  ...{ icon: Shield, path },
};
export const removeMerged = {
  ...{ id: 'branches.removeMerged', label: words.merged.action, keywords: 'clean up remove' },
  ...{ icon: GitMerge, path },
};
