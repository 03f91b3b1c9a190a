import {
  GlobalNotificationSettingEdit,
  notificationEvents,
  type NotificationEvent,
} from '#shared/contract/notification-settings.ts';
import { notificationForms as words } from '#shared/text/en/notification-forms.ts';
import { z } from 'zod';

/** Null: the default, which the platform returns but the documents don't let us set (document 1:76, 1:195). */
const event = z.boolean().nullish();

/** The fields of the form. `notification_email` is a part of the global settings only. */
export const settingsSchema = GlobalNotificationSettingEdit.extend({
  level: z.string(),
  notification_email: z.string().trim().min(1, words.emailMissing).pipe(z.email()).optional(),
  ...(Object.fromEntries(notificationEvents.map((name) => [name, event])) as Record<NotificationEvent, typeof event>),
});
export type Settings = z.infer<typeof settingsSchema>;

/** What is sent: the changed fields; events only at the level `custom`, because they have no effect at another one. */
export function bodyOf(changed: Partial<Settings>, level: string): Record<string, unknown> {
  const isEvent = (name: string): boolean => (notificationEvents as readonly string[]).includes(name);
  const sent = Object.entries(changed).filter(
    ([name, value]) => value !== null && value !== undefined && (level === 'custom' || !isEvent(name)),
  );
  return Object.fromEntries(sent);
}
