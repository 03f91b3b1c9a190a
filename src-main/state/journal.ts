import type { FieldChange, RowName, UndoKind } from '#shared/contract/changes.ts';
import type { JournalEntry } from '#shared/contract/journal.ts';
import type { Db } from './files/database.ts';
import { statements } from './files/statements.ts';
import { journalSearch, undoable } from './journal-search.ts';
import { entrySearchText, searchTextOf } from './journal-texts.ts';
import type { StoredWrite } from './plans.ts';
import { fromStoredJson, storedJson } from './stored-json.ts';

/** Data of an entry that undo and reconcile need, and windows do not. */
export interface UndoData {
  write: StoredWrite;
  before: Readonly<Record<string, unknown>> | null;
  reply: unknown;
}

/** A write that is about to be sent. */
export interface Intent extends RowName {
  planId: string;
  position: number;
  profileId: string;
  instance: string;
  who: string;
  user: string | null;
  op: string;
  method: string;
  path: string;
  intendedAt: number;
  deadlineAt: number;
  changes: FieldChange[];
  undo: UndoKind;
  undoOf: number | null;
  write: StoredWrite;
  before: Readonly<Record<string, unknown>> | null;
}

/** The outcome of a write. */
export interface Outcome {
  state: Exclude<JournalEntry['state'], 'intended'>;
  endedAt: number;
  status: number | null;
  reportedMessage: string | null;
  requestId: string | null;
  reply: unknown;
  /** The changes with a value that only the reply has, and the text of them for the search; null: as intended. */
  result?: { changes: readonly FieldChange[]; text: string } | null;
}

export type FullEntry = JournalEntry & UndoData & { position: number; deadlineAt: number };

type Doc = UndoData &
  Pick<JournalEntry, keyof RowName | 'path' | 'who' | 'method' | 'instance' | 'changes' | 'undo' | 'misses'>;
type Row = Omit<FullEntry, keyof Doc> & { doc: string };
const columns = `id, user, plan_id AS planId, position, profile_id AS profileId, op, state, intended_at AS intendedAt,
  deadline_at AS deadlineAt, ended_at AS endedAt, status, said AS reportedMessage, request_id AS requestId,
  undone_by AS undoneBy, undo_of AS undoOf, doc`;

/** The number of earlier attempts that an entry keeps. */
const maxMisses = 20;

const isSameUndo = `undo_of = :id AND plan_id <> :planId AND op = :op AND doc ->> '$.path' = :path
  AND (:body IS NULL OR doc -> '$.write.body' = :body)`;

/**
 * The record of all writes. Entries are never removed, but their texts about a forgotten person are replaced
 * (`forgetting/forget-person.ts`). Times are epoch milliseconds.
 */
