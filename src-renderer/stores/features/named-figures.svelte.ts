import type { NamedFigure } from '#shared/contract/overview.ts';
import type { Session } from '../../link/session.svelte.ts';
import { collectionClient } from '../lists/collection-client.ts';
import { loadOnChanges } from './load-on-changes.ts';

/** The figures with names of some lists, counted again when their rows change. */
export class NamedFigures {
  /** By name. Null until loaded. The token can't see the rows of a figure that is missing. */
  value = $state.raw<Readonly<Partial<Record<string, NamedFigure>>> | null>(null);
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  follow(collections: readonly string[]): () => void {
    return loadOnChanges(
      this.#session,
      async () => {
        try {
          const all = await this.#session.client.overview.figures({ collections: [...collections] });
          this.value = Object.fromEntries(all.map((one) => [one.name, one]));
        } catch {
          // The cache is closed, which the frame shows
        }
      },
      (touch) => collections.map((name) => collectionClient(this.#session, name).changed(touch)),
    );
  }
}
