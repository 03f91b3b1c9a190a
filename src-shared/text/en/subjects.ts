/** Words about what a write is about, and why a particular one cannot be taken back. */
export const subjects = {
  /** What a thing is called before anybody gave it a name. */
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
    notifications: 'own notifications',
    jobTokens: 'job token access',
    exports: 'dependency list',
    allArtifacts: 'artifacts of all jobs',
    mergedBranches: 'merged branches',
  },
  numbered: (id: string | number | undefined) => `#${id ?? '?'}`,
  job: (id: string | number | undefined) => `job ${id ?? '?'}`,
  /** Git's own way to name a commit that takes another one back. */
  revert: (message: string) => `Revert "${message}"`,
  irreversible: {
    unreadable: 'what it was before cannot be read',
    content: 'the former content is larger than 1 MB or cannot be read',
    force: 'the former commits of the branch are not on it any more',
    reaction: 'this API cannot take back a reaction',
    emojiNote: 'written again, it would become a reaction',
    deploymentStatus: 'the platform alone can give it that status again',
  },
};
