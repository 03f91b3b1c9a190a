import { expect, test } from 'vitest';
import { fieldsOf, form, json, row } from '../repository-rig.ts';
import { GLOBAL_SETTING, PROJECT_EVENTS } from '../resources/notification-settings.ts';
import { ask, start } from '../rig.ts';

const GLOBAL = '/notification_settings';
const GROUP = '/groups/acme/notification_settings';
const PROJECT = '/projects/acme%2Fcore/notification_settings';
const LEVELS = ['disabled', 'participating', 'watch', 'global', 'mention', 'custom'];

test('every user has separate settings', async () => {
  const platform = await start();
  const before = await ask(platform, 'guest', GLOBAL);
  expect([before.status, fieldsOf(before.json)]).toEqual([200, GLOBAL_SETTING]);
  expect(row(before).notification_email).toBe('guest@platform.example');
  const after = await ask(platform, 'guest', GLOBAL, json('PUT', { level: 'watch' }));
  expect([after.status, row(after)]).toEqual([200, { ...row(before), level: 'watch' }]);
  expect(row(await ask(platform, 'reporter', GLOBAL)).level).not.toBe('watch');
  expect(row(await ask(platform, 'guest', GROUP)).level).toBe('global');
});

test('the notification email can be another address', async () => {
  const platform = await start();
  const email = 'guest+news@platform.example';
  expect(row(await ask(platform, 'guest', GLOBAL, json('PUT', { notification_email: email })))).toMatchObject({
    notification_email: email,
  });
  expect(row(await ask(platform, 'guest', GLOBAL)).notification_email).toBe(email);
  const refused = await ask(platform, 'guest', GLOBAL, json('PUT', { notification_email: 'nobody', level: 'mention' }));
  expect([400, 422]).toContain(refused.status);
  expect(row(await ask(platform, 'guest', GLOBAL)).level).not.toBe('mention');
});

test.each([GLOBAL, GROUP, PROJECT])('%s: every documented level can be set, and no other', async (path) => {
  const platform = await start();
  for (const level of LEVELS) {
    expect(row(await ask(platform, 'developer', path, json('PUT', { level })))).toMatchObject({ level });
    expect(row(await ask(platform, 'developer', path)).level).toBe(level);
  }
  expect((await ask(platform, 'developer', path, json('PUT', { level: 'loud' }))).status).toBe(400);
});

test.each([
  [GROUP, [...PROJECT_EVENTS, 'new_epic'].sort()],
  [PROJECT, PROJECT_EVENTS],
])('%s: at level custom, events can be on, off or default', async (path, names) => {
  const platform = await start();
  const put = async (body: object) => row(await ask(platform, 'developer', path, json('PUT', body)));
  const first = (await put({ level: 'custom' })) as { events: Record<string, unknown> };
  expect(fieldsOf(first)).toEqual(['events', 'level']);
  expect(fieldsOf(first.events)).toEqual(names);
  expect(new Set(Object.values(first.events))).toEqual(new Set([null]));
  const next = await put({ new_note: true, new_issue: false, ...(path === GROUP ? { new_epic: true } : {}) });
  expect(next.events).toMatchObject({ new_note: true, new_issue: false, close_issue: null });
  expect((next.events as Record<string, unknown>).new_epic).toBe(path === GROUP ? true : undefined);
  expect((await put({ new_note: null })).events).toMatchObject({ new_note: null, new_issue: false });
  expect(fieldsOf(await put({ level: 'watch' }))).toEqual(['level']);
  expect((await put({ level: 'custom' })).events).toMatchObject({ new_issue: false });
  const bad = await ask(platform, 'developer', path, json('PUT', { new_note: 'perhaps', level: 'watch' }));
  expect(bad.status).toBe(400);
  expect(row(await ask(platform, 'developer', path)).level).toBe('custom');
});

test('every event can be set with a form', async () => {
  const platform = await start();
  const pairs = [['level', 'custom'] as const, ...PROJECT_EVENTS.map((name) => [name, 'true'] as const)];
  const answer = row(await ask(platform, 'guest', PROJECT, form('PUT', pairs)));
  expect(answer.events).toEqual(Object.fromEntries(PROJECT_EVENTS.map((name) => [name, true])));
});

test('settings require a token and access to the group or project', async () => {
  const platform = await start();
  for (const path of [GLOBAL, GROUP, PROJECT]) {
    expect((await ask(platform, null, path)).status, path).toBe(401);
    expect((await ask(platform, 'read_api', path, json('PUT', { level: 'watch' }))).status, path).toBe(403);
  }
  for (const path of [GROUP, PROJECT]) {
    expect((await ask(platform, 'outsider', path)).status, path).toBe(404);
    expect((await ask(platform, 'outsider', path, json('PUT', { level: 'watch' }))).status, path).toBe(404);
  }
});
