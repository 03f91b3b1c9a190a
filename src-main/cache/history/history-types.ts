import type { Key } from '#shared/contract/collection.ts';
import type { Scope } from '#shared/contract/scope.ts';

/**
 * What an entry of the history says, and its number in the databases. The first group is about a row, the second about a
 * place or a field of a place, the third is not a change: it tells what was known at a moment.
 * `came`: a sync returned the row for the first time, and an earlier full sync of the place did not. `changed`: recorded
 * fields have other values. `notReturned`: a full sync did not return it. `deleted`: by Reeve, or confirmed by a 404.
 * `back`: it is returned again.
 * `hidden`: the token can no longer see the place, or a field of its rows, or some of its rows. `visible`: it can again.
 * `known`: the row is known since then, and it is unknown whether it existed before. `sent`, `unsent`: the platform started
 * or stopped sending fields of a row. `listed`, `unlisted`: a scope started or stopped returning a row that other scopes also
 * have.
 */
export const entryKinds = {
  ...{ came: 1, changed: 2, notReturned: 3, deleted: 4, back: 5 },
  ...{ hidden: 6, visible: 7 },
  ...{ known: 11, sent: 12, unsent: 13, listed: 14, unlisted: 15 },
} as const;
export type EntryKind = keyof typeof entryKinds;
/** Kinds above this are no changes. */
export const lastChangeKind = 7;

/**
 * Other rows of the outbox: the end of a sync (`synced`), a refused sync, and cached rows of a scope that were moved to
 * another scope.
 */
export const noteKinds = { synced: 21, refused: 22, moved: 23 } as const;
export type NoteKind = keyof typeof noteKinds;

/**
 * Where an entry comes from, and its number. `sync`: a list; `details`: the row was read alone. Both found a change from
 * outside. `ours`: a write by Reeve. `adjusted`: the first sync after a write by Reeve found another value than it sent.
 * `probably`: the value that a write by Reeve sent whose outcome is not known.
 */
export const entrySources = { sync: 0, details: 1, ours: 2, adjusted: 3, probably: 4 } as const;
export type EntrySource = keyof typeof entrySources;
/** Who made a change, as stored. `cause`: see `StoredEntry`. */
export interface StoredBy {
  source: EntrySource;
  cause: string | null;
}

/** The values of the recorded fields of a row, by the path of the field. Fields that the platform did not send are absent. */
export type RecordedRow = Readonly<Record<string, unknown>>;
/** The value before and after, by the path of the field. */
export type ChangedFields = Readonly<Record<string, readonly [before: unknown, after: unknown]>>;

/** The write by Reeve that made a change. `sent`: the fields that it sent. */
export interface WriteCause {
  planId: string;
  journalId: number | null;
}

/**
 * An entry as both databases store it. `n`: epoch × 2³² + a number that counts up in this epoch; a new epoch begins at each
 * start of Reeve. `foundAt`: the end of the sync that found it, or the time of the reply; null in the outbox until the sync
 * ends. `since`: the start of the last sync before it that could have seen the row; null: `foundAt` is the exact time.
 * `id` null: the entry is about the place. `fields`: JSON of `ChangedFields` for `changed`; of a `RecordedRow` for `came`,
 * `known`, `back`, `notReturned`, `deleted` (the last known values), `sent` (the new values) and `unsent` (the former
 * values); of the names of fields for `hidden` and `visible` of fields; else null.
 * `cause`: `planId journalId`, for `ours`, `adjusted` and `probably`.
 */
export interface StoredEntry {
  n: number;
  collection: string;
  scope: Scope;
  id: Key | null;
  kind: number;
  foundAt: number | null;
  since: number | null;
  source: number;
  cause: string | null;
  fields: string | null;
}

/** The first number of an epoch. */
export const epochStart = (epoch: number): number => epoch * 2 ** 32;
