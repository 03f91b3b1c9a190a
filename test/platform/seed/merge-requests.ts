import { DAY_MS } from '../clock.ts';
import type { Random } from '../random.ts';
import type { MergeRequest } from '../world/merge-requests.ts';
import type { Project } from '../world/projects.ts';
import type { Planned } from '../world/git/planned-repository.ts';
import { reaches } from '../world/source.ts';
import type { World } from '../world/world.ts';
import type { Cast } from './cast.ts';
import { contentOf } from './company/projects.ts';
import { PROJECT_PATHS } from './groups.ts';
import { writersOf } from './people.ts';
import { BRANCHES, branchesOf } from './repositories.ts';

const HOUR_MS = 3_600_000;

interface Idea {
  title: string;
  source: string;
  target: string;
  state: MergeRequest['state'];
  isDraft?: boolean;
  hasConflicts?: boolean;
  /** Only of the company. */
  description?: string;
}

const { default: main, protected: stable, merged, slash, dot } = BRANCHES;

/** Open merge requests have an existing source branch. */
const IDEAS: readonly Idea[] = [
  { title: 'Fix a typo', source: merged, target: main, state: 'merged' },
  { title: 'Cache what was read', source: 'topic/cache', target: main, state: 'merged' },
  { title: 'Try another queue', source: 'topic/queue', target: main, state: 'closed' },
  { title: 'A form to sign in', source: slash, target: main, state: 'opened' },
  { title: 'Draft: Docs, second edition', source: dot, target: main, state: 'opened', isDraft: true },
  { title: 'Backport the form', source: slash, target: stable, state: 'opened', hasConflicts: true },
  { title: 'Draft: Docs for the stable version', source: dot, target: stable, state: 'opened', isDraft: true },
  { title: '<b>Bold</b> & *careless*', source: main, target: stable, state: 'locked' },
];

/** Merge requests of every state, some of them drafts, in the three projects that have branches. */
export function seedMergeRequests(world: World, cast: Cast): void {
  const random = world.random('merge-requests');
  const writers = writersOf(world, cast);
  let n = 0;
  for (const path of [PROJECT_PATHS.private, PROJECT_PATHS.public, PROJECT_PATHS.sub]) {
    const project = world.projects.lookup(path);
    const planned = project && world.repositories.planned(project);
    if (project === undefined || planned === undefined) continue;
    const count = path === PROJECT_PATHS.sub ? 5 : IDEAS.length;
    const ideas = world.settings.hostile ? IDEAS.slice(0, count) : companyIdeas(world, project);
    for (const [i, idea] of ideas.entries()) {
      const begunAt = world.settings.hostile ? undefined : begunAtOf(world, planned, idea, n);
      const row = world.mergeRequests.add(
        mergeRequest(world, random, { project, planned, writers, idea, n, iid: i + 1, begunAt }),
      );
      if (begunAt !== undefined) {
        row.author_id = authorOf(world, planned, row);
        row.label_ids = labelsOf(world, row);
      }
      if (row.state === 'merged') closeIssue(world, row);
      n += 1;
    }
  }
}

/** The merge requests that were written for a project of the company. */
function companyIdeas(world: World, project: Project): Idea[] {
  const names = branchesOf(world, project);
  const sources = { main, abandoned: 'experiment', merged: names.merged, topic: names.topic, feature: names.slash };
  return (contentOf(world.projects.fullPath(project)).mergeRequests ?? []).map(({ source, ...text }) => ({
    ...text,
    source: source === 'docs' ? names.dot : sources[source],
    isDraft: text.title.startsWith('Draft: '),
  }));
}

/** Soon after the last commit of the source branch; for a merged one, before the merge. */
function begunAtOf(world: World, planned: Planned, { source, state }: Idea, n: number): number {
  const { untilMs } = world.seeded;
  if (state === 'closed') return untilMs - (70 + n) * DAY_MS;
  if (state === 'locked') return untilMs - 30 * HOUR_MS - n * 1000;
  const merge = planned.commits.find(({ message }) => message.startsWith(`Merge branch '${source}'`));
  const branch = planned.commits.find(({ id }) => id === (merge?.parent_ids[1] ?? planned.branches.get(source)));
  const writtenAt = branch?.committer.atMs ?? untilMs - DAY_MS;
  const endsAt = merge?.committer.atMs ?? untilMs;
  return Math.floor((writtenAt + (endsAt - writtenAt) * (0.1 + n * 0.002)) / 1000) * 1000;
}

/** The user who wrote the last commit of the source branch. */
function authorOf(world: World, planned: Planned, { sha, author_id }: MergeRequest): number {
  const commit = planned.commits.find(({ id }) => id === sha);
  return world.users.byEmail(commit?.author.email ?? '')?.id ?? author_id;
}

