import { wholeList, type ListQuery } from '#shared/contract/collection.ts';
import { keys as api } from '#main/api/endpoints/keys.ts';
import type { Clock } from '#main/ports.ts';
import type { KeyQuery, KeyRow } from '#shared/contract/keys.ts';
import { Failure } from '#shared/errors.ts';
import type { Instance } from '../instances/instance.ts';
import {
  rowIdOf,
  fingerprintOf,
  placeholderIds,
  keysPlace,
  knownRow,
  withoutBatch,
  waitingRow,
} from './keys-record.ts';

type Needs = Pick<Instance, 'send' | 'store' | 'reader'>;
type Within = { clock: Clock; signal: AbortSignal };

/** A cached row, of a known key or of a pending lookup. */
export interface CachedKey {
  row: KeyRow;
  fetchedAt: number;
  notReturnedSince: number | null;
}

/** Maximum rows that are read from the cache at once. */
export const maxCachedKeys = 200;

/**
 * Look up one key and store the result, also if the key is unknown. Fails like the sender; a refusal (403: the token's
 * owner is not an administrator) changes nothing.
 */
export async function lookUpKey(
  { send, store }: Needs,
  { row, fetchedAt, notReturnedSince }: CachedKey,
  { clock, signal }: Within,
): Promise<'known' | 'unknown'> {
  const by = row.batchBy ?? (row.id > 0 ? 'id' : 'fingerprint');
  let reply;
  try {
    reply =
      by === 'id'
        ? await send(api.get, { path: { id: row.id } }, signal)
        : await send(api.find, { query: { fingerprint: fingerprintOf(row) } }, signal);
  } catch (thrown) {
    if (!(thrown instanceof Failure) || thrown.code !== 'missing') throw thrown;
    if (row.answer === 'known') await markNotReturned(store, { row, fetchedAt, notReturnedSince }, clock);
    else
      await store.put({
        place: keysPlace,
        id: row.id,
        record: { ...withoutBatch(row), answer: 'unknown' },
        by: 'unrecorded',
        now: clock.now(),
      });
    return 'unknown';
  }
  const known = knownRow(reply, row);
  await store.put({ place: keysPlace, id: known.id, record: known, by: 'details', now: clock.now() });
  if (row.id > 0 && row.id !== known.id) await markNotReturned(store, { row, fetchedAt, notReturnedSince }, clock);
  for (const id of placeholderIds(known))
    await store.markNotReturned({ place: keysPlace, id, by: 'unrecorded', now: clock.now() });
  return 'known';
}

/** A known key was not found: the stored row stays, with its age, and is marked. */
async function markNotReturned(
  store: Needs['store'],
  { row, fetchedAt, notReturnedSince }: CachedKey,
  clock: Clock,
): Promise<void> {
  const own = { place: keysPlace, id: row.id };
  if (row.batch !== undefined) await store.put({ ...own, record: withoutBatch(row), by: 'unrecorded', now: fetchedAt });
  const by = notReturnedSince === null ? 'details' : 'unrecorded';
  await store.markNotReturned({ ...own, by, now: notReturnedSince ?? clock.now() });
}

/** Up to 200 cached rows that match a filter, including those that were not returned. */
export async function cachedKeys(
  reader: Needs['reader'],
  filter: ListQuery['filter'],
  signal: AbortSignal,
  notReturned: 'hide' | 'show' = 'show',
) {
  const query = wholeList('', { filter, notReturned });
  return reader.lists('keys').list({ query, slice: { from: 0, count: maxCachedKeys } }, signal);
}

/** The cached row for each query, in the same order. If several match, keys that still exist come first. */
export async function cachedKeysFor(
  reader: Needs['reader'],
  queries: readonly KeyQuery[],
  signal: AbortSignal,
): Promise<((CachedKey & { key: number }) | null)[]> {
  const fingerprints = queries.flatMap(({ id, sha256, md5 }) => (id === null ? [sha256 ?? md5 ?? ''] : []));
  const ids = queries.flatMap(({ id }) => id ?? []);
  const none = { rows: [] };
  const [byFingerprint, byId] = await Promise.all([
    fingerprints.length === 0 ? none : cachedKeys(reader, { fingerprints }, signal),
    ids.length === 0 ? none : cachedKeys(reader, { ids }, signal),
  ]);
  const rank = ({ row, notReturnedSince }: CachedKey): number =>
    notReturnedSince !== null ? 2 : row.answer === 'known' ? 0 : 1;
  const best = byFingerprint.rows.toSorted((a, b) => rank(a) - rank(b));
  return queries.map(({ id, sha256, md5 }) => {
    const found =
      id === null
        ? best.find(({ row }) => (sha256 === null ? row.md5 === md5 : row.sha256 === sha256))
        : byId.rows.find(({ row }) => row.id === id);
    return found ?? null;
  });
}

/**
 * Store the keys of a lookup in the cache, marked with its batch. Keys that were never looked up become rows without a
 * result; other rows keep their content and age. Returns their number.
 */
export async function markWaiting(
  { store, reader }: Pick<Needs, 'store' | 'reader'>,
  queries: readonly KeyQuery[],
  batch: string,
  { clock, signal }: Within,
): Promise<number> {
  const fresh = new Map<number, KeyRow>();
  const marked = new Set<number>();
  for (let from = 0; from < queries.length; from += maxCachedKeys) {
    const piece = queries.slice(from, from + maxCachedKeys);
    const cached = await cachedKeysFor(reader, piece, signal);
    for (const [at, ask] of piece.entries()) {
      const standing = cached[at] ?? null;
      if (standing === null) fresh.set(rowIdOf(ask), waitingRow(ask, batch));
      else if (!marked.has(standing.row.id)) {
        marked.add(standing.row.id);
        await mark(store, standing, ask, batch);
      }
    }
  }
  if (fresh.size > 0)
    await store.putRows({ place: keysPlace, rows: [...fresh.values()], by: 'unrecorded', now: clock.now() });
  return fresh.size + marked.size;
}

async function mark(
  store: Needs['store'],
  { row, fetchedAt, notReturnedSince }: CachedKey,
  ask: KeyQuery,
  batch: string,
) {
  const batchBy = ask.id === null ? 'fingerprint' : 'id';
  const comment = row.comment ?? ask.comment;
  const own = { place: keysPlace, id: row.id, by: 'unrecorded' as const };
  await store.put({ ...own, record: { ...row, comment, batch, batchBy }, now: fetchedAt });
  if (notReturnedSince !== null) await store.markNotReturned({ ...own, now: notReturnedSince });
}
