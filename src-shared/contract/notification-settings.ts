import { z } from 'zod';

/** The level of email notifications (document 1:193). */
export const NotificationLevel = z.enum(['disabled', 'participating', 'watch', 'global', 'mention', 'custom']);

/** The events of the level `custom` (document 1:193); `new_epic` exists in the paid tiers. */
export const notificationEvents = [
  'approver',
  'change_reviewer_merge_request',
  'close_issue',
  'close_merge_request',
  'failed_pipeline',
  'fixed_pipeline',
  'issue_due',
  'merge_merge_request',
  'merge_when_pipeline_succeeds',
  'moved_project',
  'new_epic',
  'new_issue',
  'new_merge_request',
  'new_note',
  'new_release',
  'push_to_merge_request',
  'reassign_issue',
  'reassign_merge_request',
  'reopen_issue',
  'reopen_merge_request',
  'success_pipeline',
] as const;
export type NotificationEvent = (typeof notificationEvents)[number];

/** The global settings of the user (document 1:76, 1:194). */
export const GlobalNotificationSetting = z.looseObject({
  level: z.string(),
  notification_email: z.string().nullish(),
});
export type GlobalNotificationSetting = z.infer<typeof GlobalNotificationSetting>;

/** Settings of the caller for a group or a project; `events` at level `custom`, null where the default counts (1:76). */
export const NotificationSetting = z.looseObject({
  level: z.string(),
  events: z.record(z.string(), z.boolean().nullable()).nullish(),
});
export type NotificationSetting = z.infer<typeof NotificationSetting>;

const events = Object.fromEntries(notificationEvents.map((name) => [name, z.boolean().optional()])) as Record<
  NotificationEvent,
  z.ZodOptional<z.ZodBoolean>
>;

/** A change of the settings for a group or project (document 1:197). */
export const NotificationSettingEdit = z.strictObject({ level: NotificationLevel.optional(), ...events });

/** A change of the global settings (document 1:195). */
export const GlobalNotificationSettingEdit = NotificationSettingEdit.extend({
  notification_email: z.string().min(1).optional(),
});
