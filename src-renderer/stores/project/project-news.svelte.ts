import { unfinishedHours, unfinishedSince, type DeployedEnvironment } from '#shared/contract/deployments.ts';
import { scopeOfRevisions, type Scope } from '#shared/contract/scope.ts';
import { defaultRef } from '#shared/contract/commit-list.ts';
import { days, toIso } from '#shared/time.ts';
import type { Session } from '../../link/session.svelte.ts';
import { loadOnChanges } from '../features/load-on-changes.ts';
import { collectionClient, type ListFilter, type RowOf } from '../lists/collection-client.ts';

type Commit = RowOf<'commits'>;

/** Deployments that are unfinished for longer than this are shown as stuck. */
export const stuckAfterHours = unfinishedHours.default;
/** Memberships that end within this time are shown. */
const endsWithinMs = days(7);

/** What is new in a project: its environments, commits, and memberships that end soon. */
export class ProjectNews {
  /** Null until loaded. */
  environments = $state.raw<readonly DeployedEnvironment[] | null>(null);
  /** Of the cached deployments; null: never synced. */
  deploymentsAt = $state.raw<number | null>(null);
  environmentCount = $state(0);
  stuckCount = $state(0);
  /** The time from which the age of the oldest stuck deployment counts, in epoch milliseconds; null: there is none. */
  stuckSince = $state.raw<number | null>(null);
  /** The newest commits of the default branch, or of all branches if only these were synced. Null until loaded. */
  commits = $state.raw<readonly Commit[] | null>(null);
  /** The commits are those of the default branch. */
  isDefaultBranch = $state(true);
  /** When the commits of the default branch were synced; null: never. */
  commitsAt = $state.raw<number | null>(null);
  /** The number of memberships that end before `endingBefore`, and of those of them that have ended. */
  endingMembers = $state(0);
  endedMembers = $state(0);
  endingBefore = $state.raw('');
  readonly #session: Session;
  readonly #scope: Scope;

  constructor(session: Session, scope: Scope) {
    this.#session = session;
    this.#scope = scope;
  }

  follow(): () => void {
    const { commits, deployments, members } = this.#session.client;
    const loads = [
      { load: () => this.#loadDeployments(), of: deployments },
      { load: () => this.#loadCommits(), of: commits },
      { load: () => this.#loadMembers(), of: members },
    ];
    const ends = loads.map(({ load, of }) =>
      loadOnChanges(
        this.#session,
        // What was shown stays if the core does not reply, which the window shows
        () => load().catch(() => undefined),
        (touch) => [of.changed(touch)],
      ),
    );
    return () => ends.forEach((end) => end());
  }

  async #loadDeployments(): Promise<void> {
    const { deployments } = this.#session.client;
    const scope = this.#scope;
    const [{ environments, total, completedAt }, stuck] = await Promise.all([
      deployments.perEnvironment({ scope, most: 12 }),
      deployments.stuck({ scope, olderThanHours: stuckAfterHours }),
    ]);
    this.environments = environments;
    this.environmentCount = total;
    this.deploymentsAt = completedAt;
    this.stuckCount = stuck.total;
    const [oldest] = stuck.rows;
    this.stuckSince = oldest === undefined ? null : (unfinishedSince(oldest.row)?.at ?? null);
  }

  async #loadCommits(): Promise<void> {
    const scope = scopeOfRevisions(this.#scope, defaultRef);
    const [ofDefault, { completedAt }] = await Promise.all([
      this.#newest(scope),
      this.#session.client.commits.summary({ scope }),
    ]);
    this.commitsAt = completedAt;
    this.isDefaultBranch = ofDefault.length > 0 || completedAt !== null;
    this.commits = this.isDefaultBranch ? ofDefault : await this.#newest(this.#scope);
  }

  async #newest(scope: Scope): Promise<Commit[]> {
    const reply = await this.#list<Commit>('commits', scope, {}, 'committed_date', 5);
    return reply.rows.map(({ row }) => row);
  }

  async #loadMembers(): Promise<void> {
    const now = Date.now();
    const ending = toIso(now + endsWithinMs);
    const before = (expires_before: string) => this.#list('members', this.#scope, { expires_before }, 'name', 1);
    const [all, ended] = await Promise.all([before(ending), before(toIso(now))]);
    this.endingMembers = all.total;
    this.endedMembers = ended.total;
    this.endingBefore = ending;
  }

  #list<Row>(collection: string, scope: Scope, filter: ListFilter, by: string, count: number) {
    const query = { scope, filter, sort: { by, direction: 'desc' as const } };
    return collectionClient<Row>(this.#session, collection).list({ query, slice: { from: 0, count } });
  }
}
