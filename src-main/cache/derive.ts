import { hash } from 'node:crypto';
import type { z } from 'zod';
import type { Conversion, FilterSide } from '#shared/contract/columns.ts';
import type { CollectionName } from '#shared/contract/collections.ts';
import { unfinishedSince } from '#shared/contract/deployments.ts';
import { fromIso } from '#shared/time.ts';
import { unexpectedField, unexpectedIn } from '#shared/unexpected-values.ts';
import { canonicalJson } from './canonical.ts';
import type { Reference } from './cache-types.ts';
import type { Joined } from './read/joined-list.ts';
import { longTextTables } from './long-texts.ts';
import { unexpectedIndex } from './migrations.ts';
import { foldedText, naturalText, normalText } from './normal-text.ts';
import { shortTextTables } from './short-texts.ts';

/** A column of the narrow table: its field, and how the value of the field is converted for sorting and filtering. */
export interface Column {
  field: string;
  as: Conversion;
}

/**
 * What is derived from the records of one collection: a narrow table with the name of the collection (its key,
 * `is_gone`, these columns and `unexpected`), the search texts (`short-texts.ts`, `long-texts.ts`) and the indexes. A hash of the
 * definition is stored in the file. If the hash differs, the tables are rebuilt from `documents`.
 */
export interface Definition {
  collection: CollectionName;
  /** Collection of the rows of the list. */
  list: string;
  /** Collection of the records that are fetched one by one. */
  detail: string;
  /**
   * Its rows are identified by scope and id, and each has a small integer `key`, which a rebuild of the tables keeps.
   * Otherwise the scope is empty, and the id is an integer that is also the key.
   */
  isScoped: boolean;
  /**
   * Each row is stored once, under the empty scope, even if several scopes returned it (`listed_in`). In the narrow
   * table, the scope of a row is the place that it is shown in.
   */
  isStoredOnce: boolean;
  /** Only places below projects have its lists, such as `project:7/hook:9`. */
  isListedBelowProjects: boolean;
  /** The schema of a record; unknown fields are kept. */
  record: z.ZodObject;
  /** The schema that a row of a list must match to be stored. */
  leastRecord: z.ZodObject;
  /** The field that holds the id of a record: a whole number or a text. */
  key: string;
  /** The id of every record, if the platform gives none. */
  id?: number | undefined;
  joined?: Joined | undefined;
  /** The other collections that its lists and conditions read. */
  reads: readonly CollectionName[];
  /**
   * The platform deletes its rows after some days: absence has no meaning, and `first_seen_at` keeps its first value.
   */
  expires: boolean;
  /** The field by which its lists are ordered in an incremental sync. */
  incremental?: string | undefined;
  /** Fields that change by themselves and do not count as a change. */
  volatile: readonly string[];
  /**
   * The columns to sort by, besides `id`. A collection that is synced in windows must have `created_at` as a `moment`.
   */
  columns: Readonly<Record<string, Column>>;
  /** Fields that are searched, nested ones as `user.name`. */
  searched: readonly string[];
  /** The columns with the names by which a person looks for a row, the title first. Empty: a row has no short name. */
  nameColumns: readonly string[];
  /** The column with the number of a row in its project. */
  numberColumn: string | undefined;
  /** The order of rows that match a search equally well. */
  searchOrder: { by: string; direction: 'asc' | 'desc' };
  /** Search texts are long. They are scanned in memory; if their sum is large, they also have a full-text index. */
  hasLongTexts: boolean;
  /** Long texts have a full-text index if their sum is at least this size. */
  leastIndexedBytes: number;
  /** Columns of each index, after `is_gone`. */
  indexes: readonly (readonly string[])[];
  /**
   * The conditions of a filter, for a WHERE clause over the narrow table. Filters have their names from the contract.
   */
  conditions(filter: Fields): Statement[];
  /** The filters that cannot always be evaluated on the cached rows. */
  sides: Readonly<Record<string, FilterSide>>;
  /** The column that a filter of the side `server-without-column` needs. */
  neededColumns: Readonly<Record<string, string>>;
  /** The values of a filter of the side `server-for-some-values` that only the platform can evaluate. */
  serverValues: Readonly<Record<string, readonly string[]>>;
  /** A column that has values only if the rows come from an administrator's token. */
  administratorColumn?: string | undefined;
  /** Columns whose values a summary counts. */
  counts: readonly string[];
  /** The groups and projects that a record of this scope refers to. */
  names: (record: Fields, scope: string) => Omit<Reference, 'collection'>[];
}

