import { iso } from '../clock.ts';
import { largeId } from '../gitlab/row-types.ts';
import { archiveOf } from '../world/artifacts.ts';
import type { Commit } from '../world/git/git-log.ts';
import type { Job } from '../world/jobs.ts';
import type { Pipeline } from '../world/pipelines.ts';
import type { Project } from '../world/projects.ts';
import type { World } from '../world/world.ts';
import { commitView } from './commits.ts';
import { runnerView } from './runners.ts';
import { userReference } from './users.ts';

/** The newest pipeline of a commit (document 1, Commit), and that of a job. */
export function pipelineView(world: World, project: Project, pipeline: Pipeline) {
  const { id, ref, sha, status } = pipeline;
  return {
    id,
    ref,
    sha,
    status,
    created_at: iso(pipeline.created_at),
    updated_at: iso(pipeline.updated_at),
    web_url: `${world.url}/${world.projects.fullPath(project)}/-/pipelines/${id}`,
  };
}

/** A job as the `deployable` of a deployment (document 1, Deployment). */
export function jobView(world: World, project: Project, job: Job, commit: Commit | undefined) {
  const pipeline = world.pipelines.get(job.pipeline_id);
  if (pipeline === undefined) throw new Error(`job ${job.id} lies in no pipeline`);
  const runner = world.runners.ofJob(job.id);
  return {
    id: world.settings.largeIds ? largeId(job.id) : job.id,
    status: job.status,
    stage: job.stage,
    name: job.name,
    ref: pipeline.ref,
    tag: pipeline.tag,
    coverage: job.coverage,
    created_at: iso(job.created_at),
    started_at: iso(job.started_at),
    finished_at: iso(job.finished_at),
    project: { ci_job_token_scope_enabled: world.jobTokenScopes.of(project).isOutboundEnabled },
    user: userReference(world, job.user_id),
    commit: commit === undefined ? null : commitView(world, project, commit),
    pipeline: pipelineView(world, project, pipeline),
    runner: runner === undefined ? null : runnerView(world, runner),
  };
}

/** A single job; its fields are undocumented (document 1:171). */
export function jobRecord(world: World, project: Project, job: Job, commit: Commit | undefined) {
  const { started_at, finished_at, artifacts } = job;
  const isOver = started_at !== null && finished_at !== null;
  const size = artifacts === null ? 0 : archiveOf(artifacts, job.created_at).length;
  const archive = { filename: 'artifacts.zip', size };
  return {
    ...jobView(world, project, job, commit),
    allow_failure: job.allow_failure,
    erased_at: iso(job.erased_at),
    duration: isOver ? (finished_at - started_at) / 1000 : null,
    queued_duration: started_at === null ? null : (started_at - job.created_at) / 1000,
    web_url: `${world.url}/${world.projects.fullPath(project)}/-/jobs/${job.id}`,
    artifacts_expire_at: iso(artifacts?.expire_at ?? null),
    artifacts: artifacts === null ? [] : [{ file_type: 'archive', file_format: 'zip', ...archive }],
    ...(artifacts === null ? {} : { artifacts_file: archive }),
    tag_list: [],
  };
}
