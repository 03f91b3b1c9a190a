import { randomUUID } from 'node:crypto';
import { signedIn } from '../caller.ts';
import { isGitlab } from '../gitlab/dialect.ts';
import { isRegisteredStatus } from '../gitlab/http-statuses.ts';
import type { Operations } from '../operation.ts';
import { paged } from '../http/paging.ts';
import { reader } from '../http/reader.ts';
import { badParameter, notFound, Refusal } from '../http/refusal.ts';
import { created, ok } from '../http/reply.ts';
import type { Reply } from '../http/reply.ts';
import { pathInteger } from '../http/request.ts';
import type { Request } from '../http/request.ts';
import { webhookEventView, webhookView } from '../views/webhooks.ts';
import { requireProject } from '../world/access.ts';
import { LEVEL } from '../world/levels.ts';
import type { Project } from '../world/projects.ts';
import type { Webhook, WebhookEvent } from '../world/webhooks.ts';
import type { World } from '../world/world.ts';
import { deliver } from './webhook-deliveries.ts';
import { fieldsOf } from './webhook-fields.ts';

/** On real installations. */
const MAX_EVENTS_PER_PAGE = 20;

/** `GET /projects/:id/hooks`, document 1:176. */
export function list(world: World, request: Request): Reply {
  return paged(request, world.webhooks.of(projectOf(world, request).id), (hook) => webhookView(world, hook));
}

/** `GET /projects/:id/hooks/:hook_id`, document 1:177. */
export const get = (world: World, request: Request): Reply => ok(webhookView(world, hookOf(world, request)));

/** `GET /projects/:id/hooks/:hook_id/events`, document 1:178. */
export function listEvents(world: World, request: Request): Reply {
  const hook = hookOf(world, request);
  const read = reader(request.query);
  const perPage = read.integer('per_page') ?? 1;
  if (isGitlab(world) && (perPage < 1 || perPage > MAX_EVENTS_PER_PAGE))
    throw badParameter('per_page does not have a valid value');
  const isWanted = statusTest(world, read.text('status'));
  return paged(request, world.webhooks.recentEvents(hook).filter(isWanted), webhookEventView);
}

/** `POST /projects/:id/hooks/:hook_id/events/:hook_event_id/resend`, document 1:179; 5 a minute, by webhook and user. */
export async function resend(world: World, request: Request): Promise<Reply> {
  const hook = hookOf(world, request);
  const id = pathInteger(request, 'hook_event_id');
  const event = world.webhooks.recentEvents(hook).find((row) => row.id === id);
  if (event === undefined) throw notFound('Webhook event');
  world.limits.take(`webhook-resend ${hook.id} ${signedIn(request.as).id}`, 5, 60_000);
  const attempt = await deliver(world, hook, event.event);
  const status = Number(attempt.response_status);
  if (Number.isNaN(status)) throw new Refusal(422, `422 Unprocessable - ${attempt.response_body}`);
  return created({ response_status: status });
}

/** `POST /projects/:id/hooks`, document 1:180. */
export function create(world: World, request: Request): Reply {
  const project = projectOf(world, request);
  const hook = world.webhooks.add({
    ...fieldsOf(world, request.body),
    project_id: project.id,
    uuid: randomUUID(),
    created_at: world.clock.now(),
    failures: 0,
    disabled_until: null,
  });
  return created(webhookView(world, hook));
}

export const webhooks: Operations = {
  'GET /projects/:id/hooks': list,
  'GET /projects/:id/hooks/:hook_id': get,
  'GET /projects/:id/hooks/:hook_id/events': listEvents,
  'POST /projects/:id/hooks/:hook_id/events/:hook_event_id/resend': resend,
  'POST /projects/:id/hooks': create,
};

const projectOf = (world: World, { as, path }: Request): Project =>
  requireProject(world, as, path.id, LEVEL.maintainer);

function hookOf(world: World, request: Request): Webhook {
  const project = projectOf(world, request);
  const hook = world.webhooks.get(pathInteger(request, 'hook_id') ?? 0);
  if (hook?.project_id !== project.id) throw notFound('Webhook');
  return hook;
}

const CATEGORIES: Record<string, RegExp> = {
  successful: /^2\d\d$/,
  client_failure: /^4\d\d$/,
  server_failure: /^5\d\d$/,
};

/** By a code, or by a category of codes. */
function statusTest(world: World, status: string | undefined): (event: WebhookEvent) => boolean {
  if (status === undefined || status === '') return () => true;
  const category = CATEGORIES[status];
  if (category !== undefined) return ({ response_status }) => category.test(response_status);
  const isCode = isGitlab(world) ? isRegisteredStatus(Number(status)) : /^[1-5]\d\d$/.test(status);
  if (!isCode) throw badParameter('status does not have a valid value');
  return ({ response_status }) => response_status === status;
}
