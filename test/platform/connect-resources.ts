import { RE2JS } from 're2js';
import { connectImports } from './motion/imported-content.ts';
import { connectWebhooks } from './operations/webhook-triggers.ts';
import { pipelineView } from './views/jobs.ts';
import type { RemoteMirror } from './world/remote-mirrors.ts';
import type { World } from './world/world.ts';

/** Connects resources that react to each other. Called after the seed, which must not cause reactions. */
export function connectResources(world: World): void {
  world.repositories.lastPipeline = (project, commit) => {
    const pipeline = world.pipelines.newestOf(project.id, commit);
    return pipeline === undefined ? null : pipelineView(world, project, pipeline);
  };
  world.dependencyExports.projectOfPipeline = (id) => world.projects.get(world.pipelines.get(id)?.project_id ?? 0);
  connectWebhooks(world);
  connectMirrors(world);
  connectImports(world);
}

/** A push updates every mirror of the branch. */
function connectMirrors(world: World) {
  world.repositories.onPush(({ project, ref }) => {
    const branch = ref.replace(/^refs\/heads\//, '');
    const isProtected = world.protectedBranches.covering(project, branch).length > 0;
    const takes = ({ only_protected_branches, mirror_branch_regex }: RemoteMirror) => {
      if (only_protected_branches) return isProtected;
      return mirror_branch_regex === null || RE2JS.compile(mirror_branch_regex).matcher(branch).find();
    };
    for (const mirror of world.remoteMirrors.of(project.id)) {
      if (mirror.enabled && takes(mirror)) world.remoteMirrors.schedule(mirror);
    }
  });
}
