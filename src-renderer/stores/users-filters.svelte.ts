import { userFilterSides, type UserFilter, type UserFilterName } from '#shared/contract/users.ts';
import { Failure } from '#shared/errors.ts';
import type { Session } from '../link/session.svelte.ts';

/** Filters that only the platform can answer: which are being asked, and which got no answer. */
export class ServerFilters {
  #asking = $state.raw<readonly UserFilterName[]>([]);
  #failures = $state.raw<Partial<Record<UserFilterName, Failure>>>({});
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  isAsking(name: UserFilterName): boolean {
    return this.#asking.includes(name);
  }

  failure(name: UserFilterName): Failure | undefined {
    return this.#failures[name];
  }

  /** Ask the platform which users match one of the filters; what it answers comes back through the list. */
  async ask(filter: UserFilter, name: UserFilterName): Promise<void> {
    if (this.isAsking(name) || userFilterSides[name] !== 'server') return;
    this.#asking = [...this.#asking, name];
    const { [name]: _, ...others } = this.#failures;
    this.#failures = others;
    try {
      await this.#session.client.users.refreshFilter({ filter: { [name]: filter[name] } });
    } catch (thrown) {
      this.#failures = { ...this.#failures, [name]: Failure.from(thrown) };
    } finally {
      this.#asking = this.#asking.filter((other) => other !== name);
    }
  }
}
