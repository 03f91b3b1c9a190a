const exists = 'A branch with this name already exists.';

/** Why a name can't be used for a branch. */
export const branchName = {
  empty: 'Enter the name of a branch.',
  character: (found: string) => `A branch name can’t contain ${found === ' ' ? 'spaces' : `“${found}”`}.`,
  control: 'A branch name can’t contain control characters or line breaks.',
  shape:
    'Git doesn’t allow this name. A name can’t start with “-” or “/”, end with “/”, “.” or “.lock”, or contain “..”, “//”, “/.” or “@{”.',
  sha: 'A branch name can’t look like a full commit SHA.',
  exists,
  taken: `${exists} If it was deleted, sync the branches and try again.`,
} as const;
