import type { Mutant } from '../mutant.ts';

export const mutants: readonly Mutant[] = [
  {
    fault: 'Before a commit to a new branch, the former files are read from the new branch instead of its start.',
    file: 'src-main/changes/operations/commits.ts',
    text: `const ref = nameIn(body, 'start_sha', 'start_branch') ?? nameIn(body, 'branch') ?? '';`,
    replacement: `const ref = nameIn(body, 'branch') ?? '';`,
    noticedBy: [
      'test/core/project/commits.test.ts › a new branch starts at a branch, a commit or another project, and the undo restores the file of its start',
    ],
    formerly:
      'test/e2e/writing/commit-builder-starts.spec.ts › a new branch starts at another branch, and the undo restores the file there',
  },
  {
    fault: 'The files of a new branch are read from its start branch although it starts at a commit.',
    file: 'src-renderer/stores/commit-builder/builder-draft.svelte.ts',
    text: `(this.fields.startBy === 'sha' ? this.fields.start_sha : this.fields.start_branch).trim()`,
    replacement: `(this.fields.startBy === 'sha' ? '' : this.fields.start_branch).trim()`,
    noticedBy: [
      'test/component/builder/starts.test.ts › a new branch starts at a commit, where its files are looked for',
    ],
    formerly:
      'test/e2e/writing/commit-builder-starts.spec.ts › a new branch starts at a commit, and the undo deletes the new file',
  },
  {
    fault: 'Before a commit that starts at another project, the former files are read from the wrong project.',
    file: 'src-main/changes/operations/commits.ts',
    text: `const project = nameIn(body, 'start_project') ?? path['id'] ?? '';`,
    replacement: `const project = path['id'] ?? nameIn(body, 'start_project') ?? '';`,
    noticedBy: [
      'test/core/project/commits.test.ts › a new branch starts at a branch, a commit or another project, and the undo restores the file of its start',
    ],
    formerly: 'test/e2e/writing/commit-builder-starts.spec.ts › a new branch starts at a branch of another project',
  },
  {
    fault: 'If a branch starts at another project, the files of the current project are shown.',
    file: 'src-renderer/stores/commit-builder/builder-draft.svelte.ts',
    text: `project !== '' && isScope(other) ? other : this.scope`,
    replacement: `project === '' && isScope(other) ? other : this.scope`,
    noticedBy: [
      'test/component/builder/starts.test.ts › a new branch starts at a branch of another project, whose files are edited',
    ],
    formerly: 'test/e2e/writing/commit-builder-starts.spec.ts › a new branch starts at a branch of another project',
  },
  {
    fault: 'The form doesn’t say that a forced commit can’t be undone.',
    file: 'src-renderer/pages/code/builder/RequestFacts.svelte',
    text: 'if (isForced && !isNew) return words.undoForce;',
    replacement: 'if (isForced && isNew) return words.undoForce;',
    noticedBy: [
      'test/component/builder/starts.test.ts › force requires a start, and the form and the plan say that it can’t be undone',
    ],
    formerly:
      'test/e2e/writing/commit-builder-starts.spec.ts › force overwrites a branch, and the plan says that this can’t be undone',
  },
  {
    fault: 'The plan of a forced commit doesn’t say what is lost.',
    file: 'src-renderer/pages/code/builder/plan-commit.ts',
    text: '...(body.force === true && { consequence: words.forced, isDestructive: true }),',
    replacement: '...(body.force === true && { isDestructive: true }),',
    noticedBy: [
      'test/component/builder/starts.test.ts › force requires a start, and the form and the plan say that it can’t be undone',
    ],
    formerly:
      'test/e2e/writing/commit-builder-starts.spec.ts › force overwrites a branch, and the plan says that this can’t be undone',
  },
  {
    fault: 'A forced commit is planned as if it could be undone.',
    file: 'src-main/changes/operations/commits.ts',
    text: 'if (isForced(write, before)) return words.irreversible.force;',
    replacement: 'if (isForced(write, before)) return null;',
    noticedBy: [
      'test/core/project/commits.test.ts › a forced commit is on its start, without the commits of the branch, and can’t be undone',
    ],
    formerly:
      'test/e2e/writing/commit-builder-starts.spec.ts › force overwrites a branch, and the plan says that this can’t be undone',
  },
  {
    fault: 'Another start can be chosen for an existing branch without force.',
    file: 'src-renderer/pages/code/builder/commit-problems.ts',
    text: 'branch.exists === true && !force && start !== name',
    replacement: 'branch.exists === true && force && start !== name',
    noticedBy: [
      'test/component/builder/starts.test.ts › force requires a start, and the form and the plan say that it can’t be undone',
    ],
    formerly:
      'test/e2e/writing/commit-builder-starts.spec.ts › force overwrites a branch, and the plan says that this can’t be undone',
  },
  {
    fault: 'Force can be chosen without a start.',
    file: 'src-renderer/pages/code/builder/CommitForm.svelte',
    text: 'disabledReason={hasStart ? null : words.forceWhy}',
    replacement: 'disabledReason={hasStart ? words.forceWhy : null}',
    noticedBy: [
      'test/component/builder/starts.test.ts › force requires a start, and the form and the plan say that it can’t be undone',
    ],
    formerly:
      'test/e2e/writing/commit-builder-starts.spec.ts › a wrong start is explained at its field, and force requires a start',
  },
  {
    fault: 'A SHA with 39 or 41 characters is accepted.',
    file: 'src-renderer/pages/code/builder/commit-problems.ts',
    text: '/^[0-9a-f]{40}$/i',
    replacement: '/^[0-9a-f]{39,41}$/i',
    noticedBy: [
      'test/component/builder/fields.test.ts › a wrong SHA, project or email address is explained while it is entered',
    ],
    formerly:
      'test/e2e/writing/commit-builder-starts.spec.ts › a wrong start is explained at its field, and force requires a start',
  },
  {
    fault: 'For a start that doesn’t exist, no error is shown at its field.',
    file: 'src-renderer/stores/commit-builder/builder-draft.svelte.ts',
    text: `failure?.code === 'missing' && failure.field === 'ref'`,
    replacement: `failure?.code === 'missing' && failure.field === 'path'`,
    noticedBy: [
      'test/component/builder/starts.test.ts › a start that doesn’t exist is explained at its field when a file is read from it',
    ],
    formerly:
      'test/e2e/writing/commit-builder-starts.spec.ts › a wrong start is explained at its field, and force requires a start',
  },
  {
    fault: 'After a file is chosen, the text in Base64 can still be changed.',
    file: 'src-renderer/pages/code/builder/Base64Content.svelte',
    text: 'isDisabled={action.staged !== null}',
    replacement: 'isDisabled={action.staged === null}',
    noticedBy: [
      'test/component/builder/contents.test.ts › files from this computer replace the content in Base64, and are named in the commit',
    ],
    formerly:
      'test/e2e/writing/commit-builder-content.spec.ts › binary files from this computer are committed byte by byte, and undone',
  },
  {
    fault: 'The undo of a commit writes binary files as their text in Base64.',
    file: 'src-main/changes/operations/commits.ts',
    text: `...(step.content === undefined ? {} : { encoding: 'base64' }),`,
    replacement: `...(step.content === undefined ? { encoding: 'base64' } : {}),`,
    noticedBy: [
      'test/core/project/commits.test.ts › binary files in a commit arrive byte by byte, and the undo restores them',
    ],
    formerly:
      'test/e2e/writing/commit-builder-content.spec.ts › binary files from this computer are committed byte by byte, and undone',
  },
  {
    fault: 'An empty commit is planned without being allowed.',
    file: 'src-renderer/pages/code/builder/commit-problems.ts',
    text: 'actions === 0 && !allow_empty',
    replacement: 'actions === 0 && allow_empty',
    noticedBy: [
      'test/component/builder/contents.test.ts › an empty commit must be allowed, and the form says why it can’t be undone',
    ],
    formerly:
      'test/e2e/writing/commit-builder-content.spec.ts › an empty commit must be allowed, and the plan says why it can’t be undone',
  },
  {
    fault: 'The form doesn’t say that an empty commit can’t be undone.',
    file: 'src-renderer/pages/code/builder/RequestFacts.svelte',
    text: 'if (isEmpty) return words.undoEmpty;',
    replacement: 'if (isEmpty && isForced) return words.undoEmpty;',
    noticedBy: [
      'test/component/builder/contents.test.ts › an empty commit must be allowed, and the form says why it can’t be undone',
    ],
    formerly:
      'test/e2e/writing/commit-builder-content.spec.ts › an empty commit must be allowed, and the plan says why it can’t be undone',
  },
  {
    fault: 'The plan of an empty commit doesn’t say that it can’t be undone.',
    file: 'src-main/changes/operations/commits.ts',
    text: 'return undo.length === 0 ? words.irreversible.emptyCommit : null;',
    replacement: 'return undo.length > 0 ? words.irreversible.emptyCommit : null;',
    noticedBy: [
      'test/core/project/commits.test.ts › an empty commit is refused unless it is allowed, and then changes no file and can’t be undone',
    ],
    formerly:
      'test/e2e/writing/commit-builder-content.spec.ts › an empty commit must be allowed, and the plan says why it can’t be undone',
  },
  {
    fault: 'Offline, the builder doesn’t say what can’t be done.',
    file: 'src-renderer/pages/code/builder/BuilderPage.svelte',
    text: '<OfflineStrip about={words.offline} />',
    replacement: '<OfflineStrip about={words.title} />',
    noticedBy: [
      'test/component/builder/draft.test.ts › offline, a stored draft is shown and can be changed, and the reason why it can’t be sent is shown',
    ],
    formerly:
      'test/e2e/writing/commit-builder-content.spec.ts › offline, the draft is kept over a reload, and the reason why it can’t be sent is shown',
  },
  {
    fault: 'Offline, the files of a stored draft are requested, and its content is hidden by the failure.',
    file: 'src-renderer/stores/commit-builder/draft-keeper.svelte.ts',
    text: 'draft.restore(stored, isReachable());',
    replacement: 'draft.restore(stored, !isReachable());',
    noticedBy: [
      'test/component/builder/draft.test.ts › offline, a stored draft is shown and can be changed, and the reason why it can’t be sent is shown',
    ],
    formerly:
      'test/e2e/writing/commit-builder-content.spec.ts › offline, the draft is kept over a reload, and the reason why it can’t be sent is shown',
  },
];
