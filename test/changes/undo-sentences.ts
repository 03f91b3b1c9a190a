/**
 * By operation and case: what is said before and after the write is applied, and the message after its undo. A write that
 * can't be undone has no message. Values that differ in every run have placeholders.
 */
export const undoSentences: Readonly<Record<string, readonly (readonly [said: string, result?: string])[]>> = {
  'job-token-scope.edit': [['Can be undone', 'Restored']],
  'job-token-scope.addProject': [['Can be undone', 'Undone']],
  'job-token-scope.removeProject': [['Can be undone', 'Restored']],
  'job-token-scope.addGroup': [['Can be undone', 'Undone']],
  'job-token-scope.removeGroup': [['Can be undone', 'Restored']],
  'deployments.create': [
    ['Can’t be undone: the new deployment is the newest of its environment, and the newest can’t be deleted'],
  ],
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
  'protected-branches.protect': [
    ['Can be undone', 'Undone'],
    ['Can be undone', 'Undone'],
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
  'branches.create': [['Can be undone', 'Undone']],
  'branches.remove': [['Can be undone', 'Restored']],
  'branches.removeMerged': [['Can’t be undone: the instance doesn’t report which branches it deletes']],
  'submodules.edit': [['Can’t be undone: Reeve can’t read the previous commit of the submodule']],
  'artifacts.keep': [['Can’t be undone: the artifacts no longer expire, and Reeve can’t set an expiry date']],
  'artifacts.remove': [['Can’t be undone: the instance deletes the files, and Reeve can’t upload artifacts']],
  'artifacts.removeAll': [['Can’t be undone: the instance deletes the files, and Reeve can’t upload artifacts']],
  'webhooks.resend': [['Can’t be undone: the receiver gets the event again']],
  'webhooks.create': [['Can’t be undone: Reeve can’t delete webhooks']],
  'remote-mirrors.create': [['Can be undone', 'Undone']],
  'remote-mirrors.edit': [
    ['Can be undone', 'Restored'],
    [
      'Undo may not restore host keys and branch pattern',
      'Restored with differences · Host keys: <key> → <key> · Reeve can’t check: branch pattern',
    ],
    ['Undo may not restore branch pattern', 'Undone · Undone · Reeve can’t check: branch pattern'],
    ['Can’t be undone: its previous value can’t be read'],
  ],
  'remote-mirrors.sync': [['Can’t be undone: the instance pushes now, and Reeve can’t take back what was pushed']],
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
  'notes.editOfIssue': [['Can be undone', 'Restored']],
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
  'notes.editOfSnippet': [['Can be undone', 'Restored']],
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
  'notes.createOnMergeRequest': [['Can’t be undone: Reeve can’t delete notes of merge requests']],
  'personal-snippets.create': [['Can be undone', 'Undone']],
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
  'project-snippets.create': [['Can be undone', 'Undone']],
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
  'wikis.attach': [['Can’t be undone: Reeve can’t delete attachments']],
  'uploads.create': [['Can be undone; the undo requires the Maintainer or Owner role', 'Undone']],
  'uploads.remove': [['Can’t be undone: a new upload would have another address']],
  'uploads.removeBySecret': [['Can’t be undone: a new upload would have another address']],
  'dependency-exports.createForProject': [['Can’t be undone: Reeve can’t delete exports; they expire automatically']],
  'dependency-exports.createForGroup': [['Can’t be undone: Reeve can’t delete exports; they expire automatically']],
  'dependency-exports.createForPipeline': [['Can’t be undone: Reeve can’t delete exports; they expire automatically']],
  'service-accounts.create': [['Can’t be undone: Reeve can’t delete service accounts of the instance']],
  'service-accounts.edit': [
    ['Can be undone', 'Restored'],
    ['Undo may not restore email address', 'Undone · Reeve can’t check: email address'],
    ['Can’t be undone: its previous value can’t be read'],
  ],
  'group-service-accounts.create': [['Can be undone', 'Undone']],
  'group-service-accounts.edit': [
    ['Can be undone', 'Restored'],
    [
      'Undo may not restore unconfirmed email address',
      'Restored with differences · Unconfirmed email address: not set → renamed@robots.example',
    ],
    ['Undo may not restore unconfirmed email address', 'Restored'],
  ],
  'group-service-accounts.remove': [
    ['Can’t be undone: a new account would have another ID, no tokens, and no contributions'],
  ],
  'group-service-accounts.createToken': [['Can’t be undone: Reeve can’t revoke tokens']],
  'enterprise-users.edit': [
    ['Can be undone', 'Restored'],
    ['Undo may not restore email address', 'Undone · Refused'],
  ],
  'enterprise-users.remove': [['Can’t be undone: the account is deleted, and Reeve can’t create users']],
  'enterprise-users.disableTwoFactor': [
    ['Can’t be undone: only the users themselves can set up two-factor authentication again'],
  ],
  'ssh-certificates.create': [['Can be undone', 'Undone']],
  'ssh-certificates.remove': [
    [
      'Undo doesn’t restore ID and creation time',
      'Restored with differences · ID: <n> → <n> · Creation time: <time> → <time>',
    ],
  ],
  'push-rules.create': [['Can be undone', 'Undone']],
  'push-rules.edit': [
    ['Can be undone', 'Restored'],
    ['Can be undone', 'Restored'],
  ],
  'push-rules.remove': [
    [
      'Undo doesn’t restore ID and creation time',
      'Restored with differences · ID: <n> → <n> · Creation time: <time> → <time>',
    ],
  ],
  'members.create': [['Can’t be undone: Reeve can’t remove members']],
  'runners.edit': [
    ['Undo may not restore runs untagged jobs and locked', 'Undone · Reeve can’t check: runs untagged jobs and locked'],
    ['Can be undone', 'Restored'],
    ['Can’t be undone: its previous value can’t be read'],
    ['Can be undone', 'Restored'],
  ],
  'runners.create': [['Can’t be undone: Reeve can’t delete runners']],
  'imports.fromCodehostA': [
    ['Can’t be undone: Reeve can’t delete projects; some imports can be canceled while they run'],
  ],
  'imports.cancel': [['Can’t be undone: the import stops, and a canceled import can’t be continued']],
  'imports.gists': [['Can’t be undone: the instance doesn’t report which snippets it creates']],
  'imports.fromCodehostBServer': [
    ['Can’t be undone: Reeve can’t delete projects; some imports can be canceled while they run'],
  ],
  'imports.fromCodehostB': [
    ['Can’t be undone: Reeve can’t delete projects; some imports can be canceled while they run'],
  ],
};
