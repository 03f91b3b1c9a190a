import type { Sentences } from './undo-case.ts';

/** The sentences of the operations whose undo loses something, depends on the write, or leaves something behind. */
export const undoSentences: Sentences = {
  'deployments.edit': [
    ['Can be undone; a finished deployment gets a new end time', 'Restored'],
    ['Can be undone; a finished deployment gets a new end time', 'Restored'],
    ['Can’t be undone: only the instance can set that status'],
  ],
  'deployments.remove': [
    [
      'Undo doesn’t restore ID, number, and creation time, and may not restore end time, user, job, approvals, and its place in the order',
      'Restored with differences · ID: <n> → <n> · Number in project: <n> → <n> · Created: <time> → <time> · Updated: <time> → <time> · User: Mei Tanaka → Ines Moreau · Job: deploy-production → not set · Reeve can’t check: end time, approvals, and its place in the order',
    ],
    [
      'Undo doesn’t restore ID, number, and creation time, and may not restore end time, user, approvals, and its place in the order',
      'Restored with differences · ID: <n> → <n> · Number in project: <n> → <n> · Created: <time> → <time> · Updated: <time> → <time> · Reeve can’t check: end time, approvals, and its place in the order',
    ],
  ],
  'files.create': [
    ['Can be undone; both commits stay in the history, also on a new branch', 'Undone'],
    ['Can be undone; both commits stay in the history, also on a new branch', 'Undone'],
  ],
  'files.edit': [
    ['Can be undone; both commits stay in the history, also on a new branch', 'Restored'],
    ['Can be undone; both commits stay in the history, also on a new branch', 'Restored'],
    ['Can be undone; both commits stay in the history, also on a new branch', 'Restored'],
  ],
  'files.remove': [
    ['Can be undone; both commits stay in the history, also on a new branch', 'Restored'],
    ['Can be undone; both commits stay in the history, also on a new branch', 'Restored'],
  ],
  'commits.create': [
    ['Can be undone; both commits stay in the history, also on a new branch', 'Restored'],
    ['Can be undone; both commits stay in the history, also on a new branch', 'Restored'],
    ['Can’t be undone: the previous commits are no longer on the branch'],
    ['Can’t be undone: an empty commit changes no files'],
    ['Can be undone; both commits stay in the history, also on a new branch', 'Restored'],
  ],
  'protected-branches.unprotect': [
    [
      'Undo doesn’t restore developers can push and developers can merge, and may not restore who may push, merge and unprotect',
      'Restored with differences · Developers can push: Yes → No · Developers can merge: Yes → No · Reeve can’t check: who may push, merge and unprotect',
    ],
    [
      'Undo may not restore who may push, merge and unprotect',
      'Undone · Reeve can’t check: who may push, merge and unprotect',
    ],
  ],
  'remote-mirrors.edit': [
    ['Can be undone', 'Restored'],
    [
      'Undo may not restore host keys and branch pattern',
      'Restored with differences · Host keys: <key> → <key> · Reeve can’t check: branch pattern',
    ],
    ['Undo may not restore branch pattern', 'Undone · Undone · Reeve can’t check: branch pattern'],
    ['Can’t be undone: its previous value can’t be read'],
  ],
  'remote-mirrors.remove': [
    [
      'Undo doesn’t restore ID, last update, and host keys, and may not restore the credentials, branch pattern, and the SSH key',
      'Restored with differences · ID: <n> → <n> · Address: ssh://*****@mirror.example/core.git → ssh://mirror.example/core.git · Host keys: <key> → none · Last error: 13:get remote references: Permission denied (publickey). → not set · Last successful update at: <time> → not set · Last update: <time> → not set · Last update started at: <time> → not set · Update status: failed → none · Reeve can’t check: the credentials, branch pattern, and the SSH key',
    ],
    [
      'Undo doesn’t restore ID and last update, and may not restore the credentials and branch pattern',
      'Restored with differences · ID: <n> → <n> · Last successful update at: <time> → not set · Last update: <time> → not set · Last update started at: <time> → not set · Update status: finished → none · Reeve can’t check: the credentials and branch pattern',
    ],
  ],
  'notification-settings.edit': [
    ['Can be undone', 'Restored'],
    ['Undo may not restore new note', 'Undone · Reeve can’t check: new note'],
  ],
  'notification-settings.editOfGroup': [
    ['Can be undone', 'Restored'],
    ['Undo may not restore new issue', 'Restored with differences · New issue: not set → Yes'],
    ['Undo may not restore new note and new issue', 'Undone · Reeve can’t check: new note and new issue'],
  ],
  'notification-settings.editOfProject': [
    ['Can be undone', 'Restored'],
    ['Undo may not restore new issue', 'Restored with differences · New issue: not set → Yes'],
    ['Undo may not restore new note and new issue', 'Undone · Reeve can’t check: new note and new issue'],
  ],
  'context-commits.add': [['Can be undone', 'Restored']],
  'context-commits.remove': [
    [
      'Undo may not restore the order of the commits',
      'Restored with differences · The order of the commits: <sha>, <sha> → <sha>, <sha>',
    ],
  ],
  'notes.createOnIssue': [
    ['Can be undone', 'Undone'],
    ['Can’t be undone: the note becomes a reaction, and Reeve can’t remove reactions'],
  ],
  'notes.removeOfIssue': [
    [
      'Undo doesn’t restore ID, and may not restore creation time. An undo writes the text of Paul Adams again, under the name of the person who undoes the change',
      'Restored with differences · ID: <n> → <n> · Author: Paul Adams → Ines Moreau · Update time: <time> → <time>',
    ],
    [
      'Undo doesn’t restore ID, and may not restore creation time. An undo writes the text of Ines Moreau again, under the name of the person who undoes the change',
      'Restored with differences · ID: <n> → <n>',
    ],
    ['Can’t be undone: a restored note would become a reaction'],
  ],
  'notes.createOnSnippet': [
    ['Can be undone', 'Undone'],
    ['Can’t be undone: the note becomes a reaction, and Reeve can’t remove reactions'],
  ],
  'notes.removeOfSnippet': [
    [
      'Undo doesn’t restore ID, and may not restore creation time. An undo writes the text of Дарья Петров again, under the name of the person who undoes the change',
      'Restored with differences · ID: <n> → <n> · Author: Дарья Петров → Ines Moreau · Update time: <time> → <time>',
    ],
    [
      'Undo doesn’t restore ID, and may not restore creation time. An undo writes the text of Ines Moreau again, under the name of the person who undoes the change',
      'Restored with differences · ID: <n> → <n>',
    ],
    ['Can’t be undone: a restored note would become a reaction'],
  ],
  'personal-snippets.edit': [
    ['Can be undone; changed files keep both versions in their history', 'Restored'],
    [
      'Undo may not restore the order of its files; changed files keep both versions in their history',
      'Restored with differences · The order of its files: docs/notes ünïcode.md, hello.sh → hello.sh, docs/notes ünïcode.md',
    ],
    ['Can be undone; changed files keep both versions in their history', 'Restored'],
  ],
  'personal-snippets.remove': [
    [
      'Undo doesn’t restore ID, creation time, and expiry date, and may not restore the history of its files. An undo writes the text of Mei Tanaka again, under the name of the person who undoes the change',
      'Restored with differences · ID: <n> → <n> · Author: Mei Tanaka → Ines Moreau · Created: <time> → <time> · Expires: <time> → not set · Reeve can’t check: the history of its files',
    ],
  ],
  'project-snippets.edit': [
    [
      'Undo may not restore the order of its files and files besides the first; changed files keep both versions in their history',
      'Restored with differences · The order of its files: hello.sh, docs/notes ünïcode.md → docs/notes ünïcode.md, hello.sh · Reeve can’t check: files besides the first',
    ],
    [
      'Undo may not restore the order of its files and files besides the first; changed files keep both versions in their history',
      'Undone · Reeve can’t check: files besides the first',
    ],
    ['Can’t be undone: the previous content is larger than 1 MB or can’t be read'],
    [
      'Undo may not restore the order of its files and files besides the first; changed files keep both versions in their history',
      'Restored with differences · Files: a.txt, b.txt, c.txt → c.txt, a.txt · The order of its files: a.txt, b.txt, c.txt → c.txt, a.txt · Reeve can’t check: files besides the first',
    ],
  ],
  'project-snippets.remove': [
    [
      'Undo doesn’t restore ID, creation time, expiry date, and files besides the first, and may not restore its notes and the history of its files. An undo writes the text of Mei Tanaka again, under the name of the person who undoes the change',
      'Restored with differences · ID: <n> → <n> · Author: Mei Tanaka → Ines Moreau · Created: <time> → <time> · Expires: <time> → not set · Paths: docs/notes ünïcode.md, hello.sh → docs/notes ünïcode.md · Files besides the first: hello.sh → none · Reeve can’t check: its notes and the history of its files',
    ],
    [
      'Undo doesn’t restore ID and creation time, and may not restore its notes and the history of its files. An undo writes the text of Ines Moreau again, under the name of the person who undoes the change',
      'Restored with differences · ID: <n> → <n> · Created: <time> → <time> · Reeve can’t check: its notes and the history of its files',
    ],
  ],
  'wikis.create': [
    ['Can be undone; both changes stay in the history; the undo may require the Maintainer role', 'Undone'],
  ],
  'wikis.edit': [
    ['Can be undone; both changes stay in the history', 'Restored'],
    ['Can be undone; both changes stay in the history', 'Restored'],
    ['Can be undone; both changes stay in the history', 'Restored'],
    ['Can be undone; both changes stay in the history', 'Restored'],
  ],
  'wikis.remove': [['Can be undone; both changes stay in the history', 'Restored']],
  'uploads.create': [['Can be undone; the undo requires the Maintainer or Owner role', 'Undone']],
  'service-accounts.edit': [
    ['Can be undone', 'Restored'],
    ['Undo may not restore email address', 'Undone · Reeve can’t check: email address'],
    ['Can’t be undone: its previous value can’t be read'],
  ],
  'group-service-accounts.edit': [
    ['Can be undone', 'Restored'],
    [
      'Undo may not restore unconfirmed email address',
      'Restored with differences · Unconfirmed email address: not set → renamed@robots.example',
    ],
    ['Undo may not restore unconfirmed email address', 'Restored'],
  ],
  'enterprise-users.edit': [
    ['Can be undone', 'Restored'],
    ['Undo may not restore email address', 'Undone · Refused'],
  ],
  'ssh-certificates.remove': [
    [
      'Undo doesn’t restore ID and creation time',
      'Restored with differences · ID: <n> → <n> · Creation time: <time> → <time>',
    ],
  ],
  'push-rules.remove': [
    [
      'Undo doesn’t restore ID and creation time',
      'Restored with differences · ID: <n> → <n> · Creation time: <time> → <time>',
    ],
  ],
  'runners.edit': [
    ['Undo may not restore runs untagged jobs and locked', 'Undone · Reeve can’t check: runs untagged jobs and locked'],
    ['Can be undone', 'Restored'],
    ['Can’t be undone: its previous value can’t be read'],
    ['Can be undone', 'Restored'],
  ],
};
