import { readScope, type Scope } from '#shared/contract/scope.ts';
import { noteForms } from '#shared/text/en/note-forms.ts';
import type { WriteCall } from '../../stores/plans/writes.ts';

type Op = WriteCall['op'];

/** The writes on notes of an issue, a merge request or a snippet of a project. Null: the API has no such write. */
export interface NoteWrites {
  /** The path parameters, without that of a note. */
  path: Record<string, string | number>;
  create: Op;
  edit: Op | null;
  remove: Op | null;
  /** Notes can be internal. */
  hasInternal: boolean;
  /** What the notes belong to, with its number: "issue #12". */
  place: string;
}

const kinds = {
  issue: {
    parameter: 'issue_iid',
    create: 'notes.createOnIssue',
    edit: 'notes.editOfIssue',
    remove: 'notes.removeOfIssue',
    hasInternal: true,
  },
  mr: {
    parameter: 'merge_request_iid',
    create: 'notes.createOnMergeRequest',
    edit: null,
    remove: null,
    hasInternal: true,
  },
  snippet: {
    parameter: 'snippet_id',
    create: 'notes.createOnSnippet',
    edit: 'notes.editOfSnippet',
    remove: 'notes.removeOfSnippet',
    hasInternal: false,
  },
} as const;

/** `scope`: for example `project:7/issue:12`. Null: the scope has no notes. */
export function noteWrites(scope: Scope): NoteWrites | null {
  const { ref = '', place = null } = readScope(scope) ?? {};
  if (place === null || !(place.kind in kinds)) return null;
  const kind = place.kind as keyof typeof kinds;
  const { parameter, ...writes } = kinds[kind];
  return { ...writes, path: { id: ref, [parameter]: place.id }, place: noteForms.place[kind](place.id) };
}
