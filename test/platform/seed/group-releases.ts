import { DAY_MS } from '../clock.ts';
import type { World } from '../world/world.ts';
import type { Cast } from './cast.ts';
import { PROJECT_PATHS } from './groups.ts';

const UPCOMING = { path: PROJECT_PATHS.sub, tag: 'v1.1.0' } as const;

/** A release for every seeded tag; one is an upcoming release of next month. */
export function seedReleases(world: World, cast: Cast): void {
  for (const path of [PROJECT_PATHS.private, PROJECT_PATHS.public, PROJECT_PATHS.sub]) {
    const project = world.projects.lookup(path);
    const planned = project && world.repositories.planned(project);
    if (project === undefined || planned === undefined) continue;
    for (const [tag, sha] of planned.tags) {
      const commit = planned.commits.find(({ id }) => id === sha);
      if (commit === undefined) continue;
      const createdAt = commit.committer.atMs + 3_600_000 + project.id * 1000;
      const isUpcoming = path === UPCOMING.path && tag === UPCOMING.tag;
      world.releases.add({
        project_id: project.id,
        tag_name: tag,
        name: `${project.name} ${tag.slice(1)}`,
        description: `## What is new\n\n- ${commit.message.split('\n', 1)[0]}\n`,
        created_at: createdAt,
        released_at: isUpcoming ? world.clock.now() + 30 * DAY_MS : createdAt,
        author_id: cast.maintainer.id,
        sha,
      });
    }
  }
}
