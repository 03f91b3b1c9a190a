import { createTable } from './table.ts';
import type { Table } from './table.ts';

export type NoteableType = 'Issue' | 'MergeRequest' | 'Snippet';

/** A comment or a system note. */
export interface Note {
  readonly id: number;
  body: string;
  author_id: number;
  created_at: number;
  updated_at: number;
  /** Whether it is a system note. */
  system: boolean;
  noteable_type: NoteableType;
  noteable_id: number;
  noteable_iid: number | null;
  project_id: number;
  /** Whether it is visible only from the Planner role on. */
  internal: boolean;
  resolvable: boolean;
  resolved: boolean;
  imported: boolean;
  imported_from: string;
}

export interface Notes extends Table<Note> {
  on(type: NoteableType, id: number): Note[];
  hasUnresolved(type: NoteableType, id: number): boolean;
}

/** A resource with notes. Its notes are deleted with it. */
type Parents = Record<NoteableType, { onRemove(listener: (row: { id: number }) => void): void }>;

export function createNotes(parents: Parents): Notes {
  const table = createTable<Note>();
  const on = (type: NoteableType, id: number) =>
    table.filter((note) => note.noteable_type === type && note.noteable_id === id);
  for (const type of ['Issue', 'MergeRequest', 'Snippet'] as const) {
    parents[type].onRemove(({ id }) =>
      table.removeWhere((note) => note.noteable_type === type && note.noteable_id === id),
    );
  }
  return Object.assign(table, {
    on,
    hasUnresolved: (type: NoteableType, id: number) => on(type, id).some((note) => note.resolvable && !note.resolved),
  });
}
