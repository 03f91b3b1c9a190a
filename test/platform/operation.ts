import type { Reply } from './http/reply.ts';
import type { Request } from './http/request.ts';
import type { World } from './world/world.ts';

/** What the platform does at one endpoint: state and request in, reply out, or a `Refusal` thrown. */
export type Operation = (world: World, request: Request) => Reply | Promise<Reply>;

/** Operations by the endpoint they serve, written as in endpoints.json: `'GET /users/:id'`. */
export type Operations = Readonly<
  Record<`${'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`, Operation>
>;

const open = new WeakSet<Operation>();

/** Marks an operation that also serves callers without a token (document 1:215); all others answer them with 401. */
export function withoutSignIn(operation: Operation): Operation {
  const marked: Operation = (world, request) => operation(world, request);
  open.add(marked);
  return marked;
}

export const needsSignIn = (operation: Operation) => !open.has(operation);
