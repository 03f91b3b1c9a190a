import type { CatalogueEntry } from '#shared/contract/catalogue.ts';
import { Failure } from '#shared/errors.ts';
import type { Session } from '../../link/session.svelte.ts';
import { unlistedKey } from './scope.svelte.ts';

/**
 * Verify a group or project with the instance. It is added to the catalogue if it is missing there. Fails: as
 * `catalogue.add` and `catalogue.verify`; `throttled` if it was not verified because of a rate limit.
 */
export async function verifyPlace({ client: { catalogue } }: Session, entry: CatalogueEntry): Promise<void> {
  const { key, kind, ref } = entry;
  const added =
    key === unlistedKey ? await catalogue.add({ text: String(ref), kind, isPinned: false }) : { keys: [key] };
  const { stopped } = await catalogue.verify({ keys: added.keys });
  if (stopped !== null) throw Failure.fromData(stopped.failure);
}
