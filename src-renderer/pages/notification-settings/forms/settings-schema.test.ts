import { expect, test } from 'vitest';
import { notificationEvents } from '#shared/contract/notification-settings.ts';
import { bodyOf, eventNames, settingsSchema } from './settings-schema.ts';

test('every documented event is a field', () => {
  expect([...eventNames].sort()).toEqual([...notificationEvents].sort());
});

test('events are sent at the level custom only, and the default is never sent', () => {
  const changed = { level: 'custom', new_note: true, new_issue: null };
  expect(bodyOf(changed, 'custom')).toEqual({ level: 'custom', new_note: true });
  expect(bodyOf({ level: 'watch', new_note: true }, 'watch')).toEqual({ level: 'watch' });
  expect(bodyOf({ new_note: false }, 'custom')).toEqual({ new_note: false });
});

test('an invalid or empty address is refused', () => {
  const messageOf = (notification_email: string) =>
    settingsSchema.safeParse({ level: 'watch', notification_email }).error?.issues[0]?.message;
  expect(messageOf('me@example.com')).toBeUndefined();
  expect(messageOf('me')).toMatch(/^Enter an email address/);
  expect(messageOf(' ')).toMatch(/^The address can’t be empty/);
});
