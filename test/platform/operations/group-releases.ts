import { withoutSignIn } from '../operation.ts';
import type { Operations } from '../operation.ts';
import { paged } from '../http/paging.ts';
import { reader } from '../http/reader.ts';
import type { Reply } from '../http/reply.ts';
import type { Request } from '../http/request.ts';
import { releaseView, simpleRelease } from '../views/releases.ts';
import { requireGroup, seesProject } from '../world/access.ts';
import type { Commit } from '../world/git/git-log.ts';
import type { Release } from '../world/releases.ts';
import type { World } from '../world/world.ts';
import { ordered } from './issuable-filters.ts';

/** `GET /groups/:id/releases`, document 2:83: of all projects in the group and below it that the caller sees. */
export async function list(world: World, request: Request): Promise<Reply> {
  const { as, path, query } = request;
  const group = requireGroup(world, as, path['id']);
  const read = reader(query);
  const isDescending = (read.oneOf('sort', ['asc', 'desc']) ?? 'desc') === 'desc';
  const isSimple = read.boolean('simple') ?? false;
  const projects = world.projects.inGroup(group).filter((project) => seesProject(world, project, as));
  const releases = world.releases.filter(({ project_id }) => projects.some(({ id }) => id === project_id));
  const inOrder = ordered(releases, ({ released_at }) => released_at, isDescending);
  if (isSimple) return paged(request, inOrder, (release) => simpleRelease(world, release));

  const commits = new Map<Release, Commit>();
  for (const project of projects) {
    const own = releases.filter(({ project_id }) => project_id === project.id);
    if (own.length === 0) continue;
    const found = await world.repositories.of(project).commits(own.map(({ sha }) => sha));
    for (const release of own) {
      const commit = found.find(({ id }) => id === release.sha);
      if (commit !== undefined) commits.set(release, commit);
    }
  }
  return paged(request, inOrder, (release) => releaseView(world, release, commits.get(release), as));
}

export const groupReleases: Operations = {
  'GET /groups/:id/releases': withoutSignIn(list),
};
