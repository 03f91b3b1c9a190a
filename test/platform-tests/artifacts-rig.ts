import type { Platform } from '../platform/platform.ts';
import type { Job } from '../platform/world/jobs.ts';
import type { Pipeline } from '../platform/world/pipelines.ts';
import { projectOf } from './repository-rig.ts';
import type { PROJECT_PATHS } from '../platform/seed/groups.ts';

type ProjectName = keyof typeof PROJECT_PATHS;

/** Add a pipeline that has just succeeded. */
export function addPipeline(platform: Platform, more: Partial<Pipeline> = {}, name: ProjectName = 'private'): Pipeline {
  const now = platform.clock.now();
  return platform.world.pipelines.add({
    iid: 1000,
    project_id: projectOf(platform, name).id,
    ref: 'topic',
    tag: false,
    sha: 'a'.repeat(40),
    status: 'success',
    source: 'push',
    user_id: 1,
    parent_id: null,
    created_at: now,
    updated_at: now,
    ...more,
  });
}

/** Add a finished job with these artifacts. */
export function addJob(
  platform: Platform,
  pipeline: Pipeline,
  name: string,
  files: Record<string, string> | null,
  more: Partial<Job['artifacts'] & object> = {},
): Job {
  const now = platform.clock.now();
  return platform.world.jobs.add({
    pipeline_id: pipeline.id,
    name,
    stage: 'test',
    status: 'success',
    allow_failure: false,
    coverage: null,
    user_id: 1,
    created_at: now,
    started_at: now,
    finished_at: now,
    erased_at: null,
    artifacts: files && {
      files: new Map(
        Object.entries(files).map(([path, text]) => [path, { content: Buffer.from(text), mode: '100644' }]),
      ),
      isRemote: false,
      hasMetadata: true,
      expire_at: null,
      ...more,
    },
  });
}
