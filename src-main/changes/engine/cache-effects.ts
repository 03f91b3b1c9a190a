import type { OwnWrite } from '#main/cache/history/record/written-by.ts';
import type { CacheWriter } from '#main/cache/store-api.ts';
import type { StoredRow } from '#main/state/plans.ts';
import { Key } from '#shared/contract/collection.ts';
import { collections, type CollectionName } from '#shared/contract/collections.ts';
import { peopleCollections } from '#shared/contract/search.ts';
import { cachedRowOf, scopeOf } from '../operation-kit/cached-row.ts';
import type { CachedAt, Operation, State } from '../operation-kit/operation.ts';

/** A call of the cache writer. */
export type CacheCall = { [V in 'put' | 'putFields' | 'markAllDeleted']: { verb: V; input: Input<V> } }[
  | 'put'
  | 'putFields'
  | 'markAllDeleted'];
type Input<V extends keyof CacheWriter> = CacheWriter[V] extends (input: infer I, ...more: never) => unknown
  ? I
  : never;

/**
 * The calls, in order, that store a completed write of a plan in the cache. Most operations store nothing after a
 * refusal.
 */
export function cacheCallsOf(
  row: StoredRow,
  reply: unknown,
  operation: Operation | undefined,
  { planId, now }: { planId: string; now: number },
): CacheCall[] {
  const { write, method, before } = row;
  const effect = operation?.caches;
  const by = ownWriteOf(row, planId);
  // A resend to a receiver that does not respond is also a refusal by the platform, and its fields are known
  if (row.state === 'refused' || (row.state === 'failed-again' && reply === null)) {
    const fields = (effect?.kind === 'row' && effect.refusalFields?.(row, now)) || null;
    const at = fields === null ? null : cachedRowOf(write, operation);
    return fields === null || at === null ? [] : [{ verb: 'putFields', input: { at, fields, by: 'details', now } }];
  }
  const answer: State = typeof reply === 'object' && reply !== null && !Array.isArray(reply) ? (reply as State) : {};
  if (effect?.kind === 'whole') {
    const { collection, scope, id, record } = effect;
    const fields = method === 'DELETE' ? null : { ...before, ...sentFields(row), ...answer };
    const place = { collection, scope: scopeOf(write, scope) };
    return [{ verb: 'put', input: { place, id, record: record(fields, write), by, now } }];
  }
  if (effect?.kind === 'rows') {
    const { collection, removed } = effect;
    const scope = scopeOf(write, effect.scope);
    if (method === 'DELETE')
      return removed(write, before).map((id) => ({
        verb: 'markAllDeleted',
        input: { at: { collection, scope, id }, by, now },
      }));
    const rows = Array.isArray(reply) ? (reply as State[]) : [];
    return rows.flatMap((record): CacheCall[] => {
      const id = keyIn(record, collection);
      return id === null
        ? []
        : [{ verb: 'put', input: { place: { collection, scope }, id, record: { ...record }, by, now } }];
    });
  }
  if (effect?.kind === 'fields') {
    const { collection, scope, fields } = effect;
    const id = effect.id(write);
    const at = { collection, scope: scopeOf(write, scope) };
    if (id === null) return [];
    const written = fields(write, answer);
    const sent = { ...by, sent: { ...by.sent, ...written } };
    return [{ verb: 'putFields', input: { at: { ...at, id }, fields: written, by: sent, now } }];
  }
  const extraFields = effect?.extraFields?.(write);
  const known = cachedRowOf(write, operation);
  if (known !== null) {
    if (method === 'DELETE')
      return deletedWith(known).map((at) => ({ verb: 'markAllDeleted', input: { at, by, now } }));
    const notStored = effect?.kind === 'row' ? effect.notStored : undefined;
    const sent = { ...without(before, notStored), ...sentFields(row) };
    if (effect?.kind === 'row' && effect.replyFields !== undefined) {
      const fields = { ...sent, ...effect.replyFields(answer, now) };
      return [{ verb: 'putFields', input: { at: known, fields, by, now } }];
    }
    const returned = Object.fromEntries(Object.entries(answer).filter(([, value]) => value !== undefined));
    const key = keyIn(answer, known.collection) ?? known.id;
    if (key === known.id)
      return [{ verb: 'putFields', input: { at: known, fields: { ...sent, ...returned, ...extraFields }, by, now } }];
    // A reply about another resource
    if (known.scope === null)
      return [{ verb: 'putFields', input: { at: known, fields: { ...sent, ...extraFields }, by, now } }];
    // The write changed the key: a wiki page with another title has another slug
    const place = { collection: known.collection, scope: known.scope };
    return [
      { verb: 'markAllDeleted', input: { at: known, by: { ...by, sent: null }, now } },
      {
        verb: 'put',
        input: {
          place,
          id: key,
          record: { ...sent, ...returned, ...extraFields },
          by: { ...by, isCreation: true },
          now,
        },
      },
    ];
  }
  const created = createdRow(row, reply, operation);
  if (created === null) return [];
  const { id, ...place } = created;
  const key = { [collections[place.collection].key]: id };
  const { token: _, ...record } = { ...answer, ...key, ...extraFields } as Record<string, unknown>;
  return [{ verb: 'put', input: { place, id, record, by: { ...by, isCreation: true }, now } }];
}

/** A write of a plan whose outcome is not known; null: the cache has no row for it. */
export function uncertainWriteOf(
  row: StoredRow,
  operation: Operation | undefined,
  { planId, now }: { planId: string; now: number },
): Input<'noteUncertain'> | null {
  const at = cachedRowOf(row.write, operation);
  const { sent, ...cause } = ownWriteOf(row, planId);
  return at && { at, fields: sent, cause, now };
}

function ownWriteOf({ method, changes, journalId }: StoredRow, planId: string): OwnWrite {
  const sent: State = Object.fromEntries(changes.filter((one) => !one.isSecret).map((one) => [one.field, one.after]));
  const isCreation = method === 'POST';
  return { planId, journalId, sent: method === 'DELETE' ? null : sent, isCreation };
}

/** The cached row that a write created; null: it created none, or the reply contains no ID. */
export function createdRow({ write }: StoredRow, reply: unknown, operation: Operation | undefined) {
  const effect = operation?.caches;
  if (effect?.kind !== 'new' || typeof reply !== 'object' || reply === null) return null;
  const answer = reply as State;
  const id = effect.isRow?.(answer) === false ? null : keyIn(answer, effect.collection, effect.idField);
  return id === null ? null : { collection: effect.collection, scope: scopeOf(write, effect.scope), id };
}

/** All cached rows of a deleted resource: those of an account are in several lists, such as its memberships. */
function deletedWith(row: CachedAt): CachedAt[] {
  if (!peopleCollections.includes(row.collection)) return [row];
  return peopleCollections.map((collection) => ({ ...row, collection, scope: null }));
}

/** The key of the row in a reply; null: the reply has none. */
function keyIn(reply: State, collection: CollectionName, field: string = collections[collection].key): Key | null {
  return Key.safeParse(reply[field]).data ?? null;
}

/** The sent fields that the platform also returns when the row is read. Needed because a reply may be empty. */
function sentFields({ changes, before }: StoredRow): Record<string, unknown> {
  const read = changes.filter(({ field, isSecret }) => !isSecret && field in (before ?? {}));
  return Object.fromEntries(read.map(({ field, after }) => [field, after]));
}

function without(state: State | null, fields: readonly string[] = []): State {
  return Object.fromEntries(Object.entries(state ?? {}).filter(([field]) => !fields.includes(field)));
}
