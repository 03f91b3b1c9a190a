import type { Scope } from '#shared/contract/scope.ts';
import { Failure } from '#shared/errors.ts';
import type { Session } from '../../link/session.svelte.ts';
import { collectionClient, type ListFilter, type ListRow } from './collection-client.ts';

/** Filters of a list that only the instance can evaluate: which are being evaluated, and which failed. */
export class ServerFilters {
  #evaluating = $state.raw<readonly string[]>([]);
  #failures = $state.raw<Readonly<Record<string, Failure>>>({});
  readonly #session: Session;
  readonly #collection: string;
  readonly #scope: () => Scope | null;

  /** `scope`: scope of the list; it changes when its ID becomes known. Null: all scopes, where no filter is evaluated. */
  constructor(session: Session, collection: string, scope: () => Scope | null) {
    this.#session = session;
    this.#collection = collection;
    this.#scope = scope;
  }

  isEvaluating(name: string): boolean {
    return this.#evaluating.includes(name);
  }

  failure(name: string): Failure | undefined {
    return this.#failures[name];
  }

  /** Let the instance evaluate one filter. The matching rows arrive through the list. */
  async evaluate(filter: ListFilter, name: string): Promise<void> {
    const scope = this.#scope();
    if (scope === null || this.isEvaluating(name)) return;
    this.#evaluating = [...this.#evaluating, name];
    const { [name]: _, ...others } = this.#failures;
    this.#failures = others;
    try {
      const verbs = collectionClient<ListRow>(this.#session, this.#collection);
      await verbs.refreshFilter({ scope, filter: { [name]: filter[name] } });
    } catch (thrown) {
      this.#failures = { ...this.#failures, [name]: Failure.from(thrown) };
    } finally {
      this.#evaluating = this.#evaluating.filter((other) => other !== name);
    }
  }
}
