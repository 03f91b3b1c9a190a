import { z } from 'zod';
import type { Declaration, Key } from './collection.ts';
import * as declared from './collection-index.ts';

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

/** Every collection by its name, as the machinery of lists sees it. */
export const collections: Readonly<Record<CollectionName, Declaration>> = declared;
export const collectionNames = Object.keys(declared) as CollectionName[];

/** The verbs of every collection, as the contract has them. */
export const collectionVerbs = Object.fromEntries(collectionNames.map((name) => [name, declared[name].verbs])) as {
  [C in CollectionName]: Declared[C]['verbs'];
};

/** The key of a row that an address names, by the type of the key field; null: no row can have it. */
export function keyFrom(name: CollectionName, text: string): Key | null {
  const { row, key } = collections[name];
  const field: unknown = row.shape[key];
  if (!(field instanceof z.ZodNumber)) return text === '' ? null : text;
  return /^[1-9]\d*$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : null;
}

/** The first text among some fields of a row, nested ones as `user.name`; null if none has a text. */
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

/** Those that a person sees as a list, with the verbs of one. */
export type ListName = {
  [C in CollectionName]: Declared[C]['verbs'] extends { ids: unknown } ? C : never;
}[CollectionName];
/** What the rows of a list can be sorted by. */
export type SortOf<C extends ListName> = z.output<Declared[C]['verbs']['list']['input']>['query']['sort']['by'];
export function isList(name: string): name is ListName {
  return isCollection(name) && 'ids' in collectionVerbs[name];
}

const namesOf = (has: (declared: Declaration) => boolean): [CollectionName, ...CollectionName[]] =>
  collectionNames.filter((name) => has(collections[name])) as [CollectionName, ...CollectionName[]];

/** Those that are synced as a whole, because the platform lists their rows. */
export const syncedCollections = namesOf(({ lists }) => Object.values(lists).some((request) => request !== null));
/** Of those, the ones that every known group or project may have. */
export const everywhereCollections = namesOf(({ lists }) => 'group' in lists || 'project' in lists);
/** Those whose rows have more fields when they are read one by one. */
export const detailedCollections = namesOf(({ hasDetails }) => hasDetails);
/** Those whose rows the palette finds. */
export const paletteCollections = namesOf(({ isInPalette }) => isInPalette);
