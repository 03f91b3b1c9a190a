import type { Group } from '../world/groups.ts';
import { LEVEL } from '../world/levels.ts';
import type { Project } from '../world/projects.ts';
import type { World } from '../world/world.ts';
import type { Cast } from './cast.ts';

const DAY_MS = 86_400_000;

/** Full paths of the seeded groups. */
export const GROUP_PATHS = { top: 'acme', sub: 'acme/platform', other: 'globex' } as const;

/** Full paths of the seeded projects. */
export const PROJECT_PATHS = {
  /** In the top-level group. All users with fixed roles are members, except admin, auditor and outsider. */
  private: 'acme/core',
  public: 'acme/website',
  sub: 'acme/platform/runner-images',
  other: 'globex/warehouse',
  personal: 'developer/dotfiles',
} as const;

const { minimal, guest, planner, reporter, developer, maintainer } = LEVEL;
const LEVELS = [minimal, guest, planner, reporter, developer];
const COMPANY_LEVELS = [developer, developer, developer, maintainer, reporter, planner];

/** Two top-level groups, a subgroup, five projects, and the members with fixed roles. */
export function seedGroups(world: World, cast: Cast): void {
  const top = addGroup(world, 'Acme', 'acme', null, 'private', 1);
  const sub = addGroup(world, 'Platform', 'platform', top, 'private', 2);
  const other = addGroup(world, 'Globex', 'globex', null, 'public', 3);

  const inGroup = (group: Group) => ({ kind: 'group', id: group.id }) as const;
  const core = addProject(world, cast, 'Core', 'core', inGroup(top), 'private', 4);
  addProject(world, cast, 'Website', 'website', inGroup(top), 'public', 5);
  const images = addProject(world, cast, 'Runner Images', 'runner-images', inGroup(sub), 'private', 6);
  const warehouse = addProject(world, cast, 'Warehouse', 'warehouse', inGroup(other), 'internal', 7);
  const personal = { kind: 'user', id: cast.developer.id } as const;
  addProject(world, cast, 'Dotfiles', 'dotfiles', personal, 'private', 8);

  join(world, inGroup(top), cast.owner.id, LEVEL.owner, cast);
  join(world, inGroup(other), cast.outsider.id, LEVEL.owner, cast);
  for (const role of ['owner', 'maintainer', 'developer', 'reporter', 'guest'] as const) {
    join(world, { kind: 'project', id: core.id }, cast[role].id, LEVEL[role], cast);
  }
  join(world, { kind: 'project', id: images.id }, cast.maintainer.id, LEVEL.maintainer, cast);

  const random = world.random('groups');
  const people = world.users
    .ordered('id')
    .filter((user) => user.id > 10 && user.type === 'human' && user.state === 'active');
  for (const [i, user] of people.slice(0, 12).entries()) {
    const source = [
      inGroup(top),
      inGroup(sub),
      { kind: 'project', id: core.id },
      { kind: 'project', id: warehouse.id },
    ][i % 4];
    const level = random.pick(world.settings.hostile ? LEVELS : COMPANY_LEVELS);
    join(world, source as { kind: 'group' | 'project'; id: number }, user.id, level, cast);
  }
}

function addGroup(
  world: World,
  name: string,
  path: string,
  parent: Group | null,
  visibility: Group['visibility'],
  day: number,
) {
  return world.groups.add({
    name,
    path,
    parent_id: parent?.id ?? null,
    description: `The group ${name}`,
    visibility,
    avatar_url: null,
    created_at: world.seeded.fromMs + day * DAY_MS,
  });
}

function addProject(
  world: World,
  cast: Cast,
  name: string,
  path: string,
  namespace: Project['namespace'],
  visibility: Project['visibility'],
  day: number,
) {
  const createdAt = world.seeded.fromMs + day * DAY_MS;
  return world.projects.add({
    name,
    path,
    description: `The project ${name}`,
    visibility,
    namespace,
    creator_id: namespace.kind === 'user' ? namespace.id : cast.owner.id,
    default_branch: 'main',
    archived: false,
    topics: [],
    star_count: 0,
    avatar_url: null,
    created_at: createdAt,
    last_activity_at: createdAt,
  });
}

function join(
  world: World,
  source: { kind: 'group' | 'project'; id: number },
  userId: number,
  level: number,
  cast: Cast,
): void {
  world.members.add({
    source,
    user_id: userId,
    access_level: level,
    created_at: world.seeded.fromMs + 10 * DAY_MS,
    created_by_id: cast.owner.id,
    expires_at: null,
  });
}
