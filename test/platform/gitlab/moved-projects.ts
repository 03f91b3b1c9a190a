import type { Caller } from '../caller.ts';
import { Refusal } from '../http/refusal.ts';
import type { Match } from '../http/router.ts';
import type { Reply } from '../http/reply.ts';
import { seesProject } from '../world/access.ts';
import type { World } from '../world/world.ts';
import { isGitlab } from './dialect.ts';

/**
 * The redirect of a request to the former path of a project; undefined if the request names no such path.
 * `target`: the path and query of the request, as sent. Fails: 405 for every method but GET.
 */
export function movedReply(
  world: World,
  { route, path }: Match,
  method: string,
  target: string,
  as: Caller,
): Reply | undefined {
  if (!isGitlab(world) || !route.endpoint.path.startsWith('/projects/:id')) return undefined;
  const project = world.projects.movedFrom(path['id'] ?? '');
  if (project === undefined || !seesProject(world, project, as)) return undefined;
  if (method !== 'GET') throw new Refusal(405, { message: 'Non GET methods are not allowed for moved projects' });
  const location = world.url + target.replace(/(\/projects\/)[^/?]+/, `$1${project.id}`);
  const bytes = Buffer.from(`This resource has been moved permanently to ${location}.`);
  return { status: 301, headers: { location, 'content-type': 'text/plain' }, bytes };
}
