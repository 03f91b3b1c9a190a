import { maskSecrets, refsIn, withoutSecrets, withSecrets } from '../masking/masking.ts';
import { isSame, comparableState } from './compare-fields.ts';
import { mergedLists, compareRow, otherAuthors } from './compare-row.ts';
import { checkedPath, plainFailure, uncheckedPath, writeEndpoint } from './payload.ts';
import { readBefore, type StateBefore } from './read-before.ts';
import type { Endpoint } from '#main/api/types.ts';
import type { StoredRow, StoredWrite } from '#main/state/plans.ts';
import type { CallOnRows, FieldChange, RowName } from '#shared/contract/changes.ts';
import type { Scope } from '#shared/contract/scope.ts';
import { Failure } from '#shared/errors.ts';
import type { State, Operation } from '../operation-kit/operation.ts';
import { withStoredFiles } from '../staged/stored-files.ts';
import { findEarlierRows } from './earlier-rows.ts';
import type { WriteMoment } from '../operation-kit/resources.ts';
import { cachedRowOf } from '../operation-kit/cached-row.ts';
import { expectedResult } from '../operation-kit/write-result.ts';
import { rowNames } from '../naming/row-names.ts';
import { splitByEntries } from './limited-rows.ts';
import type { CachedState, TargetInstance, Work } from './engine-context.ts';

/** A requested write, with what the caller knows about it. */
export interface RequestedWrite extends StoredWrite {
  /** The name that an earlier plan has given to the same object. */
  name?: RowName | undefined;
  undoOfEntry?: number | undefined;
  /** The scope of the list in which the row was selected, used to find its cached copy. */
  scope?: Scope | undefined;
  /** The field values that the person saw; see `Call`. */
  seen?: Readonly<Record<string, unknown>> | undefined;
  /** Items to add to and remove from fields that are lists. Applied when the current items are known. */
  merge?: CallOnRows['merge'];
}

const notRead: StateBefore = { state: null, readAt: null, failure: null };
/** The governor permits no more requests at a time. */
const concurrentReads = 8;

/**
 * Draft the rows of a plan: check each write, replace its secrets with references, read the state before it, and keep
 * only the fields that differ. A write with more entries than one request may have becomes several rows.
 * Fails: `invalid` with the `field` as `calls.3.name`; `aborted`.
 */
export async function draftRows(wanted: readonly RequestedWrite[], work: Work): Promise<StoredRow[]> {
  const { target, context } = work;
  const checked: PreparedWrite[] = [];
  for (const [call, whole] of wanted.entries()) {
    for (const one of splitByEntries(whole)) {
      checked.push(await prepareWrite(one, { call, position: checked.length }, work));
    }
  }
  const copies = await cachedStates(checked, target);
  const befores: StateBefore[] = [];
  const next = checked.values();
  const { moment } = context.recentWrites;
  const readIn = moment();
  const shared = new Map<string, Promise<readonly State[]>>();
  await Promise.all(
    Array.from({ length: Math.min(concurrentReads, checked.length) }, async () => {
      for (const one of next) {
        const { position, operation } = one;
        const copy = copies.get(position) ?? null;
        befores[position] = await readBefore(operation, one.write, work, { copy, shared });
        if (movedIdIn(one.write, target) === null) continue;
        // The read was redirected. The write goes to the ID of the project, so the state before it is read by the ID too
        const moved = await prepareWrite({ ...one.requested, ...one.write }, { call: position, position }, work);
        checked[position] = moved;
        befores[position] = await readBefore(operation, moved.write, work, { shared });
      }
    }),
  );
  const follows = findEarlierRows(checked, context.operations);
  const names = await rowNames(
    checked.map(({ operation, write, endpoint, requested: { scope } }, position) => {
      return { operation, write, scope, state: withoutSecretFields(befores[position]?.state ?? null, endpoint) };
    }),
    target,
  );
  const rows: StoredRow[] = [];
  for (const [position, one] of checked.entries()) {
    const read = { before: befores[position] ?? notRead, readIn, named: names[position] };
    const authors = await otherAuthors(one.operation, { ...one.requested, before: read.before.state }, work);
    rows.push(await draftRow(one, { ...read, authors }, follows.get(position) ?? null, rows, work));
  }
  return rows;
}

interface PreparedWrite {
  position: number;
  endpoint: Endpoint;
  operation: Operation | undefined;
  write: StoredWrite;
  path: string;
  requested: RequestedWrite;
}

