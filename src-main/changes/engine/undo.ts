import { z } from 'zod';
import { endpoints } from '#main/api/endpoints/index.ts';
import { masked } from '#main/api/client/wire/secrets.ts';
import type { FullEntry } from '#main/state/journal.ts';
import type { StoredRow, StoredWrite } from '#main/state/plans.ts';
import type { UndoKind } from '#shared/contract/changes.ts';
import { Failure } from '#shared/errors.ts';
import { engine as words } from '#shared/text/en/engine.ts';
import { comparableState, isAccepted, isEdit, matchingSide } from './compare-fields.ts';
import { otherAuthors, undoKindOf } from './compare-row.ts';
import { leastUndo } from './estimate.ts';
import { draftRows, type RequestedWrite } from './draft.ts';
import { earlierOf, withFields, fieldsWrittenBefore, type RowAt } from './earlier-rows.ts';
import { plainFailure, writeEndpoint } from './payload.ts';
import { stateInReply } from './refresh-row.ts';
import { hasContent, sentContent } from '../operation-kit/file-contents.ts';
import type { State } from '../operation-kit/operation.ts';
import { textOf } from '../operation-kit/probes.ts';
import type { EngineContext, Work } from './engine-context.ts';

/**
 * The rows that undo these entries, the last write first. Entries that cannot be undone are `skipped` rows with the
 * reason; resources that somebody changed since are `drifted`. Fails: `conflict`/`no-undo` if no entry can be undone.
 */
export async function undoRows(entries: readonly FullEntry[], work: Work): Promise<StoredRow[]> {
  const backwards = entries.toSorted((a, b) => b.id - a.id);
  const wanted: RequestedWrite[] = [];
  const irreversible: { entry: FullEntry; why: string }[] = [];
  for (const entry of backwards) {
    const inverse = inverseOf(entry, work.context);
    if (typeof inverse === 'string') irreversible.push({ entry, why: inverse });
    else wanted.push(...inverse);
  }
  if (wanted.length === 0) {
    const [first, ...others] = irreversible;
    const message =
      first !== undefined && others.every(({ why }) => why === first.why) ? first.why : words.nothingToUndo;
    throw new Failure('conflict', message, { reason: 'no-undo', reportedMessage: message });
  }
  const rows = await draftRows(wanted, work);
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const rowsWithDrift: StoredRow[] = [];
  for (const row of rows)
    rowsWithDrift.push(markIfDrifted(row, byId.get(row.undoOfEntry ?? 0), rowsWithDrift, work.context));
  return [
    ...rowsWithDrift,
    ...irreversible.map(({ entry, why }, n) => skippedRow(entry, why, rowsWithDrift.length + n)),
  ];
}

/** The most limited undo of the entries that can be undone, as it is with the present token. */
export async function undoKindOfEntries(entries: readonly FullEntry[], work: Work): Promise<UndoKind> {
  const { operations } = work.context;
  const kinds: UndoKind[] = [];
  for (const { op, undo, write, before } of entries) {
    const endpoint = endpoints.get(op);
    if (undo.kind === 'none' || endpoint === undefined) continue;
    const authors = await otherAuthors(operations[op], { before }, work);
    kinds.push(undoKindOf(endpoint, operations[op], write, before, authors));
  }
  return leastUndo(kinds.filter(({ kind }) => kind !== 'none'));
}

/** The writes that undo an entry, or the reason why it can't be undone. */
function inverseOf(entry: FullEntry, { operations, planSecrets }: EngineContext): RequestedWrite[] | string {
  const { state, undoneBy, undo, write, before, reply, id, label, place, detail } = entry;
  if (state !== 'applied') return words.undoNotApplied;
  if (undoneBy !== null) return words.undoneAlready;
  if (undo.kind === 'none') return words.undoNone(undo.why);
  const inverse = operations[entry.op]?.inverse?.({ write, before, reply }) ?? null;
  if (inverse === null) return words.undoUnknown;
  if (inverse.length === 0) return words.undoNothing;
  return inverse.map((one) => {
    const filled = hasMaskedSecret(one) ? withEmptyRefs(one, planSecrets.empty) : one;
    return { ...filled, name: { label, place, detail }, undoOfEntry: id };
  });
}

