import { withMore } from '../gitlab/dialect.ts';
import { MORE_NOTIFICATION_EVENTS, NOTIFICATION_EVENTS } from '../world/notification-settings.ts';
import type { NotificationSetting } from '../world/notification-settings.ts';
import type { World } from '../world/world.ts';

/** The setting for a group or a project (document 1, Notification setting); null: the default of the event. */
export function notificationView(world: World, { level, events }: NotificationSetting, kind: 'group' | 'project') {
  if (level !== 'custom') return { level };
  const all = withMore(world, NOTIFICATION_EVENTS, MORE_NOTIFICATION_EVENTS);
  const names = all.filter((name) => kind === 'group' || name !== 'new_epic');
  return { level, events: Object.fromEntries(names.map((name) => [name, events.get(name) ?? null])) };
}
