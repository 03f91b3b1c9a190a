import type { Scope } from '#shared/contract/scope.ts';
import type { Session } from '../../link/session.svelte.ts';
import { loadOnChanges } from '../features/load-on-changes.ts';

/** Maximum branches that a field offers. */
const mostOffered = 200;

/** The cached branches of a project, the newest first, and the name of its default branch. */
export class ProjectRefs {
  /** Undefined: not loaded yet. */
  names = $state.raw<readonly string[]>();
  /** Null: it is not cached. */
  defaultName = $state.raw<string | null>(null);
  readonly #session: Session;
  readonly #scope: Scope;

  constructor(session: Session, scope: Scope) {
    this.#session = session;
    this.#scope = scope;
  }

  follow(): () => void {
    const { branches } = this.#session.client;
    return loadOnChanges(
      this.#session,
      () => this.#load(),
      (touch) => [branches.changed(touch)],
    );
  }

  /** The SHA of the last synced commit of a branch; null: it is not cached. */
  async commitOf(branch: string): Promise<string | null> {
    try {
      const found = await this.#session.client.branches.get({ scope: this.#scope, id: branch });
      return found?.row.commit?.id ?? null;
    } catch {
      // Only a suggestion
      return null;
    }
  }

  async #load(): Promise<void> {
    const { branches } = this.#session.client;
    const query = { scope: this.#scope, sort: { by: 'committed_date', direction: 'desc' } } as const;
    try {
      const [all, [first]] = await Promise.all([
        branches.list({ query, slice: { from: 0, count: mostOffered } }),
        branches
          .list({ query: { ...query, filter: { default: true } }, slice: { from: 0, count: 1 } })
          .then(({ rows }) => rows),
      ]);
      this.defaultName = first?.row.name ?? null;
      this.names = all.rows.map(({ row }) => row.name);
    } catch {
      // The field works without suggestions; the list below it shows why the cache cannot be read
      this.names ??= [];
    }
  }
}
