import type { DeploymentListFilter, DeploymentMark } from '#shared/contract/deployments.ts';
import type { Scope } from '#shared/contract/scope.ts';
import type { Session } from '../../link/session.svelte.ts';
import { LastReply } from '../loading/last-reply.svelte.ts';

/** What the grid shows: the query of the list, and the length of the time axis; null: the core chooses it. */
export interface TimelineQuery {
  search: string;
  filter: DeploymentListFilter;
  notReturned: 'hide' | 'show' | 'only';
  days: number | null;
}

type Verbs = Session['client']['deployments'];
type Reply<Verb extends 'timeline' | 'stuck'> = Awaited<ReturnType<Verbs[Verb]>>;

/** Environments, marks and stuck deployments of one project, from the cache. */
export class ProjectDeployments {
  readonly scope: Scope;
  #query: TimelineQuery | null = null;
  #stuckHours: number | null = null;
  readonly #timeline: LastReply<Reply<'timeline'> | null>;
  readonly #stuck: LastReply<Reply<'stuck'> | null>;
  readonly #shown = $derived.by(() => this.#timeline.value ?? null);
  /** Null until loaded. */
  environments = $derived(this.#shown?.environments ?? null);
  /** The number of environments; `environments` has at most 200. */
  total = $derived(this.#shown?.total ?? 0);
  marks: readonly DeploymentMark[] = $derived(this.#shown?.marks ?? []);
  /** The length of the time axis; null until loaded. */
  days = $derived(this.#shown?.days ?? null);
  isCapped = $derived(this.#shown?.isCapped ?? false);
  stuck = $derived.by(() => this.#stuck.value ?? null);
  failure = $derived.by(() => this.#timeline.failure ?? this.#stuck.failure);
  /** The keys of the newest deployments of the environments. */
  readonly newest: readonly number[] = $derived(this.environments?.map(({ newest }) => newest.key) ?? []);

  constructor(session: Session, scope: Scope) {
    this.scope = scope;
    const { deployments } = session.client;
    const loadTimeline = async () => (this.#query === null ? null : deployments.timeline({ scope, ...this.#query }));
    const loadStuck = async () =>
      this.#stuckHours === null ? null : deployments.stuck({ scope, olderThanHours: this.#stuckHours });
    this.#timeline = new LastReply(session, loadTimeline, [deployments]);
    this.#stuck = new LastReply(session, loadStuck, [deployments]);
  }

  follow(): () => void {
    const ends = [this.#timeline.follow(), this.#stuck.follow()];
    return () => ends.forEach((end) => end());
  }

  /** Show the environments, with the marks of a query. */
  show(query: TimelineQuery): Promise<void> {
    this.#query = query;
    return this.#timeline.load();
  }

  /** Show deployments that are unfinished for more than this number of hours. */
  showStuck(hours: number): Promise<void> {
    this.#stuckHours = hours;
    return this.#stuck.load();
  }
}
