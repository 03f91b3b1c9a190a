import type { CallOnRows, Plan, PlanRow, RowState } from '#shared/contract/changes.ts';
import type { Db } from './files/database.ts';
import { statements, upsertInto } from './files/statements.ts';
import { rememberUntilWrite } from './remember-until-write.ts';
import { fromStoredJson, storedJson } from './stored-json.ts';

/** A write as it is sent, with references instead of secrets. */
export interface StoredWrite {
  op: string;
  path: Record<string, string | number>;
  query?: Record<string, unknown> | undefined;
  body?: Record<string, unknown> | undefined;
}

/** A row as windows see it, with the data that is needed to apply it. */
export interface StoredRow extends PlanRow {
  write: StoredWrite;
  /** The last read state of the resource, without secrets; null: it did not exist, or was not read (`readAt` null). */
  before: Readonly<Record<string, unknown>> | null;
  readAt: number | null;
  /** The person decided to send it although the resource has changed since the plan was created. */
  acceptsDrift: boolean;
  /** The attempts in its journal entry had no effect, so that the next attempt reopens this entry. */
  hasMissed?: boolean;
  /** When the state was read, relative to the writes of one run of Reeve. See `WriteMoment`. */
  readIn?: { run: string; turn: number };
  /** The last earlier row about the same resource. The state before this row is known only after that one was sent. */
  follows?: number | null;
  /** Items to add to and remove from lists. Stored if the current items are known only after an earlier row. */
  merge?: CallOnRows['merge'];
  /** It was restored from a backup and may have been sent after the backup was taken, although it looks unsent. */
  mayHaveBeenSent?: boolean;
  /** The journal entry that this row undoes. */
  undoOfEntry: number | null;
}

/** A plan without the counts of its rows. */
export type StoredPlan = Omit<Plan, 'total' | 'counts' | 'undoable' | 'undone'> & {
  keepSecrets: boolean;
  /** The address of the instance when the plan was created. That of the profile may have changed since. */
  instance: string;
  /** When it was restored from a backup, epoch milliseconds. */
  restoredAt?: number;
};

/** Fields that plans of an earlier release don't have. */
const defaults: Pick<StoredPlan, 'failure' | 'title'> = { failure: null, title: null };
const maxEndedPlans = 200;
const endStates = `('done', 'cancelled')`;

