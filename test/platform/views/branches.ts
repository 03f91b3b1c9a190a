import type { Caller } from '../caller.ts';
import type { Commit } from '../world/git/git-log.ts';
import { LEVEL } from '../world/levels.ts';
import type { Project } from '../world/projects.ts';
import { allowsLevel } from '../world/protected-branches.ts';
import { canPush } from '../world/repository-access.ts';
import type { World } from '../world/world.ts';
import { commitView } from './commits.ts';

export interface BranchState {
  name: string;
  commit: Commit;
  isMerged: boolean;
}

/** A branch as the caller may use it (document 1, Branch). */
export function branchView(world: World, project: Project, { name, commit, isMerged }: BranchState, as: Caller) {
  const rules = world.protectedBranches.covering(project, name);
  return {
    name,
    commit: commitView(world, project, commit),
    merged: isMerged,
    protected: rules.length > 0,
    developers_can_push: allowsLevel(rules, 'push', LEVEL.developer),
    developers_can_merge: allowsLevel(rules, 'merge', LEVEL.developer),
    can_push: canPush(world, project, name, as),
    default: name === project.default_branch,
    web_url: `${world.url}/${world.projects.fullPath(project)}/-/tree/${name.split('/').map(encodeURIComponent).join('/')}`,
  };
}
