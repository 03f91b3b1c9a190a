import { textHash } from './canonical.ts';
import { recorderTables } from './history/history-schema.ts';
import type { Connection } from './open-cache.ts';

/** A change of the tables of a cache, forward only. `id`: the version (`user_version`) of a cache after it. */
export interface CacheMigration {
  id: number;
  run: (db: Connection) => void;
}

/** Collections whose key was a hash of this field before version 10. */
const hashed = { branches: 'name', commits: 'id' } as const;

/** The field is read from the stored record, so that no request is needed. */
const keyIn = (field: string): string => `json_extract(doc, '$.${field}')`;
const namesOf = (collection: string): string => `('${collection}', '${collection}.detail')`;

/** Replace the hashed keys of version 0 by the texts that they were made from. Rows without the text are deleted. */
export function withoutHashes(db: Connection): void {
  for (const [collection, field] of Object.entries(hashed)) {
    const rows = `collection IN ${namesOf(collection)} AND typeof(id) = 'integer'`;
    db.exec(`
      UPDATE documents SET id = ${keyIn(field)} WHERE ${rows} AND typeof(${keyIn(field)}) = 'text';
      DELETE FROM documents WHERE ${rows};`);
  }
}

/**
 * Keep the integer key of each such row in the derived tables, because rows with equal values are ordered by it. The
 * tables are rebuilt afterwards.
 */
function keepOrder(db: Connection): void {
  for (const [collection, field] of Object.entries(hashed)) {
    if (db.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(collection) === undefined) continue;
    db.exec(`
      CREATE TABLE new_rows (key INTEGER PRIMARY KEY, scope TEXT NOT NULL, id ANY NOT NULL, UNIQUE (scope, id)) STRICT;
      INSERT OR IGNORE INTO new_rows SELECT row.key, row.scope, ${keyIn(field)} FROM ${collection} row
        JOIN documents d ON d.scope = row.scope AND d.id = row.id AND d.collection IN ${namesOf(collection)}
        WHERE typeof(${keyIn(field)}) = 'text';
      DROP TABLE ${collection};
      ALTER TABLE new_rows RENAME TO ${collection};`);
  }
}

/** Version 10: the keys of rows are numbers or texts, as the platform gives them. */
function keys(db: Connection): void {
  const hashedNames = Object.keys(hashed).map(namesOf).join(' OR collection IN ');
  const move = (table: string, columns: string, end: string): string => `
    CREATE TABLE new_${table} (${columns}) ${end};
    INSERT INTO new_${table} SELECT * FROM ${table};
    DROP TABLE ${table};
    ALTER TABLE new_${table} RENAME TO ${table};`;
  const row = 'collection TEXT NOT NULL, scope TEXT NOT NULL, id ANY NOT NULL';
  db.exec(`
    CREATE TABLE new_seen (${row}, PRIMARY KEY (collection, scope, id)) STRICT, WITHOUT ROWID;
    INSERT INTO new_seen SELECT * FROM seen WHERE NOT (collection IN ${hashedNames});
    ${Object.entries(hashed)
      .map(
        ([collection, field]) => `
    INSERT OR IGNORE INTO new_seen SELECT d.collection, d.scope, ${keyIn(field)} FROM seen
      JOIN documents d USING (collection, scope, id)
      WHERE collection IN ${namesOf(collection)} AND typeof(${keyIn(field)}) = 'text';`,
      )
      .join('')}
    DROP TABLE seen;
    ALTER TABLE new_seen RENAME TO seen;
    ${move(
      'documents',
      `${row}, hash TEXT NOT NULL, fetched_at INTEGER NOT NULL, gone_at INTEGER, doc TEXT NOT NULL,
      PRIMARY KEY (collection, scope, id)`,
      'STRICT',
    )}
    ${move(
      'missing',
      `${row}, window TEXT NOT NULL, PRIMARY KEY (collection, scope, id, window)`,
      'STRICT, WITHOUT ROWID',
    )}
    DELETE FROM filter_ids WHERE collection IN ${hashedNames};`);
  keepOrder(db);
  withoutHashes(db);
}

