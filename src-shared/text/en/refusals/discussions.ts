import type { Explanation, Refusals } from '../failure-texts.ts';

const noteRefused: Explanation = {
  what: 'This token’s user can’t change this note.',
  nextStep:
    'Usually, only its author and Maintainers of the project can change it, and only if the project isn’t archived. Use the token of another user, or sync the notes again.',
};

const noNote: Explanation = {
  what: 'The note no longer exists, or this token can’t see it.',
  nextStep: 'Sync the notes again.',
};

const noContextCommits: Explanation = {
  what: 'This token’s user can’t change the context commits of this merge request.',
  nextStep:
    'Usually, Developers of the project and the author and assignees of the merge request can change them. Use the token of one of them.',
};

const noteWriteRefused: Explanation = {
  what: 'This token’s user can’t add this note.',
  nextStep:
    'Internal notes require a higher role than other notes. Notes can’t be added to a locked discussion or an archived project. Change the note, or use the token of another user.',
};

/** Refused writes to notes and context commits. */
export const discussions = {
  'notes.createOnIssue': { 403: noteWriteRefused },
  'notes.createOnMergeRequest': { 403: noteWriteRefused },
  'notes.createOnSnippet': { 403: noteWriteRefused },
  'notes.editOfIssue': { 403: noteRefused, 404: noNote },
  'notes.editOfSnippet': { 403: noteRefused, 404: noNote },
  'notes.removeOfIssue': { 403: noteRefused, 404: noNote },
  'notes.removeOfSnippet': { 403: noteRefused, 404: noNote },
  'context-commits.add': {
    400: {
      what: 'The instance didn’t add the commits: one of them is unknown in this project, or is already a context commit.',
      nextStep: 'Check each SHA, and sync the context commits.',
    },
    403: noContextCommits,
  },
  'context-commits.remove': {
    400: {
      what: 'The instance didn’t remove the commits: one of them is no longer a context commit.',
      nextStep: 'Sync the context commits, then try again.',
    },
    403: noContextCommits,
  },
} satisfies Refusals;
