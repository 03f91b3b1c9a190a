import type { Scope } from '#shared/contract/scope.ts';
import type { Session } from '../../link/session.svelte.ts';
import { collectionClient } from './collection-client.ts';

/** Cached rows of a list in wider scopes, for a list without rows in its own scope. */
export class WiderRows {
  /** The nearest scope with cached rows. */
  found = $state.raw<{ scope: Scope; count: number } | null>(null);
  readonly #session: Session;
  readonly #collection: string;

  constructor(session: Session, collection: string) {
    this.#session = session;
    this.#collection = collection;
  }

  /** Search the scopes for rows, the nearest first. */
  async search(scopes: readonly Scope[]): Promise<void> {
    const client = collectionClient(this.#session, this.#collection);
    this.found = null;
    try {
      for (const scope of scopes) {
        const { live: count } = await client.summary({ scope });
        if (count === 0) continue;
        this.found = { scope, count };
        return;
      }
    } catch {
      // The connection to the core is lost, which the window shows
    }
  }
}
