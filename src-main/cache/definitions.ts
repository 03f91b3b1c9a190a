import type { Declaration } from '#shared/contract/collection.ts';
import type { Column as DeclaredColumn, Comparison } from '#shared/contract/columns.ts';
import { collectionNames, collections, type CollectionName } from '#shared/contract/collections.ts';
import { Failure } from '#shared/errors.ts';
import { given, holdsAll, is } from './conditions.ts';
import { naturalColumn, type Column, type Definition, type Statement } from './derive.ts';
import { projectOfPage, projectOfReference } from './references.ts';
import { shownPlace } from './shown-place.ts';
import { foldedText, normalText } from './normal-text.ts';
import { own, type OwnRules } from './collections/index.ts';

/** A search that reads smaller texts from the file takes at most about 30 ms. */
const leastIndexedBytes = 16_000_000;

/** The definitions of all collections, for both worker threads. */
export const definitions: readonly Definition[] = collectionNames.map((name) =>
  definitionOf(name, collections[name], own[name] ?? {}),
);

/**
 * The definition of a collection, made from its declaration and the rules that only the cache has.
 * Fails: `bug` if nothing evaluates a declared filter, which would then match every row.
 */
export function definitionOf(collection: CollectionName, declared: Declaration, rules: OwnRules): Definition {
  const where = Object.entries(declared.where).map(
    ([name, how]) => [name, typeof how === 'string' ? { by: how, column: name } : how] as const,
  );
  requireConditions(collection, declared, rules);
  return {
    collection,
    list: collection,
    detail: `${collection}.detail`,
    isScoped: declared.sync !== 'windows',
    isStoredOnce: declared.isStoredOnce,
    isListedBelowProjects:
      declared.lists.project === undefined && Object.keys(declared.lists).some((kind) => kind.startsWith('project/')),
    record: declared.row,
    leastRecord: declared.leastRow ?? declared.row,
    key: declared.key,
    id: rules.id,
    joined: rules.joined,
    reads: [...(rules.reads ?? []), ...(rules.joined?.by ?? [])].filter((name) => name !== collection),
    expires: declared.expires,
    incremental: declared.incremental,
    volatile: declared.volatile,
    columns: Object.fromEntries(
      Object.entries(declared.columns).flatMap(([name, declaredColumn]) => {
        const column = columnOf(name, declaredColumn);
        const order: Column = { ...column, as: 'natural' };
        return column.as === 'normal'
          ? [
              [name, column],
              [naturalColumn(name), order],
            ]
          : [[name, column]];
      }),
    ),
    searched: declared.searched,
    ...namesOf(declared),
    hasLongTexts: declared.hasLongTexts,
    leastIndexedBytes,
    indexes: declared.indexes,
    counts: declared.counted,
    sides: declared.sides,
    neededColumns: declared.neededColumns,
    serverValues: declared.serverValues,
    administratorColumn: declared.administratorColumn,
    conditions: (filter) => [
      ...where.flatMap(([name, { by, column }]) => compare(by, column, filter[name])),
      ...(rules.conditions?.(filter) ?? []),
    ],
    names: (record, scope) => [
      ...projectOfPage(record['web_url'], declared.isStoredOnce ? shownPlace(record) : scope),
      ...projectOfReference(record),
      ...(rules.names?.(record, scope) ?? []),
    ],
  };
}

function requireConditions(collection: CollectionName, { where, filter, sides }: Declaration, rules: OwnRules): void {
  const evaluated = new Set<PropertyKey>(Object.keys(where));
  rules.conditions?.(new Proxy({}, { get: (_, name) => void evaluated.add(name) }));
  for (const name of Object.keys(filter.shape))
    if (sides[name] !== 'server' && !evaluated.has(name))
      throw new Failure('bug', `nothing evaluates the filter ${collection}.${name}`);
}

function namesOf({ title, about, place, columns, order }: Declaration) {
  const columnsOf = (fields: readonly string[]): string[] =>
    fields.flatMap((field) =>
      Object.entries(columns).flatMap(([name, column]) =>
        (typeof column === 'string' ? name : column.field) === field ? [name] : [],
      ),
    );
  const titles = columnsOf(title);
  const [by] = titles;
  return {
    nameColumns: by === undefined || about === undefined ? titles : [...new Set([...titles, ...columnsOf([about])])],
    numberColumn: place !== undefined && Object.hasOwn(columns, place.id) ? place.id : undefined,
    searchOrder:
      by === undefined ? (order ?? { by: 'id', direction: 'asc' as const }) : { by, direction: 'asc' as const },
  };
}

function columnOf(name: string, column: DeclaredColumn): Column {
  return typeof column === 'string' ? { field: name, as: column } : column;
}

/** The condition that a filter value sets on a column; none if the filter is not set. */
function compare(by: Comparison, column: string, value: unknown): Statement[] {
  if (value === undefined) return [];
  const text = value as string;
  switch (by) {
    case 'equal':
      return given([is.equal(column, text)]);
    case 'folded':
      return given([is.equal(column, foldedText(text))]);
    case 'flag':
      return given([is.flag(column, value as boolean)]);
    case 'oneOf':
      return given([is.oneOf(column, value as string[])]);
    case 'after':
    case 'before':
    case 'since':
    case 'until':
    case 'startsWith':
      return given([is[by](column, text)]);
    case 'atLeast':
      return given([is.atLeast(column, value as number)]);
    case 'contains':
      return given([is.contains(column, normalText(text))]);
    case 'holdsAll':
      return holdsAll(column, value as string[]);
    case 'hasValue':
      return given([is.absent(column, value !== true)]);
    case 'isMissing':
      return given([is.absent(column, value === true)]);
    default:
      return by satisfies never;
  }
}
