import type { CollectionName } from '#shared/contract/collections.ts';
import type { ChangesQuery } from '#shared/contract/history.ts';
import { splitScope, type Scope } from '#shared/contract/scope.ts';
import { peopleCollections } from '#shared/contract/search.ts';
import type { Connection } from '../../open-cache.ts';
import { normalText, searchWords } from '../../normal-text.ts';
import type { KnownLabels } from '../history-api.ts';
import { entryKinds, lastChangeKind } from '../history-types.ts';
import { allEntries } from './all-entries.ts';
import { isShared, recordedCollections, type EntryRow } from './entry-rows.ts';
import { viewSql } from './change-views.ts';
import type { NameOf } from './row-names.ts';

/** A WHERE clause over `allEntries` with its named parameters. */
export interface Condition {
  sql: string;
  values: Record<string, string | number>;
}

type Labels = NonNullable<KnownLabels['labels']>;

/** Lists whose rows belong to an account: the column, and the recorded field, with its ID. */
const ownedBy = [
  ['accessTokens', 'user_id', 'user_id'],
  ['keys', 'user_id', 'user.id'],
  ['members', 'created_by', 'created_by.id'],
] as const satisfies readonly (readonly [CollectionName, column: string, field: string])[];

/** Returns a function that makes the condition of a query of the page Changes, without `collections` and `by`. */
export function changeConditions(db: Connection, nameOf: NameOf) {
  /** The numbers of the entries that contain all words in their values, or in the name of their row or place. */
  function found(words: readonly string[], { sql, values }: Condition, labels: Labels): number[] {
    // In the order of the cached records, so that each page of them is read once
    const rows = db.prepare<[object], Pick<EntryRow, 'n' | 'collection' | 'scope' | 'id' | 'fields'>>(
      `SELECT n, collection, scope, id, fields FROM ${allEntries} WHERE ${sql} ORDER BY collection, scope, id`,
    );
    let last = { of: '', text: '' };
    const all: number[] = [];
    for (const { n, collection, scope, id, fields } of rows.iterate(values)) {
      const of = `${collection} ${scope} ${typeof id} ${id}`;
      if (last.of !== of) last = { of, text: rowText(collection, scope, id, labels) };
      const text = `${last.text}\n${valuesText(fields)}`;
      if (words.every((word) => text.includes(word))) all.push(n);
    }
    return all;
  }

  function rowText(collection: CollectionName, scope: Scope, id: EntryRow['id'], labels: Labels): string {
    const row = id === null ? { scope, title: null } : nameOf(collection, scope, id, null);
    return normalText([row.title, row.scope, labels[splitScope(row.scope)[0]], id].join('\n'));
  }

  return ({ since, until, filter, view, search: text, labels = {} }: ChangesQuery & KnownLabels): Condition => {
    const { kinds, place, person, fields, numbers } = filter;
    const parts = ['found_at BETWEEN :since AND :until', `kind <= ${lastChangeKind}`];
    const values: Condition['values'] = { since, until };
    if (kinds !== undefined) parts.push(`kind IN (${kinds.map((kind) => entryKinds[kind]).join(', ')})`);
    if (numbers !== undefined) {
      parts.push('n IN (SELECT value FROM json_each(:numbers))');
      values['numbers'] = JSON.stringify(numbers);
    }
    if (place !== undefined) {
      parts.push(placeSql);
      Object.assign(values, { place, places: JSON.stringify(placesIn(place, labels)) });
    }
    if (person !== undefined) {
      parts.push('n IN (SELECT value FROM json_each(:entries))');
      values['entries'] = JSON.stringify(entriesOfPerson(db, person));
    }
    if (fields !== undefined) {
      parts.push(
        `(kind = ${entryKinds.changed} AND EXISTS (SELECT 1 FROM json_each(fields) f WHERE f.key IN (SELECT value FROM json_each(:fields))))`,
      );
      values['fields'] = JSON.stringify(fields);
    }
    if (view !== null) parts.push(viewSql[view]);
    const words = searchWords(text);
    if (words.length > 0) {
      values['found'] = JSON.stringify(found(words, { sql: parts.join(' AND '), values }, labels));
      parts.push('n IN (SELECT value FROM json_each(:found))');
    }
    return { sql: parts.join(' AND '), values };
  };
}

/** The values of an entry for a search, without the names of their fields. */
const valuesText = (fields: string | null): string =>
  fields === null ? '' : normalText(JSON.stringify(Object.values(JSON.parse(fields) as object)));

/** Rows with one history for all scopes belong to the places that show them now. */
const placeSql = `(
  scope = :place OR (scope > :place || '/' AND scope < :place || '0') OR scope IN (SELECT value FROM json_each(:places))
  OR (instr(scope, '/') > 0 AND substr(scope, 1, instr(scope, '/') - 1) IN (SELECT value FROM json_each(:places)))
  ${recordedCollections
    .filter(isShared)
    .map(
      (name) => `OR (collection = '${name}' AND id IN (
        SELECT r.id FROM main.${name} r WHERE r.scope = :place OR r.scope IN (SELECT value FROM json_each(:places))))`,
    )
    .join(' ')})`;

/** The numbers of the entries of an account, and of the rows that belong to it, found by the index of rows. */
function entriesOfPerson(db: Connection, person: number): number[] {
  const read = (where: string): number[] =>
    db.prepare<[object], number>(`SELECT n FROM ${allEntries} WHERE ${where}`).pluck().all({ person });
  const accounts = peopleCollections.map((name) => `collection = '${name}' AND id = :person`);
  const owned = ownedBy.flatMap(([name, column, field]) => {
    const rows = `FROM main.${name} r WHERE r.${column} = :person`;
    return [
      `collection = '${name}' AND id IN (SELECT r.id ${rows}) AND (scope, id) IN (SELECT r.scope, r.id ${rows})`,
      // Rows that are no longer cached
      `collection = '${name}' AND kind <> ${entryKinds.changed} AND json_extract(fields, '$."${field}"') = :person`,
    ];
  });
  return [...accounts, ...owned].flatMap(read);
}

/** The groups and projects below a group, by their paths. */
function placesIn(place: Scope, labels: Labels): Scope[] {
  const label = labels[place]?.toLowerCase();
  if (label === undefined || !place.startsWith('group:')) return [];
  return Object.keys(labels).filter((scope) => labels[scope]?.toLowerCase().startsWith(`${label}/`));
}

/** Whether the list of this entry is one that is asked for. */
export const isWanted = (wanted: readonly string[] | undefined, collection: string): boolean =>
  wanted === undefined || wanted.includes(collection);
