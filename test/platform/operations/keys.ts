import type { Operations } from '../operation.ts';
import { reader } from '../reader.ts';
import { badParameter, notFound } from '../refusal.ts';
import { ok } from '../reply.ts';
import type { Reply } from '../reply.ts';
import { pathInteger } from '../request.ts';
import type { Request } from '../request.ts';
import { keyView } from '../views/keys.ts';
import { requireAdmin } from '../world/access.ts';
import type { Key } from '../world/keys.ts';
import type { World } from '../world/world.ts';

/** `GET /keys/:id`, document 3:66. */
export function get(world: World, request: Request): Reply {
  requireAdmin(request.as);
  const id = pathInteger(request, 'id');
  if (id === undefined) throw badParameter('id is invalid');
  return shown(world, request, world.keys.get(id));
}

/** `GET /keys`, document 3:67. */
export function find(world: World, request: Request): Reply {
  requireAdmin(request.as);
  const fingerprint = reader(request.query).required.text('fingerprint');
  if (fingerprint.trim() === '') throw badParameter('fingerprint is empty');
  return shown(world, request, world.keys.byFingerprint(fingerprint));
}

export const keys: Operations = {
  'GET /keys': find,
  'GET /keys/:id': get,
};

function shown(world: World, { as }: Request, key: Key | undefined): Reply {
  if (key === undefined) throw notFound('Key');
  return ok(keyView(world, key, as));
}
