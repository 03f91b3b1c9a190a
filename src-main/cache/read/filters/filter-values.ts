import type { ListQuery } from '#shared/contract/collection.ts';
import { collections } from '#shared/contract/collections.ts';
import { valueColumn, type FilterValues } from '#shared/contract/filter-values.ts';
import { Failure } from '#shared/errors.ts';
import {
  keyColumn,
  valueAt,
  type Cell,
  type Column,
  type Definition,
  type Fields,
  type Statement,
} from '../../derive.ts';
import { foldedText } from '../../normal-text.ts';
import type { Connection } from '../../open-cache.ts';
import { agedOf, type RowReader } from '../cached-row.ts';
import { rowConditions, type Keys } from '../id-list.ts';
import type { joinedLists } from '../joined-lists.ts';
import type { serverFilters } from './server-filters.ts';
import type { unexpectedRows } from '../unexpected-rows.ts';

/** Maximum number of values of a text filter, and the maximum length of a value. Longer values are left out. */
const mostValues = 200;
const longestValue = 255;

/** A request for the values of a filter. See `values` of the contract. */
export interface ValuesRequest {
  query: ListQuery;
  name: string;
  search: string;
  choices?: Fields[] | undefined;
}

/**
 * A value with the number of rows that have it. `key`: of one of these rows; absent for columns with several values.
 */
interface Found {
  value: string;
  count: number;
  key?: number;
}

/** The functions of `listReader` that count rows. */
interface ReaderParts {
  server: ReturnType<typeof serverFilters>;
  unexpected: ReturnType<typeof unexpectedRows>;
  joined: ReturnType<typeof joinedLists>;
  rows: RowReader;
  keysOf: (query: ListQuery) => Keys;
}

/**
 * Counts the values of a filter among the rows that match the search and all other filters of the query. Fails: `bug`
 * if the cache does not know the values of a text filter.
 */
