import { DependencyListExport, type exportStates, type ExportKind } from '#shared/contract/dependency-exports.ts';
import type { FailureData } from '#shared/errors.ts';
import { fromIso } from '#shared/time.ts';
import type { Db } from './files/database.ts';
import { statements } from './files/statements.ts';
import { fromStoredJson, storedJson } from './stored-json.ts';

export type StoredExportState = (typeof exportStates)[number];

/** A requested export. Times are epoch milliseconds. */
export interface StoredExport {
  /** Its entry in the journal. Exports that were requested elsewhere have no entry, and get negative numbers. */
  journalId: number;
  profileId: string;
  kind: ExportKind;
  /** The ID or path in its request. */
  ref: number | string;
  label: string;
  exportType: string;
  /** The ID that the platform gave it; null: not known. */
  exportId: number | null;
  state: StoredExportState;
  requestedAt: number;
  polledAt: number | null;
  /** The wait before the next poll. */
  waitMs: number;
  /** When the platform deletes it. */
  expiresAt: number | null;
  keptAt: number | null;
  failure: Pick<FailureData, 'code' | 'status' | 'reason' | 'reportedMessage'> | null;
}

/** An export that was requested elsewhere. */
export type NewExport = Pick<StoredExport, 'profileId' | 'kind' | 'ref' | 'label' | 'exportType' | 'requestedAt'> & {
  exportId: number;
};

type Row = Omit<StoredExport, 'failure'> & { doc: string | null };

/** An entry of the journal that requested an export. */
interface Entry {
  id: number;
  profile_id: string;
  op: string;
  state: string;
  intended_at: number;
  status: number | null;
  said: string | null;
  label: string | null;
  ref: number | string | null;
  type: string | null;
  reply: string | null;
}

const columns = `journal_id AS journalId, profile_id AS profileId, kind, ref, label, export_type AS exportType,
  export_id AS exportId, state, requested_at AS requestedAt, polled_at AS polledAt, wait_ms AS waitMs,
  expires_at AS expiresAt, kept_at AS keptAt, doc`;
const entryColumns = `j.id, j.profile_id, j.op, j.state, j.intended_at, j.status, j.said, j.doc ->> '$.label' AS label,
  j.doc ->> '$.write.path.id' AS ref, j.doc ->> '$.write.body.export_type' AS type, j.doc -> '$.reply' AS reply`;

/** The states of exports that Reeve still checks. */
export const watchedStates = ['generating', 'stalled', 'ready'] as const satisfies StoredExportState[];
const watched = watchedStates.map((state) => `'${state}'`).join(', ');

