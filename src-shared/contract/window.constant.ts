/**
 * What the window needs of the contract before it has loaded any schema. When the window is built, this module is
 * replaced by the values of its exports, so that the window starts without zod and without the schemas of all rows.
 * Decision: build/decisions/0026-the-window-starts-without-schemas.md
 */
import type { Declaration } from './collection.ts';
import { collectionNames, collections, hasNumericKey, type CollectionName } from './collections.ts';
import { valueColumn } from './filter-values.ts';
import { Preferences } from './host.ts';
import { contract, type ReeveContract } from './index.ts';
import { membersOf, type Members } from './kit.ts';
import { filterShape } from './shape-of.ts';
import type { ObjectShape } from './value-shape.ts';

export { mostPeople } from './people.ts';
export { planPartChars } from './changes.ts';
export { stagedPartBytes } from './staged-files.ts';

export const members: Members<ReeveContract> = membersOf(contract);
export const defaultPreferences: Preferences = Preferences.parse({});

/** A declaration without schemas. */
export interface Outline extends Pick<
  Declaration,
  'key' | 'lists' | 'incremental' | 'place' | 'isStoredOnce' | 'isCounted' | 'setup'
> {
  order: { by: string; direction: 'asc' | 'desc' };
  hasNumericKey: boolean;
  hasWebUrl: boolean;
  filter: ObjectShape;
  /** The text filters whose values the cache knows. */
  valued: readonly string[];
}

/** The declarations of all collections without schemas. */
export const outlines = Object.fromEntries(
  collectionNames.map((name) => [name, outlineOf(collections[name])]),
) as Readonly<Record<CollectionName, Outline>>;

function outlineOf(declared: Declaration): Outline {
  const { key, lists, incremental, place, isStoredOnce, isCounted, setup, columns, row, filter } = declared;
  const { order = { by: Object.keys(columns)[0] ?? 'id', direction: 'asc' } } = declared;
  return {
    key,
    lists,
    ...(incremental !== undefined && { incremental }),
    ...(place !== undefined && { place }),
    isStoredOnce,
    isCounted,
    ...(setup !== undefined && { setup }),
    order,
    hasNumericKey: hasNumericKey(declared),
    hasWebUrl: 'web_url' in row.shape,
    filter: filterShape(filter),
    valued: Object.keys(filter.shape).filter((name) => valueColumn(declared, name) !== undefined),
  };
}
