import type { ListSummary } from '#shared/contract/collection.ts';
import type { Scope } from '#shared/contract/scope.ts';
import type { Session } from '../../link/session.svelte.ts';
import { loadOnChanges } from '../features/load-on-changes.ts';
import { collectionClient } from '../lists/collection-client.ts';

/** The summaries of some lists of a project or group, by collection. */
export class PlaceFigures {
  /** Null until loaded. A list whose summary could not be loaded is missing. */
  value = $state.raw<Readonly<Record<string, ListSummary>> | null>(null);
  readonly #session: Session;
  readonly #scope: Scope;
  readonly #collections: readonly string[];

  constructor(session: Session, scope: Scope, collections: readonly string[]) {
    this.#session = session;
    this.#scope = scope;
    this.#collections = collections;
  }

  follow(): () => void {
    return loadOnChanges(
      this.#session,
      () => this.#load(),
      (touch) => this.#collections.map((name) => collectionClient(this.#session, name).changed(touch)),
    );
  }

  async #load(): Promise<void> {
    const loaded = await Promise.allSettled(
      this.#collections.map(async (name) => {
        const summary = await collectionClient(this.#session, name).summary({ scope: this.#scope });
        return [name, summary] as const;
      }),
    );
    this.value = Object.fromEntries(loaded.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])));
  }
}
