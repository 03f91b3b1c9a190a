import { expect, test } from 'vitest';
import { rig, type Rig } from '../../helpers/rig.ts';
import { castOf } from '../../platform/seed/cast.ts';
import { GROUP_PATHS, PROJECT_PATHS } from '../../platform/seed/groups.ts';
import type { NotificationScope } from '../../platform/world/notification-settings.ts';
import { applyAndWait } from '../changes-rig.ts';

/** The writes of the settings of the instance, a group and a project, with their endpoints. */
function placesOf({ platform: { world } }: Rig) {
  const group = world.groups.lookup(GROUP_PATHS.top)?.id ?? 0;
  const project = world.projects.lookup(PROJECT_PATHS.private)?.id ?? 0;
  const place = (op: string, endpoint: string, scope: NotificationScope) => ({
    ...{ op, endpoint, scope, path: scope.kind === 'global' ? {} : { id: scope.id } },
  });
  return {
    global: place('notification-settings.edit', 'PUT /notification_settings', { kind: 'global' }),
    group: place('notification-settings.editOfGroup', 'PUT /groups/:id/notification_settings', {
      ...{ kind: 'group', id: group },
    }),
    project: place('notification-settings.editOfProject', 'PUT /projects/:id/notification_settings', {
      ...{ kind: 'project', id: project },
    }),
  };
}

test('a token that can only read is refused at every level because of its scope, and nothing is changed', async () => {
  const given = await rig({ as: 'read_api' });
  const { client, platform } = given;
  for (const { op, path, endpoint, scope } of Object.values(placesOf(given))) {
    const setting = platform.world.notificationSettings.of(castOf(platform.world).maintainer.id, scope);
    const before = setting.level;
    const { row } = await client.changes.run({ op, path, body: { level: 'custom', new_issue: true } });
    expect(row).toMatchObject({ state: 'refused', status: 403, failure: { code: 'denied', reason: 'scope' } });
    expect(row.reportedMessage).toContain('insufficient_scope');
    expect(platform.requests.count(endpoint)).toBe(1);
    expect([setting.level, setting.events.size]).toEqual([before, 0]);
  }
});

test('a user without the permission is refused because of the role; later the same input is saved and undone', async () => {
  const given = await rig();
  const { client, platform } = given;
  for (const { op, path, endpoint, scope } of Object.values(placesOf(given))) {
    const setting = platform.world.notificationSettings.of(castOf(platform.world).admin.id, scope);
    const before = setting.level;
    platform.faults.add({ kind: 'status', match: endpoint, status: 403, message: '403 Forbidden', times: 1 });
    const call = { op, path, body: { level: 'watch' } };
    const { row } = await client.changes.run(call);
    expect(row).toMatchObject({ state: 'refused', status: 403, failure: { code: 'denied', reason: 'role' } });
    expect(setting.level).toBe(before);
    const { plan } = await client.changes.run(call);
    expect(setting.level).toBe('watch');
    await applyAndWait(client, await client.changes.undo({ planId: plan.id }));
    expect(setting.level).toBe(before);
  }
});

test('events of the custom level are undone with the level, and those of a project that had the level get their former values', async () => {
  const given = await rig();
  const { client, platform } = given;
  const { group, project } = placesOf(given);
  const of = ({ scope }: typeof group) =>
    platform.world.notificationSettings.of(castOf(platform.world).admin.id, scope);
  const events = { failed_pipeline: false, new_issue: true };
  const first = await client.changes.run({
    ...{ op: group.op, path: group.path },
    body: { level: 'custom', ...events },
  });
  expect([of(group).level, Object.fromEntries(of(group).events)]).toEqual(['custom', events]);
  await applyAndWait(client, await client.changes.undo({ planId: first.plan.id }));
  expect(of(group).level).toBe('global');

  of(project).level = 'custom';
  of(project).events.set('failed_pipeline', true);
  const second = await client.changes.run({
    ...{ op: project.op, path: project.path },
    body: { failed_pipeline: false },
  });
  expect(platform.requests.list(project.endpoint).at(-1)?.body).toBe('{"failed_pipeline":false}');
  expect(of(project).events.get('failed_pipeline')).toBe(false);
  await applyAndWait(client, await client.changes.undo({ planId: second.plan.id }));
  expect([of(project).level, of(project).events.get('failed_pipeline')]).toEqual(['custom', true]);
});

test('a group or project that the user can’t see any more is missing, and a later write of the same input is applied', async () => {
  const given = await rig({ as: 'developer' });
  const { client, platform } = given;
  const { world } = platform;
  const { group, project } = placesOf(given);
  const { id } = castOf(world).developer;
  const own = world.members.filter(({ user_id }) => user_id === id);
  for (const { op, path, endpoint, scope } of [group, project]) {
    for (const member of own) world.members.remove(member.id);
    const call = { op, path, body: { level: 'watch' } };
    const { row } = await client.changes.run(call);
    expect(row.failure).toMatchObject({ code: 'missing', reason: 'hidden-or-missing' });
    expect(row.state).not.toBe('applied');
    expect(world.notificationSettings.of(id, scope).level).toBe('global');
    for (const member of own) world.members.add(member);
    await client.changes.run(call);
    expect(world.notificationSettings.of(id, scope).level).toBe('watch');
    expect(platform.requests.count(endpoint)).toBeLessThanOrEqual(2);
  }
});

test('an instance without the global settings does not offer them, and an address that it refuses is named in the message', async () => {
  const given = await rig();
  const { client, platform } = given;
  const { op, path, endpoint } = placesOf(given).global;
  const message = 'notification_email is not confirmed';
  platform.faults.add({ kind: 'status', match: endpoint, status: 400, message, times: 1 });
  const refused = await client.changes.run({ op, path, body: { notification_email: 'other@example.com' } });
  expect(refused.row).toMatchObject({ state: 'refused', status: 400, reportedMessage: message });
  platform.faults.add({ kind: 'no-route', match: endpoint });
  const { row } = await client.changes.run({ op, path, body: { level: 'watch' } });
  expect(row).toMatchObject({ state: 'refused', status: 404, failure: { reason: 'not-offered' } });
});
