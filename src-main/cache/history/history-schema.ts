/**
 * Tables of `cache.db` that the recorder needs. `history_outbox`: entries that are not in `history.db` yet, written in one
 * transaction with the row. `run`: the number of the sync run that found it; null once it has ended. The entries of a run get
 * new numbers when it ends, so that numbers are in the order in which entries become final. For notes (`noteKinds`), `fields`
 * has their data as JSON: of `synced` a `SyncedNote`, of `refused` the `Refusal` with `hidden`, of `moved` `{from, to}`
 * (without `found_at`).
 * `history_places`: the last syncs of a place: the start of the last one, the start of the last full one, and the sight
 * (`meta` `history:sight`) in which that was; `hidden`: JSON, see `HiddenParts`.
 * `own_writes`: fields that Reeve wrote, until a sync that began later has read them; `fields` is the JSON `null` for a deletion.
 * `is_certain`: 0: the outcome of the write is not known; 1: it is; 2: it is, and a list whose request may have been sent
 * before the write returned the former state afterwards.
 * Names in `meta`: `history:written` (the highest `n` written), `history:sent` (the highest `n` that was
 * copied to `history.db` and deleted here), `history:sentAt`, `history:lost` (see `noteLost`), `history:sight` (increased when the token or the
 * dialect changes), `history:sight-of` (a hash of both).
 */
export const recorderTables = `
  CREATE TABLE IF NOT EXISTS history_outbox (
    n INTEGER PRIMARY KEY, run INTEGER, collection TEXT NOT NULL, scope TEXT NOT NULL, id ANY, kind INTEGER NOT NULL,
    found_at INTEGER, since INTEGER, source INTEGER NOT NULL, cause TEXT, fields TEXT
  ) STRICT;
  CREATE TABLE IF NOT EXISTS history_places (
    collection TEXT NOT NULL, scope TEXT NOT NULL, started_at INTEGER NOT NULL, full_started_at INTEGER, sight INTEGER NOT NULL,
    hidden TEXT, PRIMARY KEY (collection, scope)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS own_writes (
    collection TEXT NOT NULL, scope TEXT NOT NULL, id ANY NOT NULL, at INTEGER NOT NULL, is_certain INTEGER NOT NULL,
    cause TEXT NOT NULL, fields TEXT NOT NULL, PRIMARY KEY (collection, scope, id, at)
  ) STRICT, WITHOUT ROWID;`;

/**
 * The tables of `history.db`. Names of collections and scopes are numbers (`names`, `places`); several places can have
 * the same scope after a move, and are then one place.
 * `coverage`: syncs of a place with the same result, extended in place. `ends`: the times of their starts and ends (`sync-times.ts`).
 * `full_at`: the end of the last full one. `status`: complete, partial, refused. `why`: JSON of the refusal.
 * `states`: the recorded rows of a collection at one time, in blocks; `n`: the highest number of an entry that the block
 * includes. `block`: compressed JSON, see `state-blocks.ts`. `gaps`: times in which changes were lost; `collection` null: of all.
 * `meta`: `applied` (the highest `n` that was copied), `since` (when recording began), `keep:<collection>` (months),
 * `noticed` (the highest `n` whose notice is stored, if it has one).
 */
export const historyTables = `
  CREATE TABLE IF NOT EXISTS names (n INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
  CREATE TABLE IF NOT EXISTS places (n INTEGER PRIMARY KEY, scope TEXT NOT NULL);
  CREATE INDEX IF NOT EXISTS places_by_scope ON places (scope);
  CREATE TABLE IF NOT EXISTS entries (
    n INTEGER PRIMARY KEY, collection INTEGER NOT NULL, place INTEGER NOT NULL, id ANY, kind INTEGER NOT NULL,
    found_at INTEGER NOT NULL, since INTEGER, source INTEGER NOT NULL, cause TEXT, fields TEXT
  ) STRICT;
  CREATE INDEX IF NOT EXISTS entries_by_row ON entries (collection, id);
  CREATE INDEX IF NOT EXISTS entries_by_time ON entries (found_at);
  CREATE TABLE IF NOT EXISTS coverage (
    collection INTEGER NOT NULL, place INTEGER NOT NULL, from_at INTEGER NOT NULL, until_at INTEGER NOT NULL, full_at INTEGER,
    status TEXT NOT NULL, unreadable INTEGER NOT NULL, why TEXT, ends BLOB NOT NULL,
    PRIMARY KEY (collection, place, from_at)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS states (
    n INTEGER NOT NULL, collection INTEGER NOT NULL, made_at INTEGER NOT NULL, part INTEGER NOT NULL, rows INTEGER NOT NULL,
    block BLOB NOT NULL, PRIMARY KEY (collection, made_at, part)
  );
  CREATE TABLE IF NOT EXISTS gaps (from_at INTEGER NOT NULL, until_at INTEGER NOT NULL, collection INTEGER, why TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;`;
