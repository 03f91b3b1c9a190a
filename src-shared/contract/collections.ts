import { z } from 'zod';
import type { Declaration, Key } from './collection.ts';
import * as declared from './collection-index.ts';
import { readKey } from './row-key.ts';

type Declared = typeof declared;
export type CollectionName = keyof Declared;
/** A row of a collection. */
export type RowOf<C extends CollectionName> = z.infer<Declared[C]['row']>;
/** The key of a row of a collection. */
export type KeyOf<C extends CollectionName> = {
  [N in C]: Declared[N]['key'] extends infer K extends keyof RowOf<N> ? NonNullable<RowOf<N>[K]> & Key : number;
}[C];
/** The filters of a collection. */
export type FilterOf<C extends CollectionName> = z.infer<Declared[C]['filter']>;

/** The fields of a collection's rows. */
export type FieldName<C extends CollectionName> = keyof Declared[C]['row']['shape'] & string;
/** The groups of fields in the side panel of a page that is made from the declaration. */
export type GroupName<C extends CollectionName> = keyof Declared[C]['groups'] & string;

/** All collections by name, for code that works with any of them. */
export const collections: Readonly<Record<CollectionName, Declaration>> = declared;
export const collectionNames = Object.keys(declared) as CollectionName[];

/** The verbs of all collections, for the contract. */
export const collectionVerbs = Object.fromEntries(collectionNames.map((name) => [name, declared[name].verbs])) as {
  [C in CollectionName]: Declared[C]['verbs'];
};

export function hasNumericKey({ row, key }: Declaration): boolean {
  const field: unknown = row.shape[key];
  return field instanceof z.ZodNumber;
}

/** Parse the key of a row in an address, as the type of the key field; null: no row can have this key. */
export function keyFrom(name: CollectionName, text: string): Key | null {
  return readKey(text, hasNumericKey(collections[name]));
}

/** The first text in these fields of a row; a nested field is `user.name`. Null if none has a text. */
export function firstText(row: object, fields: readonly string[]): string | null {
  for (const field of fields) {
    const value = field
      .split('.')
      .reduce<unknown>((part, name) => (part as Record<string, unknown> | null | undefined)?.[name], row);
    if (typeof value === 'string' && value.trim() !== '') return value;
  }
  return null;
}

export function isCollection(name: string): name is CollectionName {
  return Object.hasOwn(collections, name);
}

/** Collections that the window shows as lists. */
export type ListName = {
  [C in CollectionName]: Declared[C]['verbs'] extends { ids: unknown } ? C : never;
}[CollectionName];
/** The columns by which the rows of a list can be sorted. */
export type SortOf<C extends ListName> = z.output<Declared[C]['verbs']['list']['input']>['query']['sort']['by'];
export function isList(name: string): name is ListName {
  return isCollection(name) && 'ids' in collectionVerbs[name];
}

const namesOf = (has: (declared: Declaration) => boolean): [CollectionName, ...CollectionName[]] =>
  collectionNames.filter((name) => has(collections[name])) as [CollectionName, ...CollectionName[]];

/** Collections whose rows the platform lists, so that they can be synced. */
export const syncedCollections = namesOf(({ lists }) => Object.values(lists).some((request) => request !== null));
/** Collections that exist for groups or projects, so that they can be synced for the whole catalogue. */
export const everywhereCollections = namesOf(({ lists }) => 'group' in lists || 'project' in lists);
/** Collections with lists below projects, such as the notes of an issue. */
export const belowCollections = namesOf(({ lists }) =>
  Object.keys(lists).some((kind) => /^project\/(?!ref)/.test(kind)),
);
/** Collections whose rows have more fields when they are read one by one. */
export const detailedCollections = namesOf(({ hasDetails }) => hasDetails);
/** Collections whose rows the palette finds. */
export const paletteCollections = namesOf(({ isInPalette }) => isInPalette);
