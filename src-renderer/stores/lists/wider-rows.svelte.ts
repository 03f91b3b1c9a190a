import type { Scope } from '#shared/contract/scope.ts';
import type { Session } from '../../link/session.svelte.ts';
import { NewestCall } from '../loading/newest-call.svelte.ts';
import { collectionClient, type CollectionClient } from './collection-client.ts';

/** Cached rows of a list in wider scopes, for a list without rows in its own scope. The window shows a failure. */
export class WiderRows extends NewestCall<{ scope: Scope; count: number } | null> {
  /** The nearest scope with cached rows. */
  found = $derived(this.value ?? null);
  readonly #client: Pick<CollectionClient<unknown>, 'summary'>;

  constructor(session: Session, collection: string) {
    super();
    this.#client = collectionClient(session, collection);
  }

  /** Search the scopes for rows, the nearest first. */
  async search(scopes: readonly Scope[]): Promise<void> {
    this.forget();
    await this.send(async () => {
      for (const scope of scopes) {
        const { live: count } = await this.#client.summary({ scope });
        if (count > 0) return { scope, count };
      }
      return null;
    });
  }
}
