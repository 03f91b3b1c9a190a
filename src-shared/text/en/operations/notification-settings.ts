import { of } from '../operation-words.ts';

export const notificationSettings = {
  'notification-settings.edit': of('Edit your notification settings', ''),
  'notification-settings.editOfGroup': of('Edit notification settings of', 'group'),
  'notification-settings.editOfProject': of('Edit notification settings of', 'project'),
};
