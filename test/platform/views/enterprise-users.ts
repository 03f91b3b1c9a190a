import type { Caller } from '../caller.ts';
import type { User } from '../world/user.ts';
import type { World } from '../world/world.ts';
import { adminUser } from './users.ts';

/** An enterprise user for an Owner of its group (document 3, Enterprise user). */
export function enterpriseUserView(world: World, user: User, as: Caller) {
  return { ...adminUser(world, user, as), commit_email: user.commit_email ?? user.email };
}
