import type { Mutant } from '../mutant.ts';

export const mutants: readonly Mutant[] = [
  {
    fault: 'An unchanged file can be committed.',
    file: 'src-renderer/pages/code/files/forms/EditFile.svelte',
    text: '    return words.why.empty;',
    replacement: '    return words.why.empty && null;',
    noticedBy: [
      'test/component/files/edit-file.test.ts › a file is not sent without a change, a message or with a wrong address, and each is explained',
    ],
    formerly: 'test/e2e/writing/files.spec.ts › a file is edited with its difference, and the edit is undone',
  },
  {
    fault: 'A file is committed without a message.',
    file: 'src-renderer/pages/code/files/forms/file-values.ts',
    text: 'commit_message: z.string().regex(/\\S/),',
    replacement: 'commit_message: text,',
    noticedBy: [
      'test/component/files/edit-file.test.ts › a file is not sent without a change, a message or with a wrong address, and each is explained',
    ],
    formerly: 'test/e2e/writing/files.spec.ts › a file is edited with its difference, and the edit is undone',
  },
  {
    fault: 'An invalid email address of the author is not explained.',
    file: 'src-renderer/pages/code/files/forms/file-values.ts',
    text: '.regex(/^$|^[^\\s@<>]+@[^\\s@<>]+$/, words.email)',
    replacement: '.regex(/^$|^[^@<>]+$/, words.email)',
    noticedBy: [
      'test/component/files/edit-file.test.ts › a file is not sent without a change, a message or with a wrong address, and each is explained',
    ],
    formerly: 'test/e2e/writing/files.spec.ts › a file is edited with its difference, and the edit is undone',
  },
  {
    fault: 'The text of a closed form is lost.',
    file: 'src-renderer/console/forms/FormDialog.svelte',
    text: '    sayKept(stores, name, title);',
    replacement: '    dropDraft(stores, name);',
    noticedBy: ['test/component/files/edit-file.test.ts › an unsent text is kept when the form is closed'],
    formerly: 'test/e2e/writing/files.spec.ts › a file is edited with its difference, and the edit is undone',
  },
  {
    fault: 'When somebody else has changed the file, the refusal is shown without this reason.',
    file: 'src-renderer/pages/code/files/forms/send-file.ts',
    text: 'if (now.lastCommitId !== base.lastCommitId || now.blobId !== base.blobId) return movedTo(now);',
    replacement: 'if (now.lastCommitId === base.lastCommitId) return movedTo(now);',
    noticedBy: [
      'test/component/files/edit-file.test.ts › a file that somebody else changed is not overwritten without notice, and the text is kept',
    ],
    formerly:
      'test/e2e/writing/files.spec.ts › a change by somebody else is shown, and never overwritten without notice',
  },
  {
    fault: 'After the comparison, the form still sends the former version as its base.',
    file: 'src-renderer/pages/code/files/forms/EditFile.svelte',
    text: `content: now.text ?? '', base: baseOf(now) });`,
    replacement: `content: now.text ?? '' });`,
    noticedBy: [
      'test/component/files/edit-file.test.ts › a file that somebody else changed is not overwritten without notice, and the text is kept',
    ],
    formerly:
      'test/e2e/writing/files.spec.ts › a change by somebody else is shown, and never overwritten without notice',
  },
  {
    fault: 'An edit removes the byte order mark.',
    file: 'src-renderer/stores/project/files/file-version.ts',
    text: 'bytesOf(text) + markBytes === sizeBytes ? mark + text : text',
    replacement: 'bytesOf(text) + markBytes === sizeBytes ? text : text',
    noticedBy: [
      'test/component/files/edit-file.test.ts › line ends and a byte order mark are named, and stay as they are',
    ],
    formerly:
      'test/e2e/writing/files.spec.ts › a change by somebody else is shown, and never overwritten without notice',
  },
  {
    fault: 'Unusual line endings are not named.',
    file: 'src-renderer/pages/code/files/forms/FileContent.svelte',
    text: `{ends.join(' · ')}`,
    replacement: `{ends.slice(1).join(' · ')}`,
    noticedBy: [
      'test/component/files/edit-file.test.ts › line ends and a byte order mark are named, and stay as they are',
    ],
    formerly:
      'test/e2e/writing/files.spec.ts › a change by somebody else is shown, and never overwritten without notice',
  },
  {
    fault: 'A path with “..” is accepted.',
    file: 'src-renderer/pages/code/files/forms/names.ts',
    text: `one === '' || one === '.' || one === '..'`,
    replacement: `one === '' || one === '.'`,
    noticedBy: [
      'test/component/files/new-file.test.ts › a path that a new file can’t have is explained at the path, and nothing is sent',
    ],
    formerly:
      'test/e2e/writing/files.spec.ts › a file is created on a new branch, replaced from disk, made executable and deleted',
  },
  {
    fault: 'A new file inside of a submodule is sent.',
    file: 'src-renderer/pages/code/files/forms/EditFile.svelte',
    text: 'path === one || path.startsWith(`${one}/`)',
    replacement: 'path === one',
    noticedBy: [
      'test/component/files/new-file.test.ts › a path that a new file can’t have is explained at the path, and nothing is sent',
    ],
    formerly:
      'test/e2e/writing/files.spec.ts › a file is created on a new branch, replaced from disk, made executable and deleted',
  },
  {
    fault: 'A path that already exists is refused without a reason.',
    file: 'src-renderer/pages/code/files/forms/send-file.ts',
    text: `return { outcome: refusedAt(outcome, 'path', words.pathExists(visibleText(startOf(values)))), moved: null };`,
    replacement: 'return { outcome, moved: null };',
    noticedBy: [
      'test/component/files/new-file.test.ts › a file or folder that exists at the path on the instance is named',
    ],
    formerly:
      'test/e2e/writing/files.spec.ts › a file is created on a new branch, replaced from disk, made executable and deleted',
  },
  {
    fault: 'The suggested message doesn’t follow the path.',
    file: 'src-renderer/pages/code/files/forms/EditFile.svelte',
    text: 'draft.set(field, next[field]);',
    replacement: 'draft.set(field, suggested[field]);',
    noticedBy: [
      'test/component/files/new-file.test.ts › the suggested message and branch follow the path until they are changed',
    ],
    formerly:
      'test/e2e/writing/files.spec.ts › a file is created on a new branch, replaced from disk, made executable and deleted',
  },
  {
    fault: 'The form accepts a name with spaces for a new branch.',
    file: 'src-renderer/pages/code/files/forms/file-values.ts',
    text: `refuse('new_branch', branchNameProblem(value.new_branch));`,
    replacement: `refuse('new_branch', branchNameProblem(value.new_branch.replaceAll(' ', '-')));`,
    noticedBy: ['test/component/files/new-file.test.ts › the name of a new branch is checked before anything is sent'],
    formerly:
      'test/e2e/writing/files.spec.ts › a file is created on a new branch, replaced from disk, made executable and deleted',
  },
  {
    fault: 'The view of the difference asks for a file although a binary file was chosen.',
    file: 'src-renderer/pages/code/files/forms/FileContent.svelte',
    text: '{:else if isFromDisk && disk === null}',
    replacement: '{:else if isFromDisk}',
    noticedBy: [
      'test/component/files/other-forms.test.ts › a binary file is replaced from disk, and its difference is described by its size',
    ],
    formerly:
      'test/e2e/writing/files.spec.ts › a file is created on a new branch, replaced from disk, made executable and deleted',
  },
  {
    fault: 'The form sends the current mode of a file instead of the other one.',
    file: 'src-renderer/pages/code/files/forms/RemoveFile.svelte',
    text: 'doneOn(say, file, sent) }, !isExecutable);',
    replacement: 'doneOn(say, file, sent) }, isExecutable);',
    noticedBy: ['test/component/files/other-forms.test.ts › the mode is changed without the content'],
    formerly:
      'test/e2e/writing/files.spec.ts › a file is created on a new branch, replaced from disk, made executable and deleted',
  },
  {
    fault: 'No message is suggested for the deletion of a file.',
    file: 'src-renderer/pages/code/files/forms/RemoveFile.svelte',
    text: '? words.message.remove(fileName)',
    replacement: `? words.message.remove('')`,
    noticedBy: [
      'test/component/files/other-forms.test.ts › a file is deleted with its last commit, so that a newer version is not deleted without notice',
    ],
    formerly:
      'test/e2e/writing/files.spec.ts › a file is created on a new branch, replaced from disk, made executable and deleted',
  },
  {
    fault: 'A tag is treated as a branch.',
    file: 'src-renderer/pages/code/files/forms/CommitDialog.svelte',
    text: 'const isUnsure = rows.length === 0 || rows.length >= 200;',
    replacement: 'const isUnsure = rows.length >= 0;',
    noticedBy: [
      'test/component/files/edit-file.test.ts › a tag can’t be changed: a branch that has the file must be entered',
    ],
    formerly:
      'test/e2e/writing/files.spec.ts › a file is created on a new branch, replaced from disk, made executable and deleted',
  },
  {
    fault: 'When a branch is missing, the error says that the file is missing.',
    file: 'src-renderer/pages/code/files/forms/send-file.ts',
    text: `why === 'no-ref' ? words.noBranch(ref) : words.notOnBranch(ref)`,
    replacement: `why === 'absent' ? words.noBranch(ref) : words.notOnBranch(ref)`,
    noticedBy: [
      'test/component/files/edit-file.test.ts › a tag can’t be changed: a branch that has the file must be entered',
    ],
    formerly:
      'test/e2e/writing/files.spec.ts › a file is created on a new branch, replaced from disk, made executable and deleted',
  },
  {
    fault: 'A refused push is not explained at the branch.',
    file: 'src-renderer/pages/code/files/forms/send-file.ts',
    text: "if (failure.reason === 'role')",
    replacement: "if (failure.reason === 'scope')",
    noticedBy: [
      'test/component/files/edit-file.test.ts › a push that is refused is explained at the branch, and a new branch is suggested',
    ],
    formerly: 'test/e2e/writing/files.spec.ts › a refused push to a protected branch is explained at the branch',
  },
  {
    fault: 'A file can be edited with a read-only profile.',
    file: 'src-renderer/pages/code/files/FilesTab.svelte',
    text: 'fileActions(shown, { reason: writeReason(stores), open: openForm',
    replacement: 'fileActions(shown, { reason: remoteReason(stores), open: openForm',
    noticedBy: [
      'test/component/files/files-tab.test.ts › with a read-only profile, no file can be changed, and the reason is shown',
    ],
    formerly: 'test/e2e/writing/files.spec.ts › nothing can be changed, and the reason is shown',
  },
  {
    fault: 'A file over the limit of the instance can be chosen.',
    file: 'src-renderer/pages/code/files/forms/FileContent.svelte',
    text: "kind: 'file', mostBytes, progress",
    replacement: "kind: 'file', mostBytes: mostBytes * 2, progress",
    noticedBy: [
      'test/component/files/other-forms.test.ts › a file of more than 300 MB is refused when it is chosen, until a smaller one is chosen',
    ],
    formerly:
      'test/e2e/writing/files-large.spec.ts › a file of more than 300 MB is refused when it is chosen, and nothing is sent',
  },
  {
    fault: 'The refusal of a large file stays after a smaller one was chosen.',
    file: 'src-renderer/console/forms/inputs/FileInput.svelte',
    text: 'refused = chosen.find(({ size }) => size > mostBytes) ?? null;',
    replacement: 'refused ??= chosen.find(({ size }) => size > mostBytes) ?? null;',
    noticedBy: [
      'test/component/files/other-forms.test.ts › a file of more than 300 MB is refused when it is chosen, until a smaller one is chosen',
    ],
    formerly:
      'test/e2e/writing/files-large.spec.ts › a file of more than 300 MB is refused when it is chosen, and nothing is sent',
  },
  {
    fault: 'Before a large request, the form doesn’t say that the next requests have to wait.',
    file: 'src-renderer/pages/code/files/forms/disk-file.ts',
    text: 'base64Length(file.size) > largeRequestBytes',
    replacement: 'base64Length(file.size) > megabytes(200)',
    noticedBy: [
      'test/component/files/other-forms.test.ts › before a request of more than 20 MB, the form says that the next ones wait',
    ],
    formerly:
      'test/e2e/writing/files-large.spec.ts › a file of 16 MB arrives whole, and the undo restores the former one',
  },
];
