import type { Scope } from '#shared/contract/scope.ts';
import type { Session } from '../../../link/session.svelte.ts';
import { loadOnChanges } from '../../features/load-on-changes.ts';
import { allBranches } from './chosen-branches.ts';

/** The names of the cached branches of a project, at most 5,000, for the fields of forms. */
export class KnownBranches {
  /** Also true if the cache can't be read: forms work without suggestions. */
  isLoaded = $state(false);
  names = $state.raw<readonly string[]>([]);
  /** Null: it is not cached. */
  defaultName = $state.raw<string | null>(null);
  readonly #session: Session;
  readonly #scope: Scope;

  constructor(session: Session, scope: Scope) {
    this.#session = session;
    this.#scope = scope;
  }

  follow(): () => void {
    return loadOnChanges(
      this.#session,
      () => this.#load(),
      (touch) => [this.#session.client.branches.changed(touch)],
    );
  }

  async #load(): Promise<void> {
    try {
      const branches = await allBranches(this.#session, this.#scope);
      this.names = branches.map(({ name }) => name);
      this.defaultName = branches.find(({ default: isDefault }) => isDefault === true)?.name ?? null;
    } catch {
      // The platform checks the input
    } finally {
      this.isLoaded = true;
    }
  }
}
