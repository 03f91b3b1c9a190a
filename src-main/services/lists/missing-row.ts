import { isResourceMissing } from '#main/api/client/wire/failures.ts';
import type { Refusal } from '#main/cache/cache-types.ts';
import type { CacheWriter } from '#main/cache/store-api.ts';
import type { Key } from '#shared/contract/collection.ts';
import { Failure, isDeniedHere } from '#shared/errors.ts';
import type { ListSource, Reading } from './list-source.ts';

/**
 * Store the meaning of a 404 for a row. If the token can still read its list, the row was deleted. If the token can no
 * longer read the list, the place is marked as hidden, and the row stays as it is. If rows cannot be requested alone,
 * the row is marked as not returned. Returns false if the failure is not a 404.
 * Fails: as the request of the list does, unless the platform refuses it.
 */
export async function noteMissingRow(
  thrown: unknown,
  {
    source,
    reading,
    store,
  }: {
    source: ListSource;
    reading: Reading;
    store: Pick<CacheWriter, 'markNotReturned' | 'markDeleted' | 'markHidden'>;
  },
  id: Key,
  now: number,
): Promise<boolean> {
  if (!isResourceMissing(thrown)) return false;
  const place = { collection: source.name, scope: reading.scope };
  const answers = source.listAnswers;
  if (answers === undefined) await store.markNotReturned({ place, id, by: 'details', now });
  else if (await isAnswered(() => answers(reading))) await store.markDeleted({ place, id, now });
  else await store.markHidden({ place, now });
  return true;
}

async function isAnswered(request: () => Promise<unknown>): Promise<boolean> {
  try {
    await request();
    return true;
  } catch (thrown) {
    if (isHidden(thrown)) return false;
    throw thrown;
  }
}

/** Whether the token can no longer read a place, or the place no longer exists. */
export function isHidden(thrown: unknown): boolean {
  return isDeniedHere(thrown) || isResourceMissing(thrown);
}

/** A refusal of the platform as it is stored. */
export function refusalOf(thrown: unknown, at: number): Refusal {
  const { status = null, reason = null, reportedMessage = null } = Failure.from(thrown);
  return { at, status, reason, message: reportedMessage };
}
