import { zipOf } from '../zip.ts';
import type { ZipEntry } from '../zip.ts';
import type { Artifacts, Job } from './jobs.ts';
import type { Pipeline } from './pipelines.ts';
import type { Project } from './projects.ts';
import type { World } from './world.ts';

export const DIRECTORY_MODE = '040755';

/** The newest successful pipeline of each ref, and its child pipelines, keep their artifacts (document 1:173). */
export function isKept(world: World, pipeline: Pipeline): boolean {
  const root = world.pipelines.root(pipeline);
  return world.pipelines.successful(root.project_id, root.ref).at(0)?.id === root.id;
}

/** The artifacts of a job, unless they have expired. */
export function artifactsOf(world: World, job: Job): Artifacts | undefined {
  const { artifacts } = job;
  const pipeline = world.pipelines.get(job.pipeline_id);
  if (artifacts === null || pipeline === undefined) return undefined;
  const isCurrent = artifacts.expire_at === null || world.clock.now() < artifacts.expire_at;
  return isCurrent || isKept(world, pipeline) ? artifacts : undefined;
}

const SEARCHED_PIPELINES = 100;

/** The job of this name with artifacts in the newest successful pipeline of a ref, or in the 100 newest ones. */
export function findByRef(
  world: World,
  project: Project,
  ref: string,
  name: string,
  searchesRecent: boolean,
): Job | undefined {
  const pipelines = world.pipelines.successful(project.id, ref).slice(0, searchesRecent ? SEARCHED_PIPELINES : 1);
  for (const pipeline of pipelines) {
    for (const { id } of world.pipelines.family(pipeline)) {
      // If a job was retried, the last one of its name counts.
      const job = world.jobs
        .filter((row) => row.pipeline_id === id && row.name === name && artifactsOf(world, row) !== undefined)
        .at(-1);
      if (job !== undefined) return job;
    }
  }
  return undefined;
}

/** All directories of the files, with a slash at the end. */
export function directoriesOf({ files }: Artifacts): Set<string> {
  const found = new Set<string>();
  for (const path of files.keys()) {
    for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) found.add(path.slice(0, at + 1));
  }
  return found;
}

/** The whole archive, directories included. */
export function archiveOf(artifacts: Artifacts, atMs: number): Buffer {
  const directories: ZipEntry[] = [...directoriesOf(artifacts)].map((path) => ({
    path,
    content: Buffer.alloc(0),
    mode: DIRECTORY_MODE,
  }));
  const files: ZipEntry[] = [...artifacts.files].map(([path, { content, mode }]) => ({ path, content, mode }));
  return zipOf(
    [...directories, ...files].sort((a, b) => (a.path < b.path ? -1 : 1)),
    atMs,
  );
}
