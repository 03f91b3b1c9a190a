import type { Mutant } from '../mutant.ts';

export const mutants: readonly Mutant[] = [
  {
    fault: 'Before a commit to a new branch, the builder doesn’t say that the branch stays after an undo.',
    file: 'src-renderer/pages/code/builder/RequestFacts.svelte',
    text: 'return isNew ? words.undoBranch : words.undoRevert;',
    replacement: 'return words.undoRevert;',
    noticedBy: [
      'test/component/builder/starts.test.ts › a name that isn’t known is a new branch, which starts at the default branch until another start is chosen',
    ],
    formerly:
      'test/e2e/writing/commit-builder.spec.ts › a file is created, moved, deleted and made executable on a new branch',
  },
  {
    fault: 'A moved file whose content is kept is shown as changed.',
    file: 'src-renderer/pages/code/builder/ActionFacts.svelte',
    text: 'action.isContentNew ? words.contentNew : words.contentKept',
    replacement: 'action.isContentNew ? words.contentKept : words.contentNew',
    noticedBy: [
      'test/component/builder/contents.test.ts › moved, deleted and executable files keep their content, and each is compared before sending',
    ],
    formerly:
      'test/e2e/writing/commit-builder.spec.ts › a file is created, moved, deleted and made executable on a new branch',
  },
  {
    fault: 'The author name is not sent.',
    file: 'src-renderer/pages/code/builder/commit-body.ts',
    text: '...filled({ author_name, author_email }),',
    replacement: `...filled({ author_name: '', author_email }),`,
    noticedBy: [
      'test/component/builder/starts.test.ts › a name that isn’t known is a new branch, which starts at the default branch until another start is chosen',
    ],
    formerly:
      'test/e2e/writing/commit-builder-starts.spec.ts › a new branch starts at another branch, and the undo restores the file there',
  },
  {
    fault: 'A file with the same path counts as unchanged, whatever its last commit is.',
    file: 'src-renderer/stores/commit-builder/builder-action.svelte.ts',
    text: 'const isSame = source.lastCommitId === lastCommitId && source.blobId === now.blobId;',
    replacement: 'const isSame = source.lastCommitId === lastCommitId || source.path === now.path;',
    noticedBy: [
      'test/component/builder/changed-files.test.ts › a file that changed meanwhile is named before sending, and its new version can be compared',
    ],
    formerly:
      'test/e2e/writing/commit-builder.spec.ts › a file that changed meanwhile is named before sending, and again after a refusal',
  },
  {
    fault: 'A commit is planned although a file has changed since the action for it was added.',
    file: 'src-renderer/pages/code/builder/plan-commit.ts',
    text: '(await draft.compare()) !== true) return;',
    replacement: '(await draft.compare()) === null) return;',
    noticedBy: [
      'test/component/builder/changed-files.test.ts › a file that changed meanwhile is named before sending, and its new version can be compared',
    ],
    formerly:
      'test/e2e/writing/commit-builder.spec.ts › a file that changed meanwhile is named before sending, and again after a refusal',
  },
  {
    fault: 'After a refusal that names no file, the files are not compared again.',
    file: 'src-renderer/pages/code/builder/plan-commit.ts',
    text: 'failure.status === 400 && draft.paths.length > 0',
    replacement: 'failure.status === 409 && draft.paths.length > 0',
    noticedBy: [
      'test/component/builder/changed-files.test.ts › after a refusal that names no file, the files are compared again, and the input is kept',
    ],
    formerly:
      'test/e2e/writing/commit-builder.spec.ts › a file that changed meanwhile is named before sending, and again after a refusal',
  },
  {
    fault: 'When a file is compared with its new version, the content of the draft is lost.',
    file: 'src-renderer/pages/code/builder/ActionCheck.svelte',
    text: 'title={words.compareHelp} onclick={onread}',
    replacement: 'title={words.compareHelp} onclick={useNew}',
    noticedBy: [
      'test/component/builder/changed-files.test.ts › a file that changed meanwhile is named before sending, and its new version can be compared',
    ],
    formerly:
      'test/e2e/writing/commit-builder.spec.ts › a file that changed meanwhile is named before sending, and again after a refusal',
  },
  {
    fault: 'After invalid input, the focus stays on the button instead of moving to the field.',
    file: 'src-renderer/pages/code/builder/BuilderPage.svelte',
    text: 'return void focusFirstError(page);',
    replacement: 'return void page;',
    noticedBy: [
      'test/component/builder/fields.test.ts › missing values of a commit are explained at their fields, the first field gets the focus, and nothing is planned',
    ],
    formerly: 'test/e2e/writing/commit-builder.spec.ts › bad input is explained at the field, and no request is sent',
  },
  {
    fault: 'A missing file is not explained in place of its content.',
    file: 'src-renderer/pages/code/builder/ActionContent.svelte',
    text: '{:else if action.source?.found === false}',
    replacement: '{:else if action.source?.found === null}',
    noticedBy: [
      'test/component/builder/fields.test.ts › a path that is not valid for its action is explained at the path, and the commit is not planned',
    ],
    formerly: 'test/e2e/writing/commit-builder.spec.ts › bad input is explained at the field, and no request is sent',
  },
  {
    fault: 'For a path that doesn’t exist, the message below it says that the path was not checked.',
    file: 'src-renderer/pages/code/builder/ActionCheck.svelte',
    text: '$derived(action.source?.found === false || action.isTaken === true)',
    replacement: '$derived(action.isTaken === true)',
    noticedBy: [
      'test/component/builder/fields.test.ts › a path that is not valid for its action is explained at the path, and the commit is not planned',
    ],
    formerly: 'test/e2e/writing/commit-builder.spec.ts › bad input is explained at the field, and no request is sent',
  },
  {
    fault: 'A file that an earlier action deletes can be changed again.',
    file: 'src-renderer/pages/code/builder/commit-problems.ts',
    text: `else if (before === 'deleted') problems[sourceField] = words.deletedBefore;`,
    replacement: `else if (before === 'deleted') delete problems[sourceField];`,
    noticedBy: [
      'test/component/builder/fields.test.ts › a path that is not valid for its action is explained at the path, and the commit is not planned',
    ],
    formerly: 'test/e2e/writing/commit-builder.spec.ts › bad input is explained at the field, and no request is sent',
  },
  {
    fault: 'Any text is accepted as an email address.',
    file: 'src-renderer/pages/code/builder/commit-problems.ts',
    text: '!/^[^\\s<>@]+@[^\\s<>@]+$/.test(email)',
    replacement: '!/^[^\\s<>]+$/.test(email)',
    noticedBy: [
      'test/component/builder/fields.test.ts › a wrong SHA, project or email address is explained while it is entered',
    ],
    formerly: 'test/e2e/writing/commit-builder.spec.ts › bad input is explained at the field, and no request is sent',
  },
  {
    fault: 'The hint about the push rule counts checks that could not be made.',
    file: 'src-renderer/pages/code/builder/RequestFacts.svelte',
    text: `({ outcome }) => outcome === 'fails'`,
    replacement: `({ outcome }) => outcome === 'unknown'`,
    noticedBy: [
      'test/component/builder/push-rule.test.ts › the push rule of the group is synced when the builder is opened, and checked while the commit is written',
    ],
    formerly: 'test/e2e/writing/commit-builder.spec.ts › a failing push rule is shown and does not prevent the commit',
  },
  {
    fault: 'A refusal that names the commit message is not shown at the field of the message.',
    file: 'src-renderer/pages/code/builder/plan-commit.ts',
    text: `  'commit_message',
  'start_branch',`,
    replacement: `  'start_branch',`,
    noticedBy: [
      'test/component/builder/push-rule.test.ts › a failing push rule does not prevent the commit, and the refusal is shown at the field that it names',
    ],
    formerly: 'test/e2e/writing/commit-builder.spec.ts › a failing push rule is shown and does not prevent the commit',
  },
  {
    fault: 'The sign-off is added to the subject of the commit.',
    file: 'src-renderer/pages/code/builder/RuleChecks.svelte',
    text: `message.includes('\\n\\n') ? '\\n' : '\\n\\n'`,
    replacement: `message.includes('\\n\\n') ? '\\n' : ' '`,
    noticedBy: [
      'test/component/builder/push-rule.test.ts › the push rule of the group is synced when the builder is opened, and checked while the commit is written',
    ],
    formerly: 'test/e2e/writing/commit-builder.spec.ts › a failing push rule is shown and does not prevent the commit',
  },
  {
    fault: 'After a draft is stored again, the builder no longer says that a file has changed.',
    file: 'src-renderer/stores/commit-builder/builder-action.svelte.ts',
    text: 'const files = [this.#storedFile, this.source];',
    replacement: 'const files = [this.source];',
    noticedBy: [
      'test/component/builder/draft.test.ts › a stored draft is shown again, and a file that changed since is named until the person decides',
    ],
    formerly:
      'test/e2e/writing/commit-builder.spec.ts › a draft survives a reload, and a file that has changed since is named',
  },
  {
    fault: 'The undo of a discarded draft does nothing.',
    file: 'src-renderer/pages/code/builder/BuilderPage.svelte',
    text: 'run: () => draft.restore(stored, isReachable)',
    replacement: 'run: () => void stored',
    noticedBy: [
      'test/component/builder/draft.test.ts › a discarded draft is no longer stored, and comes back with its undo',
    ],
    formerly:
      'test/e2e/writing/commit-builder.spec.ts › a draft survives a reload, and a file that has changed since is named',
  },
  {
    fault: 'A stored draft is not shown after a reload.',
    file: 'src-renderer/stores/commit-builder/draft-keeper.svelte.ts',
    text: 'if (stored === null || found === null || draft.isDirty) return;',
    replacement: 'if (stored === null || found === null || !draft.isDirty) return;',
    noticedBy: [
      'test/component/builder/draft.test.ts › a stored draft is shown again, and a file that changed since is named until the person decides',
    ],
    formerly:
      'test/e2e/writing/commit-builder.spec.ts › a draft survives a reload, and a file that has changed since is named',
  },
  {
    fault: 'On a small page, all actions are shown side by side.',
    file: 'src-renderer/pages/code/builder/ActionRow.svelte',
    text: '$derived(isNarrow || isSplit)',
    replacement: '$derived(isSplit)',
    noticedBy: [
      'test/component/builder/draft.test.ts › on a small page, one action is shown at a time, and a problem opens the form',
    ],
    formerly: 'test/e2e/writing/commit-builder.spec.ts › in a window of 720 × 450, one action is shown at a time',
  },
  {
    fault: 'On a small page, the form with invalid input is not opened.',
    file: 'src-renderer/pages/code/builder/BuilderPage.svelte',
    text: 'if (hasProblems(found)) isFormOpen = true;',
    replacement: 'if (hasProblems(found)) isFormOpen = false;',
    noticedBy: [
      'test/component/builder/draft.test.ts › on a small page, one action is shown at a time, and a problem opens the form',
    ],
    formerly: 'test/e2e/writing/commit-builder.spec.ts › in a window of 720 × 450, one action is shown at a time',
  },
  {
    fault: 'A commit can be planned with a read-only profile.',
    file: 'src-renderer/pages/code/builder/BuilderPage.svelte',
    text: 'const planReason = $derived(writeReason(stores));',
    replacement: 'const planReason = $derived(isReachable ? null : writeReason(stores));',
    noticedBy: [
      'test/component/builder/draft.test.ts › with a read-only profile, a commit can’t be planned, and the reason is shown',
    ],
    formerly: 'test/e2e/writing/commit-builder.spec.ts › a read-only instance says why nothing is planned',
  },
];
