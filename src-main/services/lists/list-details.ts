import type { CacheWriter } from '#main/cache/store-api.ts';
import type { Key } from '#shared/contract/collection.ts';
import type { Scope } from '#shared/contract/scope.ts';
import { Failure, isDeniedHere } from '#shared/errors.ts';
import type { ListProgress, SyncNeeds } from './list-progress.ts';
import { each, singleFailures } from '../each.ts';
import { refOf } from './list-sources.ts';
import type { ListSource } from './list-source.ts';
import { noteMissingRow } from './missing-row.ts';
import { syncGuard, type SyncLimits } from './sync-limits.ts';

interface Needs extends SyncNeeds {
  limits: SyncLimits;
  orChanged?: boolean;
  /** Request only the details of these rows. A refusal then concerns a single row, and does not end the sync. */
  chosen?: readonly Key[];
}

/**
 * Store a record that was requested alone. If its id is the same row in every scope, all scopes that have the row are
 * updated. Returns whether the row changed in its own scope.
 */
export async function putDetail(
  store: CacheWriter,
  { name: collection, isSameInAllScopes }: Pick<ListSource, 'name' | 'isSameInAllScopes'>,
  { scope, id }: { scope: Scope; id: Key },
  record: object,
  now: number,
): Promise<boolean> {
  const { changed } = await store.put({
    place: { collection: `${collection}.detail`, scope },
    id,
    record,
    by: 'details',
    now,
  });
  const at = { collection, scope: null, id };
  if (isSameInAllScopes) await store.putFields({ at, fields: { ...record }, by: 'details', now });
  return changed;
}

/** Number of details that are requested at the same time. */
const wide = 6;

/**
 * Request the details of the rows of a scope, if they are older than `maxAgeMs` or were never requested; with
 * `orChanged` also if the row changed in the list since then. A row that the platform no longer has is marked. Rows
 * that it refuses, that fail, or that are unreadable, are counted as unreadable, and their ids are returned.
 * Fails: `denied` if the platform refuses a row before it returned any.
 */
export async function readDetails(
  source: ListSource,
  scope: Scope,
  maxAgeMs: number,
  { instance, limits, clock, report, signal, orChanged = false, chosen }: Needs,
): Promise<Key[]> {
  const { send, store, reader } = instance;
  const { name: collection, read } = source;
  if (read === undefined)
    throw new Failure('invalid', `rows of ${collection} have no details`, { field: 'collection' });
  const reading = { scope, ref: refOf(source, scope), send };
  const rows = reader.lists(collection);
  const ids = chosen ?? (await rows.undetailed({ scope, before: clock.now() - maxAgeMs, orChanged }, signal));
  const unreadable: Key[] = [];
  const sums: ListProgress = { rows: 0, estimatedRows: ids.length, requests: 0, changed: 0, unreadable: 0 };
  const guard = syncGuard(limits, ids.length);
  const failures = singleFailures();
  report({ ...sums });
  await each(ids, wide, signal, async (id, own) => {
    await guard(sums.rows, ids.length);
    sums.requests += 1;
    try {
      const cached = (await rows.detail({ scope, id }, own))?.row ?? null;
      const record = await read({ ...reading, signal: own }, id, cached);
      const changed = await putDetail(store, source, { scope, id }, record, clock.now());
      sums.rows += 1;
      failures.succeeded();
      if (changed) sums.changed += 1;
    } catch (thrown) {
      if (!(thrown instanceof Failure)) throw thrown;
      const at = { source, reading: { ...reading, signal: own }, store };
      const isMissing = await noteMissingRow(thrown, at, id, clock.now());
      const isRefused = isDeniedHere(thrown) && (sums.rows > 0 || chosen !== undefined);
      const isUnreadable = thrown.code === 'remote' && thrown.reason === 'unreadable-reply';
      if (!isMissing && !isRefused && !isUnreadable) failures.add(thrown);
      if (!isMissing) sums.unreadable = unreadable.push(id);
    }
    report({ ...sums });
  });
  return unreadable;
}
