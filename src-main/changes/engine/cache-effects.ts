import type { StoredRow } from '#main/state/plans.ts';
import type { Scope, OwnerKind } from '#shared/contract/scope.ts';
import type { State, Operation } from '../operation-kit/operation.ts';
import type { Write } from '../operation-kit/write.ts';
import type { TargetInstance, EngineContext } from './engine-context.ts';

/** The cached row that a write changes or deletes; null: none. */
export function cachedRowOf(write: Write, operation: Operation | undefined): { stem: string; id: number } | null {
  const effect = operation?.caches;
  const id = effect?.kind === 'row' ? Number(write.path[effect.id]) : NaN;
  return effect === undefined || !Number.isInteger(id) ? null : { stem: effect.collection, id };
}

function scopeOf({ path }: Write, kind: OwnerKind): Scope {
  return { instance: '', group: `group:${path.id}`, project: `project:${path.id}` }[kind];
}

/**
 * Store a completed write in the cache, which the window reads. If that is not possible, the write has still succeeded.
 */
export async function updateCache(
  row: StoredRow,
  reply: unknown,
  target: TargetInstance,
  { clock, log, operations }: EngineContext,
): Promise<void> {
  try {
    await applyCacheEffect(row, reply, target, operations[row.op], clock.now());
  } catch (thrown) {
    log.warn('changes.not-cached', { op: row.op, said: thrown instanceof Error ? thrown.message : String(thrown) });
  }
}

async function applyCacheEffect(
  row: StoredRow,
  reply: unknown,
  { store }: TargetInstance,
  operation: Operation | undefined,
  now: number,
) {
  const { write, method, before } = row;
  const effect = operation?.caches;
  const answer: State = typeof reply === 'object' && reply !== null && !Array.isArray(reply) ? (reply as State) : {};
  if (effect?.kind === 'whole') {
    const { collection, scope, id, record } = effect;
    const fields = method === 'DELETE' ? null : { ...before, ...sentFields(row), ...answer };
    await store.put({ collection, scope: scopeOf(write, scope) }, id, record(fields), now);
    return;
  }
  const extraFields = effect?.extraFields?.(write);
  const known = cachedRowOf(write, operation);
  if (known !== null) {
    const place = { stem: known.stem, scope: null, id: known.id };
    if (method === 'DELETE') return void (await store.markAllDeleted(place, now));
    const isOfIt = answer['id'] === undefined || answer['id'] === place.id;
    const told = Object.entries(isOfIt ? answer : {}).filter(([, value]) => value !== undefined);
    await store.putFields(place, { ...before, ...sentFields(row), ...Object.fromEntries(told), ...extraFields }, now);
    return;
  }
  const { id, ...told } = answer;
  if (effect?.kind !== 'new' || typeof id !== 'number') return;
  const { token: _, ...record } = { ...told, ...extraFields } as Record<string, unknown>;
  await store.put({ collection: effect.collection, scope: scopeOf(write, effect.scope) }, id, { id, ...record }, now);
}

/** The sent fields that the platform also returns when the row is read. Needed because a reply may be empty. */
function sentFields({ changes, before }: StoredRow): Record<string, unknown> {
  const read = changes.filter(({ field, isSecret }) => !isSecret && field in (before ?? {}));
  return Object.fromEntries(read.map(({ field, after }) => [field, after]));
}
