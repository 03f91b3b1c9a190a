import { paged } from '../http/paging.ts';
import { reader } from '../http/reader.ts';
import { forbidden } from '../http/refusal.ts';
import type { Reply } from '../http/reply.ts';
import type { Request } from '../http/request.ts';
import { jobView } from '../views/jobs.ts';
import { seesProject } from '../world/access.ts';
import type { Commit } from '../world/git/git-log.ts';
import type { Job } from '../world/jobs.ts';
import type { Project } from '../world/projects.ts';
import { readsJobsOfRunner } from '../world/runner-access.ts';
import type { World } from '../world/world.ts';
import { findRunner } from './found-runner.ts';

const STATUSES = ['created', 'manual', 'running', 'success', 'failed', 'canceled'] as const;

interface Row {
  job: Job;
  project: Project;
  sha: string;
}

/** `GET /runners/:id/jobs`, document 3:89: newest first, of the projects that the caller can see. */
export async function listJobs(world: World, request: Request): Promise<Reply> {
  const runner = findRunner(world, request);
  if (!readsJobsOfRunner(world, runner, request.as)) throw forbidden('No access granted');
  const read = reader(request.query);
  const status = read.oneOf('status', STATUSES);
  read.oneOf('order_by', ['id']);
  const isAscending = read.oneOf('sort', ['asc', 'desc']) === 'asc';
  const rows = world.jobs
    .filter((job) => world.runners.ofJob(job.id) === runner && (status === undefined || job.status === status))
    .flatMap((job) => rowOf(world, job) ?? [])
    .filter(({ project }) => seesProject(world, project, request.as))
    .toSorted((a, b) => (isAscending ? a.job.id - b.job.id : b.job.id - a.job.id));
  const shown: Row[] = [];
  const reply = paged(request, rows, (row) => shown.push(row));
  const commits = await commitsOf(world, shown);
  return { ...reply, body: shown.map((row) => rendered(world, row, commits.get(row.sha))) };
}

function rowOf(world: World, job: Job): Row | undefined {
  const pipeline = world.pipelines.get(job.pipeline_id);
  const project = world.projects.get(pipeline?.project_id ?? 0);
  return pipeline === undefined || project === undefined ? undefined : { job, project, sha: pipeline.sha };
}

/** Reads each repository once, however many jobs it has. */
async function commitsOf(world: World, rows: readonly Row[]): Promise<Map<string, Commit>> {
  const found = await Promise.all(
    [...Map.groupBy(rows, ({ project }) => project)].map(([project, own]) =>
      world.repositories.of(project).commits([...new Set(own.map(({ sha }) => sha))]),
    ),
  );
  return new Map(found.flat().map((commit) => [commit.id, commit]));
}

function rendered(world: World, { job, project }: Row, commit: Commit | undefined) {
  const view = jobView(world, project, job, commit);
  const { id, name, path } = project;
  const own = { id, name, name_with_namespace: world.projects.fullName(project), path };
  return { ...view, project: { ...own, path_with_namespace: world.projects.fullPath(project), ...view.project } };
}
