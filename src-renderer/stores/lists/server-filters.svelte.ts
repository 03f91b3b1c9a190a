import { SvelteMap } from 'svelte/reactivity';
import type { Scope } from '#shared/contract/scope.ts';
import type { Failure } from '#shared/errors.ts';
import type { Session } from '../../link/session.svelte.ts';
import { NewestCall } from '../loading/newest-call.svelte.ts';
import { collectionClient, type CollectionClient, type ListFilter, type ListRow } from './collection-client.ts';

/** Filters of a list that only the instance can evaluate: which are being evaluated, and which failed. */
export class ServerFilters {
  /** By the name of the filter. */
  readonly #calls = new SvelteMap<string, NewestCall<unknown>>();
  readonly #client: CollectionClient<ListRow>;
  readonly #scope: () => Scope | null;

  /** `scope`: scope of the list; it changes when its ID becomes known. Null: all scopes, where no filter is evaluated. */
  constructor(session: Session, collection: string, scope: () => Scope | null) {
    this.#client = collectionClient(session, collection);
    this.#scope = scope;
  }

  isEvaluating(name: string): boolean {
    return this.#calls.get(name)?.isLoading === true;
  }

  failure(name: string): Failure | undefined {
    return this.#calls.get(name)?.failure ?? undefined;
  }

  /** Let the instance evaluate one filter. The matching rows arrive through the list. */
  async evaluate(filter: ListFilter, name: string): Promise<void> {
    const scope = this.#scope();
    if (scope === null || this.isEvaluating(name)) return;
    const call = new NewestCall<unknown>();
    this.#calls.set(name, call);
    await call.send(() => this.#client.refreshFilter({ scope, filter: { [name]: filter[name] } }));
  }
}
