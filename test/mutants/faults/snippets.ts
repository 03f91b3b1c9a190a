import type { Mutant } from '../mutant.ts';

const forms = 'src-renderer/pages/snippets/forms';
const created = 'test/component/snippets/new-snippet.test.ts';
const edited = 'test/component/snippets/edit-snippet.test.ts';
const notText = 'test/component/snippets/files-not-text.test.ts';
const list = 'test/component/snippets/snippet-list.test.ts';
const shown = 'test/component/snippets/snippet-page.test.ts';
const drafts = `${forms}/file-drafts.test.ts`;
const spec = 'test/e2e/writing/snippets.spec.ts';
const files = 'test/e2e/writing/snippet-files.spec.ts';
const lists = 'test/e2e/writing/snippet-lists.spec.ts';
const story = 'personal snippets are created, edited and deleted with several files, and each change is undone';
const noChanges = 'snippets can’t be created, edited or deleted';
const ofDeveloper =
  'a developer edits the first file of a snippet of a project; other files and refusals are explained';

export const mutants: readonly Mutant[] = [
  {
    fault: 'A file name with a slash at its start is accepted.',
    file: `${forms}/file-drafts.ts`,
    text: String.raw`if (/^\/|\/$|\/\/|\0/.test(path) ||`,
    replacement: String.raw`if (/\/$|\/\/|\0/.test(path) ||`,
    noticedBy: [`${created} › missing input of a new snippet is explained at its fields, and nothing is sent`],
    formerly: `${spec} › ${story}`,
  },
  {
    fault: 'A change of the snippet on the instance is overwritten without being shown.',
    file: `${forms}/snippet-form.ts`,
    text: 'if (now.updated_at === based?.snippet.updated_at) return true;',
    replacement: 'if (now.id === id) return true;',
    noticedBy: [`${edited} › a change on the instance in the meantime is shown before it is overwritten`],
    formerly: `${spec} › ${story}`,
  },
  {
    fault: 'The second file of a snippet of a project is offered for editing, although the API does not return it.',
    file: 'src-renderer/stores/project/snippets/snippet-files.ts',
    text: "scope !== '' && at > 0",
    replacement: "scope !== '' && at > 1",
    noticedBy: [`${edited} › only the first file of a snippet of a project is edited, and the others say why not`],
    formerly: `${spec} › ${ofDeveloper}`,
  },
  {
    fault: 'The refusal of a title is shown below the form instead of at the field of the title.',
    file: 'src-shared/text/en/refusals.ts',
    text: 'return first ?? null;',
    replacement: 'return first === undefined ? null : null;',
    noticedBy: [`${edited} › a refusal that names the title is shown at the title, which gets the focus`],
    formerly: `${spec} › ${ofDeveloper}`,
  },
  {
    fault: 'After a refusal, the input of the form is lost.',
    file: 'src-renderer/console/forms/Form.svelte',
    text: 'draft.refuse(shown.field,',
    replacement: 'if (shown.field === null) draft.discard();\n    draft.refuse(shown.field,',
    noticedBy: [
      `${edited} › the refusal to change a snippet that was deleted meanwhile is shown in the form with what to do, and the input stays`,
    ],
    formerly: `${spec} › ${ofDeveloper}`,
  },
  {
    fault: 'A snippet that is shown can be edited and deleted offline and with a read-only profile.',
    file: `${forms}/snippet-actions.ts`,
    text: 'const disabledReason = writeReason(stores) ?? (isDeleted ? words.isDeleted : null);',
    replacement: 'const disabledReason = isDeleted ? words.isDeleted : null;',
    noticedBy: [
      `${shown} › with a read-only profile, a shown snippet can’t be edited or deleted, and the reason is shown`,
      `${shown} › offline, a shown snippet can’t be edited or deleted, and the reason is shown`,
    ],
    formerly: `${lists} › offline, ${noChanges}, and the reason is shown`,
  },
  {
    fault: 'A refusal in a form does not say what to do about it.',
    file: 'src-shared/text/en/refusals.ts',
    text: '`${reason} ${nextStep}`',
    replacement: '`${reason} ${nextStep.slice(0, 0)}`',
    noticedBy: [
      `${edited} › the refusal to change a snippet of somebody else is shown in the form with what to do, and the input stays`,
    ],
    formerly: `${spec} › a developer sees why a snippet of somebody else can’t be changed`,
  },
  {
    fault: 'With a read-only profile, a new snippet is offered.',
    file: 'src-renderer/pages/snippets/SnippetsPage.svelte',
    text: 'disabledReason: writeReason(stores),',
    replacement: 'disabledReason: stores.session.isReachable ? null : writeReason(stores),',
    noticedBy: [
      `${list} › with a read-only profile, ${noChanges} in a list, and the reason is shown`,
      `${list} › offline, ${noChanges} in a list, and the reason is shown`,
    ],
    formerly: `${spec} › a read-only profile offers the forms of snippets with the reason why they are disabled`,
  },
  {
    fault: 'Selected snippets can be deleted offline and with a read-only profile.',
    file: `${forms}/snippet-actions.ts`,
    text: 'const disabledReason = (): string | null => writeReason(stores);',
    replacement:
      'const disabledReason = (): string | null => (stores.session.isReachable ? null : writeReason(stores));',
    noticedBy: [
      `${list} › with a read-only profile, ${noChanges} in a list, and the reason is shown`,
      `${list} › offline, ${noChanges} in a list, and the reason is shown`,
    ],
    formerly: `${lists} › a read-only profile ${noChanges}, and the reason is shown`,
  },
  {
    fault: 'The form for one snippet is offered for several selected ones.',
    file: 'src-renderer/console/actions.ts',
    text: "    only: 'one',\n",
    replacement: '',
    noticedBy: [`${list} › selected personal snippets are deleted with one plan, which says what is deleted`],
    formerly: `${lists} › selected snippets are deleted with one plan, and the undo creates them again`,
  },
  {
    fault: 'A plan that deletes snippets of a project hides that the undo can’t restore their other files.',
    file: 'src-main/changes/operations/snippets.ts',
    text: '{ [otherFiles]: paths.slice(1) }',
    replacement: '{ [otherFiles]: [] }',
    noticedBy: [
      'test/core/project/snippet-writes.test.ts › snippets of a project are deleted with one plan, which says which files the undo can’t restore',
    ],
    formerly: `${lists} › snippets of a project are deleted together, and the plan says which files the undo can’t restore`,
  },
  {
    fault: 'A new snippet of a project is sent without the project.',
    file: `${forms}/snippet-form.ts`,
    text: "const path = kind === 'personal' ? {} : { id: readScope(scope)?.ref ?? '' };",
    replacement: "const path = kind === 'personal' ? {} : { id: readScope('')?.ref ?? '' };",
    noticedBy: [
      `${created} › a new snippet of a project says to which project it belongs, and is sent to it with all its fields and files`,
    ],
    formerly: `${files} › a developer creates a snippet of a project with two files, and the undo deletes it`,
  },
  {
    fault: 'A text in another encoding is edited as UTF-8, which changes its bytes.',
    file: 'src-renderer/stores/project/snippets/snippet-files.ts',
    text: String.raw`if (content.text === null || content.text.includes('\uFFFD')) return`,
    replacement: 'if (content.text === null) return',
    noticedBy: [
      `${notText} › a file that is not text is not shown in an editor, and an edit of another file leaves it out`,
    ],
    formerly: `${files} › files that are not text keep their bytes when other parts of the snippet are edited`,
  },
  {
    fault: 'A renamed file that is not text loses its content.',
    file: `${forms}/file-drafts.ts`,
    text: 'const changed = content === null || content === before ? {} : { content };',
    replacement: "const changed = content !== null && content === before ? {} : { content: content ?? '' };",
    noticedBy: [
      `${notText} › a file that is not text is renamed without sending its content`,
      `${drafts} › only changed files are sent, deletions first`,
    ],
    formerly: `${files} › files that are not text keep their bytes when other parts of the snippet are edited`,
  },
  {
    fault: 'In the form, replacing content that could not be read can’t be taken back.',
    file: `${forms}/FilesField.svelte`,
    text: '{#if file.why !== null}',
    replacement: "{#if file.why === 'missing'}",
    noticedBy: [
      `${notText} › replacing the content of a file that is not text can be taken back, and shows in a plan that it can’t be undone`,
    ],
    formerly: `${files} › files that are not text keep their bytes when other parts of the snippet are edited`,
  },
  {
    fault: 'An edited text loses its byte order mark.',
    file: 'src-renderer/stores/project/snippets/snippet-files.ts',
    text: 'text: withMark(content.text, content.sizeBytes), why: null',
    replacement: 'text: withMark(content.text, 0), why: null',
    noticedBy: [`${notText} › a text keeps its byte order mark and its line endings when it is edited`],
    formerly: `${files} › a text keeps its byte order mark and its line endings when it is edited`,
  },
  {
    fault: 'An edited text loses its line endings.',
    file: 'src-renderer/components/code/code-editor.ts',
    text: String.raw`options.text.includes('\r\n') ? '\r\n' : '\n';`,
    replacement: String.raw`options.text.includes('\r\r') ? '\r\n' : '\n';`,
    noticedBy: [`${notText} › a text keeps its byte order mark and its line endings when it is edited`],
    formerly: `${files} › a text keeps its byte order mark and its line endings when it is edited`,
  },
  {
    fault: 'A title that consists only of spaces is accepted.',
    file: 'src-renderer/console/forms/check-values.ts',
    text: 'isLine(name) ? value.trim() : value',
    replacement: 'isLine(name) ? value : value',
    noticedBy: [`${created} › missing input of a new snippet is explained at its fields, and nothing is sent`],
    formerly: `${files} › wrong input for the files is explained at its field before anything is sent`,
  },
  {
    fault: 'Two files with the same name are accepted.',
    file: `${forms}/file-drafts.ts`,
    text: 'if (others.some((other) => other.path === path)) return',
    replacement: 'if (others.some((other) => other.was === path && other.path === path)) return',
    noticedBy: [
      `${created} › two new files with the same name are refused at the second one, until it has another name`,
    ],
    formerly: `${files} › wrong input for the files is explained at its field before anything is sent`,
  },
  {
    fault: 'Submitting does not move the focus to an incomplete file that is not shown.',
    file: `${forms}/FilesField.svelte`,
    text: "data-invalid={isIncomplete && problem === undefined ? '' : undefined}",
    replacement: "data-invalid={isIncomplete && problem !== undefined ? '' : undefined}",
    noticedBy: [
      `${created} › a file without content is marked in the list of files, gets the focus, and is shown with its error`,
    ],
    formerly: `${files} › wrong input for the files is explained at its field before anything is sent`,
  },
  {
    fault: 'A snippet without any file is sent.',
    file: `${forms}/file-drafts.ts`,
    text: 'files.every(({ isDeleted }) => isDeleted) ? words.errors.files : null;',
    replacement: 'files.length > 0 && files.every(({ isDeleted }) => isDeleted) ? words.errors.files : null;',
    noticedBy: [`${created} › a snippet without any file is refused, and sent after a file is added`],
    formerly: `${files} › wrong input for the files is explained at its field before anything is sent`,
  },
];
