import {
  GlobalNotificationSetting,
  GlobalNotificationSettingEdit,
  NotificationSetting,
  NotificationSettingEdit,
} from '#shared/contract/notification-settings.ts';
import { endpoint, lossy, table } from '../endpoint.ts';

const edit = { perDialect: { names: 'notificationEvents' }, undo: lossy('events') } as const;
const editOfPlace = { ...edit, body: NotificationSettingEdit, reply: NotificationSetting, doc: '1:197' } as const;

/** Settings of the user of the token. Events are returned only at level `custom`, and null can't be set. */
export const notificationSettings = table('notification-settings', {
  get: endpoint('GET /notification_settings', { reply: GlobalNotificationSetting, doc: '1:194' }),
  edit: endpoint('PUT /notification_settings', {
    ...edit,
    body: GlobalNotificationSettingEdit,
    reply: GlobalNotificationSetting,
    doc: '1:195',
  }),
  getOfGroup: endpoint('GET /groups/:id/notification_settings', { reply: NotificationSetting, doc: '1:196' }),
  getOfProject: endpoint('GET /projects/:id/notification_settings', { reply: NotificationSetting, doc: '1:196' }),
  editOfGroup: endpoint('PUT /groups/:id/notification_settings', editOfPlace),
  editOfProject: endpoint('PUT /projects/:id/notification_settings', editOfPlace),
});
