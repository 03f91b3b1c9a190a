import { z } from 'zod';
import { SetupStep, type SetupChoice } from '#shared/contract/setup.ts';
import type { Db } from './files/database.ts';
import { statements, upsertInto } from './files/statements.ts';

/** What the steps of a setup have found, as JSON. Fields of a later version are ignored. */
export const SetupDoc = z.object({
  isAdministrator: z.boolean().nullable().default(null),
  username: z.string().nullable().default(null),
  /** Rows of lists, as the platform reported them before the first step. */
  totals: z.record(z.string(), z.number()).default({}),
  steps: z.record(z.string(), SetupStep).default({}),
  /** Lists that were synced since then are not synced again. */
  freshSince: z.number().default(0),
  /** When the search for places began, and whether it continues behind earlier searches. */
  searchedSince: z.number().default(0),
  isFurther: z.boolean().default(false),
  /** Time and requests of all runs so far, for the estimate. */
  ranMs: z.number().default(0),
  /** Rows of members by project. */
  membersOf: z.record(z.string(), z.number()).default({}),
});
export type SetupDoc = z.infer<typeof SetupDoc>;

export interface StoredSetup {
  state: 'running' | 'asks' | 'paused' | 'done';
  choice: SetupChoice | null;
  startedAt: number;
  finishedAt: number | null;
  doc: SetupDoc;
}

/** A list that the platform refused in one place. */
export interface SetupRefusal {
  collection: string;
  scope: string;
  at: number;
  label: string;
  status: number | null;
  reason: string | null;
  reportedMessage: string | null;
}
const RefusalDoc = z.object({
  label: z.string(),
  status: z.number().nullable(),
  reason: z.string().nullable(),
  reported: z.string().nullable(),
});

type Row = Omit<StoredSetup, 'doc'> & { doc: string };
export type OffKind = 'collection' | 'place';

/** The setup of each profile, what a person switched off, and what the platform refused. */
export function setups(db: Db) {
  const sql = statements(db);
  const put = db.prepare(upsertInto('setups', 'profile_id', 'state, choice, started_at, finished_at, doc'));
  const putRefusal = db.prepare(upsertInto('setup_refusals', 'profile_id, collection, scope', 'at, doc'));
  return {
    get(profileId: string): StoredSetup | null {
      const row = sql.row<Row>(
        `SELECT state, choice, started_at AS startedAt, finished_at AS finishedAt, doc FROM setups WHERE profile_id = ?`,
        [profileId],
      );
      if (row === undefined) return null;
      return { ...row, doc: SetupDoc.safeParse(JSON.parse(row.doc)).data ?? SetupDoc.parse({}) };
    },
    put: (profileId: string, { doc, ...setup }: StoredSetup): void =>
      void put.run({ ...setup, profileId, doc: JSON.stringify(doc) }),
    /** Pause every running setup. Returns how many there were. */
    pauseUnfinished: (): number => sql.run(`UPDATE setups SET state = 'paused' WHERE state = 'running'`).changes,
    off: (profileId: string, kind: OffKind): string[] =>
      sql.values<string>('SELECT name FROM setup_off WHERE profile_id = ? AND kind = ? ORDER BY name', [
        profileId,
        kind,
      ]),
    setOff(profileId: string, kind: OffKind, names: readonly string[], isOff: boolean): void {
      const change = db.prepare<[string, OffKind, string]>(
        isOff
          ? 'INSERT INTO setup_off (profile_id, kind, name) VALUES (?, ?, ?) ON CONFLICT DO NOTHING'
          : 'DELETE FROM setup_off WHERE profile_id = ? AND kind = ? AND name = ?',
      );
      db.transaction(() => names.forEach((name) => change.run(profileId, kind, name)))();
    },
    refusals(profileId: string): SetupRefusal[] {
      const rows = sql.rows<{ collection: string; scope: string; at: number; doc: string }>(
        'SELECT collection, scope, at, doc FROM setup_refusals WHERE profile_id = ?',
        [profileId],
      );
      return rows.flatMap(({ doc, ...row }) => {
        const parsed = RefusalDoc.safeParse(JSON.parse(doc));
        if (!parsed.success) return [];
        const { reported: reportedMessage, ...fields } = parsed.data;
        return [{ ...row, ...fields, reportedMessage }];
      });
    },
    putRefusal(
      profileId: string,
      { collection, scope, at, label, status, reason, reportedMessage }: SetupRefusal,
    ): void {
      const doc = JSON.stringify({ label, status, reason, reported: reportedMessage });
      putRefusal.run({ profileId, collection, scope, at, doc });
    },
    removeRefusal(profileId: string, collection: string, scope: string): void {
      sql.run('DELETE FROM setup_refusals WHERE profile_id = ? AND collection = ? AND scope = ?', [
        profileId,
        collection,
        scope,
      ]);
    },
  };
}
export type SetupTable = ReturnType<typeof setups>;
