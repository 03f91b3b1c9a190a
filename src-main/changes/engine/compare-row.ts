import type { Endpoint } from '#main/api/types.ts';
import { singleLine } from '#main/api/client/wire/error-body.ts';
import type { StoredRow, StoredWrite } from '#main/state/plans.ts';
import type { CallOnRows, UndoKind } from '#shared/contract/changes.ts';
import { Failure } from '#shared/errors.ts';
import { engine as words } from '#shared/text/en/engine.ts';
import { isAccepted, isEdit, isSame, differences, comparableState, unshownValues } from './compare-fields.ts';
import { isValidWrite, plainFailure, shownValue, writeEndpoint } from './payload.ts';
import { findEarlierRows, withFields, fieldsWrittenBefore, type RowAt } from './earlier-rows.ts';
import type { Operation, State } from '../operation-kit/operation.ts';
import { textOf } from '../operation-kit/probes.ts';
import type { TargetInstance, EngineContext } from './engine-context.ts';

type Merge = CallOnRows['merge'];

/**
 * The write with the final value of each merged list: its current items without the removed ones, plus the added ones.
 */
export function withMergedLists(write: StoredWrite, merge: Merge, state: StoredRow['before']): StoredWrite {
  return merge === undefined ? write : { ...write, body: { ...write.body, ...mergedLists(state ?? {}, merge) } };
}

export function mergedLists(
  state: NonNullable<StoredRow['before']>,
  merge: NonNullable<Merge>,
): Record<string, string[]> {
  const fields = Object.entries(merge).map(([field, { add, remove }]): [string, string[]] => {
    const former = state[field];
    const kept = (Array.isArray(former) ? former.map(String) : []).filter((item) => !remove.includes(item));
    return [field, [...new Set([...kept, ...add])]];
  });
  return Object.fromEntries(fields);
}

const unreadableList = (): Failure => new Failure('missing', words.notRead, { reason: 'not-cached' });

/**
 * Compute what a row changes, and whether it must be sent. The row is compared with the state that was read plus the
 * values that earlier rows of the plan write. A row about the same resource as an earlier row keeps all its fields,
 * because the earlier row may be refused.
 */
export function compareRow(
  row: StoredRow,
  merge: Merge,
  rowAt: RowAt,
  target: TargetInstance,
  { operations }: Pick<EngineContext, 'operations'>,
): StoredRow {
  const endpoint = writeEndpoint(row.op);
  const operation = operations[row.op];
  const isLater = hasEarlierRow(row);
  const { fields, isWhole } = fieldsWrittenBefore(row, rowAt, operations);
  const state = withFields(row.before, fields);
  const write = withMergedLists(row.write, merge, state);
  const shown = withFields(isWhole ? comparableState(operation, state, write) : null, fields);
  const unshown = unshownValues(operation, state, write);
  const { changes, same } = differences(write, endpoint.method, shown, { keepsAll: isLater, unshown });
  const shownChanges = changes.map((change) =>
    'after' in change ? { ...change, after: shownValue(change.after) } : change,
  );
  const compared: StoredRow = {
    ...row,
    write,
    changes: [...row.changes.filter(({ field }) => field === operation?.result?.field), ...shownChanges],
    undo: undoKindOf(endpoint, operation, write, state, authorsIn(row.undo)),
  };
  const isMissing = row.readAt !== null && row.before === null;
  const isListUnknown =
    (isLater || !isMissing) && Object.keys(merge ?? {}).some((field) => state?.[field] === undefined);
  if (isListUnknown) return { ...compared, state: 'skipped', failure: row.failure ?? plainFailure(unreadableList()) };
  const { dialect } = target.profile;
  const why = isLater || row.before === null ? null : (operation?.whySkipped?.(row.before, dialect) ?? null);
  if (why !== null) {
    const failure = new Failure('conflict', why, { reportedMessage: why });
    return { ...compared, state: 'skipped', reportedMessage: why, failure: plainFailure(failure) };
  }
  if (isLater) return compared;
  const is = row.before === null ? null : (operation?.whyUnchanged?.(row.before, write) ?? null);
  if (is !== null) return { ...compared, state: 'unchanged', reportedMessage: is };
  return withoutNeedlessParts(compared, isMissing, same, endpoint, target);
}

/**
 * Whether an earlier row of the plan is about the same resource, so that the state before this row is not known yet.
 */
export const hasEarlierRow = ({ follows }: Pick<StoredRow, 'follows'>): boolean => (follows ?? null) !== null;

/** After rows were dropped from a draft, the rows that follow another row, compared again. */
export function compareAgain(
  rows: readonly StoredRow[],
  target: TargetInstance,
  context: Pick<EngineContext, 'operations'>,
): StoredRow[] {
  const follows = findEarlierRows(rows, context.operations);
  const byPosition = new Map(rows.map((row) => [row.position, row]));
  const changed: StoredRow[] = [];
  const rowAt: RowAt = (position) => byPosition.get(position) ?? null;
  for (const row of rows.filter(hasEarlierRow)) {
    const linked: StoredRow = { ...row, state: 'planned', follows: follows.get(row.position) ?? null };
    const now = compareRow(linked, row.merge, rowAt, target, context);
    const next = row.state === 'drifted' && now.state === 'planned' ? { ...now, state: row.state } : now;
    byPosition.set(row.position, next);
    changed.push(next);
  }
  return changed;
}

