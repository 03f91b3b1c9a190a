import { branches } from './branches.ts';
import { count, plural } from './moments.ts';
import { writeLabels } from './operations.ts';

const some = (n: number): string => plural(n, branches.noun.one, branches.noun.many);
const have = (n: number): string => (n === 1 ? 'has' : 'have');
const commits = (n: number, isMore = false): string =>
  n === 1 && !isMore ? '1 commit' : `${count(n)}${isMore ? '+' : ''} commits`;

const create = writeLabels('branches.create');
const submodule = writeLabels('submodules.edit');

/** Words of the forms and actions on branches, protected branches and submodules. */
export const branchForms = {
  create: {
    action: create.open,
    from: 'Create branch from here…',
    title: (project: string) => `${create.name} in project ${project}`,
    branch: 'Name',
    branchHelp: 'Letters, digits, hyphens, and underscores are safe. Slashes and dots are allowed.',
    ref: 'Starts at',
    refHelp: 'The name of a branch, or the SHA of a commit.',
    submit: create.send,
    change: create.name,
    done: (name: string) => `Created branch ${name}`,
  },

  remove: {
    action: 'Delete…',
    titleOf: (n: number) => `Delete ${some(n)}`,
    one: (name: string) => `Delete branch ${name}`,
    submit: (n: number) => (n === 1 ? 'Delete branch' : `Delete ${some(n)}…`),
    done: (name: string) => `Deleted branch ${name}`,
    text: 'Commits that are not in the default branch may be lost. Undo creates a branch again at its last commit, as long as the instance keeps that commit.',
    why: 'Undo creates the branches again at their last commits, as long as the instance keeps these commits.',
    list: 'Branches to delete',
    loading: 'Loading the selected branches…',
    none: 'No selected branch can be deleted.',
    noneLeft: 'All selected branches are default or protected branches.',
    leftOut: (n: number) => `${some(n)} left out, because the instance refuses to delete ${n === 1 ? 'it' : 'them'}`,
    isDefault: 'default branch',
    isProtected: 'protected: unprotect it first',
    noOwn: 'No commits outside the default branch',
    own: (n: number, isMore: boolean) => `${commits(n, isMore)} not in the default branch`,
    moreCommits: (n: number, isMore: boolean) => `and ${count(n)}${isMore ? '+' : ''} more`,
    checking: 'Checking commits…',
    notChecked: 'Commits not checked',
    failed: (why: string) => `Commits couldn’t be checked. ${why}`,
    summary: (checked: number, own: number, total: number) =>
      `${count(checked)} of ${some(total)} checked: ${own === 0 ? 'none has' : `${count(own)} ${have(own)}`} commits that are not in the default branch.`,
    checkRest: (n: number) => `Check ${n === 1 ? 'the other branch' : `the other ${some(n)}`}`,
    more: (n: number) => `and ${some(n)} more`,
    whyDefault: 'The default branch can’t be deleted.',
    whyProtected: 'A protected branch can’t be deleted. Unprotect it first.',
    untitled: '(no title)',
  },

  merged: {
    action: 'Delete merged branches…',
    title: (project: string) => `Delete merged branches of project ${project}`,
    text: 'The instance deletes all branches that are merged into the default branch, except for protected ones. It doesn’t report which branches it deletes, so Reeve syncs the branches before and after.',
    syncing: 'Syncing the branches…',
    comparing: 'Syncing the branches to see what was deleted…',
    count: (n: number) => `${some(n)} will be deleted`,
    none: 'No unprotected branch is merged, so nothing would be deleted.',
    submit: 'Delete merged branches…',
    why: (n: number) =>
      `Deletes ${some(n)} according to the latest sync, and any branch that is merged before the request arrives.`,
    change: (project: string) => `Delete merged branches of project ${project}`,
    done: (project: string) => `Deleted merged branches of project ${project}`,
    retry: 'Sync again',
    reportTitle: (project: string) => `Merged branches of project ${project}: result`,
    deleted: (n: number) => `${some(n)} deleted`,
    remaining: (n: number) => `${some(n)} on the list not deleted`,
    remainingWhy:
      'The instance may still be deleting them. If they remain, this token may lack the permission to delete them.',
    others: (n: number) => `${some(n)} not on the list also deleted`,
    othersWhy: 'They were merged and deleted after the list was synced, or somebody else deleted them.',
    checkAgain: 'Check again',
    close: 'Close',
  },

  protect: {
    action: 'Protect…',
    page: 'Protect branch or pattern…',
    titleOf: (n: number) => `Protect ${some(n)}`,
    one: (name: string) => `Protect branch ${name}`,
    titleNew: (project: string) => `Protect a branch in project ${project}`,
    text: 'The API documents only the name of the branch. The levels are undocumented parameters: the instance may ignore or refuse them. Settings that you leave at their default aren’t sent.',
    nameHelp: 'A pattern with * matches several branches: release/*',
    nameSpace: 'A branch name or pattern can’t contain spaces.',
    labels: {
      name: 'Branch or pattern',
      push_access_level: 'Allowed to push',
      merge_access_level: 'Allowed to merge',
      unprotect_access_level: 'Allowed to unprotect',
      allow_force_push: 'Force push',
    },
    forceHelp:
      'If force push is allowed, everyone who can push can overwrite the history of the branch. The API doesn’t document the default.',
    forceUnset: 'Default',
    forceYes: 'Allowed',
    forceNo: 'Not allowed',
    levels: {
      default: 'Default of the instance (usually Maintainers)',
      0: 'No one',
      30: 'Developers and Maintainers',
      40: 'Maintainers',
      60: 'Administrators',
    },
    submit: (n: number) => (n === 1 ? 'Protect branch' : `Protect ${some(n)}…`),
    done: (name: string) => `Protected branch ${name}`,
    leftOut: (n: number) => `${some(n)} left out: already protected.`,
    already: 'This branch is already protected. To change who can push, unprotect it first.',
    allAlready: 'All selected branches are already protected.',
  },

  unprotect: {
    action: 'Unprotect…',
    titleOf: (n: number) => `Unprotect ${some(n)}`,
    one: (name: string) => `Unprotect branch ${name}`,
    done: (name: string) => `Unprotected branch ${name}`,
    why: 'Users with at least the Developer role can then push to the branch and delete it. Reeve can’t read who could push before, so Undo protects the branch with the default levels of the instance.',
    leftOut: (n: number) => `${some(n)} left out: not protected.`,
    not: 'This branch isn’t protected.',
    noneProtected: 'No selected branch is protected.',
  },

  submodule: {
    action: submodule.open,
    row: 'Update…',
    rowOf: (path: string) => `Update submodule ${path}`,
    title: (project: string) => `${submodule.name} of project ${project}`,
    text: 'Creates a commit that changes which commit the submodule points to. Can’t be undone: Reeve can’t read the previous commit of the submodule.',
    labels: { submodule: 'Submodule path', commit_sha: 'Commit of the submodule' },
    submoduleHelp: 'Its path in the repository, as in .gitmodules.',
    branchHelp: 'The branch that gets the new commit.',
    shaHelp: 'The full SHA, 40 characters, of a commit in the repository of the submodule.',
    messageHelp: 'Leave empty for the default message of the instance.',
    submit: submodule.send,
    change: submodule.name,
    shaWrong: 'Enter the full SHA: 40 hexadecimal characters. Short SHAs, branches and tags aren’t accepted.',
    column: 'Actions',
  },
};
