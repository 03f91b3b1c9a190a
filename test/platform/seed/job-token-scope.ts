import type { World } from '../world/world.ts';
import { GROUP_PATHS, PROJECT_PATHS } from './groups.ts';

/** The allowlist of the private project has a project and a group; the project in the subgroup allows all jobs. */
export function seedJobTokenScope(world: World): void {
  const projectOf = (path: string) => {
    const project = world.projects.lookup(path);
    if (project === undefined) throw new Error(`there is no project ${path}`);
    return project;
  };
  const scope = world.jobTokenScopes.of(projectOf(PROJECT_PATHS.private));
  scope.projects.add(projectOf(PROJECT_PATHS.public).id);
  scope.groups.add(world.groups.lookup(GROUP_PATHS.sub)?.id ?? 0);
  world.jobTokenScopes.of(projectOf(PROJECT_PATHS.sub)).isInboundEnabled = false;
}
