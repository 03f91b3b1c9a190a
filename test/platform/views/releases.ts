import type { Caller } from '../caller.ts';
import { iso } from '../clock.ts';
import { levelInProject } from '../world/access.ts';
import type { Commit } from '../world/git/git-log.ts';
import { LEVEL } from '../world/levels.ts';
import type { Release } from '../world/releases.ts';
import type { World } from '../world/world.ts';
import { commitView } from './commits.ts';
import { personOf } from './people.ts';

/** The limited fields of `simple=true` (document 2:83). */
export const simpleRelease = (world: World, release: Release) => ({
  tag_name: release.tag_name,
  name: release.name,
  description: release.description,
  created_at: iso(release.created_at),
  released_at: iso(release.released_at),
  upcoming_release: release.released_at > world.clock.now(),
});

/** A release (document 2, Release), without its commit if the caller may not read code. */
export function releaseView(world: World, release: Release, commit: Commit | undefined, as: Caller) {
  const project = world.projects.get(release.project_id);
  if (project === undefined) throw new Error(`release ${release.id} lies in no project`);
  const path = `/${world.projects.fullPath(project)}/-`;
  const readsCode =
    project.visibility !== 'private' || as.auditor || levelInProject(world, project, as) >= LEVEL.reporter;
  const shown = readsCode ? commit : undefined;
  return {
    ...simpleRelease(world, release),
    author: personOf(world, release.author_id),
    commit: shown === undefined ? null : commitView(world, project, shown),
    commit_path: shown === undefined ? null : `${path}/commit/${release.sha}`,
    tag_path: `${path}/tags/${encodeURIComponent(release.tag_name)}`,
  };
}
