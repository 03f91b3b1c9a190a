import { notes as api } from '#main/api/endpoints/notes.ts';
import { operationText as words } from '#shared/text/en/operation-text.ts';
import { isReaction } from '#shared/contract/notes.ts';
import type { ScopeKind } from '#shared/contract/scope.ts';
import type { Naming, State, Operation, OperationsOf } from '../operation-kit/operation.ts';
import { readWith } from '../operation-kit/read-resource.ts';
import { checkedInverse, presentFields, recreate, restoreFields, writeFrom } from '../operation-kit/inverse.ts';
import { deletionProbe, idIn, nameIn, textOf } from '../operation-kit/probes.ts';

/** A note is named by its first line. */
const names: Naming = {
  label: ({ body }, { row }) => (textOf(row, 'body') ?? textOf(body, 'body'))?.trim().split('\n', 1)[0] ?? null,
  detail: (_, { row }) => nameIn(row?.['author'] as State | null, 'name', 'username'),
};

const onIssue = notesOn('Issue', 'project/issue', readWith(api.getOfIssue));
const onSnippet = notesOn('Snippet', 'project/snippet', readWith(api.getOfSnippet));

export const notes: OperationsOf<typeof api> = {
  'notes.createOnIssue': onIssue.create,
  'notes.editOfIssue': onIssue.edit,
  'notes.removeOfIssue': onIssue.remove,
  'notes.createOnSnippet': onSnippet.create,
  'notes.editOfSnippet': onSnippet.edit,
  'notes.removeOfSnippet': onSnippet.remove,
  'notes.createOnMergeRequest': { caches: newNote('project/mr'), names },
};

function notesOn(
  kind: 'Issue' | 'Snippet',
  scope: ScopeKind,
  read: NonNullable<Operation['read']>,
): Record<'create' | 'edit' | 'remove', Operation> {
  const caches = { kind: 'row', collection: 'notes', id: 'note_id', scope } as const;
  const common: Operation = { caches, read, readRequests: 1, names };
  return {
    create: {
      caches: newNote(scope),
      // The reply to a reaction has an ID too, but it is not that of a note
      inverse: ({ write, reply }) => {
        const note_id = isNote(reply as State) ? idIn(reply) : null;
        return note_id === null ? null : [writeFrom(`notes.removeOf${kind}`, { ...write.path, note_id })];
      },
      irreversible: ({ body }) => (isEmoji(textOf(body, 'body')) ? words.irreversible.reaction : null),
      names,
    },
    edit: { ...common, ...checkedInverse(restoreFields({ nullable: [] })) },
    remove: {
      ...common,
      inverse: recreate(`notes.createOn${kind}`, ['note_id'], (before) => {
        const body = textOf(before, 'body');
        if (body === null || isEmoji(body)) return null;
        const isInternal = before['internal'] === true || before['confidential'] === true;
        return {
          body,
          ...presentFields(before, ['created_at']),
          ...(kind === 'Issue' && isInternal ? { internal: true } : {}),
        };
      }),
      irreversible: (_, before) => {
        if (isEmoji(textOf(before, 'body'))) return words.irreversible.emojiNote;
        return before === null ? words.irreversible.unreadable : null;
      },
      deletesText: true,
      probe: deletionProbe(read),
    },
  };
}

/** The reply to a reaction has no body. */
function isNote(reply: State): boolean {
  return textOf(reply, 'body') !== null;
}

function newNote(scope: ScopeKind) {
  return { kind: 'new', collection: 'notes', scope, isRow: isNote } as const;
}

const isEmoji = (body: string | null): boolean => body !== null && isReaction(body);
