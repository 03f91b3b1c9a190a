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

/** What the grid shows: the query of the list, and the length of the time axis; null: the core chooses it. */
export interface TimelineQuery {
  search: string;
  filter: DeploymentListFilter;
  notReturned: 'hide' | 'show' | 'only';
  days: number | null;
}

type Client = Session['client']['deployments'];
type Part = 'timeline' | 'stuck';
type Shown = Partial<Pick<ProjectDeployments, 'environments' | 'total' | 'marks' | 'isCapped' | 'days' | 'stuck'>>;

/** Environments, marks and stuck deployments of one project, from the cache. */
export class ProjectDeployments {
  /** Null until loaded. */
  environments = $state.raw<readonly DeployedEnvironment[] | null>(null);
  /** The number of environments; `environments` has at most 200. */
  total = $state(0);
  marks = $state.raw<readonly DeploymentMark[]>([]);
  /** The length of the time axis; null until loaded. */
  days = $state<number | null>(null);
  isCapped = $state(false);
  stuck = $state.raw<{ rows: readonly ScopedDeployment[]; total: number; changeable: number } | null>(null);
  readonly #session: Session;
  readonly #scope: Scope;
  #query: TimelineQuery | null = null;
  #stuckHours: number | null = null;
  readonly #loads: Record<Part, number> = { timeline: 0, stuck: 0 };
  #failures = $state.raw<Partial<Record<Part, Failure>>>({});

  constructor(session: Session, scope: Scope) {
    this.#session = session;
    this.#scope = scope;
  }

  /** The keys of the newest deployments of the environments. */
  readonly newest: readonly number[] = $derived(this.environments?.map(({ newest }) => newest.key) ?? []);

  get failure(): Failure | null {
    return Object.values(this.#failures)[0] ?? null;
  }

  follow(): () => void {
    return loadOnChanges(
      this.#session,
      async () => void (await Promise.all([this.#loadTimeline(), this.#loadStuck()])),
      (touch) => [this.#session.client.deployments.changed(touch)],
    );
  }

  /** Show the environments, with the marks of a query. */
  show(query: TimelineQuery): Promise<void> {
    this.#query = query;
    return this.#loadTimeline();
  }

  /** Show deployments that are unfinished for more than this number of hours. */
  showStuck(hours: number): Promise<void> {
    this.#stuckHours = hours;
    return this.#loadStuck();
  }

  async #loadTimeline(): Promise<void> {
    const query = this.#query;
    if (query !== null) await this.#load('timeline', ({ timeline }, scope) => timeline({ scope, ...query }));
  }

  async #loadStuck(): Promise<void> {
    const olderThanHours = this.#stuckHours;
    if (olderThanHours === null) return;
    await this.#load('stuck', async ({ stuck }, scope) => ({ stuck: await stuck({ scope, olderThanHours }) }));
  }

  /** Load a part. A reply is dropped if a later call for the same part was made in the meantime. */
  async #load(part: Part, reply: (client: Client, scope: Scope) => Promise<Shown>): Promise<void> {
    const load = ++this.#loads[part];
    try {
      const loaded = await reply(this.#session.client.deployments, this.#scope);
      if (load !== this.#loads[part]) return;
      Object.assign(this, loaded);
      const { [part]: _, ...others } = this.#failures;
      this.#failures = others;
    } catch (thrown) {
      if (load === this.#loads[part]) this.#failures = { ...this.#failures, [part]: Failure.from(thrown) };
    }
  }
}
