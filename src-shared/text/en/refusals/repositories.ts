import type { Explanation, Refusals } from '../failure-texts.ts';

/** A refused commit of one file has no reason (document 1:145). */
const fileRefusals: Readonly<Record<number, Explanation>> = {
  400: {
    what: 'The instance refused this commit without giving a reason.',
    nextStep:
      'The commit may be empty, the path may not be allowed, or the branch may have been updated at the same time. Check the file, then try again.',
  },
  403: {
    what: 'This token can’t push to this branch.',
    nextStep: 'The branch may be protected. Commit to a new branch, or ask for permission to push to this one.',
  },
};

/** The documents don't show the status (document 1:158, readings 4). */
const keptBranchRefusal: Explanation = {
  what: 'The instance didn’t delete this branch.',
  nextStep: 'The default branch and protected branches can’t be deleted. Unprotect the branch first, then retry.',
};

const keptBranch: Readonly<Record<number, Explanation>> = {
  400: keptBranchRefusal,
  403: {
    what: keptBranchRefusal.what,
    nextStep: `${keptBranchRefusal.nextStep} For other branches, use a token with the Developer role.`,
  },
  405: keptBranchRefusal,
  409: keptBranchRefusal,
  422: keptBranchRefusal,
};

/** Refused writes to a repository. */
export const repositories = {
  'files.create': fileRefusals,
  'files.edit': fileRefusals,
  'files.remove': fileRefusals,
  'branches.create': {
    400: {
      what: 'The instance didn’t create the branch.',
      nextStep: 'Check that no branch has this name, and that the branch or commit where it starts exists.',
    },
    403: {
      what: 'This token can’t create this branch.',
      nextStep:
        'Ask for the Developer role. If a protected pattern matches the name, ask for a role that can push to it.',
    },
  },
  'branches.remove': keptBranch,
  'protected-branches.protect': {
    409: {
      what: 'A protection rule with exactly this name already exists.',
      nextStep: 'To change who can push, unprotect the branch or pattern, then protect it again.',
    },
    422: {
      what: 'The instance didn’t accept this protection.',
      nextStep: 'Set the levels to their defaults, and check the name or pattern.',
    },
  },
  'protected-branches.unprotect': {
    404: {
      what: 'No protection rule has exactly this name.',
      nextStep:
        'If the branch is still protected, a pattern such as release/* protects it. Unprotect the pattern on the instance.',
    },
  },
} satisfies Refusals;
