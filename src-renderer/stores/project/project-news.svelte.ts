import { unfinishedHours, unfinishedSince } from '#shared/contract/deployments.ts';
import { scopeOfRevisions, type Scope } from '#shared/contract/scope.ts';
import { defaultRef } from '#shared/contract/commit-list.ts';
import { days, toIso } from '#shared/time.ts';
import type { Session } from '../../link/session.svelte.ts';
import { LastReply } from '../loading/last-reply.svelte.ts';
import { collectionClient, type ListFilter, type RowOf } from '../lists/collection-client.ts';

type Commit = RowOf<'commits'>;

/** Deployments that are unfinished for longer than this are shown as stuck. */
export const stuckAfterHours = unfinishedHours.default;
/** Memberships that end within this time are shown. */
const endsWithinMs = days(7);

function deploymentNews(session: Session, scope: Scope) {
  const { deployments } = session.client;
  const load = async () => {
    const [newest, stuck] = await Promise.all([
      deployments.perEnvironment({ scope, most: 12 }),
      deployments.stuck({ scope, olderThanHours: stuckAfterHours }),
    ]);
    return { ...newest, stuck };
  };
  return new LastReply(session, load, [deployments]);
}

function commitNews(session: Session, project: Scope) {
  const scope = scopeOfRevisions(project, defaultRef);
  const client = collectionClient<Commit>(session, 'commits');
  const newest = async (of: Scope) =>
    (await client.list(sliceOf(of, {}, 'committed_date', 5))).rows.map(({ row }) => row);
  const load = async () => {
    const [ofDefault, { completedAt }] = await Promise.all([newest(scope), client.summary({ scope })]);
    const isDefaultBranch = ofDefault.length > 0 || completedAt !== null;
    return { completedAt, isDefaultBranch, commits: isDefaultBranch ? ofDefault : await newest(project) };
  };
  return new LastReply(session, load, [client]);
}

function memberNews(session: Session, scope: Scope) {
  const client = collectionClient<unknown>(session, 'members');
  const load = async () => {
    const now = Date.now();
    const before = toIso(now + endsWithinMs);
    const count = async (expires_before: string) =>
      (await client.list(sliceOf(scope, { expires_before }, 'name', 1))).total;
    const [ending, ended] = await Promise.all([count(before), count(toIso(now))]);
    return { ending, ended, before };
  };
  return new LastReply(session, load, [client]);
}

const sliceOf = (scope: Scope, filter: ListFilter, by: string, count: number) => ({
  query: { scope, search: '', filter, sort: { by, direction: 'desc' }, notReturned: 'hide' } as const,
  slice: { from: 0, count },
});

/** What is new in a project. If the core does not reply, the earlier rows stay and the window shows why. */
export class ProjectNews {
  readonly #deployments: ReturnType<typeof deploymentNews>;
  readonly #commits: ReturnType<typeof commitNews>;
  readonly #members: ReturnType<typeof memberNews>;
  /** Null until loaded. */
  environments = $derived.by(() => this.#deployments.value?.environments ?? null);
  /** Of the cached deployments; null: never synced. */
  deploymentsAt = $derived.by(() => this.#deployments.value?.completedAt ?? null);
  environmentCount = $derived.by(() => this.#deployments.value?.total ?? 0);
  stuckCount = $derived.by(() => this.#deployments.value?.stuck.total ?? 0);
  /** The time from which the age of the oldest stuck deployment counts, in epoch milliseconds; null: there is none. */
  stuckSince = $derived.by(() => {
    const [oldest] = this.#deployments.value?.stuck.rows ?? [];
    return oldest === undefined ? null : (unfinishedSince(oldest.row)?.at ?? null);
  });
  /** The newest commits of the default branch, or of all branches if only these were synced. Null until loaded. */
  commits = $derived.by(() => this.#commits.value?.commits ?? null);
  /** The commits are those of the default branch. */
  isDefaultBranch = $derived.by(() => this.#commits.value?.isDefaultBranch ?? true);
  /** When the commits of the default branch were synced; null: never. */
  commitsAt = $derived.by(() => this.#commits.value?.completedAt ?? null);
  /** The number of memberships that end before `endingBefore`, and of those of them that have ended. */
  endingMembers = $derived.by(() => this.#members.value?.ending ?? 0);
  endedMembers = $derived.by(() => this.#members.value?.ended ?? 0);
  endingBefore = $derived.by(() => this.#members.value?.before ?? '');

  constructor(session: Session, scope: Scope) {
    this.#deployments = deploymentNews(session, scope);
    this.#commits = commitNews(session, scope);
    this.#members = memberNews(session, scope);
  }

  follow(): () => void {
    const ends = [this.#deployments, this.#commits, this.#members].map((one) => one.follow());
    return () => ends.forEach((end) => end());
  }
}