/** Mark a row that need not be sent, and remove the fields that already have the wanted value. */
function withoutNeedlessParts(
  row: StoredRow,
  isMissing: boolean,
  same: readonly string[],
  endpoint: Endpoint,
  target: TargetInstance,
): StoredRow {
  if (isMissing && endpoint.method === 'DELETE') return { ...row, state: 'unchanged' };
  if (isMissing && isEdit(endpoint.method)) {
    const reason = endpoint.missing ?? 'hidden-or-missing';
    const failure = new Failure('missing', words.notThere, { reason });
    return { ...row, state: 'skipped', failure: plainFailure(failure) };
  }
  return withoutSameFields(row, same, endpoint, target);
}

/** The row without the fields that already have the wanted value; `unchanged` when nothing is left. */
export function withoutSameFields(
  row: StoredRow,
  same: readonly string[],
  endpoint: Endpoint,
  target: TargetInstance,
): StoredRow {
  if (same.length === 0) return row;
  const { query, body } = row.write;
  const changes = row.changes.filter(({ field }) => !same.includes(field));
  const hasOthers = changes.length > 0 || Object.keys(query ?? {}).length > 0;
  if (!hasOthers) return { ...row, changes, state: 'unchanged' };
  const rest = Object.fromEntries(Object.entries(body ?? {}).filter(([name]) => !same.includes(name)));
  const write = { ...row.write, body: rest };
  return isValidWrite(endpoint, write, target) ? { ...row, changes, write } : { ...row, changes };
}

/**
 * The name of the other person whose text this write deletes and an undo writes again; null: the name is unknown.
 * Undefined: the write deletes no text, or one by the owner of the token.
 */
export async function otherAuthors(
  operation: Operation | undefined,
  { before, undoOfEntry }: Pick<StoredRow, 'before'> & { undoOfEntry?: number | null | undefined },
  { target, signal }: { target: Pick<TargetInstance, 'user'>; signal: AbortSignal },
): Promise<(string | null)[] | undefined> {
  // A deletion that undoes an entry deletes a text that this entry has added
  if (operation?.deletesText !== true || (undoOfEntry ?? null) !== null) return undefined;
  const author = before?.['author'] as State | null | undefined;
  const username = textOf(author, 'username');
  if (username !== null && username === (await target.user(signal))) return undefined;
  return [singleLine(textOf(author, 'name') ?? username ?? '', 100) ?? null];
}

/** The other people whose texts an undo writes again; undefined: there are none. */
export const authorsIn = (undo?: UndoKind) => (undo?.kind === 'lossy' ? undo.authors : undefined);

/** Whether this write can be undone, as far as it is known before sending. `authors`: as `otherAuthors` returns them. */
export function undoKindOf(
  endpoint: Endpoint,
  operation: Operation | undefined,
  write: StoredWrite,
  before: StoredRow['before'],
  authors: (string | null)[] | undefined,
): UndoKind {
  const { undo } = endpoint;
  if (undo === null || operation?.inverse === undefined) {
    return undo?.kind === 'none' ? undo : { kind: 'none', why: words.noInverse };
  }
  const why = operation.irreversible?.(write, before) ?? null;
  if (why !== null) return { kind: 'none', why };
  const { what, possible } = lossesOf(endpoint, operation, write, before);
  const { leaves, needs } = undo;
  const isExact = what.length + possible.length === 0 && authors === undefined;
  return isExact ? { kind: 'exact', leaves, needs } : { kind: 'lossy', what, possible, leaves, needs, authors };
}

/** What an undo does not restore, and what it may not restore, because it isn't known, or the instance may ignore it. */
function lossesOf({ method, undo }: Endpoint, operation: Operation, write: StoredWrite, before: State | null) {
  const undoes = operation.inverse?.({ write, before, reply: null }) ?? [];
  const sent = undoes.flatMap(({ body }) => Object.keys(body ?? {}));
  if (isEdit(method)) {
    const { changes } = differences(write, method, comparableState(operation, before, write));
    const unknown = changes.filter((change) => !sent.includes(change.field) && (change.before ?? null) === null);
    return { what: [], possible: [...(operation.loses?.(write, before) ?? unknown.map(({ field }) => field))] };
  }
  const names = operation.loses?.(write, before) ?? (undo?.kind === 'lossy' ? undo.what : []);
  const isNothing = (value: unknown) => value !== undefined && (isAccepted(null, value) || isSame(value, []));
  const isPlain = (value: unknown) => value !== undefined && (typeof value !== 'object' || Array.isArray(value));
  // The authors of texts are named separately
  const lost = names.filter((name) => name !== 'author' && !isNothing(before?.[name]));
  const isSure = (name: string) => isPlain(before?.[name]) && !sent.includes(name);
  return { what: lost.filter(isSure), possible: lost.filter((name) => !isSure(name)) };
}
