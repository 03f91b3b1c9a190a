import type { Reply } from './http/reply.ts';
import type { Request } from './http/request.ts';
import type { World } from './world/world.ts';

/** The behavior of one endpoint. Returns the reply, or throws a `Refusal`. */
export type Operation = (world: World, request: Request) => Reply | Promise<Reply>;

/** Operations by endpoint, spelled as in endpoints.json: `'GET /users/:id'`. */
export type Operations = Readonly<
  Record<`${'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`, Operation>
>;

const open = new WeakSet<Operation>();

/** Marks an operation that needs no token (document 1:215). All others reply 401 without a token. */
export function withoutSignIn(operation: Operation): Operation {
  const marked: Operation = (world, request) => operation(world, request);
  open.add(marked);
  return marked;
}

export const needsSignIn = (operation: Operation) => !open.has(operation);
