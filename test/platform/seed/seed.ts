import type { World } from '../world/world.ts';
import { seedCast } from './cast.ts';
import type { Cast } from './cast.ts';
import { seedEnterpriseUsers } from './enterprise-users.ts';
import { seedGroups } from './groups.ts';
import { seedRepositories } from './repositories.ts';
import { seedTokens } from './tokens.ts';
import type { Seeded } from './tokens.ts';
import { seedUsers } from './users.ts';

/** What one stem needs to seed its own: the world so far and the named people. Draw from `world.random('<stem>')` only. */
export type Seed = (world: World, cast: Cast) => void;

/** Each stem after those that it builds upon. */
const stems: readonly Seed[] = [seedUsers, seedGroups, seedEnterpriseUsers, seedRepositories];

export function seed(world: World): Seeded {
  const cast = seedCast(world);
  for (const stem of stems) stem(world, cast);
  return seedTokens(world, cast);
}
