import { expect, test } from 'vitest';
import { bodyOf, settingsSchema } from './settings-schema.ts';

test('events are sent at the level custom only, and the default is never sent', () => {
  const changed = { level: 'custom', new_note: true, new_issue: null };
  expect(bodyOf(changed, 'custom')).toEqual({ level: 'custom', new_note: true });
  expect(bodyOf({ level: 'watch', new_note: true }, 'watch')).toEqual({ level: 'watch' });
  expect(bodyOf({ new_note: false }, 'custom')).toEqual({ new_note: false });
});

test('an invalid or empty address is refused', () => {
  const accepts = (notification_email: string) =>
    settingsSchema.safeParse({ level: 'watch', notification_email }).success;
  expect(['me@example.com', 'me', ' '].map(accepts)).toEqual([true, false, false]);
});
