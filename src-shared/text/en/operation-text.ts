import { members } from './members.ts';
import { count } from './moments.ts';

/** Names of the objects that writes change, and reasons why a write can't be undone. */
export const operationText = {
  /** "runner 7", for an object whose name is not known. */
  numbered: (object: string, id?: string | number) => `${object} ${id ?? ''}`.trim(),
  users: (n: number) => `${count(n)} users`,
  repository: 'repository',
  gists: 'gists',
  generatedAccount: 'Service account user',
  notifications: 'your notifications',
  ofAccount: (account: string | number) => `for ${account}`,
  noResponse: 'No response',
  /** Why a creation is not sent. */
  already: {
    listed: 'Already on the allowlist',
    member: (level: number, isInherited: boolean) =>
      `Already ${members.levels[level] ?? members.unknownLevel(level)}${isInherited ? ' through a group' : ''}`,
  },
  /** The message that Git gives to a commit that reverts another one. */
  revert: (message: string) => `Revert "${message}"`,
  defaultBranch: 'This is the default branch, which can’t be deleted.',
  protectedBranch: 'This branch is protected. Unprotect it first, then delete it.',
  notProtected: 'This branch isn’t protected.',
  deploymentOfJob: 'The API of this instance can’t change deployments of CI jobs.',
  disabledMirror: 'This mirror is disabled, so it isn’t updated.',
  irreversible: {
    unreadable: 'its previous value can’t be read',
    globalEvents: 'the instance doesn’t return the events of the global settings',
    hiddenEvents: 'the instance returns events only at the Custom level',
    defaultEvents: 'an event that isn’t set uses its default, which Reeve can’t restore',
    content: 'the previous content is larger than 1 MB or can’t be read',
    emptyCommit: 'an empty commit changes no files',
    force: 'the previous commits are no longer on the branch',
    reaction: 'the note becomes a reaction, and Reeve can’t remove reactions',
    emojiNote: 'a restored note would become a reaction',
    deploymentStatus: 'only the instance can set that status',
  },
};