/** One label that fits the branch. */
function labelsOf(world: World, { source_branch }: MergeRequest): number[] {
  const name = source_branch.startsWith('fix/')
    ? 'bug'
    : source_branch.startsWith('docs')
      ? 'documentation'
      : 'feature';
  const label = world.labels.find((row) => row.name === name);
  return label === undefined ? [] : [label.id];
}

interface Place {
  /** Undefined: by its number. */
  begunAt: number | undefined;
  project: Project;
  planned: Planned;
  writers: number[];
  idea: Idea;
  /** Of all merge requests. */
  n: number;
  iid: number;
}

function mergeRequest(world: World, random: Random, { project, planned, writers, idea, n, iid, ...place }: Place) {
  const { source, target, state } = idea;
  const isOpen = state === 'opened' || state === 'locked';
  const mergeCommit = planned.commits.find(({ message }) => message.startsWith(`Merge branch '${source}'`));
  const { untilMs } = world.seeded;
  const createdAt = place.begunAt ?? untilMs - (200 - 8 * n) * DAY_MS + n * 7919 * 1000;
  const endedAt = mergeCommit?.committer.atMs ?? createdAt + 2 * DAY_MS + n * 1000;
  const begunAt = isOpen || place.begunAt !== undefined ? createdAt : Math.min(createdAt, endedAt - HOUR_MS);
  const reviewers = n % 4 === 1 ? [] : [writers[(n + 3) % writers.length] ?? 1];
  const milestones = world.milestones.filter((row) => reaches(row.source, project, world.projects));
  const labels = world.labels.filter((row) => reaches(row.source, project, world.projects));
  const fallback = planned.commits[10 + n]?.id ?? null;
  return {
    iid,
    project_id: project.id,
    title: idea.title,
    description:
      idea.description ??
      (n % 5 === 4 ? null : `## Why\n\nBecause **somebody** asked: \`${source}\`.\n\n- [x] tests\n- [ ] words\n`),
    state,
    author_id: writers[n % writers.length] ?? 1,
    assignee_ids: n % 3 === 2 ? [] : [writers[(n + 1) % writers.length] ?? 1],
    reviewer_ids: reviewers,
    milestone_id: n % 2 === 0 ? random.pick(milestones).id : null,
    label_ids: labels.filter(() => n % 6 !== 2 && random.chance(0.4)).map(({ id }) => id),
    created_at: begunAt,
    prepared_at: begunAt + 2000,
    updated_at: isOpen
      ? Math.min(begunAt + random.integer(1, 90) * 60_000, place.begunAt === undefined ? Infinity : untilMs)
      : endedAt,
    closed_at: state === 'closed' ? endedAt : null,
    closed_by_id: state === 'closed' ? random.pick(writers) : null,
    merged_at: state === 'merged' ? endedAt : null,
    merge_user_id: state === 'merged' ? random.pick(writers) : null,
    merge_commit_sha: state === 'merged' ? (mergeCommit?.id ?? fallback) : null,
    squash_commit_sha: null,
    squash: n % 6 === 5,
    sha: planned.branches.get(source) ?? mergeCommit?.parent_ids[1] ?? fallback,
    draft: idea.isDraft ?? false,
    source_project_id: project.id,
    source_branch: source,
    target_branch: target,
    approved_by_ids: state === 'merged' ? reviewers : [],
    approver_ids: [...reviewers, writers[0] ?? 1],
    approvals_before_merge: n % 5 === 3 ? 1 : null,
    has_conflicts: idea.hasConflicts ?? false,
    allow_collaboration: false,
    force_remove_source_branch: n % 2 === 0,
    should_remove_source_branch: null,
    merge_when_pipeline_succeeds: false,
    discussion_locked: n % 8 === 7,
    time_estimate_s: 0,
    time_spent_s: n % 7 === 3 ? 5400 : 0,
    imported: false,
    imported_from: 'none',
    checked_at: isOpen && iid % 2 === 0 ? null : begunAt,
    deployed: state === 'merged' ? deployments(endedAt, n) : [],
    context_commits:
      source === branchesOf(world, project).slash && target === main
        ? planned.commits.slice(3, 5).map(({ id }) => id)
        : [],
  } satisfies Omit<MergeRequest, 'id'>;
}

const deployments = (mergedAt: number, n: number) => [
  { environment: 'staging', at: mergedAt + 1_800_000 },
  ...(n % 2 === 0 ? [{ environment: 'production', at: mergedAt + DAY_MS }] : []),
];

/** Merged merge requests close an issue of their project. */
function closeIssue(world: World, row: MergeRequest) {
  const closed = world.issues.filter(({ project_id, state }) => project_id === row.project_id && state === 'closed');
  const issue = closed[row.iid % Math.max(1, closed.length)];
  if (issue !== undefined) issue.merge_request_ids = [...issue.merge_request_ids, row.id];
}
