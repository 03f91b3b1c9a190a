import { randomBytes } from 'node:crypto';
import { signedIn } from '../caller.ts';
import { reader } from '../http/reader.ts';
import type { Reader } from '../http/reader.ts';
import { badParameter } from '../http/refusal.ts';
import { created } from '../http/reply.ts';
import type { Reply } from '../http/reply.ts';
import type { Request } from '../http/request.ts';
import { requireAdmin, requireGroup, requireProject } from '../world/access.ts';
import { LEVEL } from '../world/levels.ts';
import { newRunnerFields, runnerFields } from '../world/runner-fields.ts';
import { RUNNER_TYPES } from '../world/runners.ts';
import type { World } from '../world/world.ts';

/** `POST /user/runners`, document 3:94: creates a runner without contact, and its token. */
export function create(world: World, request: Request): Reply {
  const read = reader(request.body);
  const owner = ownerOf(world, request, read);
  const runner = world.runners.add({
    ...runnerFields(read, newRunnerFields()),
    ...owner,
    name: null,
    contacted_at: null,
    beat_ms: null,
    architecture: null,
    platform: null,
    revision: null,
    version: null,
    token: `rt-${randomBytes(16).toString('hex')}`,
    created_at: world.clock.now(),
    creator_id: signedIn(request.as).id,
  });
  return created({ id: runner.id, token: runner.token, token_expires_at: null });
}

/** The owner of the new runner. Fails: 400 without the id that the type needs, 403 and 404 by role. */
function ownerOf(world: World, { as }: Request, read: Reader) {
  signedIn(as);
  const runner_type = read.required.oneOf('runner_type', RUNNER_TYPES);
  const refuse = (name: string) => {
    if (read.integer(name) !== undefined) throw badParameter(`${name} does not go with runner_type ${runner_type}`);
  };
  if (runner_type !== 'group_type') refuse('group_id');
  if (runner_type !== 'project_type') refuse('project_id');
  switch (runner_type) {
    case 'instance_type':
      requireAdmin(as);
      return { runner_type, group_id: null, project_ids: [] };
    case 'group_type': {
      const group = requireGroup(world, as, String(read.required.integer('group_id')), LEVEL.owner);
      return { runner_type, group_id: group.id, project_ids: [] };
    }
    case 'project_type': {
      const project = requireProject(world, as, String(read.required.integer('project_id')), LEVEL.maintainer);
      return { runner_type, group_id: null, project_ids: [project.id] };
    }
    default:
      return runner_type satisfies never;
  }
}