export function journal(db: Db, { count, ids, markChanged } = journalSearch(db)) {
  const sql = statements(db);
  const intend = db.prepare(
    `INSERT INTO journal (plan_id, position, profile_id, op, state, intended_at, deadline_at, can_undo, undo_of, user, hay, doc)
     VALUES (:planId, :position, :profileId, :op, 'intended', :intendedAt, :deadlineAt, :canUndo, :undoOf, :user, :hay, :doc)`,
  );
  const end = db.prepare(
    `UPDATE journal SET state = :state, ended_at = :endedAt, status = :status, said = :reportedMessage,
     request_id = :requestId, hay = hay || :more,
     doc = json_set(doc, '$.reply', json(:reply), '$.changes', json(ifnull(:changes, doc -> '$.changes')))
     WHERE id = :id`,
  );
  const entry = db.prepare<[number], Row>(`SELECT ${columns} FROM journal WHERE id = ?`);
  const get = (id: number): FullEntry | null => entry.all(id).map(fromRow)[0] ?? null;
  const markUndone = db.prepare('UPDATE journal SET undone_by = ? WHERE id = ?');
  // Without the index hints SQLite reads all entries of the operation
  const isUndone = sql.column<
    [object],
    number
  >(`SELECT EXISTS (SELECT 1 FROM journal INDEXED BY journal_by_state WHERE state = 'intended' AND ${isSameUndo})
       OR EXISTS (SELECT 1 FROM journal INDEXED BY journal_by_plan WHERE state = 'applied'
         AND plan_id = (SELECT undone_by FROM journal WHERE id = :id) AND ${isSameUndo})`);
  const undoCounts = db.prepare<[string], { undoable: number; undone: number }>(
    `SELECT count(*) FILTER (WHERE ${undoable}) AS undoable, count(undone_by) AS undone FROM journal WHERE plan_id = ?`,
  );
  const where = (condition: string, values: readonly string[]): FullEntry[] =>
    sql.rows<Row>(`SELECT ${columns} FROM journal WHERE ${condition}`, values).map(fromRow);

  return {
    /** Add an entry before its request is sent. It is durable when this returns. Returns the ID of the entry. */
    intend: (intent: Intent): number => {
      const { planId, position, profileId, intendedAt, deadlineAt, undoOf, op } = intent;
      const { label, place, detail, path, who, user, method, instance, changes, undo, write, before } = intent;
      const hay = entrySearchText(intent);
      const name = { label, place, detail };
      const doc = storedJson({ ...name, path, who, method, instance, changes, undo, write, before, reply: null });
      const canUndo = Number(undo.kind !== 'none');
      const values = { planId, position, profileId, op, intendedAt, deadlineAt, canUndo, undoOf, user, hay, doc };
      return Number(intend.run(values).lastInsertRowid);
    },
    /** Set a new deadline, because the same request is sent again. */
    extendDeadline: (id: number, deadlineAt: number): void =>
      void sql.run('UPDATE journal SET deadline_at = ? WHERE id = ?', [deadlineAt, id]),
    /**
     * Reopen the entry of a request that had no effect and is sent again. The result of the earlier attempt is kept.
     */
    reopen: (id: number, { now, deadlineAt }: { now: number; deadlineAt: number }): void =>
      void sql.run(
        `UPDATE journal SET state = 'intended', intended_at = :now, deadline_at = :deadlineAt, ended_at = NULL,
         status = NULL, said = NULL, request_id = NULL, doc = CASE
           WHEN ifnull(json_array_length(doc, '$.misses'), 0) >= :maxMisses THEN doc
           ELSE json_set(doc, '$.misses', json_insert(ifnull(doc -> '$.misses', '[]'), '$[#]',
             json_object('at', ended_at, 'status', status, 'said', said))) END
         WHERE id = :id`,
        { id, now, deadlineAt, maxMisses },
      ),
    end: (id: number, outcome: Outcome): void => {
      const { state, endedAt, status, reportedMessage, requestId, reply, result = null } = outcome;
      const more = searchTextOf([reportedMessage, result && result.text]);
      end.run({
        id,
        state,
        endedAt,
        status,
        reportedMessage,
        requestId,
        more,
        reply: JSON.stringify(reply ?? null),
        changes: result && JSON.stringify(result.changes),
      });
      if (more !== '') markChanged(id);
    },
    markUndone: (id: number, planId: string): void => void markUndone.run(planId, id),
    /**
     * Whether another plan has undone this entry with the same write, or is about to. `body`: given if the undo can need
     * several writes that differ only in their bodies.
     */
    isUndone: (
      id: number,
      { planId, op, path, body }: Pick<Intent, 'planId' | 'op' | 'path'> & Pick<StoredWrite, 'body'>,
    ): boolean => isUndone.get({ id, planId, op, path, body: body === undefined ? null : JSON.stringify(body) }) === 1,
    /** Set the open entries of a removed profile to `unknown`, because their outcome can't be checked any more. */
    markUnknown: (profileId: string, endedAt: number): void =>
      void sql.run(`UPDATE journal SET state = 'unknown', ended_at = ? WHERE profile_id = ? AND state = 'intended'`, [
        endedAt,
        profileId,
      ]),
    get,
    /** Must be called when the search text of an entry was changed in another place. */
    markChanged,
    /** Entries without an outcome, oldest first. */
    open: (planId?: string): FullEntry[] =>
      planId === undefined
        ? where(`state = 'intended' ORDER BY id`, [])
        : where(`state = 'intended' AND plan_id = ? ORDER BY id`, [planId]),
    /** The refused writes of one operation, oldest first. */
    refusedOf: (profileId: string, op: string): FullEntry[] =>
      where(`state = 'refused' AND profile_id = ? AND op = ? ORDER BY id`, [profileId, op]),
    /** The applied writes of a plan, newest first. */
    appliedOf: (planId: string): FullEntry[] => where(`plan_id = ? AND state = 'applied' ORDER BY id DESC`, [planId]),
    /** How many writes of a plan can be undone, and how many were undone. */
    undoCounts: (planId: string): { undoable: number; undone: number } =>
      undoCounts.get(planId) ?? { undoable: 0, undone: 0 },
    count,
    ids,
    /** Newest first. */
    list: (...given: Parameters<typeof ids>): FullEntry[] =>
      where('id IN (SELECT value FROM json_each(?)) ORDER BY id DESC', [JSON.stringify(ids(...given))]),
    ops: (): string[] => sql.values<string>('SELECT DISTINCT op FROM journal ORDER BY op'),
  };
}
export type Journal = ReturnType<typeof journal>;

function fromRow({ doc, ...row }: Row): FullEntry {
  return { ...(fromStoredJson(doc) as Doc), ...row };
}
