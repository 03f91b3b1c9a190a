import { castOf } from '../seed/cast.ts';
import type { World } from '../world/world.ts';
import { moveAccounts } from './accounts.ts';
import { moveBackground } from './background.ts';
import { moveDependencies } from './dependencies.ts';
import { requestExports } from './exports.ts';
import type { ScriptedExport } from './exports.ts';
import { moveMirrors } from './mirrors.ts';
import { movePeople } from './people.ts';
import { moveRunners } from './runners.ts';
import { createScene } from './scene.ts';
import { moveWebhooks } from './webhooks.ts';

/**
 * From now on, things happen by themselves: the same with the same seed, at the same times after the start. Returns the
 * exports that a script of the administrator requested before.
 */
export function setInMotion(world: World): ScriptedExport[] {
  const scene = createScene(world, castOf(world));
  moveAccounts(scene);
  moveRunners(scene);
  moveMirrors(scene);
  movePeople(scene, moveWebhooks(scene));
  moveDependencies(scene);
  moveBackground(scene);
  return requestExports(scene);
}
