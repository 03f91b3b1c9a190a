import { cleaned, refsIn, withoutSecrets, withSecrets } from './masking.ts';
import { changesWhatIs, differences, isSame, shownBy } from './difference.ts';
import { checkedPath, shownValue, uncheckedPath, writing } from './payload.ts';
import { readBefore, type Before } from './reading-before.ts';
import type { Endpoint } from '#main/api/types.ts';
import type { StoredRow, StoredWrite } from '#main/state/plans.ts';
import type { CallOnRows, FieldChange, UndoKind } from '#shared/contract/changes.ts';
import type { Scope } from '#shared/contract/collection.ts';
import { Failure, type FailureData } from '#shared/errors.ts';
import type { Subject } from './subject.ts';
import type { Target, Workshop } from './target.ts';
import { engine as words } from '#shared/text/en/engine.ts';

/** A write that is asked for, with what is known of it already. */
export interface Wanted extends StoredWrite {
  label?: string | undefined;
  undoOfEntry?: number | undefined;
  /** Where it was chosen, so that its cached copy is found. */
  scope?: Scope | undefined;
  /** What the person had before the eyes; see `Call`. */
  seen?: Readonly<Record<string, unknown>> | undefined;
  /** What is added to and taken from fields that are lists, once it is known what they hold. */
  merge?: CallOnRows['merge'];
}

/** Reads at a time; the governor lets no more through anyway. */
const atOnce = 8;

/**
 * The rows of a plan: each checked, its secrets taken out, read before, and brought down to what differs.
 * Fails: `invalid` with the `field` as `calls.3.name`; `aborted`.
 */
export async function draftRows(
  wanted: readonly Wanted[],
  target: Target,
  shop: Workshop,
  signal: AbortSignal,
): Promise<StoredRow[]> {
  const checked: Prepared[] = [];
  for (const [position, one] of wanted.entries()) checked.push(await prepare(one, position, target, shop));
  const rows: StoredRow[] = [];
  const next = checked.values();
  await Promise.all(
    Array.from({ length: Math.min(atOnce, checked.length) }, async () => {
      for (const one of next) rows[one.position] = await compared(one, target, shop, signal);
    }),
  );
  return rows;
}

interface Prepared {
  position: number;
  endpoint: Endpoint;
  subject: Subject | undefined;
  write: StoredWrite;
  path: string;
  asked: Wanted;
}

async function prepare(
  asked: Wanted,
  position: number,
  target: Target,
  { subjects, box }: Workshop,
): Promise<Prepared> {
  try {
    const endpoint = writing(asked.op);
    const { op, path, query } = asked;
    // Whether lists may be sent is checked with what is added; what they are in the end is known after reading
    const body = asked.merge === undefined ? asked.body : { ...asked.body, ...mergedInto({}, asked.merge) };
    const given: StoredWrite = { op, path, ...(query && { query }), ...(body && { body }) };
    const refs = refsIn(given);
    const values = await box.valuesOf(refs);
    const isWhole = values.size === refs.length;
    const shown = isWhole
      ? checkedPath(endpoint, withSecrets(given, values), target)
      : uncheckedPath(endpoint, given, target);
    return {
      position,
      endpoint,
      subject: subjects[op],
      write: withoutSecrets(given, endpoint, box),
      path: shown,
      asked,
    };
  } catch (thrown) {
    if (!(thrown instanceof Failure) || thrown.code !== 'invalid') throw thrown;
    const field = `calls.${position}${thrown.field === undefined ? '' : `.${thrown.field}`}`;
    throw new Failure('invalid', thrown.message, { ...thrown.toData(), field });
  }
}

