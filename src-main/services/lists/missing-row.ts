import { isResourceMissing } from '#main/api/client/wire/failures.ts';
import type { CacheWriter } from '#main/cache/store-api.ts';
import type { Key } from '#shared/contract/collection.ts';
import { Failure } from '#shared/errors.ts';
import type { ListSource, Reading } from './list-source.ts';

/**
 * Store what a 404 of a row means. Deleted: only if its list still answers. If the token may not see the list anymore, the
 * row stays as it is. A row that can only be looked for in its list is not returned anymore.
 * Returns false for another failure than a 404. Fails as the request of the list does, unless that is refused.
 */
export async function noteMissingRow(
  thrown: unknown,
  {
    source,
    reading,
    store,
  }: { source: ListSource; reading: Reading; store: Pick<CacheWriter, 'markGone' | 'markDeleted' | 'markHidden'> },
  id: Key,
  now: number,
): Promise<boolean> {
  if (!isResourceMissing(thrown)) return false;
  const place = { collection: source.name, scope: reading.scope };
  const answers = source.listAnswers;
  if (answers === undefined) await store.markGone({ place, id, now });
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

/** The token may not see this place anymore, or it does not exist anymore. */
export function isHidden(thrown: unknown): boolean {
  if (!(thrown instanceof Failure) || thrown.reason === 'token-rejected') return false;
  return thrown.code === 'denied' || isResourceMissing(thrown);
}
