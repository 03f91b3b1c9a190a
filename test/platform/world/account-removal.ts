import { Refusal } from '../http/refusal.ts';
import { removeContributions } from './contributions.ts';
import type { Group } from './groups.ts';
import { LEVEL } from './levels.ts';
import { isAwaiting } from './members.ts';
import type { User } from './user.ts';
import type { World } from './world.ts';

/** Groups that would have no Owner, direct or inherited, without this account. */
export function soleOwnedGroups(world: World, user: User): Group[] {
  const ownersOf = (group: Group) =>
    world.groups
      .chain(group)
      .flatMap(({ id }) => world.members.of('group', id))
      .filter((member) => member.access_level === LEVEL.owner && !isAwaiting(member))
      .map((member) => member.user_id);
  return world.groups.filter((group) => {
    const owners = new Set(ownersOf(group));
    return owners.size === 1 && owners.has(user.id);
  });
}

/**
 * Removes an account. `isHard`: also removes its contributions and the groups of which it is the only Owner. Otherwise its contributions
 * are moved to the ghost user. Fails: 409 for the only Owner of a group, unless `isHard` (document 3:62).
 */
export function removeAccount(world: World, user: User, isHard: boolean): void {
  const owned = soleOwnedGroups(world, user);
  if (owned.length > 0 && !isHard)
    throw new Refusal(409, '409 Conflict: User cannot be removed. Is the sole-owner of a group.');
  if (isHard) {
    removeContributions(world, user.id);
    for (const group of owned) world.groups.remove(group.id);
  }
  world.users.remove(user.id);
}
