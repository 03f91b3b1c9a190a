import { expect, test } from 'vitest';
import { notificationSettings } from '#main/api/endpoints/notification-settings.ts';
import { valuesIn } from '#shared/contract/dialect-values.ts';
import { failureOf } from '../rig.ts';
import { groups, projects, simulator } from './simulator.ts';

const on = Object.fromEntries(valuesIn('notificationEvents', 'documented').map((name) => [name, true]));

test('the settings of the user of the token are read and changed', async () => {
  const { as, reached } = await simulator();
  const send = as('developer');
  const before = await send(notificationSettings.get);
  expect(before).toMatchObject({
    level: expect.any(String) as string,
    notification_email: expect.any(String) as string,
  });
  const body = { level: 'watch' as const, notification_email: before.notification_email ?? '' };
  expect(await send(notificationSettings.edit, { body })).toMatchObject({ level: 'watch' });
  expect((await send(notificationSettings.get)).level).toBe('watch');
  expect(reached('PUT /notification_settings')[0]?.body).toEqual(body);
});

test.each([
  ['group', notificationSettings.getOfGroup, notificationSettings.editOfGroup, groups.top],
  ['project', notificationSettings.getOfProject, notificationSettings.editOfProject, projects.private],
] as const)('%s: events are returned only at level custom', async (kind, get, edit, id) => {
  const { as, reached } = await simulator();
  const send = as('owner');
  const path = { id };
  expect((await send(get, { path })).events ?? {}).toEqual({});
  const custom = { level: 'custom' as const, new_issue: true, new_note: false };
  expect((await send(edit, { path, body: custom })).events).toMatchObject({ new_issue: true, new_note: false });
  const all = { level: 'custom' as const, ...on };
  const { events } = await send(edit, { path, body: all });
  expect(Object.entries(events ?? {}).filter(([, value]) => value !== true)).toEqual([]);
  expect(Object.keys(events ?? {}).length).toBeGreaterThanOrEqual(20);
  expect(reached(`PUT /${kind}s/:id/notification_settings`).map(({ body }) => body)).toEqual([custom, all]);
  expect(await send(edit, { path, body: { level: 'mention' } })).toMatchObject({ level: 'mention' });
});

test('unknown levels and events are not sent', async () => {
  const { as, platform } = await simulator();
  const send = as('owner') as (endpoint: unknown, input: unknown) => Promise<unknown>;
  const refused = (body: object) =>
    failureOf(send(notificationSettings.editOfProject, { path: { id: projects.private }, body }));
  expect(await refused({ level: 'loud' })).toMatchObject({ code: 'invalid', field: 'level' });
  expect(await refused({ new_moon: true })).toMatchObject({ code: 'invalid', field: 'new_moon' });
  expect(await refused({ notification_email: 'a@b.example' })).toMatchObject({ field: 'notification_email' });
  expect(platform.requests.count()).toBe(0);
});

test('settings require a token and a visible project or group', async () => {
  const { as } = await simulator();
  const hidden = as('outsider')(notificationSettings.getOfProject, { path: { id: projects.private } });
  expect(await failureOf(hidden)).toMatchObject({ code: 'missing', reason: 'hidden-or-missing' });
  expect(await failureOf(as(null)(notificationSettings.get))).toMatchObject({ reason: 'token-missing' });
});
