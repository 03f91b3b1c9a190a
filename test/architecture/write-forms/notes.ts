import type { Forms } from './form-list.ts';

const thread = 'console/thread';
const composer = [`${thread}/note-writes.ts`, `${thread}/Composer.svelte`, `${thread}/ComposerOptions.svelte`];
const edit = [`${thread}/note-writes.ts`, `${thread}/edit-note.svelte.ts`];
const remove = [`${thread}/note-writes.ts`, `${thread}/note-actions.ts`];
const deprecated = { confidential: 'deprecated; `internal` replaces it (document 2:46)' };

export const forms: Forms = {
  'notes.createOnIssue': { files: composer, without: deprecated },
  'notes.createOnMergeRequest': { files: composer },
  'notes.createOnSnippet': { files: composer },
  'notes.editOfIssue': { files: edit, without: deprecated },
  'notes.editOfSnippet': { files: edit },
  'notes.removeOfIssue': { files: remove },
  'notes.removeOfSnippet': { files: remove },
  'context-commits.add': { files: ['pages/merge-requests/add-context-commits.ts'] },
  'context-commits.remove': { files: ['pages/merge-requests/remove-context-commits.ts'] },
};
