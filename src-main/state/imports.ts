import { ImportReport, type ImportWatch } from '#shared/contract/imports.ts';
import type { Db } from './files/database.ts';
import { statements } from './files/statements.ts';

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
  const sql = statements(db);
  const of = (condition: string, values: readonly unknown[]): StoredImport[] =>
    sql.rows<Row>(`SELECT ${columns} FROM imports WHERE ${condition}`, values).map(stored);
  return {
    /** The imports of a profile. */
    of: (profileId: string): StoredImport[] => of('profile_id = ?', [profileId]),
    get: (profileId: string, projectId: number): StoredImport | null =>
      of('profile_id = ? AND project_id = ?', [profileId, projectId])[0] ?? null,
    /** The running imports of every profile, which Reeve polls. */
    polled: (): StoredImport[] => of(`watch = 'under-way'`, []),
    /** Add or replace an import. `startedAt` of an existing one is kept. */
    put: ({ report, ...one }: StoredImport): void =>
      void sql.run(
        `INSERT INTO imports (profile_id, project_id, watch, began_at, asked_at, told_at, doc)
         VALUES (:profileId, :projectId, :watch, :startedAt, :polledAt, :reportedAt, :doc)
         ON CONFLICT (profile_id, project_id) DO UPDATE SET watch = excluded.watch, asked_at = excluded.asked_at,
         told_at = excluded.told_at, doc = excluded.doc`,
        { ...one, doc: JSON.stringify(report) },
      ),
    /** Stop polling unfinished imports until a person asks about them. Returns how many there are. */
    pausePolling: (): number => sql.run(`UPDATE imports SET watch = 'needs-person' WHERE watch = 'under-way'`).changes,
  };
}

function stored({ doc, ...row }: Row): StoredImport {
  return { ...row, report: ImportReport.safeParse(JSON.parse(doc)).data ?? {} };
}
