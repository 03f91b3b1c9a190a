import type { CollectionName } from '#shared/contract/collections.ts';
import { User } from '#shared/contract/users.ts';
import { asSent } from '#shared/unexpected-values.ts';
import { definitions } from '../../definitions.ts';
import { keyColumn, valueAt, type Definition, type Fields } from '../../derive.ts';
import type { Connection } from '../../open-cache.ts';
import { foundOf, rowReader, type CachedRow, type Found } from '../cached-row.ts';
import type { Description } from './facts.ts';

/** Lists of accounts. Their rows share one space of ids with the members of projects. */
export const accountLists = ['users', 'enterpriseUsers', 'serviceAccounts'] as const;

/**
 * Lists whose rows name an account inside them. `column`: with its id. `field`: the object that describes it. `time`: the
 * newest row has the highest.
 */
const namingLists = [
  { collection: 'members', column: 'created_by', field: 'created_by', time: 'created_at' },
  { collection: 'issues', column: 'author_id', field: 'author', time: 'updated_at' },
  { collection: 'mergeRequests', column: 'author_id', field: 'author', time: 'updated_at' },
  { collection: 'notes', column: 'author_id', field: 'author', time: 'updated_at' },
  { collection: 'snippets', column: 'author_id', field: 'author', time: 'updated_at' },
  { collection: 'groupReleases', column: 'author_id', field: 'author', time: 'created_at' },
  { collection: 'deployments', column: 'user_id', field: 'user', time: 'updated_at' },
  { collection: 'keys', column: 'user_id', field: 'user', time: 'created_at' },
] as const satisfies readonly { collection: CollectionName; column: string; field: string; time: string }[];

/** The documented fields of accounts. In a row of members, `created_at` and `created_by` describe the membership. */
export const accountFields = new Set([...Object.keys(User.shape), 'group_saml_identity', 'group_scim_identity']);
const fieldsOfMembership = new Set(['created_at', 'created_by']);

export interface MemberRow {
  scope: string;
  found: Found;
}
/** The rows of one person. */
export interface PersonRows {
  accounts: Description[];
  members: MemberRow[];
}

/** Finds the rows of people by id. `forget` must be called when the state of the file may have changed. */
export function personRows(db: Connection) {
  const lists = new Map<CollectionName, ReturnType<typeof listOf>>();
  const of = (name: CollectionName): ReturnType<typeof listOf> => {
    const list = lists.get(name) ?? listOf(db, name);
    lists.set(name, list);
    return list;
  };

  return {
    forget: (): void => lists.forEach(({ rows }) => rows.forget()),
    /** Rows of accounts and members, also those that are no longer returned. */
    of(ids: readonly number[]): Map<number, PersonRows> {
      const people = new Map<number, PersonRows>();
      const at = (id: number): PersonRows => {
        const person = people.get(id) ?? { accounts: [], members: [] };
        people.set(id, person);
        return person;
      };
      for (const name of accountLists)
        for (const { scope, id, row } of of(name).byId(ids)) {
          const found = foundOf(row);
          at(id).accounts.push(descriptionOf(name, scope, found, asSent(found.row)));
        }
      for (const { scope, id, row } of of('members').byId(ids)) at(id).members.push({ scope, found: foundOf(row) });
      return people;
    },
    /** For each id, one row of each list that names it. */
    naming(ids: readonly number[]): Map<number, Description[]> {
      const named = new Map<number, Description[]>();
      if (ids.length === 0) return named;
      for (const { collection, column, field, time } of namingLists) {
        const { definition, rows } = of(collection);
        // SQLite takes the key from the row with the maximum
        const newest = db.prepare<[string], { id: number; key: number }>(
          `SELECT ${column} AS id, ${keyColumn(definition)} AS key, max(iif(is_gone = 0, 1e15, 0) + ifnull(${time}, 0))
           FROM ${collection}${hasIndex(definition, column) ? '' : ' NOT INDEXED'} WHERE is_gone IN (0, 1) AND ${column} IN (SELECT value FROM json_each(?)) GROUP BY ${column}`,
        );
        for (const { id, key } of newest.all(JSON.stringify(ids))) {
          const row = rows.atKey(key);
          if (row === undefined) continue;
          const found = foundOf(row);
          const account = valueAt(asSent(found.row), field);
          const fields = typeof account === 'object' && account !== null ? (account as Fields) : {};
          named.set(id, [...(named.get(id) ?? []), descriptionOf(collection, row.scope, found, fields)]);
        }
      }
      return named;
    },
  };
}

/** What a row of members says about the account. */
export function describedBy({ scope, found }: MemberRow): Description {
  const own = Object.entries(asSent(found.row)).filter(
    ([name]) => accountFields.has(name) && !fieldsOfMembership.has(name),
  );
  return descriptionOf('members', scope, found, Object.fromEntries(own));
}

function descriptionOf(collection: CollectionName, scope: string, found: Found, fields: Fields): Description {
  const { listFetchedAt, detailFetchedAt, notReturnedSince, deletedAt = null } = found;
  return { source: { collection, scope, listFetchedAt, detailFetchedAt, notReturnedSince, deletedAt }, fields };
}

/** Without a fitting index, SQLite would read all rows in the order of another one, which takes several times as long. */
const hasIndex = ({ indexes }: Definition, column: string): boolean => indexes.some(([first]) => first === column);

function listOf(db: Connection, name: CollectionName) {
  const definition = definitions.find(({ collection }) => collection === name) as Definition;
  const rows = rowReader(db, definition);
  const scope = definition.isScoped ? 'scope' : `''`;
  const found = db.prepare<[string], { scope: string; id: number }>(
    `SELECT ${scope} AS scope, id FROM ${name} WHERE is_gone IN (0, 1) AND id IN (SELECT value FROM json_each(?))`,
  );
  return {
    definition,
    rows,
    byId: (ids: readonly number[]): { scope: string; id: number; row: CachedRow }[] =>
      found.all(JSON.stringify(ids)).flatMap((one) => {
        const row = rows.at(one.scope, one.id);
        return row === undefined ? [] : [{ ...one, row }];
      }),
  };
}
