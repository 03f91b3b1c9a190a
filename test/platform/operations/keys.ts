import type { Operations } from '../operation.ts';
import { reader } from '../http/reader.ts';
import { badParameter, notFound } from '../http/refusal.ts';
import { ok } from '../http/reply.ts';
import type { Reply } from '../http/reply.ts';
import { pathInteger } from '../http/request.ts';
import type { Request } from '../http/request.ts';
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
