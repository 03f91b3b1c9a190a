import { writeLabels } from './operations.ts';

const create = writeLabels('project-snippets.create', 'snippet');

/** Words of the forms that create, edit and delete snippets. */
export const snippetForm = {
  newLabel: create.open,
  editLabel: 'Edit…',
  editTitle: (title: string) => `Edit snippet ${title}…`,
  removeLabel: 'Delete…',
  removeTitle: (title: string) => `Delete snippet ${title}…`,
  create: create.name,
  createText: {
    personal: () => 'The snippet belongs to the user of the token.',
    project: (project: string) => `The snippet belongs to the project ${project}.`,
  },
  edit: (title: string) => `Edit ${title}`,
  editText: 'Only what you change is sent. Other files stay as they are.',
  createButton: create.send,
  saveButton: writeLabels('project-snippets.edit', 'snippet').send,
  created: (title: string) => `Created snippet ${title}`,
  saved: (title: string) => `Saved snippet ${title}`,
  description: 'Description',
  descriptionHelp: 'Markdown.',
  visibilities: { private: 'Private', internal: 'Internal', public: 'Public' },
  visibilityHelp: {
    personal: 'Private: only you. Internal: signed-in users; not available on the hosted offering. Public: everyone.',
    project:
      'Private: members of the project. Internal: signed-in users who can see the project; not available on the hosted offering. Public: everyone who can see the project.',
  },
  files: 'Files',
  addFile: 'Add file',
  unnamed: 'New file',
  path: 'File name',
  pathHelp: 'Can contain folders, for example scripts/start.sh.',
  content: 'Content',
  deleteFile: 'Delete file',
  restoreFile: 'Keep file',
  deleted: 'This file is deleted when you save.',
  notRestored: 'Undo can’t restore it, because its content could not be read.',
  /** A new file has no state, so it disappears from the form. */
  marks: { new: 'new', deleted: 'deleted', renamed: 'renamed', changed: 'changed' },
  incomplete: 'incomplete',
  unread: {
    'not-in-api':
      'This API returns only the content of the first file of a project snippet. The content stays as it is; you can rename, replace or delete the file.',
    'not-text': 'This file isn’t text. The content stays as it is; you can rename, replace or delete the file.',
    'too-large': 'This file is too large to edit. The content stays as it is; you can rename, replace or delete it.',
    'no-space':
      'Storing this file would exceed the limit for stored files. The content stays as it is; you can rename, replace or delete it.',
    missing: 'The content couldn’t be found. It stays as it is; you can rename, replace or delete the file.',
  },
  replace: 'Replace content',
  keepContent: 'Keep content',
  loading: 'Loading the files of the snippet…',
  loadFailed: 'Couldn’t load the files of the snippet.',
  retry: 'Retry',
  changedMeanwhile:
    'The snippet was changed on the instance after you opened this form. Your input is kept. Compare it under “Changes”, then save again.',
  errors: {
    path: 'Enter a file name.',
    invalidPath: 'Enter a path without a slash at its start or end, and without “.” or “..” as a folder.',
    samePath: 'Another file has this name.',
    formerPath: 'Another file of the saved snippet has this name. Save the new name of that file first.',
    content: 'Enter the content. The instance doesn’t accept empty files.',
    files: 'A snippet needs at least one file.',
  },
  remove: (n: number) => (n === 1 ? 'Delete 1 snippet' : `Delete ${n} snippets`),
  removeOne: (title: string) => `Delete snippet ${title}`,
  removeWhy: {
    personal: 'The snippet and the history of its files are deleted.',
    project: 'The snippet, its notes and the history of its files are deleted.',
    many: 'The snippets and the history of their files are deleted.',
  },
  removed: (title: string) => `Deleted snippet ${title}`,
  isDeleted: 'The snippet was deleted',
};
