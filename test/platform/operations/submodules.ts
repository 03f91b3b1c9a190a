import type { Operations } from '../operation.ts';
import { reader } from '../http/reader.ts';
import { Refusal } from '../http/refusal.ts';
import { ok } from '../http/reply.ts';
import type { Reply } from '../http/reply.ts';
import type { Request } from '../http/request.ts';
import { bareCommit, commitStatus } from '../views/commits.ts';
import { MODE } from '../world/git/git-objects.ts';
import { requireDeveloper, requirePush } from '../world/repository-access.ts';
import { isFilePath } from '../world/git/repository-changes.ts';
import type { World } from '../world/world.ts';
import { requiredFilled } from './commit-requests.ts';

/** `PUT /projects/:id/repository/submodules/:submodule`, document 1:162. */
export async function update(world: World, request: Request): Promise<Reply> {
  const [project, user] = requireDeveloper(world, request.as, request.path.id);
  const read = reader(request.body);
  const path = request.path.submodule ?? '';
  const branch = requiredFilled(read, 'branch');
  const sha = requiredFilled(read, 'commit_sha').toLowerCase();
  if (!/^[0-9a-f]{40}$/.test(sha)) throw new Refusal(400, 'Invalid parameters: commit_sha must be a full SHA');
  requirePush(world, project, branch, request.as);
  const head = await world.repositories.resolve(project, `refs/heads/${branch}`);
  if (head === undefined) throw new Refusal(400, 'Invalid branch');
  const entry = isFilePath(path) ? await world.repositories.of(project).entry(head, path) : undefined;
  if (entry?.mode !== MODE.submodule) throw new Refusal(400, 'Invalid submodule path');
  if (entry.id === sha) throw new Refusal(400, `The submodule ${path} is already at ${sha}`);
  const message = read.text('commit_message')?.trim() || `Update submodule ${path} with oid ${sha}`;
  const actions = [{ kind: 'submodule', path, commit: sha } as const];
  const commit = await world.repositories.commit(project, user, { branch, message, actions });
  return ok({ ...bareCommit(commit), status: commitStatus(world, project, commit) });
}

export const submodules: Operations = {
  'PUT /projects/:id/repository/submodules/:submodule': update,
};