export function filterValues(
  db: Connection,
  definition: Definition,
  { server, unexpected, joined, rows, keysOf }: ReaderParts,
) {
  const { collection } = definition;
  const key = keyColumn(definition);

  return ({ query, name, search, choices }: ValuesRequest): FilterValues => {
    const { scope } = query;
    const { [name]: _, ...others } = query.filter;
    const platformFilters = server.asked(others, scope);
    const unknown = server
      .narrow(platformFilters, scope)
      .ages.flatMap((age) => (age.fetchedAt === null ? [age.name] : []));
    const known = Object.entries(others).filter(([other]) => !unknown.includes(other));
    const among = rowsOf({ ...query, filter: Object.fromEntries(known) });
    const found = choices === undefined ? ofColumn(among, name, search) : ofChoices(among, name, scope, choices);
    // No counts if only the platform can evaluate this filter, or if the result of another filter is not known yet
    const isOfServer = choices === undefined && server.asked({ [name]: name }, scope).length > 0;
    if (isOfServer || unknown.length > 0)
      return { ...found, values: found.values.map(({ value }) => ({ value, rows: null })) };
    return found;
  };

  /** The condition for the rows of a query. With a search or a server filter, the condition lists their keys. */
  function rowsOf(query: ListQuery): Statement {
    const { scope, search, filter, sort, notReturned } = query;
    if (search.trim() === '' && server.asked(filter, scope).length === 0) {
      const conditions = unexpected.certain(definition.conditions(filter));
      const order = { column: sort.by, direction: sort.direction };
      const joinedQuery = joined.queryOf({ scope, notReturned, conditions, sort: order, among: null });
      return allOf(rowConditions(definition, joinedQuery));
    }
    const keys = keysOf(query);
    const keyList = JSON.stringify([...keys.subarray(0, keys.length)]);
    return { sql: `${key} IN (SELECT value FROM json_each(?))`, values: [keyList] };
  }

  /** `rows` is null if the platform evaluates the choice, or if no row matches and some rows lack the field. */
  function ofChoices(among: Statement, name: string, scope: string | null, choices: readonly Fields[]): FilterValues {
    const local = choices.filter((choice) => server.asked(choice, scope).length === 0);
    const conditionsOfChoices = local.map((choice) => definition.conditions(choice));
    const any = allOf(
      conditionsOfChoices.map((conditions) => allOf(conditions)),
      ' OR ',
    );
    const counted = [
      ...conditionsOfChoices.map((conditions) => allOf(unexpected.certain(conditions))),
      { ...any, sql: `(${any.sql}) IS NULL` },
    ];
    const sums = counted.map(({ sql }) => `count(*) FILTER (WHERE ${sql})`).join(', ');
    const counts = db
      .prepare<Cell[], number[]>(`SELECT ${sums} FROM ${collection} WHERE ${among.sql}`)
      .raw()
      .get(...counted.flatMap(({ values }) => values), ...among.values);
    const hasUnknown = (counts?.at(-1) ?? 0) > 0;
    const values = choices.map((choice) => {
      const count = local.includes(choice) ? counts?.[local.indexOf(choice)] : undefined;
      return { value: choice[name] as string, rows: count === 0 && hasUnknown ? null : (count ?? null) };
    });
    return { values, hasMore: false };
  }

  /** The most frequent values that contain `search`. */
  function ofColumn(among: Statement, filter: string, search: string): FilterValues {
    const name = valueColumn(collections[collection], filter);
    const column = name === undefined ? undefined : definition.columns[name];
    if (name === undefined || column === undefined)
      throw new Failure('bug', `the values of ${collection}.${filter} are not known`);
    const isSingle = column.as === 'text' || column.as === 'folded';
    const found = isSingle ? textsIn(name, among, search) : partsIn(name, column, among, search);
    const values = found.slice(0, mostValues).map(({ value, count, key }) => ({
      value: column.as === 'folded' ? spelled(value, key, column.field) : value,
      rows: count,
    }));
    return { values, hasMore: found.length > mostValues };
  }

  function textsIn(column: string, among: Statement, search: string): Found[] {
    return db
      .prepare<Cell[], Found>(
        `SELECT ${column} AS value, count(*) AS count, max(${key}) AS key FROM ${collection}
         WHERE ${column} IS NOT NULL AND length(${column}) <= ${longestValue} AND instr(lower(${column}), ?) > 0 AND ${among.sql}
         GROUP BY value ORDER BY count DESC, value LIMIT ${mostValues + 1}`,
      )
      .all(search.toLowerCase(), ...among.values);
  }

  /** For columns with several values. */
  function partsIn(column: string, { as }: Column, among: Statement, search: string): Found[] {
    const cells = db
      .prepare<Cell[], [cell: string, rows: number]>(
        `SELECT ${as === 'identities' ? providerOrLines(column) : column} AS cell, count(*) FROM ${collection}
         WHERE ${column} IS NOT NULL AND ${among.sql} GROUP BY cell`,
      )
      .raw();
    const counts = new Map<string, number>();
    for (const [cell, count] of cells.iterate(...among.values))
      for (const value of linesIn(cell)) counts.set(value, (counts.get(value) ?? 0) + count);
    return [...counts]
      .map(([value, count]) => ({ value, count }))
      .filter(({ value: { length } }) => length > 0 && length <= longestValue)
      .filter(({ value }) => value.toLowerCase().includes(search.toLowerCase()))
      .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
  }

  /** The spelling of the platform for a value of a `folded` column. */
  function spelled(value: string, rowKey: number | undefined, field: string): string {
    const row = rowKey === undefined ? undefined : rows.atKey(rowKey);
    const found = row && valueAt(agedOf(row).row, field);
    return typeof found === 'string' && foldedText(found) === value ? found : value;
  }
}

/** Joins the conditions with `by`. Without conditions: true. */
function allOf(conditions: readonly Statement[], by = ' AND '): Statement {
  return {
    sql: conditions.map(({ sql }) => `(${sql})`).join(by) || '1',
    values: conditions.flatMap(({ values }) => values),
  };
}

/**
 * SQL for a cell of identities. Of a single identity only the provider, so that rows with the same provider form one
 * group.
 */
function providerOrLines(column: string): string {
  return `iif(instr(${column}, char(10, 10)), ${column}, substr(${column}, 1, instr(${column}, char(9))))`;
}

/** The distinct values in a cell of a `list` column, or the distinct providers in a cell of identities. */
function linesIn(cell: string): Set<string> {
  const lines = cell.split('\n').filter((line) => line.startsWith('"'));
  return new Set(lines.map((line) => JSON.parse(line.split('\t', 1)[0] ?? '') as string));
}
