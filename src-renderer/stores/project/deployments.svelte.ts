import type {
  DeployedEnvironment,
  DeploymentListFilter,
  DeploymentMark,
  ScopedDeployment,
} from '#shared/contract/deployments.ts';
import type { Scope } from '#shared/contract/scope.ts';
import { Failure } from '#shared/errors.ts';
import type { Session } from '../../link/session.svelte.ts';
import { loadOnChanges } from '../features/load-on-changes.ts';

/** What the grid shows: the query of the list, and the start of the time axis. */
export interface TimelineQuery {
  search: string;
  filter: DeploymentListFilter;
  notReturned: 'hide' | 'show' | 'only';
  from: number;
}

/** Environments, marks and stuck deployments of one project, from the cache. */
export class ProjectDeployments {
  /** Null until loaded. */
  environments = $state.raw<readonly DeployedEnvironment[] | null>(null);
  /** The number of environments; `environments` has at most 200. */
  total = $state(0);
  /** Null until loaded. */
  marks = $state.raw<readonly DeploymentMark[] | null>(null);
  isCapped = $state(false);
  stuck = $state.raw<{ rows: readonly ScopedDeployment[]; total: number } | null>(null);
  failure = $state.raw<Failure | null>(null);
  readonly #session: Session;
  readonly #scope: Scope;
  #query: TimelineQuery | null = null;
  #stuckHours = 6;
  #loads = 0;

  constructor(session: Session, scope: Scope) {
    this.#session = session;
    this.#scope = scope;
  }

  follow(): () => void {
    return loadOnChanges(
      this.#session,
      () => this.#load(),
      (touch) => [this.#session.client.deployments.changed(touch)],
    );
  }

  /** Show the marks of a query, and deployments that are unfinished for more than `stuckHours`. */
  show(query: TimelineQuery, stuckHours: number): Promise<void> {
    this.#query = query;
    this.#stuckHours = stuckHours;
    return this.#load();
  }

  async #load(): Promise<void> {
    const query = this.#query;
    if (query === null) return;
    const load = ++this.#loads;
    const { deployments } = this.#session.client;
    const scope = this.#scope;
    try {
      const [{ environments, total }, { marks, isCapped }, stuck] = await Promise.all([
        deployments.perEnvironment({ scope }),
        deployments.timeline({ scope, ...query }),
        deployments.stuck({ scope, olderThanHours: this.#stuckHours }),
      ]);
      if (load !== this.#loads) return;
      Object.assign(this, { environments, total, marks, isCapped, stuck, failure: null });
    } catch (thrown) {
      if (load === this.#loads) this.failure = Failure.from(thrown);
    }
  }
}