/** Plans and their rows. Times are epoch milliseconds. */
export function plans(db: Db) {
  const sql = statements(db);
  const putPlan = db.prepare(
    `INSERT INTO plans (id, profile_id, state, created_at, doc) VALUES (:id, :profileId, :state, :createdAt, :doc)
     ON CONFLICT (id) DO UPDATE SET state = excluded.state, doc = excluded.doc`,
  );
  const putRow = db.prepare(upsertInto('plan_rows', 'plan_id, position', 'state, doc'));
  const countRows = db.prepare<[string], { state: RowState; n: number }>(
    'SELECT state, count(*) AS n FROM plan_rows WHERE plan_id = ? GROUP BY state',
  );
  const planOf = sql.column<[string], string>('SELECT doc FROM plans WHERE id = ?');
  const rowAt = sql.column<[string, number], string>('SELECT doc FROM plan_rows WHERE plan_id = ? AND position = ?');
  // Without the index hint SQLite reads all rows of the plan
  const firstRow = sql.column<[string, string], string>(`SELECT doc FROM plan_rows INDEXED BY plan_rows_by_state
       WHERE plan_id = ? AND state = ? ORDER BY position LIMIT 1`);
  const inTransaction = db.transaction((work: () => void) => work());
  const parsePlan = (doc: string): StoredPlan => ({ ...defaults, ...(fromStoredJson(doc) as StoredPlan) });
  const parseRow = (doc: string): StoredRow => fromStoredJson(doc) as StoredRow;
  let lastRead: { doc: string; plan: StoredPlan } | null = null;
  // While a plan is applied, it is read several times for each row
  const rememberPlan = rememberUntilWrite<Readonly<StoredPlan> | null>(db);
  const stored = (id: string): Readonly<StoredPlan> | null =>
    rememberPlan(id, () => {
      const doc = planOf.get(id);
      if (doc === undefined) return null;
      if (doc !== lastRead?.doc) lastRead = { doc, plan: parsePlan(doc) };
      return lastRead.plan;
    });
  const rememberFirst = rememberUntilWrite<Readonly<StoredRow> | null>(db);
  const put = (plan: StoredPlan): void => {
    const { id, profileId, state, createdAt } = plan;
    putPlan.run({ id, profileId, state, createdAt, doc: storedJson(plan) });
  };
  const save = (planId: string, row: StoredRow): void =>
    void putRow.run({ planId, position: row.position, state: row.state, doc: storedJson(row) });
  const counts = (id: string): Partial<Record<RowState, number>> =>
    Object.fromEntries(countRows.all(id).map(({ state, n }) => [state, n]));

  return {
    stored,
    counts,
    /** A new plan with all its rows, in one transaction. */
    add: (plan: StoredPlan, rows: readonly StoredRow[]): void => {
      inTransaction(() => {
        put(plan);
        for (const row of rows) save(plan.id, row);
      });
    },
    put,
    putRow: save,
    /** Run `work` in one transaction. */
    transaction: (work: () => void): void => inTransaction(work),
    row: (planId: string, position: number): StoredRow | null => rowAt.all(planId, position).map(parseRow)[0] ?? null,
    /** The rows by position. `states` null: rows in all states. Without `count`: all rows. */
    rows: (planId: string, { states = null, text = null, from = 0, count = -1 }: RowQuery = {}): StoredRow[] => {
      const filters = [
        'plan_id = :planId',
        ...(states === null ? [] : ['state IN (SELECT value FROM json_each(:states))']),
        ...(text === null ? [] : ['instr(doc, :text) > 0']),
      ];
      const query = `SELECT doc FROM plan_rows WHERE ${filters.join(' AND ')} ORDER BY position LIMIT :count OFFSET :from`;
      return sql.values<string>(query, { planId, count, from, text, states: JSON.stringify(states) }).map(parseRow);
    },
    /** The first row in this state. */
    first: (planId: string, state: RowState): Readonly<StoredRow> | null =>
      rememberFirst(`${state} ${planId}`, () => firstRow.all(planId, state).map(parseRow)[0] ?? null),
    dropRows: (planId: string, positions: readonly number[]): void => {
      const drop = db.prepare('DELETE FROM plan_rows WHERE plan_id = ? AND position = ?');
      inTransaction(() => positions.forEach((position) => drop.run(planId, position)));
    },
    remove: (id: string): void => void sql.run('DELETE FROM plans WHERE id = ?', [id]),
    /** All unfinished plans and the last 50 finished ones, newest first, at most 250. */
    list: (): StoredPlan[] =>
      sql
        .values<string>(`SELECT doc FROM plans WHERE state NOT IN ${endStates}
           OR id IN (SELECT id FROM plans WHERE state IN ${endStates} ORDER BY created_at DESC, id LIMIT 50)
           ORDER BY created_at DESC, id LIMIT 250`)
        .map(parsePlan),
    /** At a start: pause the plans that were being applied, until a person continues them. Returns these plans. */
    pauseAll: (pausedWhy: NonNullable<StoredPlan['pausedWhy']>): StoredPlan[] => {
      const underWay = sql.column<[], string>(`SELECT doc FROM plans WHERE state IN ('applying', 'waiting')`);
      return db.transaction(() => {
        const paused = underWay.all().map((doc): StoredPlan => ({ ...parsePlan(doc), state: 'paused', pausedWhy }));
        paused.forEach(put);
        return paused;
      })();
    },
    /** Plans that are neither done nor cancelled. */
    notEnded: (): StoredPlan[] =>
      sql.values<string>(`SELECT doc FROM plans WHERE state NOT IN ${endStates}`).map(parsePlan),
    /** The rows of all plans that are neither done nor cancelled and whose JSON contains this text. */
    rowsNotEnded: (text: string): StoredRow[] =>
      sql
        .values<string>(
          `SELECT r.doc FROM plan_rows r JOIN plans p ON p.id = r.plan_id
           WHERE p.state NOT IN ${endStates} AND instr(r.doc, ?) > 0`,
          [text],
        )
        .map(parseRow),
    /**
     * Plans that are being applied, and plans with a write whose outcome is not known. A plan that was restored from a
     * backup is left out until a person continues it.
     */
    unfinished: (): StoredPlan[] =>
      sql
        .values<string>(`SELECT doc FROM plans WHERE state IN ('applying', 'waiting')
           OR id IN (SELECT plan_id FROM journal WHERE state = 'intended') ORDER BY created_at, id`)
        .map(parsePlan)
        .filter(({ pausedWhy }) => pausedWhy !== 'restored'),
    /**
     * Delete finished plans beyond the last 200. The journal keeps their writes. Returns the number of deleted plans.
     */
    prune: (): number =>
      sql.run(
        `DELETE FROM plans WHERE state IN ${endStates}
         AND id NOT IN (SELECT id FROM plans WHERE state IN ${endStates} ORDER BY created_at DESC, id LIMIT ?)
         AND id NOT IN (SELECT plan_id FROM journal WHERE state = 'intended')`,
        [maxEndedPlans],
      ).changes,
    /** Delete the plans of a removed profile. The journal stays. */
    removeOf: (profileId: string): number => sql.run('DELETE FROM plans WHERE profile_id = ?', [profileId]).changes,
  };
}
export type Plans = ReturnType<typeof plans>;

export interface RowQuery {
  states?: readonly RowState[] | null;
  /** Only rows whose JSON contains this text. */
  text?: string | null;
  from?: number;
  count?: number;
}
