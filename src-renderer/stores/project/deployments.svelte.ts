import type { Scope } from '#shared/contract/scope.ts';
import type { Session } from '../../link/session.svelte.ts';
import { LastReply } from '../loading/last-reply.svelte.ts';

type Verbs = Session['client']['deployments'];
/** The query of the grid. */
type TimelineQuery = Omit<Parameters<Verbs['timeline']>[0], 'scope'>;
type Reply<Verb extends 'timeline' | 'stuck'> = Awaited<ReturnType<Verbs[Verb]>>;

/** Environments, marks and stuck deployments of one project, from the cache. */
export class ProjectDeployments {
  readonly scope: Scope;
  #query: TimelineQuery | null = null;
  #stuckHours: number | null = null;
  /** Environments with their marks. The value is null until a query is shown. */
  readonly timeline: LastReply<Reply<'timeline'> | null>;
  readonly stuck: LastReply<Reply<'stuck'> | null>;
  failure = $derived.by(() => this.timeline.failure ?? this.stuck.failure);
  /** The keys of the newest deployments of the environments. */
  newest: readonly number[] = $derived.by(() => this.timeline.value?.environments.map((one) => one.newest.key) ?? []);

  constructor(session: Session, scope: Scope) {
    this.scope = scope;
    const { deployments } = session.client;
    const loadTimeline = async () => (this.#query === null ? null : deployments.timeline({ scope, ...this.#query }));
    const loadStuck = async () =>
      this.#stuckHours === null ? null : deployments.stuck({ scope, olderThanHours: this.#stuckHours });
    this.timeline = new LastReply(session, loadTimeline, [deployments]);
    this.stuck = new LastReply(session, loadStuck, [deployments]);
  }

  follow(): () => void {
    const ends = [this.timeline.follow(), this.stuck.follow()];
    return () => ends.forEach((end) => end());
  }

  /** Show the environments, with the marks of a query. */
  show(query: TimelineQuery): Promise<void> {
    this.#query = query;
    return this.timeline.load();
  }

  /** Show deployments that are unfinished for more than this number of hours. */
  showStuck(hours: number): Promise<void> {
    this.#stuckHours = hours;
    return this.stuck.load();
  }
}