async function compared(one: Prepared, target: Target, shop: Workshop, signal: AbortSignal): Promise<StoredRow> {
  const { position, endpoint, subject, path, asked } = one;
  const before = await readBefore(subject, one.write, target, shop, signal, {
    scope: asked.scope ?? '',
    // Whether somebody changed it since is seen by asking, not in what we wrote into the cache
    mayBeCached: asked.undoOfEntry === undefined,
  });
  const state = before.state && (cleaned(before.state, endpoint.secrets, []) as StoredRow['before']);
  const write = merged(one.write, asked.merge, state);
  const { changes, same } = differences(write, endpoint.method, shownBy(subject, state, write));
  const values = [...(await shop.box.valuesOf(refsIn(write))).values()];
  const label = asked.label ?? subject?.label?.(state, write) ?? path.split('?', 1)[0]?.split('/').at(-1) ?? path;
  const row: StoredRow = {
    position,
    op: write.op,
    label: cleaned(label, [], values) as string,
    method: endpoint.method,
    path,
    changes: changes.map((change) => ('after' in change ? { ...change, after: shownValue(change.after) } : change)),
    undo: undoOf(endpoint, subject, write, state),
    state: 'planned',
    status: null,
    said: null,
    failure: before.failure === null ? null : shownFailure(before.failure),
    reveal: null,
    journalId: null,
    waitsUntil: null,
    write,
    before: state,
    readAt: before.readAt,
    acceptsDrift: false,
    undoOfEntry: asked.undoOfEntry ?? null,
  };
  const isGone = before.readAt !== null && state === null;
  const isBlind = !isGone && Object.keys(asked.merge ?? {}).some((field) => state?.[field] === undefined);
  if (isBlind) return { ...row, state: 'skipped', failure: row.failure ?? shownFailure(unreadable()) };
  const ready = settled(row, before, same, endpoint, target);
  return ready.state === 'planned' && isOvertaken(ready.changes, asked.seen) ? { ...ready, state: 'drifted' } : ready;
}

/** Somebody changed a field between the look at it and this plan. */
function isOvertaken(changes: readonly FieldChange[], seen: Wanted['seen'] = {}): boolean {
  return changes.some(({ field, before }) => before !== undefined && field in seen && !isSame(seen[field], before));
}

function merged(write: StoredWrite, merge: Wanted['merge'], state: StoredRow['before']): StoredWrite {
  return merge === undefined ? write : { ...write, body: { ...write.body, ...mergedInto(state ?? {}, merge) } };
}

function mergedInto(
  state: NonNullable<StoredRow['before']>,
  merge: NonNullable<Wanted['merge']>,
): Record<string, string[]> {
  const fields = Object.entries(merge).map(([field, { add, remove }]): [string, string[]] => {
    const former = state[field];
    const kept = (Array.isArray(former) ? former.map(String) : []).filter((item) => !remove.includes(item));
    return [field, [...new Set([...kept, ...add])]];
  });
  return Object.fromEntries(fields);
}

const unreadable = (): Failure => new Failure('missing', words.notRead, { reason: 'not-cached' });

/** What needs not be sent at all, and the write without what is so already. */
function settled(
  row: StoredRow,
  before: Before,
  same: readonly string[],
  endpoint: Endpoint,
  target: Target,
): StoredRow {
  const isGone = before.readAt !== null && before.state === null;
  if (isGone && endpoint.method === 'DELETE') return { ...row, state: 'unchanged' };
  if (isGone && changesWhatIs(endpoint.method)) {
    const reason = endpoint.missing ?? 'hidden-or-missing';
    const failure = new Failure('missing', words.notThere, { reason });
    return { ...row, state: 'skipped', failure: shownFailure(failure) };
  }
  if (same.length === 0) return row;
  const { query, body } = row.write;
  const hasOthers = row.changes.length > 0 || Object.keys(query ?? {}).length > 0;
  if (!hasOthers) return { ...row, state: 'unchanged' };
  const less = {
    ...row.write,
    body: Object.fromEntries(Object.entries(body ?? {}).filter(([name]) => !same.includes(name))),
  };
  return isEnough(endpoint, less, target) ? { ...row, write: less } : row;
}

/** Some endpoints need fields that do not change. */
function isEnough(endpoint: Endpoint, write: StoredWrite, target: Target): boolean {
  if (refsIn(write).length > 0) return false;
  try {
    checkedPath(endpoint, write, target);
    return true;
  } catch {
    return false;
  }
}

function undoOf(
  { undo }: Endpoint,
  subject: Subject | undefined,
  write: StoredWrite,
  before: StoredRow['before'],
): UndoKind {
  if (undo === null || subject?.inverse === undefined) {
    return undo?.kind === 'none' ? undo : { kind: 'none', why: words.noInverse };
  }
  const why = subject.irreversible?.(write, before) ?? null;
  if (why !== null) return { kind: 'none', why };
  if (undo.kind !== 'lossy') return undo;
  const lost = subject.loses?.(write) ?? undo.what;
  return lost.length === 0 ? { kind: 'exact' } : { kind: 'lossy', what: [...lost] };
}

export function shownFailure(failure: Failure): FailureData & { [more: string]: unknown } {
  return JSON.parse(JSON.stringify(failure.toData())) as FailureData & { [more: string]: unknown };
}
