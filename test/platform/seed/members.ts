import { DAY_MS } from '../clock.ts';
import type { Group } from '../world/groups.ts';
import { LEVEL } from '../world/levels.ts';
import type { Member } from '../world/members.ts';
import type { World } from '../world/world.ts';
import type { Cast } from './cast.ts';
import { SOLE_OWNED_PATH } from './enterprise-users.ts';
import { GROUP_PATHS, PROJECT_PATHS } from './groups.ts';

/** A public group that is invited to the public project. */
export const GUILD_PATH = 'design-guild';

/** Invited groups, a custom role, a member who awaits approval, and a member with an expiry date. */
export function seedMembers(world: World, cast: Cast): void {
  const top = world.groups.lookup(GROUP_PATHS.top);
  const core = world.projects.lookup(PROJECT_PATHS.private);
  const website = world.projects.lookup(PROJECT_PATHS.public);
  if (top === undefined || core === undefined || website === undefined) return;
  const guild = addGuild(world);
  world.members.shares.add({
    source: { kind: 'project', id: website.id },
    group_id: guild.id,
    group_access: LEVEL.reporter,
  });
  const skunkworks = world.groups.lookup(SOLE_OWNED_PATH);
  if (skunkworks !== undefined) {
    const source = { kind: 'project', id: core.id } as const;
    world.members.shares.add({ source, group_id: skunkworks.id, group_access: LEVEL.developer });
  }
  const role = world.members.roles.add({
    group_id: top.id,
    name: world.settings.hostile ? 'Runner keeper' : 'Runner operator',
    base_access_level: LEVEL.developer,
    permissions: ['admin_runners'],
  });

  const known = new Set(world.members.all().map(({ user_id }) => user_id));
  const [first, second, keeper, waiting, leaving] = world.users
    .ordered('id')
    .filter((user) => user.id > 10 && user.type === 'human' && user.state === 'active' && !known.has(user.id));
  const join = (userId: number | undefined, source: Member['source'], level: number, more: Partial<Member> = {}) => {
    if (userId === undefined) return;
    const createdAt = world.seeded.fromMs + 30 * DAY_MS;
    const terms = { access_level: level, created_at: createdAt, created_by_id: cast.owner.id, expires_at: null };
    world.members.add({ source, user_id: userId, ...terms, ...more });
  };
  const inGuild = { kind: 'group', id: guild.id } as const;
  const inCore = { kind: 'project', id: core.id } as const;
  join(first?.id, inGuild, LEVEL.owner);
  join(second?.id, inGuild, LEVEL.developer);
  join(keeper?.id, inCore, LEVEL.developer, { member_role_id: role.id });
  join(waiting?.id, inCore, LEVEL.developer, { state: 'awaiting' });
  const today = Math.floor(world.clock.now() / DAY_MS) * DAY_MS;
  join(leaving?.id, inCore, LEVEL.reporter, { expires_at: today + 45 * DAY_MS });
}

function addGuild(world: World): Group {
  return world.groups.add({
    name: 'Design Guild',
    path: GUILD_PATH,
    parent_id: null,
    description: 'Designers of Acme and its partners',
    visibility: 'public',
    avatar_url: null,
    created_at: world.seeded.fromMs + 21 * DAY_MS,
  });
}
