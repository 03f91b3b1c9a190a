import { SvelteMap } from 'svelte/reactivity';
import { scopeOfRevisions, type Scope } from '#shared/contract/scope.ts';
import type { Session } from '../../link/session.svelte.ts';
import { loadOnChanges } from '../loading/load-on-changes.ts';

/** Which lists of commits of a project were synced, so that they can be shown without the network. */
export class StoredCommitLists {
  readonly #known = new SvelteMap<string, boolean>();
  readonly #session: Session;
  readonly #project: Scope;

  constructor(session: Session, project: Scope) {
    this.#session = session;
    this.#project = project;
  }

  /** Undefined: not loaded yet. `revisions`: see `revisionsOf`. */
  has(revisions: string): boolean | undefined {
    return this.#known.get(revisions);
  }

  /** Load these lists, also after changes, until the returned function is called. */
  follow(revisions: readonly string[]): () => void {
    const { commits } = this.#session.client;
    return loadOnChanges(
      this.#session,
      () => this.#load(revisions),
      (touch) => [commits.changed(touch)],
    );
  }

  async #load(revisions: readonly string[]): Promise<void> {
    const { commits } = this.#session.client;
    await Promise.allSettled(
      revisions.map(async (one) => {
        const { completedAt } = await commits.summary({ scope: scopeOfRevisions(this.#project, one) });
        this.#known.set(one, completedAt !== null);
      }),
    );
  }
}