export type Fields = Readonly<Record<string, unknown>>;
export type Cell = string | number | bigint | null;

/**
 * A statement or a part of one, with the values of its parameters. `columns`: for a condition with subqueries, the columns
 * of the table of the collection that it compares; default: all columns that it names. `isOfPresent`: it also compares fields
 * of other lists that the history does not record.
 */
export interface Statement {
  sql: string;
  values: Cell[];
  columns?: readonly string[];
  isOfPresent?: true;
}

/** The value of a `last` column for something that never happened. */
export const never = 0;

/**
 * To be increased when a conversion or `normalText` changes its results, or a search needs other texts: the tables are
 * then rebuilt.
 */
const conversionsRevision = 1;

/** The result is null if the field is absent, empty or not of the expected type. */
const conversions: Record<Conversion, (value: unknown, record: Fields) => Cell> = {
  text: (value: unknown): Cell => textOf(value),
  /** For comparisons that ignore case. */
  folded: (value: unknown): Cell => fold(textOf(value), foldedText),
  /** For an order that ignores case and marks. */
  normal: (value: unknown): Cell => fold(textOf(value), normalText),
  natural: (value: unknown): Cell => fold(textOf(value), naturalText),
  moment: (value: unknown): Cell => fromIso(textOf(value)),
  /**
   * The last time of an event. If the platform reports null: `never`, which sorts before every time. If the field is
   * missing: null.
   */
  last: (value: unknown): Cell => (value === null ? never : fromIso(textOf(value))),
  flag: (value: unknown): Cell => (typeof value === 'boolean' ? Number(value) : null),
  number: (value: unknown): Cell => (typeof value === 'number' && Number.isFinite(value) ? value : null),
  /** Texts as lines, see `listLine`. An empty list gives an empty text, to distinguish it from an unknown list. */
  list: (value: unknown): Cell =>
    Array.isArray(value)
      ? value
          .filter((one) => typeof one === 'string')
          .map(listLine)
          .join('')
      : null,
  /** The `id` of each object as a line, see `listLine`. An empty list gives an empty text. */
  ids: (value: unknown): Cell => linesOf(value, ({ id }) => (typeof id === 'number' ? id : null)),
  /** The `username` of each object as a line, for comparisons that ignore case. */
  usernames: (value: unknown): Cell => linesOf(value, ({ username }) => fold(textOf(username), foldedText)),
  /** `17.4.0` in numeric order: 10 comes after 9. */
  version: (value: unknown): Cell =>
    fold(textOf(value), (text) => text.replaceAll(/\d+/g, (digits) => digits.padStart(8, '0'))),
  /** External identities as lines, see `identityLine`. SCIM identities have the provider `scim` (document 3:40). */
  identities: (value: unknown, record: Fields): Cell => {
    const lines = [
      ...objects(value).map(({ provider, extern_uid }) =>
        identityLine(textOf(provider) ?? '', textOf(extern_uid) ?? ''),
      ),
      ...objects(record['scim_identities']).map(({ extern_uid }) => identityLine('scim', textOf(extern_uid) ?? '')),
    ];
    return lines.length === 0 ? null : lines.join('');
  },
  /** The field is the status of a deployment. */
  unfinishedSince: (value, record): Cell =>
    unfinishedSince({
      status: textOf(value),
      created_at: textOf(record['created_at']),
      deployable: { started_at: textOf(valueAt(record, 'deployable.started_at')) },
    })?.at ?? null,
};
const types: Record<Conversion, 'TEXT' | 'INTEGER' | 'REAL'> = {
  text: 'TEXT',
  folded: 'TEXT',
  normal: 'TEXT',
  natural: 'TEXT',
  moment: 'INTEGER',
  last: 'INTEGER',
  flag: 'INTEGER',
  number: 'REAL',
  list: 'TEXT',
  ids: 'TEXT',
  usernames: 'TEXT',
  version: 'TEXT',
  identities: 'TEXT',
  unfinishedSince: 'INTEGER',
};

