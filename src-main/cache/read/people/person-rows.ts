import type { CollectionName } from '#shared/contract/collections.ts';
import type { Person, PersonSource } from '#shared/contract/people.ts';
import { User } from '#shared/contract/users.ts';
import { isObject } from '#shared/contract/value-shape.ts';
import { asSent } from '#shared/unexpected-values.ts';
import { definitions } from '../../definitions.ts';
import { keyColumn, type Definition, type Fields } from '../../derive.ts';
import type { Connection } from '../../open-cache.ts';
import { foundOf, type RowsOf } from '../cached-row.ts';

/** A cached row that names an account. `row`: the whole row. `fields`: what it says about the account. */
export interface PersonRow {
  kind: Person['kind'];
  source: PersonSource;
  row: Fields;
  fields: Fields;
}

/** `column`: with the ID of the account. `kind`: of accounts that only this list names. */
interface List {
  collection: CollectionName;
  column: string;
  kind: Person['kind'];
  fieldsOf: (row: Fields) => Fields;
  /** Only the newest row of each account counts: the one with the highest value in this column. */
  newestBy?: string;
}

/** The documented fields of accounts. */
export const accountFields = [...Object.keys(User.shape), 'group_saml_identity', 'group_scim_identity'];
/** In a row of members, the time and the creator are those of the membership. */
const fieldsOfMember = new Set(accountFields.filter((name) => name !== 'created_at' && name !== 'created_by'));
const accountIn = (row: Fields): Fields =>
  Object.fromEntries(Object.entries(row).filter(([name]) => fieldsOfMember.has(name)));

/** Lists whose rows are accounts or memberships of them. The first one that returns the account decides its kind. */
const accountLists: readonly List[] = [
  { collection: 'serviceAccounts', column: 'id', kind: 'service-account', fieldsOf: (row) => row },
  { collection: 'enterpriseUsers', column: 'id', kind: 'enterprise-user', fieldsOf: (row) => row },
  { collection: 'users', column: 'id', kind: 'user', fieldsOf: (row) => row },
  { collection: 'members', column: 'id', kind: 'member', fieldsOf: accountIn },
];
/** Lists whose rows contain an account in a field. */
const namingLists = (
  [
    ['members', 'created_by', 'created_by', 'created_at'],
    ['issues', 'author_id', 'author', 'updated_at'],
    ['mergeRequests', 'author_id', 'author', 'updated_at'],
    ['notes', 'author_id', 'author', 'updated_at'],
    ['snippets', 'author_id', 'author', 'updated_at'],
    ['groupReleases', 'author_id', 'author', 'created_at'],
    ['deployments', 'user_id', 'user', 'updated_at'],
    ['keys', 'user_id', 'user', 'created_at'],
  ] as const
).map(([collection, column, field, newestBy]): List => {
  const fieldsOf = (row: Fields): Fields => (isObject(row[field]) ? row[field] : {});
  return { collection, column, kind: 'author', fieldsOf, newestBy };
});

/**
 * The rows of accounts by ID, also those that are no longer returned: the rows of accounts and their memberships, or else
 * one row of each list that names the account.
 */
export function personRows(db: Connection, ids: readonly number[], rowsOf: RowsOf): Map<number, PersonRow[]> {
  const found = new Map<number, PersonRow[]>();
  const parts = { db, ids, rowsOf, found };
  for (const list of accountLists) readList(list, parts);
  const unlisted = ids.filter((id) => !found.has(id));
  if (unlisted.length > 0) for (const list of namingLists) readList(list, { ...parts, ids: unlisted });
  return found;
}

interface Parts {
  db: Connection;
  ids: readonly number[];
  rowsOf: RowsOf;
  found: Map<number, PersonRow[]>;
}

function readList(list: List, { db, ids, rowsOf, found }: Parts): void {
  const { collection, column, kind, fieldsOf, newestBy } = list;
  const definition = definitions.find((one) => one.collection === collection) as Definition;
  const rows = rowsOf(db, definition);
  // Without a fitting index, SQLite would read all rows in the order of another one, which takes several times as long
  const isIndexed = newestBy === undefined || definition.indexes.some(([first]) => first === column);
  // SQLite takes the key from the row with the maximum
  const newest = newestBy === undefined ? '' : `, max(iif(is_gone = 0, 1e15, 0) + ifnull(${newestBy}, 0))`;
  const selected = db.prepare<[string], { id: number; key: number }>(
    `SELECT ${column} AS id, ${keyColumn(definition)} AS key${newest} FROM ${collection} ${isIndexed ? '' : 'NOT INDEXED'}
     WHERE is_gone IN (0, 1) AND ${column} IN (SELECT value FROM json_each(?)) ${newest && `GROUP BY ${column}`}`,
  );
  for (const { id, key } of selected.all(JSON.stringify(ids))) {
    const cached = rows.atKey(key);
    if (cached === undefined) continue;
    const { row, ...ages } = foundOf(cached);
    const source = { collection, scope: cached.scope, label: null, ...ages };
    const all = found.get(id) ?? [];
    all.push({ kind, source, row, fields: fieldsOf(asSent(row)) });
    found.set(id, all);
  }
}
