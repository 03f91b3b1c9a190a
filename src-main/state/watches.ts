import { WatchSettings, watchOutcomes } from '#shared/contract/watches.ts';
import { z } from 'zod';
import type { FailureData } from '#shared/errors.ts';
import type { Db } from './files/database.ts';
import { statements, upsertInto } from './files/statements.ts';
import { fromStoredJson, storedJson } from './stored-json.ts';

/** A watch as stored; see the migration. Times in epoch milliseconds. */
export type StoredWatch = Omit<z.infer<typeof Row>, 'failure'> & { failure: FailureData | null };

const Row = z.object({
  profileId: z.string(),
  kind: z.string(),
  place: z.string(),
  everyMs: z.number().nullable(),
  nextAt: z.number(),
  lastAt: z.number().nullable(),
  outcome: z.enum(watchOutcomes).nullable().catch(null),
  failure: z.string().nullable(),
  streak: z.number(),
  watermark: z.string().nullable(),
  pausedUntil: z.number().nullable(),
  /** The mean number of requests of its last checks; null: not counted yet. */
  requests: z.number().nullable(),
  /** When a check last found a change; null: never. */
  changedAt: z.number().nullable(),
});
const FailureDoc = z.looseObject({ code: z.string(), message: z.string() });

const columns = `profile_id AS profileId, kind, place, every_ms AS everyMs, next_at AS nextAt, last_at AS lastAt, outcome,
  failure, streak, watermark, paused_until AS pausedUntil, requests, changed_at AS changedAt`;

/** Standing watches and their settings. */
export function watches(db: Db) {
  const sql = statements(db);
  const put = db.prepare(
    upsertInto(
      'watches',
      'profile_id, kind, place',
      'every_ms, next_at, last_at, outcome, failure, streak, watermark, paused_until, requests, changed_at',
    ),
  );
  const remove = db.prepare<[string, string, string]>(
    'DELETE FROM watches WHERE profile_id = ? AND kind = ? AND place = ?',
  );
  return {
    of: (profileId: string): StoredWatch[] =>
      sql.rows<unknown>(`SELECT ${columns} FROM watches WHERE profile_id = ?`, [profileId]).map(stored),
    /** Store and delete watches in one transaction. */
    put: (changed: readonly StoredWatch[], removed: readonly StoredWatch[] = []): void =>
      sql.immediate(() => {
        for (const one of changed) put.run({ ...one, failure: one.failure === null ? null : storedJson(one.failure) });
        for (const { profileId, kind, place } of removed) remove.run(profileId, kind, place);
      }),
    /** The settings of a profile. Invalid ones count as not set. */
    settings: (profileId: string): WatchSettings => {
      const find = sql.column<[string], string>('SELECT doc FROM watch_settings WHERE profile_id = ?');
      const doc = find.get(profileId);
      return WatchSettings.safeParse(doc === undefined ? {} : JSON.parse(doc)).data ?? WatchSettings.parse({});
    },
    setSettings: (profileId: string, settings: WatchSettings): void =>
      void sql.run(upsertInto('watch_settings', 'profile_id', 'doc'), { profileId, doc: JSON.stringify(settings) }),
  };
}
export type WatchTable = ReturnType<typeof watches>;

function stored(row: unknown): StoredWatch {
  const { failure, ...rest } = Row.parse(row);
  const data = failure === null ? null : FailureDoc.safeParse(fromStoredJson(failure)).data;
  return { ...rest, failure: (data ?? null) as FailureData | null };
}