/**
 * Mark a row as drifted if somebody changed the resource after our write. Earlier rows of the undo are taken into
 * account.
 */
function markIfDrifted(
  row: StoredRow,
  entry: FullEntry | undefined,
  earlier: readonly StoredRow[],
  { operations }: EngineContext,
): StoredRow {
  const rowAt: RowAt = (position) => earlier[position] ?? null;
  if (row.state !== 'planned') return row;
  if ([...earlierOf(row, rowAt)].some(({ state }) => state === 'drifted')) return { ...row, state: 'drifted' };
  // An earlier row of the undo may restore the values first
  const isDeletion = entry?.method === 'POST' && row.method === 'DELETE' && (row.follows ?? null) === null;
  if (isDeletion && isEditedSince(entry, row.before)) {
    return { ...row, state: 'drifted' };
  }
  if (entry === undefined || entry.op !== row.op) return row;
  const { fields, isWhole } = fieldsWrittenBefore(row, rowAt, operations);
  // In the form of our write, which can differ from the form of the undo
  const shown = withFields(
    isWhole ? comparableState(operations[row.op], withFields(row.before, fields), entry.write) : null,
    fields,
  );
  if (shown === null) return row;
  // The undo of one write may need two writes. Fields that the first one restores no longer have the values of the
  // undone write
  const restored = [...earlierOf(row, rowAt)].filter((other) => other.undoOfEntry === row.undoOfEntry);
  const names = new Set(restored.flatMap(({ changes }) => changes.map(({ field }) => field)));
  const changes = entry.changes.filter(({ field }) => !names.has(field));
  const isComparable = changes.some(({ field, isSecret }) => !isSecret && field in shown);
  // The platform may have stored the sent values in another form, for example without spaces around them
  const inReply = (isEdit(entry.method) && stateInReply(entry, operations[entry.op])) || {};
  const stored = changes.map((one) => (one.field in inReply ? { ...one, after: inReply[one.field] } : one));
  const isOurs = [changes, stored].some((each) => matchingSide(each, shown) === 'after');
  return isComparable && !isOurs ? { ...row, state: 'drifted' } : row;
}

/**
 * Whether a created resource no longer has the values of the reply to its creation, so that deleting it would also delete
 * the work of somebody else. Only fields that a request can set are compared, the last commit of a branch, and the content
 * of a file.
 */
function isEditedSince({ op, reply, write }: FullEntry, now: State | null): boolean {
  if (now === null || typeof reply !== 'object' || reply === null) return false;
  const { body, secrets } = writeEndpoint(op);
  const created = reply as State;
  const settable = body instanceof z.ZodObject ? Object.keys(body.shape) : [];
  const compared = settable.filter((name) => name in created && name in now && !secrets.includes(name));
  const [head, headNow] = [created, now].map((state) => textOf(state['commit'] as State | undefined, 'id'));
  return (
    compared.some((name) => !isAccepted(created[name], now[name])) ||
    (head !== null && head !== headNow) ||
    ('content' in (write.body ?? {}) && hasContent(now, sentContent(write.body)) === false)
  );
}

function skippedRow(entry: FullEntry, why: string, position: number): StoredRow {
  const { op, label, place, detail, method, path, changes, undo, write, before, id } = entry;
  const failure = plainFailure(new Failure('conflict', why, { reason: 'no-undo', reportedMessage: why }));
  return {
    ...{ position, op, label, place, detail, method, path, changes, undo, write, before, failure },
    state: 'skipped',
    status: null,
    reportedMessage: why,
    reveal: null,
    journalId: null,
    waitsUntil: null,
    readAt: null,
    acceptsDrift: false,
    undoOfEntry: id,
  };
}

function hasMaskedSecret(write: StoredWrite): boolean {
  return (
    JSON.stringify(write.body ?? {}).includes(JSON.stringify(masked)) && writeEndpoint(write.op).secrets.length > 0
  );
}

/** The write with an empty reference for each secret. A person must enter the value before the write is sent. */
function withEmptyRefs(write: StoredWrite, ref: () => unknown): StoredWrite {
  const filled = (value: unknown): unknown => {
    if (value === masked) return ref();
    if (Array.isArray(value)) return value.map(filled);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, filled(item)]));
  };
  return { ...write, ...(write.body && { body: filled(write.body) as Record<string, unknown> }) };
}
