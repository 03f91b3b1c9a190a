import type { DeploymentStatus } from '../world/deployments.ts';
import { isFinished } from '../world/deployments.ts';
import type { Job } from '../world/jobs.ts';
import type { Pipeline } from '../world/pipelines.ts';
import type { Project } from '../world/projects.ts';
import type { World } from '../world/world.ts';
import type { Random } from '../random.ts';
import { artifactsFor } from './artifact-files.ts';
import type { Cast } from './cast.ts';
import { PROJECT_PATHS } from './groups.ts';
import { pipelinePlans, reviewOf } from './pipeline-plans.ts';
import type { JobPlan, PipelinePlan } from './pipeline-plans.ts';
import { branchesOf } from './repositories.ts';

/** Pipelines, jobs with and without artifacts, and their deployments, in every project with a history. */
export function seedPipelines(world: World, cast: Cast): void {
  for (const path of [PROJECT_PATHS.private, PROJECT_PATHS.public, PROJECT_PATHS.sub]) {
    const project = world.projects.lookup(path);
    if (project === undefined) throw new Error(`there is no project ${path}`);
    const random = world.random(`pipelines ${path}`);
    addEnvironments(world, project, cast, path === PROJECT_PATHS.private);
    for (const plan of pipelinePlans(world, project)) run(world, cast, project, random, plan, null);
  }
}

function addEnvironments(world: World, project: Project, cast: Cast, needsApproval: boolean) {
  const byMaintainers = { user_id: null, group_id: null, access_level: 40, required_approvals: 1 };
  const byOwner = { user_id: cast.owner.id, group_id: null, access_level: null, required_approvals: 1 };
  const add = (
    name: string,
    external_url: string | null,
    approval_rules = [] as (typeof byMaintainers | typeof byOwner)[],
  ) => world.environments.add({ project_id: project.id, name, external_url, approval_rules });
  add('production', `https://${project.path}.example`, needsApproval ? [byMaintainers, byOwner] : []);
  add('staging', `https://staging.${project.path}.example`);
  add('nightly', null);
  const review = reviewOf(branchesOf(world, project).slash);
  add(review, `https://${review.replace('review/', '')}.review.${project.path}.example`);
}

function run(
  world: World,
  cast: Cast,
  project: Project,
  random: Random,
  plan: PipelinePlan,
  parent: Pipeline | null,
): void {
  const user = random.pick([cast.owner, cast.maintainer, cast.developer]);
  const iid = world.pipelines.filter((row) => row.project_id === project.id).length + 1;
  const pipeline = world.pipelines.add({
    iid,
    project_id: project.id,
    ref: plan.ref,
    tag: plan.tag ?? false,
    sha: plan.sha,
    status: plan.status,
    source: plan.source ?? 'push',
    user_id: user.id,
    parent_id: parent?.id ?? null,
    created_at: plan.atMs,
    updated_at: plan.atMs,
  });
  let atMs = plan.atMs;
  for (const jobPlan of plan.jobs) {
    const hasStarted = !['created', 'manual'].includes(jobPlan.status);
    const startedAt = hasStarted ? atMs + random.integer(1, 20) * 1000 : null;
    const finishedAt =
      startedAt !== null && jobPlan.status !== 'running' ? startedAt + random.integer(15, 240) * 1000 : null;
    const isDone = jobPlan.status === 'success' || (jobPlan.status === 'failed' && jobPlan.name === 'test');
    const job = world.jobs.add({
      pipeline_id: pipeline.id,
      name: jobPlan.name,
      stage: jobPlan.stage,
      status: jobPlan.status,
      allow_failure: jobPlan.status === 'manual',
      coverage: jobPlan.name === 'test' && finishedAt !== null ? random.integer(800, 950) / 10 : null,
      user_id: user.id,
      created_at: plan.atMs,
      started_at: startedAt,
      finished_at: finishedAt,
      erased_at: null,
      artifacts: isDone && finishedAt !== null ? artifactsFor(jobPlan.name, plan.sha, finishedAt) : null,
    });
    deploy(world, cast, project, pipeline, job, jobPlan);
    atMs = finishedAt ?? startedAt ?? atMs;
  }
  pipeline.updated_at = atMs;
  for (const child of plan.children ?? [])
    run(world, cast, project, random, { ...child, atMs: plan.atMs + 5000 }, pipeline);
}

/** The deployment of a job. */
function deploy(world: World, cast: Cast, project: Project, pipeline: Pipeline, job: Job, plan: JobPlan) {
  const environment = world.environments.byName(project.id, plan.environment ?? '');
  if (environment === undefined) return;
  const status: DeploymentStatus = deploymentStatus(job, environment.approval_rules.length > 0);
  const createdAt = job.created_at + 1000;
  const updatedAt = job.finished_at ?? job.started_at ?? createdAt;
  world.deployments.add({
    iid: world.deployments.nextIid(project.id),
    project_id: project.id,
    environment_id: environment.id,
    ref: pipeline.ref,
    tag: pipeline.tag,
    sha: pipeline.sha,
    status,
    user_id: job.user_id,
    job_id: job.id,
    created_at: createdAt,
    updated_at: updatedAt,
    finished_at: isFinished(status) ? updatedAt : null,
    approvals:
      status === 'blocked'
        ? [{ user_id: cast.maintainer.id, status: 'approved', created_at: updatedAt + 60_000, comment: 'Looks good' }]
        : [],
  });
}

function deploymentStatus({ status }: Job, needsApproval: boolean): DeploymentStatus {
  if (status === 'manual') return needsApproval ? 'blocked' : 'created';
  return status;
}
