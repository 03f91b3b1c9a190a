import type { PlaceKind } from '#shared/contract/scope.ts';
import type { ListWords } from './list-words.ts';

export const notes: ListWords<'notes'> = {
  noun: { one: 'note', many: 'notes' },
  searchHint: 'Text or author',
  groups: { note: 'Note', times: 'Dates', identity: 'Identity' },
  fields: {
    body: 'Text',
    noteable_id: 'ID of the commented item',
    noteable_iid: 'Number of the commented item',
    noteable_type: 'Type of the commented item',
  },
};

/** A note among the results of the palette. */
export const noteHit = {
  /** The issue, merge request or snippet of the note. */
  on: {
    issue: (number: number) => `Issue #${number}`,
    mr: (number: number) => `Merge request !${number}`,
    snippet: (id: number) => `Snippet ${id}`,
  } as Readonly<Partial<Record<PlaceKind, (id: number) => string>>>,
  by: (author: string) => `by ${author}`,
};
