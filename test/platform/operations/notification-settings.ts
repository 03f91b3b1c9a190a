import { signedIn } from '../caller.ts';
import { withMore } from '../gitlab/dialect.ts';
import type { Operations } from '../operation.ts';
import { reader } from '../http/reader.ts';
import { badFields } from '../http/refusal.ts';
import { ok } from '../http/reply.ts';
import type { Reply } from '../http/reply.ts';
import type { Request } from '../http/request.ts';
import { notificationView } from '../views/notification-settings.ts';
import { requireGroup, requireProject } from '../world/access.ts';
import { MORE_NOTIFICATION_EVENTS, NOTIFICATION_EVENTS, NOTIFICATION_LEVELS } from '../world/notification-settings.ts';
import type { NotificationScope, NotificationSetting } from '../world/notification-settings.ts';
import type { World } from '../world/world.ts';

/** `GET /notification_settings`, document 1:194. */
export function get(world: World, { as }: Request): Reply {
  const user = signedIn(as);
  const { level } = world.notificationSettings.of(user.id, { kind: 'global' });
  return ok({ level, notification_email: world.notificationSettings.emailOf(user.id) ?? user.email });
}

/** `PUT /notification_settings`, document 1:195. */
export function edit(world: World, request: Request): Reply {
  const user = signedIn(request.as);
  const email = reader(request.body).text('notification_email');
  if (email !== undefined && !/^[^\s@<>]+@[^\s@<>]+$/.test(email))
    throw badFields({ notification_email: ['is not an email address'] });
  change(world, world.notificationSettings.of(user.id, { kind: 'global' }), request);
  if (email !== undefined) world.notificationSettings.setEmail(user.id, email);
  return get(world, request);
}

/** `GET` and `PUT` of the caller's settings for a group or a project that it sees, document 1:196-197. */
const scoped = (kind: 'group' | 'project', edits: boolean) => (world: World, request: Request) => {
  const { as, path } = request;
  const { id } = kind === 'group' ? requireGroup(world, as, path.id) : requireProject(world, as, path.id);
  const scope: NotificationScope = { kind, id };
  const setting = world.notificationSettings.of(signedIn(as).id, scope);
  if (edits) change(world, setting, request);
  return ok(notificationView(world, setting, kind));
};

export const notificationSettings: Operations = {
  'GET /notification_settings': get,
  'PUT /notification_settings': edit,
  'GET /groups/:id/notification_settings': scoped('group', false),
  'GET /projects/:id/notification_settings': scoped('project', false),
  'PUT /groups/:id/notification_settings': scoped('group', true),
  'PUT /projects/:id/notification_settings': scoped('project', true),
};

/** All values are checked before any is set. An event with null gets its default. */
function change(world: World, setting: NotificationSetting, { body }: Request) {
  const read = reader(body);
  const level = read.oneOf('level', NOTIFICATION_LEVELS) ?? setting.level;
  const names = withMore(world, NOTIFICATION_EVENTS, MORE_NOTIFICATION_EVENTS);
  const given = names.filter((name) => read.has(name)).map((name) => [name, read.boolean(name)] as const);
  setting.level = level;
  for (const [name, isOn] of given) {
    if (isOn === undefined) setting.events.delete(name);
    else setting.events.set(name, isOn);
  }
}
