import { badParameter, forbidden, notFound } from '../http/refusal.ts';
import { pathInteger } from '../http/request.ts';
import type { Request } from '../http/request.ts';
import { knowsRunner, readsRunner } from '../world/runner-access.ts';
import type { Runner } from '../world/runners.ts';
import type { World } from '../world/world.ts';

/** The runner of `:id`. Fails: 404 if it is hidden from the caller, 403 for a missing role (readings 13). */
export function findRunner(world: World, request: Request): Runner {
  const id = pathInteger(request, 'id');
  if (id === undefined) throw badParameter('id is invalid');
  const runner = world.runners.get(id);
  if (runner === undefined || !knowsRunner(world, runner, request.as)) throw notFound('Runner');
  if (!readsRunner(world, runner, request.as)) throw forbidden('No access granted');
  return runner;
}