async function prepareWrite(
  requested: RequestedWrite,
  { call, position }: { call: number; position: number },
  { target, context: { operations, planSecrets, staged } }: Work,
): Promise<PreparedWrite> {
  try {
    const endpoint = writeEndpoint(requested.op);
    const { op, query } = requested;
    const id = movedIdIn(requested, target);
    const path = id === null ? requested.path : { ...requested.path, id };
    // Merged lists are checked with the added items only, because the current items are not read yet
    const body =
      requested.merge === undefined ? requested.body : { ...requested.body, ...mergedLists({}, requested.merge) };
    const find = (key: string) => staged.find(target.profile.id, key);
    const given = withStoredFiles({ op, path, ...(query && { query }), ...(body && { body }) }, find);
    const refs = refsIn(given);
    const values = await planSecrets.valuesOf(refs);
    const isWhole = values.size === refs.length;
    const shown = isWhole
      ? checkedPath(endpoint, withSecrets(given, values), target)
      : uncheckedPath(endpoint, given, target);
    return {
      position,
      endpoint,
      operation: operations[op],
      write: withoutSecrets(given, endpoint, planSecrets),
      path: shown,
      requested,
    };
  } catch (thrown) {
    if (!(thrown instanceof Failure) || thrown.code !== 'invalid') throw thrown;
    const field = `calls.${call}${thrown.field === undefined ? '' : `.${thrown.field}`}`;
    throw new Failure('invalid', thrown.message, { ...thrown.toData(), field });
  }
}

/** The ID of the project that the path of a write names by its former path; null: none is known. */
function movedIdIn({ op, path: { id } }: StoredWrite, target: TargetInstance): number | null {
  return typeof id === 'string' && writeEndpoint(op).path.startsWith('/projects/:id/') ? target.movedTo(id) : null;
}

/** By the position of the write, its cached row, if that can be used as the state before the write. */
async function cachedStates(
  writes: readonly PreparedWrite[],
  target: TargetInstance,
): Promise<ReadonlyMap<number, CachedState>> {
  const rows = writes.flatMap(({ position, operation, write, requested }) => {
    // The cache contains our own write, so it can't show whether somebody else changed the resource since
    const row = requested.undoOfEntry === undefined ? cachedRowOf(write, operation) : null;
    return row === null ? [] : [{ ...row, position, operation, scope: row.scope ?? requested.scope ?? '' }];
  });
  const found = new Map<number, CachedState>();
  for (const collection of new Set(rows.map((row) => row.collection))) {
    const places = rows.filter((row) => row.collection === collection);
    const copies = await target.cached(
      collection,
      places.map(({ scope, id }) => ({ collection, scope, id })),
    );
    for (const [at, { position, operation }] of places.entries()) {
      const copy = copies[at] ?? null;
      if (copy !== null && operation?.canUseCachedRow?.(copy.state) !== false) found.set(position, copy);
    }
  }
  return found;
}

type Named = Awaited<ReturnType<typeof rowNames>>[number];

const withoutSecretFields = (state: State | null, { secrets }: Endpoint): State | null =>
  state && (maskSecrets(state, secrets, []) as State);

async function draftRow(
  one: PreparedWrite,
  read: { before: StateBefore; readIn: WriteMoment; authors: (string | null)[] | undefined; named: Named | undefined },
  follows: number | null,
  earlier: readonly StoredRow[],
  { target, context }: Work,
): Promise<StoredRow> {
  const { position, endpoint, operation, path, requested } = one;
  const { readAt, failure, ...found } = read.before;
  const state = withoutSecretFields(found.state, endpoint);
  const values = [...(await context.planSecrets.valuesOf(refsIn(one.write))).values()];
  const name = requested.name ?? read.named?.name ?? { label: path };
  const row: StoredRow = {
    position,
    op: one.write.op,
    ...(maskSecrets(name, [], values) as RowName),
    method: endpoint.method,
    path,
    changes: expectedResult(operation, read.named?.row ?? null),
    // `compareRow` keeps only the authors
    undo: { kind: 'lossy', what: [], authors: read.authors },
    state: 'planned',
    status: null,
    reportedMessage: null,
    failure: failure === null ? null : plainFailure(failure),
    reveal: null,
    journalId: null,
    waitsUntil: null,
    write: one.write,
    before: state,
    readAt,
    readIn: read.readIn,
    follows,
    ...(follows !== null && requested.merge && { merge: requested.merge }),
    acceptsDrift: false,
    undoOfEntry: requested.undoOfEntry ?? null,
  };
  const ready = compareRow(row, requested.merge, (at) => earlier[at] ?? null, target, context);
  if (ready.state !== 'planned') return ready;
  const shown = comparableState(operation, state, ready.write);
  return hasChangedSinceSeen(ready.changes, requested.seen, shown) ? { ...ready, state: 'drifted' } : ready;
}

/** Whether somebody changed one of these fields after the person saw it. */
function hasChangedSinceSeen(
  changes: readonly FieldChange[],
  seen: RequestedWrite['seen'] = {},
  shown: State | null,
): boolean {
  return changes.some(
    ({ field, before }) =>
      shown !== null && before !== undefined && field in shown && field in seen && !isSame(seen[field], shown[field]),
  );
}