/**
 * The line of an external identity in an `identities` column. Quoted, so that a text with a line break stays one value.
 */
export function identityLine(provider: string, uid: string): string {
  return `\n${JSON.stringify(provider)}\t${JSON.stringify(uid)}\n`;
}

/** The line of a value in a column of several. A text is quoted, so that one with a line break stays one value. */
export function listLine(value: string | number): string {
  return `\n${JSON.stringify(value)}\n`;
}

/** Null if the value is not a list. */
function linesOf(value: unknown, of: (one: Fields) => string | number | null): string | null {
  if (!Array.isArray(value)) return null;
  const found = objects(value).map(of);
  return found.map((one) => (one === null ? '' : listLine(one))).join('');
}

/** The values of the columns of the definition, in its order, and that of `unexpected`. */
export function cellsOf({ columns }: Definition, record: Fields): Cell[] {
  const cells = Object.values(columns).map(({ field, as }) => conversions[as](valueAt(record, field), record));
  cells.push(
    record[unexpectedField] === undefined ? null : unexpectedColumns(columns, Object.keys(unexpectedIn(record))),
  );
  return cells;
}

/** The columns whose field, a part of it or an object around it has an unexpected value, see `listLine`. Null: none. */
function unexpectedColumns(columns: Definition['columns'], paths: readonly string[]): Cell {
  const lines = Object.entries(columns)
    .filter(([, { field }]) => paths.some((path) => `${field}.`.startsWith(`${path}.`) || path.startsWith(`${field}.`)))
    .map(([name]) => listLine(name));
  return lines.length === 0 ? null : lines.join('');
}

/** From this length on, further texts are added without a comparison, so that a very long list stays fast. */
const mostCompared = 1_000;

/** Maximum number of values of an object that are searched. */
const mostLeaves = 2_000;

/**
 * The search text of a record: one line for each field and each text of a list, so that no match spans two of them. A
 * text that a later one contains is left out: the username is often part of the email addresses.
 */
export function searchTextOf({ searched }: Definition, record: Fields): string {
  let joined = '';
  for (const one of searched.flatMap((field) => textsOf(valueAt(record, field))).toReversed()) {
    const text = normalText(one);
    if (joined.length < mostCompared && joined.includes(text)) continue;
    joined = joined === '' ? text : `${text}\n${joined}`;
  }
  return joined;
}

/** A hash of everything that decides the contents of the derived tables. */
export function definitionHash(definition: Definition): string {
  const { collection, list, detail, isScoped, isStoredOnce, columns, searched, hasLongTexts, indexes } = definition;
  // Renaming a property changes the hash, and all derived tables are then rebuilt
  const data = canonicalJson({
    stem: collection,
    list,
    detail,
    columns: Object.entries(columns),
    hay: searched,
    texts: hasLongTexts ? 'with revisions' : 'short',
    indexes,
    ...(isScoped && { isScoped, id: 'any' }),
    ...(isStoredOnce && { isStoredOnce }),
    conversionsRevision,
  });
  return hash('sha256', data, 'base64url');
}

/** The name of the column that sorts a `normal` column. */
export const naturalColumn = (name: string): string => `${name}_order`;

/** The column to sort by. A `normal` column is sorted by a second column (`naturalColumn`). */
export function orderOf({ columns }: Pick<Definition, 'columns'>, name: string): string {
  return Object.hasOwn(columns, naturalColumn(name)) ? naturalColumn(name) : name;
}

