import { NOTIFICATION_EVENTS } from '../world/notification-settings.ts';
import type { NotificationSetting } from '../world/notification-settings.ts';

/** The setting for a group or a project (document 1, Notification setting); null: the default of the event. */
export function notificationView({ level, events }: NotificationSetting, kind: 'group' | 'project') {
  if (level !== 'custom') return { level };
  const names = NOTIFICATION_EVENTS.filter((name) => kind === 'group' || name !== 'new_epic');
  return { level, events: Object.fromEntries(names.map((name) => [name, events.get(name) ?? null])) };
}
