import { unfinishedHours } from '#shared/contract/deployments.ts';
import { membershipEndsSoonMs } from '#shared/contract/members.ts';
import { scopeOfRevisions, type Scope } from '#shared/contract/scope.ts';
import { defaultRef } from '#shared/contract/commit-list.ts';
import { toIso } from '#shared/time.ts';
import type { Session } from '../../link/session.svelte.ts';
import { LastReply } from '../loading/last-reply.svelte.ts';
import { collectionClient, type ListFilter, type RowOf } from '../lists/collection-client.ts';

type Commit = RowOf<'commits'>;

/** Deployments that are unfinished for longer than this are shown as stuck. */
export const stuckAfterHours = unfinishedHours.default;

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
    const before = toIso(now + membershipEndsSoonMs);
    const count = async (expires_before: string) =>
      (await client.list(sliceOf(scope, { expires_before }, 'name', 1))).total;
    /** The number of memberships that end before `before`, and how many of them have already ended. */
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
export function projectNews(session: Session, scope: Scope) {
  const deployments = deploymentNews(session, scope);
  const commits = commitNews(session, scope);
  const members = memberNews(session, scope);
  const follow = (): (() => void) => {
    const ends = [deployments, commits, members].map((one) => one.follow());
    return () => ends.forEach((end) => end());
  };
  return { deployments, commits, members, follow };
}

export type ProjectNews = ReturnType<typeof projectNews>;
/** The newest deployment of each environment, and the stuck deployments. `completedAt` null: never synced. */
export type DeploymentNews = ProjectNews['deployments']['value'];
/** The newest commits of the default branch, or of all branches if only these were synced. */
export type CommitNews = ProjectNews['commits']['value'];