/** Dependency exports. They are taken over from the journal, so that no crash can lose one. */
export function dependencyExports(db: Db) {
  const sql = statements(db);
  const insert = db.prepare(
    `INSERT INTO dependency_exports (journal_id, profile_id, kind, ref, label, export_type, export_id, state,
       requested_at, wait_ms, expires_at, doc)
     VALUES (:journalId, :profileId, :kind, :ref, :label, :exportType, :exportId, :state, :requestedAt, 0, :expiresAt,
       :doc)
     ON CONFLICT (journal_id) DO UPDATE SET export_id = excluded.export_id, state = excluded.state,
       requested_at = excluded.requested_at, expires_at = excluded.expires_at, doc = excluded.doc`,
  );
  const find = db.prepare<[number], Row>(`SELECT ${columns} FROM dependency_exports WHERE journal_id = ?`);
  const taken = db.prepare<[string, number, number], number>(
    'SELECT 1 FROM dependency_exports WHERE profile_id = ? AND export_id = ? AND journal_id <> ?',
  );
  const byId = db.prepare<[string, number], Row>(
    `SELECT ${columns} FROM dependency_exports WHERE profile_id = ? AND export_id = ?`,
  );
  const lowest = sql.column<[], number>('SELECT min(ifnull(min(journal_id), 0), 0) - 1 FROM dependency_exports');
  const hidden = sql.column<[number], number>('SELECT is_hidden FROM dependency_exports WHERE journal_id = ?');
  const show = db.prepare('UPDATE dependency_exports SET is_hidden = 0 WHERE journal_id = ?');

  return {
    /**
     * Take over the requests of the journal that are new or have another outcome since the last call. `kinds`: the
     * operations that request exports. Returns the changed exports.
     */
    adopt: (kinds: ReadonlyMap<string, ExportKind>): StoredExport[] => {
      const ops = JSON.stringify([...kinds.keys()]);
      const isOp = 'j.op IN (SELECT value FROM json_each(?))';
      return sql.immediate(() => {
        const entries = [
          ...sql.rows<Entry>(
            `SELECT ${entryColumns} FROM journal j WHERE ${isOp}
               AND j.id > (SELECT ifnull(max(journal_id), 0) FROM dependency_exports)
               AND j.profile_id IN (SELECT id FROM profiles WHERE removal_began_at IS NULL) ORDER BY j.id`,
            [ops],
          ),
          ...sql.rows<Entry>(`SELECT ${entryColumns} FROM dependency_exports d JOIN journal j ON j.id = d.journal_id
                 WHERE d.state IN ('requested', 'not-sent', 'unknown', 'refused')`),
        ];
        return entries.flatMap((entry) => {
          const next = fromEntry(entry, kinds);
          if (next === null) return [];
          const before = find.get(next.journalId);
          if (before?.state === next.state) return [];
          // An ID belongs to the first request that got it
          const isTaken =
            next.exportId !== null && taken.get(next.profileId, next.exportId, next.journalId) !== undefined;
          const { failure, ref, exportId, ...rest } = isTaken ? { ...next, exportId: null, state: 'unknown' } : next;
          if (before?.state === rest.state) return [];
          insert.run({
            ...rest,
            exportId,
            // A number would be stored as REAL
            ref: typeof ref === 'number' ? BigInt(ref) : ref,
            doc: failure === null ? null : storedJson(failure),
          });
          return find.all(next.journalId).map(fromRow);
        });
      });
    },
    /** Add an export that was requested elsewhere, or show the one with this ID again. Returns it. */
    add: (given: NewExport): StoredExport =>
      sql.immediate(() => {
        const { profileId, exportId, ref } = given;
        const known = byId.get(profileId, exportId);
        if (known === undefined) {
          const journalId = lowest.get() ?? -1;
          insert.run({
            ...{ ...given, journalId, state: 'generating', doc: null, expiresAt: null },
            ref: typeof ref === 'number' ? BigInt(ref) : ref,
          });
        } else show.run(known.journalId);
        const row = byId.get(profileId, exportId);
        if (row === undefined) throw new Error('an added export has no row');
        return fromRow(row);
      }),
    /** Newest first, without those that a person removed from the list. */
    of: (profileId: string): StoredExport[] =>
      sql
        .rows<Row>(
          `SELECT ${columns} FROM dependency_exports WHERE profile_id = ? AND is_hidden = 0
           ORDER BY requested_at DESC, journal_id DESC`,
          [profileId],
        )
        .map(fromRow),
    get: (profileId: string, journalId: number): StoredExport | null => {
      const row = find.get(journalId);
      return row?.profileId === profileId ? fromRow(row) : null;
    },
    byExportId: (profileId: string, exportId: number): StoredExport | null =>
      byId.all(profileId, exportId).map(fromRow)[0] ?? null,
    /** The platform's IDs of the exports that Reeve still checks, oldest first. */
    watched: (profileId: string): number[] =>
      sql.values<number>(
        `SELECT export_id FROM dependency_exports
         WHERE state IN (${watched}) AND profile_id = ? AND export_id IS NOT NULL AND is_hidden = 0
         ORDER BY requested_at, journal_id`,
        [profileId],
      ),
    /** Update an export that still exists. */
    put: (one: StoredExport): void => {
      const { journalId, state, polledAt, waitMs, expiresAt, keptAt, failure } = one;
      const doc = failure === null ? null : storedJson(failure);
      sql.run(
        `UPDATE dependency_exports SET state = :state, polled_at = :polledAt, wait_ms = :waitMs,
         expires_at = :expiresAt, kept_at = :keptAt, doc = :doc WHERE journal_id = :journalId`,
        { journalId, state, polledAt, waitMs, expiresAt, keptAt, doc },
      );
    },
    isHidden: (journalId: number): boolean => hidden.get(journalId) === 1,
    /** Remove exports from the list. Their entries in the journal stay. */
    hide: (profileId: string, journalIds: readonly number[]): number =>
      sql.run(
        `UPDATE dependency_exports SET is_hidden = 1
         WHERE profile_id = ? AND journal_id IN (SELECT value FROM json_each(?))`,
        [profileId, JSON.stringify(journalIds)],
      ).changes,
  };
}
export type DependencyExportTable = ReturnType<typeof dependencyExports>;

function fromRow({ doc, ...row }: Row): StoredExport {
  return { ...row, failure: doc === null ? null : (fromStoredJson(doc) as StoredExport['failure']) };
}

function fromEntry(entry: Entry, kinds: ReadonlyMap<string, ExportKind>): StoredExport | null {
  const kind = kinds.get(entry.op);
  if (kind === undefined || entry.ref === null) return null;
  const reply = entry.reply === null ? undefined : DependencyListExport.safeParse(JSON.parse(entry.reply)).data;
  const exportId = entry.state === 'applied' ? (reply?.id ?? null) : null;
  const state = stateOf(entry.state, exportId);
  const { status, said } = entry;
  return {
    journalId: entry.id,
    profileId: entry.profile_id,
    kind,
    ref: entry.ref,
    label: entry.label ?? String(entry.ref),
    exportType: entry.type ?? reply?.export_type ?? '',
    exportId,
    state,
    requestedAt: entry.intended_at,
    polledAt: null,
    waitMs: 0,
    expiresAt: fromIso(reply?.expires_at),
    keptAt: null,
    failure:
      state === 'refused'
        ? {
            code: 'remote',
            ...(status === null ? {} : { status }),
            ...(said === null ? {} : { reportedMessage: said }),
          }
        : null,
  };
}

/** Without an ID, nobody can find an export again, even if the request was applied. */
function stateOf(journalState: string, exportId: number | null): StoredExportState {
  switch (journalState) {
    case 'applied':
      return exportId === null ? 'unknown' : 'generating';
    case 'refused':
      return 'refused';
    case 'not-applied':
      return 'not-sent';
    case 'intended':
      return 'requested';
    default:
      return 'unknown';
  }
}