/**
 * The synced scopes that return a row that is stored once. `not_returned_at`: since when full syncs do not return it.
 */
export const listedInTable = `
    CREATE TABLE IF NOT EXISTS listed_in (
      collection TEXT NOT NULL, scope TEXT NOT NULL, id ANY NOT NULL, not_returned_at INTEGER,
      PRIMARY KEY (collection, scope, id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS listed_in_by_id ON listed_in (collection, id, not_returned_at);`;

/** The version in which issues are stored once. */
export const storedOnceVersion = 20;

/**
 * Store each issue once; in version 10 every scope had a copy of it. The copy that was confirmed last is kept:
 * confirmed by its own reply, or by the last sync of its scope. A row counts as not returned if no scope returns it.
 */
export function rowsStoredOnce(db: Connection): void {
  db.exec(listedInTable);
  db.exec(
    `INSERT OR IGNORE INTO listed_in SELECT collection, scope, id, gone_at FROM documents WHERE collection = 'issues'`,
  );
  db.function('hash_of_issue', { deterministic: true }, (doc) =>
    textHash(JSON.parse(String(doc)) as object, ['references.relative']),
  );
  for (const [collection, syncs] of [
    ['issues', 'passes'],
    ['issues.detail', '(SELECT NULL AS collection, NULL AS scope, NULL AS finished_at)'],
  ]) {
    db.exec(`
      CREATE TEMP TABLE kept AS SELECT row FROM (
        SELECT d.rowid AS row, row_number() OVER (PARTITION BY d.id ORDER BY d.gone_at IS NOT NULL,
          max(d.fetched_at, iif(d.gone_at IS NULL, ifnull(s.ended, 0), 0)) DESC, d.gone_at DESC, d.scope) AS place
        FROM documents d LEFT JOIN (
          SELECT scope, max(finished_at) AS ended FROM ${syncs} WHERE collection = 'issues' GROUP BY scope
        ) s ON s.scope = d.scope
        WHERE d.collection = '${collection}'
      ) WHERE place = 1;
      DELETE FROM documents WHERE collection = '${collection}' AND rowid NOT IN (SELECT row FROM kept);
      UPDATE documents SET scope = '', hash = hash_of_issue(doc) WHERE collection = '${collection}';
      DROP TABLE kept;`);
  }
  db.exec(`
    UPDATE documents SET gone_at = NULL WHERE collection = 'issues.detail' AND id IN
      (SELECT id FROM documents WHERE collection = 'issues' AND gone_at IS NULL)`);
}

/** The version in which deleted rows are distinguished from rows that are not returned. */
export const deletedVersion = 30;

/** The version since which changes are recorded. */
export const recorderVersion = 50;

/** Tells at once whether any row has an unexpected value in a column. */
export const unexpectedIndex = (collection: string): string =>
  `CREATE INDEX ${collection}_unexpected ON ${collection} (is_gone) WHERE unexpected IS NOT NULL;`;

/** Version 40: the narrow tables say which columns have an unexpected value. Before, no such row was stored. */
function unexpected(db: Connection): void {
  const tables = db.prepare<[], string>(
    `SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%is_gone%' AND sql NOT LIKE '%unexpected%'`,
  );
  for (const name of tables.pluck().all())
    db.exec(`ALTER TABLE ${name} ADD COLUMN unexpected TEXT; ${unexpectedIndex(name)}`);
}

/** Every migration, in order. */
export const migrations: readonly CacheMigration[] = [
  { id: 10, run: keys },
  { id: storedOnceVersion, run: rowsStoredOnce },
  { id: deletedVersion, run: (db) => db.exec('ALTER TABLE documents ADD COLUMN deleted_at INTEGER') },
  { id: 40, run: unexpected },
  // Earlier versions would change rows without recording it
  { id: recorderVersion, run: (db) => db.exec(recorderTables) },
];
