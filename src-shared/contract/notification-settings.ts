import { z } from 'zod';
import { collection, nightly } from './collection.ts';
import { allValues, type ValueOf } from './dialect-values.ts';
import { Changed, epochMs, event, query, refresh, Scope } from './kit.ts';

/** The level of email notifications (document 1:193). */
export const NotificationLevel = z.enum(['disabled', 'participating', 'watch', 'global', 'mention', 'custom']);

/** The events of the level `custom`, in any dialect; `new_epic` exists in the paid tiers. */
export const notificationEvents = allValues('notificationEvents');
export type NotificationEvent = ValueOf<'notificationEvents'>;

/** The global settings of the user (document 1:76, 1:194). */
export const GlobalNotificationSetting = z.looseObject({
  level: z.string(),
  notification_email: z.string().nullish(),
});

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

/** The cached settings of a scope. Only the global ones have an email address; only others have events. */
export const CachedNotificationSetting = z.looseObject({
  ...NotificationSetting.shape,
  notification_email: z.string().nullish(),
});

/**
 * The settings of a scope and of the wider scopes, the nearest first: of a project the groups of the catalogue that
 * contain it, then the instance. `setting` null: never synced.
 */
export const NotificationChain = z.object({
  chain: z.array(
    z.object({
      scope: Scope,
      setting: CachedNotificationSetting.nullable(),
      fetchedAt: epochMs.nullable(),
    }),
  ),
});
export type NotificationChain = z.infer<typeof NotificationChain>;

const verbs = {
  get: query(z.object({ scope: Scope }), NotificationChain),
  refresh: refresh(z.object({ scope: Scope, maxAgeMs: z.number().optional() })),
  changed: event(Changed),
};

/**
 * The notification settings of the user of the token, one row for each scope: the instance, a group, or a project. The
 * platform has no list of them.
 */
export const notificationSettings = {
  ...collection({
    row: CachedNotificationSetting,
    lists: {
      instance: 'GET /notification_settings',
      group: 'GET /groups/:id/notification_settings',
      project: 'GET /projects/:id/notification_settings',
    },
    appliesToProjects: true,
    kept: nightly(1),
    setup: { position: 126 },
    title: 'level',
    columns: { level: 'text' },
    searched: ['level'],
    indexes: [],
    counted: ['level'],
    isInPalette: false,
    isCounted: false,
  }),
  verbs,
};
