/** Names of the objects that writes change, and reasons why a write can't be undone. */
export const operationText = {
  /** Names of objects without a name of their own. */
  unnamed: {
    member: 'member',
    runner: 'runner',
    serviceAccount: 'service account',
    token: 'token',
    certificate: 'certificate',
    mirror: 'push mirror',
    webhook: 'webhook',
    note: 'note',
    file: 'file',
    gists: 'gists',
    repository: 'repository',
    notifications: 'your notifications',
    jobTokens: 'job token access',
    exports: 'dependency list',
    allArtifacts: 'artifacts of all jobs',
    mergedBranches: 'merged branches',
  },
  numbered: (id: string | number | undefined) => `#${id ?? '?'}`,
  delivery: (id: string | number | undefined, hookId: string | number | undefined) =>
    `#${id ?? '?'} of webhook ${hookId ?? '?'}`,
  job: (id: string | number | undefined) => `job ${id ?? '?'}`,
  /** The message that Git gives to a commit that reverts another one. */
  revert: (message: string) => `Revert "${message}"`,
  defaultBranch: 'This is the default branch, which can’t be deleted.',
  protectedBranch: 'This branch is protected. Unprotect it first, then delete it.',
  notProtected: 'This branch isn’t protected.',
  disabledMirror: 'This mirror is disabled, so it isn’t updated.',
  irreversible: {
    unreadable: 'its previous value can’t be read',
    globalEvents: 'the API doesn’t return the events of the global settings',
    hiddenEvents: 'the API returns events only at the Custom level',
    defaultEvents: 'an event that isn’t set uses its default, which the API can’t restore',
    content: 'the previous content is larger than 1 MB or can’t be read',
    emptyCommit: 'an empty commit changes no files',
    force: 'the previous commits are no longer on the branch',
    reaction: 'this API can’t remove a reaction',
    emojiNote: 'a restored note would become a reaction',
    deploymentStatus: 'only the instance can set that status',
  },
};
