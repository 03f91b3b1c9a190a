import { DAY_MS } from '../clock.ts';
import type { Random } from '../random.ts';
import type { Group } from '../world/groups.ts';
import { LEVEL } from '../world/levels.ts';
import type { Project } from '../world/projects.ts';
import { MAX_ENABLED_MIRRORS } from '../world/remote-mirrors.ts';
import type { RemoteMirror } from '../world/remote-mirrors.ts';
import type { World } from '../world/world.ts';
import type { Cast } from './cast.ts';
import { addPackages } from './dependencies.ts';
import { plainIssue } from './plain-issue.ts';
import { hostKey } from './remote-mirrors.ts';

/** The top-level group of the projects that `settings.projects` and `settings.mirrors` add. Its Owner is `owner`. */
export const FLEET_PATH = 'fleet';

const PROJECTS_PER_TEAM = 25;
const PROJECTS_PER_FOREIGN_GROUP = 5;
const HOUR_MS = 3_600_000;

/** Small projects up to the numbers of the settings, each with an issue, because lists of issues lead to projects. */
export function seedFleet(world: World, cast: Cast): void {
  const { settings } = world;
  const mirrors = Math.max(0, settings.mirrors - world.remoteMirrors.size);
  const count = Math.max(settings.projects - world.projects.size, Math.ceil(mirrors / MAX_ENABLED_MIRRORS));
  const random = world.random('fleet');
  if (count > 0) {
    const fleet = addFleet(world, cast, count);
    addMirrors(world, random, fleet, mirrors);
    for (const { id } of fleet) addPackages(world, random, id, random.integer(3, 8));
  }
  addForeign(world, cast);
}

function addFleet(world: World, cast: Cast, count: number): Project[] {
  const fleet = addGroup(world, FLEET_PATH, null, 'private');
  world.members.add({
    source: { kind: 'group', id: fleet.id },
    user_id: cast.owner.id,
    access_level: LEVEL.owner,
    created_at: fleet.created_at,
    created_by_id: cast.owner.id,
    expires_at: null,
  });
  const teams = Array.from({ length: Math.ceil(count / PROJECTS_PER_TEAM) }, (_, i) =>
    addGroup(world, `team-${String(i + 1).padStart(2, '0')}`, fleet, 'private'),
  );
  return Array.from({ length: count }, (_, i) => {
    const team = teams[Math.floor(i / PROJECTS_PER_TEAM)] ?? fleet;
    return addProject(world, `service-${String(i + 1).padStart(3, '0')}`, team, cast.owner.id, i);
  });
}

function addMirrors(world: World, random: Random, projects: readonly Project[], count: number) {
  const hostKeys = [hostKey(random, 'fleet.example')];
  const publicKey = `ssh-ed25519 ${hostKeys[0]?.line.split(' ').at(-1) ?? ''}`;
  for (let i = 0; i < count; i += 1) {
    const project = projects[i % projects.length];
    if (project === undefined) return;
    const n = Math.floor(i / projects.length);
    const isSsh = i % 3 === 0;
    const startsAt = world.seeded.untilMs - random.integer(1, 48) * HOUR_MS;
    const hasFailed = i % 40 === 7;
    world.remoteMirrors.add({
      project_id: project.id,
      url: `${isSsh ? 'ssh://git@' : 'https://fleet:pass-word@'}fleet.example/copy-${n + 1}/${project.path}.git`,
      enabled: n < MAX_ENABLED_MIRRORS,
      auth_method: isSsh ? 'ssh_public_key' : 'password',
      host_keys: isSsh ? hostKeys : [],
      keep_divergent_refs: false,
      only_protected_branches: false,
      mirror_branch_regex: null,
      public_key: publicKey,
      updates: [
        {
          startsAt,
          endsAt: startsAt + random.integer(2, 90) * 1000,
          error: hasFailed ? '13:push to the remote: it hung up unexpectedly' : null,
        },
      ],
    } satisfies Omit<RemoteMirror, 'id'>);
  }
}

/** Public projects of groups in which no user with a fixed role is a member. */
function addForeign(world: World, cast: Cast) {
  let group: Group | undefined;
  for (let i = 0; i < world.settings.foreignProjects; i += 1) {
    if (i % PROJECTS_PER_FOREIGN_GROUP === 0) {
      group = addGroup(world, `foreign-${String(i / PROJECTS_PER_FOREIGN_GROUP + 1).padStart(4, '0')}`, null, 'public');
    }
    if (group !== undefined) addProject(world, `library-${i + 1}`, group, cast.outsider.id, i);
  }
}

function addGroup(world: World, path: string, parent: Group | null, visibility: Group['visibility']) {
  return world.groups.add({
    name: path,
    path,
    parent_id: parent?.id ?? null,
    description: '',
    visibility,
    avatar_url: null,
    created_at: world.seeded.fromMs + 60 * DAY_MS,
  });
}

function addProject(world: World, path: string, group: Group, creatorId: number, n: number): Project {
  const createdAt = world.seeded.untilMs - 100 * DAY_MS + n * 60_000;
  const project = world.projects.add({
    name: path,
    path,
    description: '',
    visibility: group.visibility,
    namespace: { kind: 'group', id: group.id },
    creator_id: creatorId,
    default_branch: 'main',
    archived: false,
    topics: [],
    star_count: 0,
    avatar_url: null,
    created_at: createdAt,
    last_activity_at: createdAt,
  });
  world.issues.add(
    plainIssue({
      iid: 1,
      project_id: project.id,
      title: `Set up ${path}`,
      author_id: creatorId,
      created_at: createdAt + 1000,
    }),
  );
  return project;
}
