import type { Operations } from '../operation.ts';
import { paged } from '../http/paging.ts';
import { reader } from '../http/reader.ts';
import { forbidden, notFound } from '../http/refusal.ts';
import { accepted, file, noContent, ok } from '../http/reply.ts';
import type { Reply } from '../http/reply.ts';
import { pathInteger } from '../http/request.ts';
import type { Request } from '../http/request.ts';
import { jobRecord } from '../views/jobs.ts';
import { treeOf } from '../views/artifact-trees.ts';
import { requireProject } from '../world/access.ts';
import { archiveOf, artifactsOf, findByRef, isKept } from '../world/artifacts.ts';
import type { Artifacts, Job } from '../world/jobs.ts';
import { LEVEL } from '../world/levels.ts';
import type { Project } from '../world/projects.ts';
import { requireCode } from '../world/repository-access.ts';
import type { World } from '../world/world.ts';
import { requiredFilled } from './commit-requests.ts';

/** `GET /projects/:id/jobs/:job_id/artifacts`, document 1:166. */
export async function archive(world: World, request: Request): Promise<Reply> {
  return sendArchive(world, jobOf(world, request, requireReader(world, request)));
}

/** `GET /projects/:id/jobs/artifacts/:ref_name/download`, document 1:167. */
export const archiveByRef = async (world: World, request: Request): Promise<Reply> =>
  sendArchive(world, jobByRef(world, request));

/** `GET /projects/:id/jobs/:job_id/artifacts/*artifact_path`, document 1:168. */
export function one(world: World, request: Request): Reply {
  const { content, name } = fileOf(world, request, jobOf(world, request, requireReader(world, request)));
  return file(content, 'application/octet-stream', name);
}

/** `GET /projects/:id/jobs/artifacts/:ref_name/raw/*artifact_path`, document 1:170. */
export function oneByRef(world: World, request: Request): Reply {
  const { content } = fileOf(world, request, jobByRef(world, request));
  return file(content, 'text/plain; charset=utf-8');
}

/** `GET /projects/:id/jobs/:job_id/artifacts/tree`, document 1:169. */
export function tree(world: World, request: Request): Reply {
  const job = jobOf(world, request, requireReader(world, request));
  const artifacts = requireArtifacts(world, job);
  if (!artifacts.hasMetadata) throw notFound('Artifacts metadata');
  const read = reader(request.query);
  const rows = treeOf(artifacts, read.text('path') ?? '', read.boolean('recursive') ?? false);
  if (rows === undefined) throw notFound('Path');
  return paged(request, rows, (row) => row);
}

/** `POST /projects/:id/jobs/:job_id/artifacts/keep`, document 1:171. */
export async function keep(world: World, request: Request): Promise<Reply> {
  const project = requireProject(world, request.as, request.path.id, LEVEL.developer);
  const job = jobOf(world, request, project);
  requireArtifacts(world, job).expire_at = null;
  const sha = world.pipelines.get(job.pipeline_id)?.sha ?? '';
  const [commit] = await world.repositories.of(project).commits([sha]);
  return ok(jobRecord(world, project, job, commit));
}

/** `DELETE /projects/:id/jobs/:job_id/artifacts`, document 1:172. */
export function remove(world: World, request: Request): Reply {
  const project = requireProject(world, request.as, request.path.id, LEVEL.maintainer);
  erase(world, jobOf(world, request, project));
  return noContent();
}

/** `DELETE /projects/:id/jobs/artifacts`, document 1:173. Artifacts that are not kept expire at once. */
export function removeAll(world: World, request: Request): Reply {
  const project = requireProject(world, request.as, request.path.id, LEVEL.maintainer);
  const passed = new Set<number>();
  for (const pipeline of world.pipelines.filter((row) => row.project_id === project.id)) {
    if (!isKept(world, pipeline)) passed.add(pipeline.id);
  }
  for (const { artifacts } of world.jobs.filter((job) => passed.has(job.pipeline_id))) {
    if (artifacts !== null) artifacts.expire_at = world.clock.now();
  }
  return accepted({ message: '202 Accepted' });
}

export const artifacts: Operations = {
  'GET /projects/:id/jobs/:job_id/artifacts': archive,
  'GET /projects/:id/jobs/artifacts/:ref_name/download': archiveByRef,
  'GET /projects/:id/jobs/:job_id/artifacts/*artifact_path': one,
  'GET /projects/:id/jobs/:job_id/artifacts/tree': tree,
  'GET /projects/:id/jobs/artifacts/:ref_name/raw/*artifact_path': oneByRef,
  'POST /projects/:id/jobs/:job_id/artifacts/keep': keep,
  'DELETE /projects/:id/jobs/:job_id/artifacts': remove,
  'DELETE /projects/:id/jobs/artifacts': removeAll,
};

/**
 * The project, if the caller may read its code or, with a job token, if its allowlists include the project of the job.
 * Source: document 1:216.
 */
function requireReader(world: World, { as, path }: Request): Project {
  const project = requireCode(world, as, path.id);
  if (as.jobProjectId === null) return project;
  const from = world.projects.get(as.jobProjectId);
  if (from === undefined || !world.jobTokenScopes.lets(from, project))
    throw forbidden('Authentication by CI/CD job token is not allowed: the project is not in the allowlist');
  return project;
}

function jobOf(world: World, request: Request, project: Project): Job {
  const job = world.jobs.get(pathInteger(request, 'job_id') ?? 0);
  const pipeline = world.pipelines.get(job?.pipeline_id ?? 0);
  if (job === undefined || pipeline?.project_id !== project.id) throw notFound('Job');
  return job;
}

function jobByRef(world: World, request: Request): Job {
  const project = requireReader(world, request);
  const read = reader(request.query);
  const name = requiredFilled(read, 'job');
  const searchesRecent = read.boolean('search_recent_successful_pipelines') ?? false;
  const job = findByRef(world, project, request.path.ref_name ?? '', name, searchesRecent);
  if (job === undefined) throw notFound();
  return job;
}

function requireArtifacts(world: World, job: Job): Artifacts {
  const found = artifactsOf(world, job);
  if (found === undefined) throw notFound();
  return found;
}

function fileOf(world: World, { path }: Request, job: Job) {
  const name = path.artifact_path ?? '';
  const found = requireArtifacts(world, job).files.get(name);
  if (found === undefined) throw notFound();
  return { content: found.content, name: name.split('/').at(-1) ?? name };
}

const ARCHIVE = 'artifacts.zip';

/** Archives in object storage are downloaded from the CDN. */
async function sendArchive(world: World, job: Job): Promise<Reply> {
  const found = requireArtifacts(world, job);
  const bytes = archiveOf(found, job.created_at);
  const direct = file(bytes, 'application/zip', ARCHIVE);
  if (!found.isRemote) return direct;
  const location = await world.cdn.publish(ARCHIVE, { bytes, headers: { ...direct.headers } });
  return { status: 302, headers: { location, 'cache-control': 'no-store' } };
}

function erase(world: World, job: Job) {
  job.artifacts = null;
  job.erased_at = world.clock.now();
}
