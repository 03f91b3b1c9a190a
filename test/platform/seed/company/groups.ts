import { DAY_MS } from '../../clock.ts';
import { LEVEL } from '../../world/levels.ts';
import type { World } from '../../world/world.ts';
import type { Cast } from '../cast.ts';
import { PROJECT_PATHS } from '../groups.ts';
import { companyProjects, departmentGroups, groupDescriptions } from './projects.ts';

/** The departments with their projects, and descriptions of the groups and projects that every platform has. */
export function seedCompanyGroups(world: World, cast: Cast): void {
  const { fromMs, untilMs } = world.seeded;
  for (const group of world.groups.all()) group.description = groupDescriptions[group.path] ?? group.description;
  for (const [i, [path, name, description]] of departmentGroups.entries()) {
    const [parent = '', own = ''] = path.split('/');
    world.groups.add({
      name,
      path: own,
      parent_id: world.groups.lookup(parent)?.id ?? null,
      description,
      visibility: 'private',
      avatar_url: null,
      created_at: fromMs + (400 + i * 300) * DAY_MS,
    });
  }
  for (const { path, name, description, topics, visibility, ageDays } of companyProjects) {
    const known = world.projects.lookup(path);
    const createdAt = untilMs - ageDays * DAY_MS;
    const row = { description, topics, created_at: createdAt, last_activity_at: createdAt };
    if (known !== undefined) {
      Object.assign(known, row, { star_count: path.length % 9 });
      continue;
    }
    const group = world.groups.lookup(path.slice(0, path.lastIndexOf('/')));
    if (group === undefined) throw new Error(`there is no group for ${path}`);
    world.projects.add({
      ...row,
      name,
      path: path.slice(path.lastIndexOf('/') + 1),
      visibility,
      namespace: { kind: 'group', id: group.id },
      creator_id: cast.owner.id,
      default_branch: 'main',
      archived: path === 'acme/legacy',
      star_count: 0,
      avatar_url: null,
    });
  }
  const dotfiles = world.projects.find(({ namespace }) => namespace.kind === 'user');
  if (dotfiles !== undefined) {
    const createdAt = untilMs - 410 * DAY_MS;
    const description = 'Settings of my shell and editor';
    Object.assign(dotfiles, { description, created_at: createdAt, last_activity_at: untilMs - 19 * DAY_MS });
  }
  joinDepartments(world, cast);
}

/** Six people in each department and in the project of the website, one of them a maintainer. */
function joinDepartments(world: World, cast: Cast) {
  const random = world.random('company departments');
  const people = world.users
    .ordered('id')
    .filter((user) => user.id > 10 && user.type === 'human' && user.state === 'active' && !user.external)
    .slice(12, 40);
  const levels = [LEVEL.maintainer, LEVEL.developer, LEVEL.developer, LEVEL.developer, LEVEL.reporter, LEVEL.planner];
  const website = world.projects.lookup(PROJECT_PATHS.public);
  const places = [
    ...departmentGroups.flatMap(([path]) => {
      const group = world.groups.lookup(path);
      return group === undefined ? [] : [{ kind: 'group', ...group } as const];
    }),
    ...(website === undefined ? [] : [{ kind: 'project', ...website } as const]),
  ];
  places.forEach(({ kind, id, created_at }, i) => {
    for (const [n, user] of people.slice(i * 6, i * 6 + 6).entries()) {
      world.members.add({
        source: { kind, id },
        user_id: user.id,
        access_level: levels[n] ?? LEVEL.developer,
        created_at: created_at + random.integer(1, 200) * DAY_MS,
        created_by_id: cast.owner.id,
        expires_at: null,
      });
    }
  });
}
