import { collectionNames, collections, type CollectionName } from '#shared/contract/collections.ts';
import { changeKinds, type ChangedField, type ChangeKind } from '#shared/contract/history.ts';
import { definitions } from '../../definitions.ts';
import type { Definition } from '../../derive.ts';
import {
  entryKinds,
  entrySources,
  type ChangedFields,
  type EntryKind,
  type EntrySource,
  type RecordedRow,
  type StoredBy,
  type StoredEntry,
} from '../history-types.ts';
import { recordedFields } from '../recorded-fields.ts';

/** An entry as `entryColumns` select it from `allEntries`, of a sync that has ended. */
export interface EntryRow extends StoredEntry {
  collection: CollectionName;
  foundAt: number;
}
export const entryColumns = 'n, collection, scope, id, kind, found_at AS foundAt, since, source, cause, fields';

const namesByNumber = <N extends string>(numbers: Readonly<Record<N, number>>): ReadonlyMap<number, N> =>
  new Map(Object.entries<number>(numbers).map(([name, number]) => [number, name as N]));
const kinds = namesByNumber<EntryKind>(entryKinds);
const sources = namesByNumber<EntrySource>(entrySources);
export const kindOf = (row: Pick<EntryRow, 'kind'>): EntryKind => kinds.get(row.kind) ?? 'known';
export const byOf = ({ source, cause }: Pick<EntryRow, 'source' | 'cause'>): StoredBy => ({
  source: sources.get(source) ?? 'sync',
  cause,
});

/** Entries from this source on are by Reeve. */
export const firstOwnSource = entrySources.ours;
export const isOurs = (row: Pick<EntryRow, 'source'>): boolean => row.source >= firstOwnSource;

const changes: ReadonlySet<string> = new Set(changeKinds);
export const isChange = (row: Pick<EntryRow, 'kind'>): boolean => changes.has(kindOf(row));

/** The content of a change, as `HistoryEntry` describes it. */
export function contentOf(row: Pick<EntryRow, 'kind' | 'fields'>) {
  const kind = kindOf(row) as ChangeKind;
  const stored = row.fields === null ? null : (JSON.parse(row.fields) as unknown);
  if (kind === 'changed') return { kind, fields: pairsOf(stored as ChangedFields | null), row: null };
  if (kind !== 'hidden' && kind !== 'visible') return { kind, fields: [], row: stored as RecordedRow | null };
  const fields = ((stored ?? []) as string[]).map((name): ChangedField => ({ name, before: null, after: null }));
  return { kind, fields, row: null };
}

const pairsOf = (stored: ChangedFields | null): ChangedField[] =>
  Object.entries(stored ?? {}).map(([name, [before, after]]) => ({ name, before, after }));

/** Longer values are cut; the last character is then `…`. */
const mostCharacters = 2_000;

/** A value in a size that fits into a message. Lists and objects that are too long become the start of their JSON. */
function cutValue(value: unknown): unknown {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : value;
}
export const cutFields = (fields: readonly ChangedField[]): ChangedField[] =>
  fields.map(({ name, before, after }) => ({ name, before: cutValue(before), after: cutValue(after) }));
export const cutRow = (row: RecordedRow | null): RecordedRow | null =>
  row && Object.fromEntries(Object.entries(row).map(([name, value]) => [name, cutValue(value)]));

export const recordedCollections = collectionNames.filter((name) => recordedFields(name) !== null);
const byName = new Map(definitions.map((one) => [one.collection, one]));
export const definitionAt = (name: CollectionName): Definition => byName.get(name) as Definition;

/** Rows of these collections have one history for all scopes, under the scope `''`. */
export function isShared(name: CollectionName): boolean {
  const { isStoredOnce, isSameInAllScopes } = collections[name];
  return isStoredOnce || isSameInAllScopes;
}
