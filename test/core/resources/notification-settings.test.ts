import { expect, test } from 'vitest';
import { rig, syncList, type Rig } from '../../helpers/rig.ts';
import { GROUP_PATHS, PROJECT_PATHS } from '../../platform/seed/groups.ts';

const projectPath = PROJECT_PATHS.private;

/** Change the settings of the administrator on the simulator. */
async function change({ platform }: Rig, path: string, body: object): Promise<void> {
  const reply = await fetch(`${platform.url}/api/v4${path}`, {
    method: 'PUT',
    headers: { 'PRIVATE-TOKEN': platform.tokens.admin, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(reply.status).toBe(200);
}

async function withPlaces() {
  const given = await rig();
  const { client } = given;
  await client.catalogue.add({ text: GROUP_PATHS.top, kind: 'group', isPinned: false });
  await client.catalogue.add({ text: projectPath, kind: 'project', isPinned: false });
  const [project, group] = [`project:${projectPath}`, `group:${GROUP_PATHS.top}`];
  return { ...given, project, group };
}

test('the settings of a project are shown with those of its groups and of the instance, and settings that were never synced are marked', async () => {
  const given = await withPlaces();
  const { client, project, group } = given;
  await change(given, '/notification_settings', { level: 'mention' });
  await change(given, `/groups/${encodeURIComponent(GROUP_PATHS.top)}/notification_settings`, { level: 'watch' });
  expect((await client.notificationSettings.get({ scope: project })).chain).toEqual(
    [project, group, ''].map((scope) => ({ scope, setting: null, fetchedAt: null })),
  );
  await client.notificationSettings.refresh({ scope: project });
  await client.notificationSettings.refresh({ scope: '' });
  const { chain } = await client.notificationSettings.get({ scope: project });
  expect(chain.map(({ setting }) => setting?.level)).toEqual(['global', undefined, 'mention']);
  expect(chain[2]?.setting?.notification_email).toMatch(/@/);
  await client.notificationSettings.refresh({ scope: group });
  const { chain: ofGroup } = await client.notificationSettings.get({ scope: group });
  expect(ofGroup.map(({ setting }) => setting?.level)).toEqual(['watch', 'mention']);
});

test('events are cached as on, off or default, and disappear with another level', async () => {
  const given = await withPlaces();
  const { client, platform, project } = given;
  const path = `/projects/${encodeURIComponent(projectPath)}/notification_settings`;
  await change(given, path, { level: 'custom', new_issue: true, new_note: false });
  expect(await syncList(client, 'notificationSettings', project)).toMatchObject({ state: 'done', rows: 1 });
  const settingOf = async () => (await client.notificationSettings.get({ scope: project })).chain[0]?.setting;
  expect(await settingOf()).toMatchObject({
    level: 'custom',
    events: { new_issue: true, new_note: false, failed_pipeline: null },
  });
  await change(given, path, { level: 'watch' });
  await client.notificationSettings.refresh({ scope: project });
  const watching = await settingOf();
  expect(watching?.level).toBe('watch');
  expect(watching?.events).toBeUndefined();
  await platform.close();
  expect((await settingOf())?.level).toBe('watch');
  await expect(client.notificationSettings.refresh({ scope: project })).rejects.toMatchObject({ code: 'offline' });
});
