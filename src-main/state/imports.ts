import { ImportReport, type ImportWatch } from '#shared/contract/imports.ts';
import type { Db } from './files/database.ts';

/** An import that was sent, with the last report of the platform. Times in epoch milliseconds. */
export interface StoredImport {
  profileId: string;
  projectId: number;
  watch: ImportWatch;
  startedAt: number;
  polledAt: number;
  reportedAt: number;
  report: NonNullable<ImportReport>;
}

type Row = Omit<StoredImport, 'report'> & { doc: string };

const columns = `profile_id AS profileId, project_id AS projectId, watch, began_at AS startedAt, asked_at AS polledAt,
  told_at AS reportedAt, doc`;

/** Imports and their last known states. */
export function imports(db: Db) {
  return {
    /** The imports of a profile. */
    of: (profileId: string): StoredImport[] =>
      db.prepare<[string], Row>(`SELECT ${columns} FROM imports WHERE profile_id = ?`).all(profileId).map(stored),
    get: (profileId: string, projectId: number): StoredImport | null => {
      const find = db.prepare<[string, number], Row>(
        `SELECT ${columns} FROM imports WHERE profile_id = ? AND project_id = ?`,
      );
      const row = find.get(profileId, projectId);
      return row === undefined ? null : stored(row);
    },
    /** The running imports of every profile, which Reeve polls. */
    polled: (): StoredImport[] =>
      db.prepare<[], Row>(`SELECT ${columns} FROM imports WHERE watch = 'under-way'`).all().map(stored),
    /** Add or replace an import. `startedAt` of an existing one is kept. */
    put: ({ report, ...one }: StoredImport): void => {
      db.prepare(
        `INSERT INTO imports (profile_id, project_id, watch, began_at, asked_at, told_at, doc)
         VALUES (:profileId, :projectId, :watch, :startedAt, :polledAt, :reportedAt, :doc)
         ON CONFLICT (profile_id, project_id) DO UPDATE SET watch = excluded.watch, asked_at = excluded.asked_at,
         told_at = excluded.told_at, doc = excluded.doc`,
      ).run({ ...one, doc: JSON.stringify(report) });
    },
    /** Stop polling unfinished imports until a person asks about them. Returns how many there are. */
    pausePolling: (): number =>
      db.prepare(`UPDATE imports SET watch = 'needs-person' WHERE watch = 'under-way'`).run().changes,
  };
}
export type ImportTable = ReturnType<typeof imports>;

function stored({ doc, ...row }: Row): StoredImport {
  return { ...row, report: ImportReport.safeParse(JSON.parse(doc)).data ?? {} };
}
