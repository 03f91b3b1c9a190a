import { of, planned } from '../operation-words.ts';

export const notes = {
  'notes.createOnIssue': of('Add', 'issue note'),
  'notes.createOnMergeRequest': planned(of('Add', 'merge request note')),
  'notes.createOnSnippet': of('Add', 'snippet note'),
  'notes.editOfIssue': of('Edit', 'issue note'),
  'notes.editOfSnippet': of('Edit', 'snippet note'),
  'notes.removeOfIssue': of('Delete', 'issue note'),
  'notes.removeOfSnippet': of('Delete', 'snippet note'),
};
