import { edgesOf, type Edge } from '#shared/contract/change-edges.ts';
import { entryKinds, entrySources, type ChangedFields, type RecordedRow, type StoredEntry } from './history-types.ts';

const sources = new Map(Object.entries(entrySources).map(([name, number]) => [number as number, name]));

/** The changes among these entries that concern security. Entries of unfinished syncs are left out. */
export function storedEdges(entries: readonly StoredEntry[]): Edge[] {
  return entries.flatMap(({ collection, scope, id, kind, foundAt, source, fields }) => {
    const isNew = kind === entryKinds.came;
    if ((!isNew && kind !== entryKinds.changed) || foundAt === null || fields === null) return [];
    const stored: unknown = JSON.parse(fields);
    const changed = isNew ? {} : (stored as ChangedFields);
    return edgesOf({
      ...{
        collection,
        scope,
        id,
        kind: isNew ? 'came' : 'changed',
        at: foundAt,
        source: sources.get(source) ?? 'sync',
      },
      fields: Object.entries(changed).map(([name, [before, after]]) => ({ name, before, after })),
      row: isNew ? (stored as RecordedRow) : null,
    });
  });
}
