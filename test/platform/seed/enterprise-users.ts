import type { Group } from '../world/groups.ts';
import { LEVEL } from '../world/levels.ts';
import type { User } from '../world/user.ts';
import type { World } from '../world/world.ts';
import { DAY_MS } from '../clock.ts';
import { GROUP_PATHS } from './groups.ts';

/** The domain that the top-level group has verified. */
export const ENTERPRISE_DOMAIN = 'acme.example';

/** A top-level group whose sole Owner is an enterprise user. */
export const SOLE_OWNED_PATH = 'skunkworks';

/** The number of generated users that become enterprise users of the top-level group. */
const CLAIMED = 9;

/** The enterprise users who can sign in, by id, used as authors and assignees. None if there are few users. */
export function enterpriseUserIds(world: World): number[] {
  const group = world.groups.lookup(GROUP_PATHS.top);
  const users = group === undefined ? [] : world.enterpriseUsers.of(group);
  return users
    .filter((user) => user.state === 'active')
    .map((user) => user.id)
    .toSorted((a, b) => a - b);
}

/** Makes some generated users enterprise users of the top-level group. Call it after the groups were seeded. */
export function seedEnterpriseUsers(world: World): void {
  const top = world.groups.lookup(GROUP_PATHS.top);
  if (top === undefined) return;
  world.enterpriseUsers.verifyDomain(top, ENTERPRISE_DOMAIN);
  world.enterpriseUsers.enableSso(top);
  const elsewhere = new Set(
    world.members
      .filter(
        ({ source }) => source.kind === 'project' && !world.projects.inGroup(top).some(({ id }) => id === source.id),
      )
      .map(({ user_id }) => user_id),
  );
  const people = world.users
    .ordered('id')
    .filter((user) => user.id > 10 && user.type === 'human' && user.state === 'active' && !user.is_admin)
    .filter((user) => !user.is_auditor && !elsewhere.has(user.id))
    .slice(0, CLAIMED);
  for (const [i, user] of people.entries()) claim(world, top, user, i);
  const [owner] = people;
  if (owner !== undefined) giveGroup(world, owner);
}

function claim(world: World, group: Group, user: User, i: number) {
  // With `hostile`, the times stay as they are. In the company, this person left nine days ago.
  const isBlocked = i === CLAIMED - 1;
  const seenAt = world.seeded.untilMs - 9 * DAY_MS;
  const left = { last_sign_in_at: seenAt, current_sign_in_at: seenAt, last_activity_on: seenAt - (seenAt % DAY_MS) };
  const email = `${user.username.toLowerCase()}@${ENTERPRISE_DOMAIN}`;
  world.users.edit(user.id, {
    email,
    public_email: i % 4 === 3 ? email : '',
    commit_email: i % 3 === 0 ? `commits+${email}` : null,
    // The last one is blocked, so that there are users of both states.
    state: isBlocked ? 'blocked' : 'active',
    ...(isBlocked && !world.settings.hostile ? left : {}),
    using_license_seat: !isBlocked,
    two_factor_enabled: i % 2 === 0,
    confirmed_at: user.created_at,
    provisioned_by_group_id: group.id,
    identities: [{ provider: 'group_saml', extern_uid: `saml-${user.username}`, saml_provider_id: 1 }],
    scim_identities: i % 3 === 2 ? [] : [{ extern_uid: `scim-${user.username}`, group_id: group.id, active: i !== 4 }],
    updated_at: user.updated_at,
  });
  world.enterpriseUsers.claim(user, group);
}

function giveGroup(world: World, owner: User) {
  const group = world.groups.add({
    name: 'Skunkworks',
    path: SOLE_OWNED_PATH,
    parent_id: null,
    description: 'Experiments of one person',
    visibility: 'private',
    avatar_url: null,
    created_at: world.seeded.fromMs + 20 * DAY_MS,
  });
  world.members.add({
    source: { kind: 'group', id: group.id },
    user_id: owner.id,
    access_level: LEVEL.owner,
    created_at: group.created_at,
    created_by_id: owner.id,
    expires_at: null,
  });
}
