import { endpoints } from '#main/api/endpoints/index.ts';
import type { StoredPlan, StoredRow } from '#main/state/plans.ts';
import type { Confirmation, UndoKind } from '#shared/contract/changes.ts';
import { minutes } from '#shared/time.ts';
import { checkRequests } from './check-undo.ts';
import { isFresh, type EngineContext, type TargetInstance } from './engine-context.ts';
import { authorsIn } from './compare-row.ts';
import type { Operations } from '../operation-kit/operation.ts';
import { limitedMs } from './limited-rows.ts';

/** The cost of applying a plan, and the required confirmation: everything that changes when rows are dropped. */
export type Estimate = Pick<StoredPlan, 'ops' | 'names' | 'requests' | 'estimatedMs' | 'undo' | 'confirmation'>;

/** The share of the reported rate limit that writes may use, as in the governor. */
const rateLimitShare = 0.66;
/** Lists show the names of this many rows of a plan. */
const mostNames = 3;
/** Used until a request was measured. */
const defaultLatencyMs = 150;

/** Estimate the rows that would be sent. Rows whose state is too old when it is their turn are read again. */
export function estimate(
  rows: readonly StoredRow[],
  context: EngineContext,
  { budget, latencyMs }: Pick<TargetInstance, 'budget' | 'latencyMs'>,
  now: number,
  undoes?: UndoKind,
): Estimate {
  const sent = rows.filter(({ state }) => state === 'planned' || state === 'drifted' || state === 'needs-secret');
  const eachMs = latencyMs ?? defaultLatencyMs;
  let requests = 0;
  for (const row of sent) {
    const turnAt = now + requests * eachMs;
    const isOld = row.readAt === null || (row.follows ?? null) !== null || !isFresh(row.readAt, turnAt);
    const reads = isOld ? (context.operations[row.op]?.readRequests ?? 0) : 0;
    requests += reads + 1 + checkRequests(row, context);
  }
  return {
    ops: byFrequency(rows.map(({ op }) => op)),
    names: (sent.length === 0 ? rows : sent)
      .slice(0, mostNames)
      .map(({ label, place, detail }) => ({ label, place, detail })),
    requests,
    estimatedMs: Math.round(
      Math.max(requests * eachMs, budgetMs(requests, budget), limitedMs(sent.map(({ write }) => write))),
    ),
    undo: leastUndo(sent.map(({ undo }) => undo)),
    confirmation: confirmationOf(sent, context.operations, undoes),
  };
}

/** Why the platform or Reeve refuses these rows, or probably will; null: no reason known. */
export function refusalOf(
  rows: readonly StoredRow[],
  { profile, capabilities }: TargetInstance,
): StoredPlan['refusal'] {
  if (profile.readOnly) return { reason: 'read-only', isCertain: true, needs: null };
  const isAdministrator = capabilities.find(({ name }) => name === 'users.administrator')?.outcome;
  for (const { op, failure } of rows) {
    const endpoint = endpoints.get(op);
    const role = endpoint?.role ?? null;
    const needsAdministrator = role !== null && /^administrator( or auditor)?$/i.test(role);
    if (needsAdministrator && isAdministrator === 'denied') return { reason: 'role', isCertain: false, needs: role };
    if (failure?.code !== 'denied') continue;
    const reason = typeof failure['reason'] === 'string' ? failure['reason'] : failure.code;
    const needs =
      reason === 'scope' ? 'api' : reason === 'tier' ? (endpoint?.tier ?? null) : reason === 'role' ? role : null;
    return { reason, isCertain: false, needs };
  }
  return null;
}

/** The most limited of these kinds. If some are lossy: all that any of them loses, and all their authors. */
export function leastUndo(undos: readonly UndoKind[]): UndoKind {
  const none = undos.find((undo) => undo.kind === 'none');
  if (none !== undefined) return undos.every(({ kind }) => kind === 'none') ? none : { ...none, isPartial: true };
  const parts = undos.map((undo): Partial<UndoKind & { kind: 'lossy' }> => ({ ...undo, kind: 'lossy' }));
  const unique = <T>(all: readonly T[]): T[] => [...new Set(all)];
  const what = unique(parts.flatMap((part) => part.what ?? []));
  const possible = unique(parts.flatMap((part) => part.possible ?? [])).filter((name) => !what.includes(name));
  const authors = unique(parts.flatMap((part) => part.authors ?? []));
  const [leaves, needs] = (['leaves', 'needs'] as const).map((of) =>
    unique(parts.flatMap((part) => part[of] ?? [])).join('; '),
  );
  const more = { ...(leaves && { leaves }), ...(needs && { needs }), ...(authors.length > 0 && { authors }) };
  return undos.every(({ kind }) => kind === 'exact')
    ? { kind: 'exact', ...more }
    : { kind: 'lossy', what, possible, ...more };
}

function confirmationOf(sent: readonly StoredRow[], operations: Operations, undoes?: UndoKind): Confirmation {
  const [only, ...others] = sent;
  if (only === undefined) return { kind: 'none' };
  const irreversible = sent.filter(({ undo }) => undo.kind === 'none');
  if (irreversible.some(({ op }) => operations[op]?.needsTypedName === true)) {
    const name = operations[only.op]?.nameToType?.(only) ?? only.label;
    return { kind: 'name', name: others.length === 0 ? name : String(sent.length) };
  }
  // One click on an empty form must not create anything
  const isEmpty = only.method === 'POST' && only.changes.length === 0;
  const isOfOthers = authorsIn(only.undo) !== undefined || authorsIn(undoes) !== undefined;
  const isPlain = others.length === 0 && irreversible.length === 0 && !isEmpty && !isOfOthers;
  return { kind: isPlain ? 'none' : 'plan' };
}

/** The reported limit counts requests per minute. */
function budgetMs(requests: number, budget: TargetInstance['budget']): number {
  if (budget === null || requests <= budget.remaining * rateLimitShare) return 0;
  return (requests / Math.max(1, budget.limit * rateLimitShare)) * minutes(1);
}

function byFrequency(ops: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const op of ops) counts.set(op, (counts.get(op) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([op]) => op);
}
