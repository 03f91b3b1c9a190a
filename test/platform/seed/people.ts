import type { World } from '../world/world.ts';
import type { Cast } from './cast.ts';
import { enterpriseUserIds } from './enterprise-users.ts';

/** The authors of issues, notes and other resources: the administrator, enterprise users, and users with fixed roles. */
export function writersOf(world: World, cast: Cast): number[] {
  const enterprise = enterpriseUserIds(world).slice(0, world.settings.hostile ? 4 : 8);
  return [cast.admin.id, ...enterprise, cast.owner.id, cast.maintainer.id, cast.developer.id, cast.reporter.id];
}
