import type { Job } from '../world/jobs.ts';
import type { Pipeline, PipelineStatus } from '../world/pipelines.ts';
import type { Project } from '../world/projects.ts';
import type { Planned } from '../world/git/planned-repository.ts';
import type { World } from '../world/world.ts';
import { BRANCHES, branchesOf } from './repositories.ts';

export interface JobPlan {
  name: string;
  stage: string;
  status: Job['status'];
  environment?: string;
}

export interface PipelinePlan {
  ref: string;
  tag?: boolean;
  sha: string;
  status: PipelineStatus;
  source?: Pipeline['source'];
  atMs: number;
  jobs: readonly JobPlan[];
  children?: readonly PipelinePlan[];
}

/** The status of the last pipelines of the default branch, oldest first. */
const ENDS: readonly PipelineStatus[] = [
  'success',
  'success',
  'failed',
  'success',
  'success',
  'canceled',
  'success',
  'success',
  'success',
  'failed',
  'success',
  'success',
  'failed',
  'running',
];

/** The newest successful pipeline. */
const NEWEST_SUCCESS = ENDS.lastIndexOf('success');
const NIGHTLY: readonly number[] = [3, 7];
const PAUSE_MS = 30_000;

/** The pipelines of a project, oldest first. */
export function pipelinePlans(world: World, project: Project): PipelinePlan[] {
  const planned = world.repositories.planned(project);
  if (planned === undefined) return [];
  const plans = [
    ...mainChain(planned)
      .slice(-ENDS.length)
      .map(({ id, atMs }, i) => mainPlan(id, atMs, i, statusOf(world, atMs, i))),
    ...branchPlans(planned, branchesOf(world, project)),
    ...tagPlans(planned),
    ...mergeRequestPlans(world, project),
  ];
  return plans.sort((a, b) => a.atMs - b.atMs);
}

function mainChain({ commits, branches }: Planned) {
  const known = new Map(commits.map((commit) => [commit.id, commit]));
  const chain: { id: string; atMs: number }[] = [];
  let commit = known.get(branches.get(BRANCHES.default) ?? '');
  while (commit !== undefined) {
    chain.unshift({ id: commit.id, atMs: commit.committer.atMs + PAUSE_MS });
    commit = known.get(commit.parent_ids[0] ?? '');
  }
  return chain;
}

/** Of the company, no pipeline has been running for hours. */
function statusOf({ settings, seeded }: World, atMs: number, i: number): PipelineStatus {
  const status = ENDS[i] ?? 'success';
  return !settings.hostile && status === 'running' && atMs < seeded.untilMs - 3_600_000 ? 'success' : status;
}

function mainPlan(sha: string, atMs: number, i: number, status: PipelineStatus): PipelinePlan {
  const base = { ref: BRANCHES.default, sha, status, atMs };
  if (status === 'running') return { ...base, jobs: mainJobs('success', 'running', 'created') };
  if (status === 'canceled') return { ...base, jobs: mainJobs('success', 'canceled', 'created') };
  // Some fail in their tests, some in their deployment.
  if (status === 'failed')
    return { ...base, jobs: i % 2 === 0 ? mainJobs('success', 'failed', 'created') : failedTests() };
  const jobs = mainJobs('success', 'success', i % 2 === 0 ? 'success' : 'manual');
  if (i === NEWEST_SUCCESS) return { ...base, jobs, children: [childPlan(sha, atMs)] };
  if (!NIGHTLY.includes(i)) return { ...base, jobs };
  const nightly: JobPlan = { name: 'deploy-nightly', stage: 'deploy', status: 'success', environment: 'nightly' };
  return { ...base, source: 'schedule', jobs: [...jobs, nightly] };
}

function mainJobs(tests: Job['status'], staging: Job['status'], production: Job['status']): JobPlan[] {
  const deployment = (name: string, status: Job['status']) => ({
    name: `deploy-${name}`,
    stage: 'deploy',
    status,
    // A job that has not started has a deployment only if it is a manual job.
    ...(status === 'created' ? {} : { environment: name }),
  });
  return [
    { name: 'build', stage: 'build', status: 'success' },
    { name: 'lint', stage: 'test', status: 'success' },
    { name: 'test', stage: 'test', status: tests },
    { name: 'package', stage: 'package', status: 'success' },
    deployment('staging', staging),
    deployment('production', production),
  ];
}

const failedTests = (): JobPlan[] =>
  mainJobs('failed', 'created', 'created').map((job) => (job.name === 'package' ? { ...job, status: 'created' } : job));

/** A child pipeline, with a job of the same name as in its parent, and another job. */
const childPlan = (sha: string, atMs: number): PipelinePlan => ({
  ref: BRANCHES.default,
  sha,
  status: 'success',
  source: 'parent_pipeline',
  atMs,
  jobs: [
    { name: 'bundle', stage: 'build', status: 'success' },
    { name: 'build', stage: 'build', status: 'success' },
  ],
});

function branchPlans({ commits, branches }: Planned, names: ReturnType<typeof branchesOf>): PipelinePlan[] {
  const plan = (branch: string, status: PipelineStatus, jobs: JobPlan[], afterMs = PAUSE_MS): PipelinePlan[] => {
    const head = commits.find(({ id }) => id === branches.get(branch));
    return head === undefined ? [] : [{ ref: branch, sha: head.id, status, jobs, atMs: head.committer.atMs + afterMs }];
  };
  const build: JobPlan = { name: 'build', stage: 'build', status: 'success' };
  const deployment = (name: string, environment: string, status: Job['status']): JobPlan => ({
    name,
    stage: 'deploy',
    status,
    environment,
  });
  return [
    ...plan(names.slash, 'success', [build, deployment('deploy-review', reviewOf(names.slash), 'success')]),
    ...plan(names.dot, 'failed', [build, { name: 'test', stage: 'test', status: 'failed' }]),
    ...plan(BRANCHES.protected, 'success', [build, deployment('deploy-production', 'production', 'success')]),
    ...plan(BRANCHES.protected, 'created', [deployment('deploy-staging', 'staging', 'created')], 20 * PAUSE_MS),
  ];
}

/** The environment of a branch: `review/login-form` for `feature/login-form`. */
export const reviewOf = (branch: string) => branch.replace('feature/', 'review/');

function tagPlans({ commits, tags }: Planned): PipelinePlan[] {
  const head = commits.find(({ id }) => id === tags.get('v1.1.0'));
  if (head === undefined) return [];
  const jobs: JobPlan[] = [
    { name: 'build', stage: 'build', status: 'success' },
    { name: 'package', stage: 'package', status: 'success' },
    { name: 'deploy-production', stage: 'deploy', status: 'success', environment: 'production' },
  ];
  return [
    { ref: 'v1.1.0', tag: true, sha: head.id, status: 'success', jobs, atMs: head.committer.atMs + 4 * PAUSE_MS },
  ];
}

/** A pipeline for an open merge request. */
function mergeRequestPlans(world: World, project: Project): PipelinePlan[] {
  const row = world.mergeRequests.find(
    ({ project_id, state, sha }) => project_id === project.id && state === 'opened' && sha !== null,
  );
  if (row?.sha === undefined || row.sha === null) return [];
  const jobs: JobPlan[] = [{ name: 'build', stage: 'build', status: 'success' }];
  const ref = `refs/merge-requests/${row.iid}/head`;
  const atMs = row.created_at + PAUSE_MS;
  return [{ ref, sha: row.sha, status: 'success', source: 'merge_request_event', jobs, atMs }];
}
