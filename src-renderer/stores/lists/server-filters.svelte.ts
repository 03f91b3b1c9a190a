import type { Scope } from '#shared/contract/scope.ts';
import { Failure } from '#shared/errors.ts';
import type { Session } from '../../link/session.svelte.ts';
import { collectionClient, type ListFilter, type ListRow } from './collection-client.ts';

/** Filters of a list that only the platform can answer: which are being asked, and which got no answer. */
export class ServerFilters {
  #asking = $state.raw<readonly string[]>([]);
  #failures = $state.raw<Readonly<Record<string, Failure>>>({});
  readonly #session: Session;
  readonly #stem: string;
  readonly #scope: () => Scope | null;

  /** `scope`: that of the list, which may become known by its id. Null: every scope, where the platform is not asked. */
  constructor(session: Session, stem: string, scope: () => Scope | null) {
    this.#session = session;
    this.#stem = stem;
    this.#scope = scope;
  }

  isAsking(name: string): boolean {
    return this.#asking.includes(name);
  }

  failure(name: string): Failure | undefined {
    return this.#failures[name];
  }

  /** Ask the platform which rows match one of the filters; what it answers comes back through the list. */
  async ask(filter: ListFilter, name: string): Promise<void> {
    const scope = this.#scope();
    if (scope === null || this.isAsking(name)) return;
    this.#asking = [...this.#asking, name];
    const { [name]: _, ...others } = this.#failures;
    this.#failures = others;
    try {
      const verbs = collectionClient<ListRow, ListFilter>(this.#session, this.#stem);
      await verbs.refreshFilter({ scope, filter: { [name]: filter[name] } });
    } catch (thrown) {
      this.#failures = { ...this.#failures, [name]: Failure.from(thrown) };
    } finally {
      this.#asking = this.#asking.filter((other) => other !== name);
    }
  }
}
