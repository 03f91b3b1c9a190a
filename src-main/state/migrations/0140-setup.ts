import type { Migration } from './migration.ts';

/**
 * The setup of each profile: its state, the choice of a person, and the results of its steps (`doc`, as JSON).
 * `setup_off`: collections and places that a person switched off. `setup_refusals`: places that the platform refused.
 * `discovery_lists`: the progress of each list that is searched for projects. `discovery_requests`: requests about one
 * place, which are not repeated before some time. `place_activity`: the newest activity that a reply contained;
 * `project` is the path of a project, or its id if the path is unknown.
 */
export const setup: Migration = {
  id: 140,
  name: 'setup',
  sql: `
    CREATE TABLE setups (
      profile_id TEXT NOT NULL PRIMARY KEY,
      state TEXT NOT NULL CHECK (state IN ('running', 'asks', 'paused', 'done')),
      choice TEXT CHECK (choice IN ('everything', 'active', 'essentials')),
      started_at INTEGER NOT NULL,
      finished_at INTEGER,
      doc TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE setup_off (
      profile_id TEXT NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('collection', 'place')),
      name TEXT NOT NULL,
      PRIMARY KEY (profile_id, kind, name)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE setup_refusals (
      profile_id TEXT NOT NULL,
      collection TEXT NOT NULL,
      scope TEXT NOT NULL,
      at INTEGER NOT NULL,
      doc TEXT NOT NULL,
      PRIMARY KEY (profile_id, collection, scope)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE discovery_lists (
      profile_id TEXT NOT NULL,
      list TEXT NOT NULL,
      next_page INTEGER NOT NULL,
      until_page INTEGER NOT NULL,
      stale_pages INTEGER NOT NULL,
      is_over INTEGER NOT NULL CHECK (is_over IN (0, 1)),
      at INTEGER NOT NULL,
      PRIMARY KEY (profile_id, list)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE discovery_requests (
      profile_id TEXT NOT NULL,
      request TEXT NOT NULL CHECK (request IN ('group', 'allowlists', 'releases')),
      place TEXT NOT NULL COLLATE NOCASE,
      outcome TEXT NOT NULL CHECK (outcome IN ('ok', 'owner', 'refused')),
      status INTEGER,
      at INTEGER NOT NULL,
      PRIMARY KEY (profile_id, request, place)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE place_activity (
      profile_id TEXT NOT NULL,
      project TEXT NOT NULL COLLATE NOCASE,
      active_at INTEGER NOT NULL,
      PRIMARY KEY (profile_id, project)
    ) STRICT, WITHOUT ROWID;
  `,
};
