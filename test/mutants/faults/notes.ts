import type { Mutant } from '../mutant.ts';

export const mutants: readonly Mutant[] = [
  {
    fault: 'An empty note is sent.',
    file: 'src-renderer/console/thread/note-draft.svelte.ts',
    text: ".refine((text) => text.trim() !== '', words.empty)",
    replacement: '.refine((text) => text !== undefined, words.empty)',
    noticedBy: [
      'test/component/notes/composer.test.ts › an empty note is explained at its field, which gets the focus, and is not sent',
    ],
    formerly:
      'test/e2e/writing/notes.spec.ts › an issue is answered by keyboard; notes are undone, edited and deleted; a draft is kept',
  },
  {
    fault: 'The form doesn’t say that a single emoji becomes a reaction.',
    file: 'src-renderer/console/thread/Composer.svelte',
    text: 'isReaction(body) ? words.reaction : ',
    replacement: 'isReaction(body) ? null : ',
    noticedBy: [
      'test/component/notes/composer.test.ts › the field and the plan say that a single emoji becomes a reaction; when the plan is canceled, the input is kept',
    ],
    formerly:
      'test/e2e/writing/notes.spec.ts › an issue is answered by keyboard; notes are undone, edited and deleted; a draft is kept',
  },
  {
    fault: 'A note can have a date before 1970.',
    file: 'src-renderer/console/thread/note-draft.svelte.ts',
    text: '(fromIso(typed) ?? 0) > 0, words.dateTooEarly',
    replacement: '(fromIso(typed) ?? 0) < Infinity, words.dateTooEarly',
    noticedBy: [
      'test/component/notes/composer.test.ts › a date before 1970 opens the options and is not sent; a future one shows a warning',
    ],
    formerly:
      'test/e2e/writing/notes.spec.ts › an issue is answered by keyboard; notes are undone, edited and deleted; a draft is kept',
  },
  {
    fault: 'The draft of a note is lost when another issue is shown.',
    file: 'src-renderer/console/thread/note-draft.svelte.ts',
    text: 'kept.value.isDirty || kept.value.isSending',
    replacement: 'kept.value.isSending',
    noticedBy: [
      'test/component/notes/drafts-and-sizes.test.ts › the draft of a note is kept while another issue is shown, which has its own',
    ],
    formerly:
      'test/e2e/writing/notes.spec.ts › an issue is answered by keyboard; notes are undone, edited and deleted; a draft is kept',
  },
  {
    fault: 'An older draft is compared with the newest text, so it overwrites the changes of a colleague.',
    file: 'src-renderer/console/thread/edit-note.svelte.ts',
    text: "const seen = keptDraft(stores, name, schema, { body: shown ?? '' }).initial;",
    replacement: 'const seen = { body: shown };',
    noticedBy: [
      'test/component/notes/changed-notes.test.ts › the input of a closed form is compared with the text from which it was made, not with a newer one',
    ],
    formerly:
      'test/e2e/writing/notes.spec.ts › an issue is answered by keyboard; notes are undone, edited and deleted; a draft is kept',
  },
  {
    fault: 'In a small window, the buttons of the form of a note always take space.',
    file: 'src-renderer/console/thread/Composer.svelte',
    text: ':not(textarea, .preview, .error) {',
    replacement: ':not(textarea, .preview, .error, .foot) {',
    noticedBy: [
      'test/component/notes/drafts-and-sizes.test.ts › in a small window, the form of a new note is one line until it gets the focus',
    ],
    formerly:
      'test/e2e/writing/notes.spec.ts › an issue is answered by keyboard; notes are undone, edited and deleted; a draft is kept',
  },
  {
    fault: 'A reaction is planned as if its undo could remove it.',
    file: 'src-main/changes/operations/notes.ts',
    text: "isEmoji(textOf(body, 'body')) ? words.irreversible.reaction : null",
    replacement: "isEmoji(textOf(body, 'body')) ? null : null",
    noticedBy: [
      'test/core/project/note-writes.test.ts › a single emoji is sent only after its plan, which says that it can’t be undone, and becomes a reaction',
    ],
    formerly:
      'test/e2e/writing/notes.spec.ts › an issue is answered by keyboard; notes are undone, edited and deleted; a draft is kept',
  },
  {
    fault: 'A new note of a merge request is not shown before the next sync.',
    file: 'src-main/changes/operations/notes.ts',
    text: "{ caches: newNote('project/mr'), names }",
    replacement: '{ names }',
    noticedBy: [
      'test/core/project/note-writes.test.ts › a note of a merge request is sent only after its plan, which says that it can’t be undone, and is cached',
    ],
    formerly:
      'test/e2e/writing/notes.spec.ts › notes of a merge request can’t be undone, which is shown before sending; those of a snippet can',
  },
  {
    fault: 'The menu of a note of a merge request offers to edit it.',
    file: 'src-renderer/console/thread/note-actions.ts',
    text: 'writes.edit === null ? words.noEdit : (writeReason(stores) ?? unchosen)',
    replacement: 'writeReason(stores) ?? unchosen',
    noticedBy: [
      'test/component/notes/refused-notes.test.ts › a note of a merge request can’t be edited or deleted, and its menu says why',
    ],
    formerly:
      'test/e2e/writing/notes.spec.ts › notes of a merge request can’t be undone, which is shown before sending; those of a snippet can',
  },
  {
    fault: 'Notes of snippets can be marked as internal.',
    file: 'src-renderer/console/thread/note-writes.ts',
    text: '    hasInternal: false,',
    replacement: '    hasInternal: true,',
    noticedBy: [
      'test/component/notes/composer.test.ts › a note of a snippet can’t be internal, and is sent to the snippet',
    ],
    formerly:
      'test/e2e/writing/notes.spec.ts › notes of a merge request can’t be undone, which is shown before sending; those of a snippet can',
  },
  {
    fault: 'The window says that the instance ignored the date of a note although the instance used it.',
    file: 'src-renderer/stores/project/ignored-date.ts',
    text: 'fromIso(String(newest.created_at)) !== fromIso(created_at)',
    replacement: 'fromIso(String(newest.created_at)) === fromIso(created_at)',
    noticedBy: [
      'test/component/notes/composer.test.ts › for a new note with a date, the window says that the instance ignored the date',
      'test/component/notes/composer.test.ts › for a new note with a date, the window says nothing about a date that the instance used',
    ],
    formerly:
      'test/e2e/writing/notes.spec.ts › sees that the date was ignored, and why a note of somebody else can’t be changed',
  },
  {
    fault: 'A refused deletion of a note doesn’t say who can delete it.',
    file: 'src-shared/text/en/refusals/discussions.ts',
    text: "'notes.removeOfIssue': { 403: noteRefused,",
    replacement: "'notes.removeOfIssue': { 401: noteRefused,",
    noticedBy: ['test/component/notes/changed-notes.test.ts › a refused deletion says who can delete the note'],
    formerly:
      'test/e2e/writing/notes.spec.ts › sees that the date was ignored, and why a note of somebody else can’t be changed',
  },
  {
    fault: 'The text of a refused note is discarded.',
    file: 'src-renderer/console/thread/Composer.svelte',
    text: 'draft.refuse(refused, visibleText(text, 2_000), original);',
    replacement: 'if (refused === null) draft.discard();',
    noticedBy: [
      'test/component/notes/refused-notes.test.ts › a refused internal note stays in the composer with the reason, and can be sent without being internal',
    ],
    formerly: 'test/e2e/writing/notes.spec.ts › can’t write an internal note, and the text stays in the composer',
  },
  {
    fault: 'Offline, a note can be sent.',
    file: 'src-renderer/console/thread/Composer.svelte',
    text: 'disabledReason={writeReason(stores)} onclick',
    replacement: 'disabledReason={stores.connection.isOffline ? null : writeReason(stores)} onclick',
    noticedBy: [
      'test/component/notes/refused-notes.test.ts › offline, a note can be written but not sent, edited or deleted, and the reason is shown',
    ],
    formerly: 'test/e2e/writing/notes.spec.ts › offline, a note can be written but not sent, and the reason is shown',
  },
  {
    fault: 'With a read-only profile, the button that adds a note is not disabled.',
    file: 'src-renderer/console/thread/Composer.svelte',
    text: 'disabledReason={writeReason(stores)} onclick',
    replacement: 'disabledReason={stores.profiles.open?.readOnly === true ? null : writeReason(stores)} onclick',
    noticedBy: [
      'test/component/notes/refused-notes.test.ts › with a read-only profile, a note can be written but not sent, edited or deleted, and the reason is shown',
    ],
    formerly: 'test/e2e/writing/notes.spec.ts › shows why notes can’t be sent',
  },
  {
    fault: 'SHAs are not compared with the context commits that the merge request has.',
    file: 'src-renderer/pages/merge-requests/ContextCommits.svelte',
    text: 'known: () => listed().map(({ id }) => id)',
    replacement: 'known: () => []',
    noticedBy: [
      'test/component/context-commits/forms.test.ts › the SHAs of new context commits are checked at their field, also against the list, before anything is sent',
    ],
    formerly: 'test/e2e/writing/context-commits.spec.ts › context commits are added and removed, and both are undone',
  },
  {
    fault: 'Unknown SHAs are not looked up after a refusal.',
    file: 'src-renderer/pages/merge-requests/add-context-commits.ts',
    text: 'missing.length > 0 &&',
    replacement: 'missing.length > 99 &&',
    noticedBy: [
      'test/component/context-commits/forms.test.ts › after a refusal, the SHAs that the project doesn’t have are named at the field, which keeps its text',
    ],
    formerly: 'test/e2e/writing/context-commits.spec.ts › context commits are added and removed, and both are undone',
  },
  {
    fault: 'Context commits can be removed without selecting one.',
    file: 'src-renderer/pages/merge-requests/remove-context-commits.ts',
    text: 'z.array(z.string()).min(1, words.chooseSome)',
    replacement: 'z.array(z.string())',
    noticedBy: [
      'test/component/context-commits/forms.test.ts › selected context commits are removed, and at least one must be selected',
    ],
    formerly: 'test/e2e/writing/context-commits.spec.ts › context commits are added and removed, and both are undone',
  },
  {
    fault: 'A refusal of new context commits doesn’t name the roles that can add them.',
    file: 'src-shared/text/en/refusals/discussions.ts',
    text: "    403: noContextCommits,\n  },\n  'context-commits.remove'",
    replacement: "    401: noContextCommits,\n  },\n  'context-commits.remove'",
    noticedBy: [
      'test/component/context-commits/forms.test.ts › “Add context commits…” explains a refusal with the required roles, and keeps its input',
    ],
    formerly: 'test/e2e/writing/context-commits.spec.ts › can’t change context commits, and the form explains why',
  },
  {
    fault: 'The form that adds context commits opens with a read-only profile and offline.',
    file: 'src-renderer/pages/merge-requests/ContextCommits.svelte',
    text: 'disabledReason: writeReason(stores),\n      run: add',
    replacement: 'disabledReason: null,\n      run: add',
    noticedBy: [
      'test/component/context-commits/forms.test.ts › offline, context commits can’t be changed, and both buttons show the reason',
      'test/component/context-commits/forms.test.ts › with a read-only profile, context commits can’t be changed, and both buttons show the reason',
    ],
    formerly: 'test/e2e/writing/context-commits.spec.ts › says why context commits can’t be changed',
  },
  {
    fault: 'The undo of added context commits also removes those that were there before.',
    file: 'src-main/changes/operations/context-commits.ts',
    text: 'const commits = isAdding ? addedIds(write, before, reply) : knownIds(write, before);',
    replacement:
      'const commits = isAdding ? [...idsOf(before), ...addedIds(write, before, reply)] : knownIds(write, before);',
    noticedBy: [
      'test/core/project/content-writes.test.ts › new context commits by a part of their SHA are added at the end, and the undo removes only them',
    ],
    formerly: 'test/e2e/writing/context-commits.spec.ts › context commits are added and removed, and both are undone',
  },
];
