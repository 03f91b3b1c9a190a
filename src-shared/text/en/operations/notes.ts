import { of } from '../operation-words.ts';

export const notes = {
  'notes.createOnIssue': of('Add', 'issue comment'),
  'notes.createOnMergeRequest': of('Add', 'merge request comment'),
  'notes.createOnSnippet': of('Add', 'snippet comment'),
  'notes.editOfIssue': of('Edit', 'issue comment'),
  'notes.editOfSnippet': of('Edit', 'snippet comment'),
  'notes.removeOfIssue': of('Delete', 'issue comment'),
  'notes.removeOfSnippet': of('Delete', 'snippet comment'),
};
