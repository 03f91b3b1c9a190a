import type { Caller } from '../caller.ts';
import { forbidden } from '../http/refusal.ts';
import { requireGroup } from './access.ts';
import type { Group } from './groups.ts';
import { LEVEL } from './levels.ts';
import type { World } from './world.ts';

/** The top-level group of `:id` for its Owner. Fails: like `requireGroup`, and 403 for a subgroup. */
export function requireTopGroup(world: World, as: Caller, idOrPath: string | undefined): Group {
  const group = requireGroup(world, as, idOrPath, LEVEL.owner);
  if (group.parent_id !== null) throw forbidden('Must be a top-level group');
  return group;
}