/** The primary key of the narrow table. */
export function keyColumn({ isScoped }: Definition): 'id' | 'key' {
  return isScoped ? 'key' : 'id';
}

/** The columns of the narrow table by which a row is looked up. */
export function addressColumns({ isScoped, isStoredOnce }: Definition): ('scope' | 'id')[] {
  return isScoped && !isStoredOnce ? ['scope', 'id'] : ['id'];
}

/** The scope under which the records of a row are stored. */
export function storedScope({ isStoredOnce }: Definition, scope: string): string {
  return isStoredOnce ? '' : scope;
}

/** The statements that drop and create the tables, without the indexes that are built after the first sync. */
export function tablesOf(definition: Definition): { drop: string; create: string } {
  const { collection, columns, isScoped, isStoredOnce, hasLongTexts } = definition;
  const key = keyColumn(definition);
  const own = Object.entries(columns).map(([name, { as }]) => `, ${name} ${types[as]}`);
  const address = isScoped ? ', scope TEXT NOT NULL, id ANY NOT NULL' : '';
  const once = isScoped ? `, UNIQUE (${addressColumns(definition).join(', ')})` : '';
  return {
    // The indexes belong to a renamed table if the tables are rebuilt
    drop: [
      ...['', '_fts', '_hay', '_texts'].map((end) => `DROP TABLE IF EXISTS ${collection}${end};`),
      ...['_by_path', '_unexpected'].map((end) => `DROP INDEX IF EXISTS ${collection}${end};`),
    ].join(' '),
    create: `
      CREATE TABLE ${collection} (${key} INTEGER PRIMARY KEY${address}, is_gone INTEGER NOT NULL${own.join('')}, unexpected TEXT${once})${isScoped ? ' STRICT' : ''};
      ${unexpectedIndex(collection)}
      ${isStoredOnce ? `CREATE INDEX ${collection}_by_path ON ${collection} (scope) WHERE instr(scope, '/') > 0;` : ''}
      ${hasLongTexts ? longTextTables(collection, key) : shortTextTables(collection)}`,
  };
}

/** The indexes of the narrow table that are built after the first sync, each with the statement that creates it. */
export function indexesOf(definition: Definition): { name: string; sql: string }[] {
  const { collection, indexes, isScoped, isStoredOnce } = definition;
  // The last column, so that one index serves both the list of one scope and the list of all scopes
  const end = isScoped ? ['scope'] : [];
  const index = (names: readonly string[], columns: readonly string[]) => {
    const name = `${collection}_by_${names.join('_')}`;
    return { name, sql: `CREATE INDEX ${name} ON ${collection} (${columns.join(', ')})` };
  };
  return [
    ...indexes.map((names) => index(names, ['is_gone', ...names.map((name) => orderOf(definition, name)), ...end])),
    ...(isScoped ? [index(['id'], ['is_gone', 'id', ...end])] : []),
    ...(isStoredOnce ? [index(['scope'], ['scope', 'is_gone'])] : []),
  ];
}

/** A field by its name, a nested one by its path. */
export function valueAt(record: Fields, field: string): unknown {
  if (!field.includes('.')) return record[field];
  return field.split('.').reduce<unknown>((value, name) => (isFields(value) ? value[name] : undefined), record);
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

function fold(text: string | null, by: (text: string) => string): string | null {
  return text === null ? null : by(text);
}

function textsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.filter((one) => typeof one === 'string');
  if (isFields(value)) return [leavesOf(value).join('\n')];
  const text = textOf(value);
  return text === null ? [] : [text];
}

/** The first texts and numbers in an object, at any depth. Not recursive, because the depth is not limited. */
function leavesOf(value: unknown): string[] {
  const leaves: string[] = [];
  const open: unknown[] = [value];
  while (open.length > 0 && leaves.length < mostLeaves) {
    const one = open.pop();
    if (isFields(one)) for (const inner of Object.values(one).reverse()) open.push(inner);
    else if (typeof one === 'number' || textOf(one) !== null) leaves.push(String(one));
  }
  return leaves;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function objects(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isFields) : [];
}
