import type { Locator, Page } from '@playwright/test';
import { shell } from '#shared/text/en/shell.ts';
import { castOf } from '../../platform/seed/cast.ts';
import { GROUP_PATHS, PROJECT_PATHS } from '../../platform/seed/groups.ts';
import type { Platform } from '../../platform/platform.ts';
import type { NotificationScope } from '../../platform/world/notification-settings.ts';
import { expectClean, goOffline } from '../by-keyboard.ts';
import { expect, test } from '../consoles.ts';
import { dialog, openAt, undoLast } from './forms.ts';

const page = (window: Page) => window.getByRole('region', { name: 'Notification settings' });
const edit = (window: Page): Locator => window.getByRole('button', { name: 'Edit settings…' });
const level = (window: Page): Locator => dialog(window).getByRole('combobox', { name: 'Level' });
const refusal = (window: Page): Locator => dialog(window).getByRole('alert');
const save = (window: Page): Promise<void> => dialog(window).getByRole('button', { name: 'Save settings' }).click();
async function chooseLevel(window: Page, name: RegExp): Promise<void> {
  await level(window).click();
  await window.getByRole('option', { name }).click();
}
/** The choice of an event in the form. */
const event = (window: Page, name: string): Locator => dialog(window).getByRole('radiogroup', { name, exact: true });
const choose = (window: Page, name: string, value: 'On' | 'Off'): Promise<void> =>
  event(window, name).getByText(value, { exact: true }).click();

/** The pages of the settings of the instance, a group and a project, with their endpoints. */
function placesOf({ world }: Platform) {
  const group = world.groups.lookup(GROUP_PATHS.top)?.id ?? 0;
  const project = world.projects.lookup(PROJECT_PATHS.private)?.id ?? 0;
  const global: NotificationScope = { kind: 'global' };
  return {
    global: { path: '/notification-settings', endpoint: 'PUT /notification_settings', scope: global },
    group: {
      path: `/g/${group}/notifications`,
      endpoint: 'PUT /groups/:id/notification_settings',
      scope: { kind: 'group', id: group } satisfies NotificationScope,
    },
    project: {
      path: `/p/${project}/access/notifications`,
      endpoint: 'PUT /projects/:id/notification_settings',
      scope: { kind: 'project', id: project } satisfies NotificationScope,
    },
  };
}

/** Open the page of the settings, and wait until they are shown. */
async function openSettings(window: Page, path: string): Promise<void> {
  await openAt(window, path);
  await expect(window).toHaveURL(new RegExp(`#${path}$`));
  await expect(page(window)).toContainText(path === '/notification-settings' ? 'Participating' : 'Global');
}

test('an event that is chosen for a project at the custom level is undone with the level', async ({
  window,
  simulator,
}) => {
  const { project } = placesOf(simulator);
  const setting = simulator.world.notificationSettings.of(castOf(simulator.world).admin.id, project.scope);
  await openSettings(window, project.path);

  await test.step('events that were chosen before another level aren’t sent', async () => {
    await edit(window).click();
    await chooseLevel(window, /^Custom/);
    await choose(window, 'Pipeline failed', 'Off');
    await chooseLevel(window, /^Watch/);
    await save(window);
    await expect(dialog(window)).toBeHidden();
    expect(simulator.requests.list(project.endpoint).at(-1)?.body).toBe('{"level":"watch"}');
    expect([setting.level, setting.events.size]).toEqual(['watch', 0]);
    await undoLast(window);
    await expect.poll(() => setting.level).toBe('global');
  });

  await test.step('events of the custom level are sent with it', async () => {
    await edit(window).click();
    await chooseLevel(window, /^Custom/);
    await choose(window, 'Pipeline failed', 'Off');
    await choose(window, 'Issue created', 'On');
    await save(window);
    await expect(dialog(window)).toBeHidden();
    await expect(page(window)).toContainText('Custom, set here');
    expect([setting.level, Object.fromEntries(setting.events)]).toEqual([
      'custom',
      { failed_pipeline: false, new_issue: true },
    ]);
    await undoLast(window);
    await expect.poll(() => setting.level).toBe('global');
    await expect(page(window)).not.toContainText('Custom, set here');
  });
});

test.describe('a token that can only read', () => {
  test.use({ as: 'read_api' });

  test('the refusal (403) names the missing scope at every level, and the input stays', async ({
    window,
    simulator,
  }) => {
    const { world } = simulator;
    for (const { path, endpoint, scope } of Object.values(placesOf(simulator))) {
      const setting = world.notificationSettings.of(castOf(world).maintainer.id, scope);
      const before = setting.level;
      await openSettings(window, path);
      await edit(window).click();
      await chooseLevel(window, /^Custom/);
      await choose(window, 'Issue created', 'On');
      await save(window);
      await expect(refusal(window)).toContainText('insufficient_scope');
      await expect(refusal(window)).toContainText('Use a token with the scope api');
      await expect(level(window)).toHaveText(/^Custom/);
      await expect(event(window, 'Issue created').getByRole('radio', { name: 'On' })).toBeChecked();
      expect(simulator.requests.count(endpoint)).toBe(1);
      expect([setting.level, setting.events.size]).toEqual([before, 0]);
      await expectClean(window, `notification-settings-refused-${scope.kind}`);
      await dialog(window).getByRole('button', { name: 'Cancel' }).click();
      await expect(dialog(window)).toBeHidden();
    }
  });
});

test('a user without the permission (403) reads who can give it, and saves the same input later', async ({
  window,
  simulator,
}) => {
  const { world, faults } = simulator;
  for (const { path, endpoint, scope } of Object.values(placesOf(simulator))) {
    const setting = world.notificationSettings.of(castOf(world).admin.id, scope);
    const before = setting.level;
    faults.add({ kind: 'status', match: endpoint, status: 403, message: '403 Forbidden', times: 1 });
    await openSettings(window, path);
    await edit(window).click();
    await chooseLevel(window, /^Watch/);
    await save(window);
    await expect(refusal(window)).toContainText(
      'Ask an Owner or administrator for the role, or use the token of a user who has it.',
    );
    await expect(level(window)).toHaveText(/^Watch/);
    expect(setting.level).toBe(before);
    await save(window);
    await expect(dialog(window)).toBeHidden();
    expect(setting.level).toBe('watch');
    await undoLast(window);
    await expect.poll(() => setting.level).toBe(before);
  }
});

test.describe('a developer', () => {
  test.use({ as: 'developer' });

  test('a group or project that the user can’t see any more (404) is explained, and the input stays', async ({
    window,
    simulator,
  }) => {
    const { world } = simulator;
    const { group, project } = placesOf(simulator);
    const { id } = castOf(world).developer;
    const own = world.members.filter(({ user_id }) => user_id === id);
    for (const { path, endpoint, scope } of [group, project]) {
      await openSettings(window, path);
      await edit(window).click();
      await chooseLevel(window, /^Watch/);
      for (const member of own) world.members.remove(member.id);
      await save(window);
      await expect(refusal(window)).toContainText('This doesn’t exist, or this token can’t see it.');
      await expect(level(window)).toHaveText(/^Watch/);
      expect(world.notificationSettings.of(id, scope).level).toBe('global');
      // The user is a member again, so the same input is accepted
      for (const member of own) world.members.add(member);
      await save(window);
      await expect(dialog(window)).toBeHidden();
      expect(world.notificationSettings.of(id, scope).level).toBe('watch');
      expect(simulator.requests.count(endpoint)).toBeLessThanOrEqual(2);
    }
  });
});

test('an instance without the global settings (404) is named as the reason, and the input stays', async ({
  window,
  simulator,
}) => {
  const { global } = placesOf(simulator);
  simulator.faults.add({ kind: 'no-route', match: global.endpoint });
  await openSettings(window, global.path);
  await edit(window).click();
  await chooseLevel(window, /^Watch/);
  await dialog(window).getByLabel('Notification email').fill('alarms@example.com');
  await save(window);
  await expect(refusal(window)).toContainText(
    'The instance may need a newer version, another edition, or a different setting.',
  );
  await expect(level(window)).toHaveText(/^Watch/);
  await expect(dialog(window).getByLabel('Notification email')).toHaveValue('alarms@example.com');
});

test('offline, the settings of a group and a project can’t be edited, and the reason is shown', async ({
  window,
  simulator,
  network,
}) => {
  const { group, project } = placesOf(simulator);
  await openSettings(window, group.path);
  await openSettings(window, project.path);
  await goOffline(window, network);
  for (const { path } of [group, project]) {
    await openSettings(window, path);
    await expect(edit(window)).toHaveAttribute('aria-disabled', 'true');
    await expect(edit(window)).toHaveAttribute('data-tooltip', /^Requires the network\./);
    await window.keyboard.press('e');
    await expect(dialog(window)).toBeHidden();
  }
});

test.describe('a read-only profile', () => {
  test.use({ isReadOnly: true });

  test('the settings of a group and a project can’t be edited, and the reason is shown', async ({
    window,
    simulator,
  }) => {
    const { group, project } = placesOf(simulator);
    for (const { path, endpoint } of [group, project]) {
      await openSettings(window, path);
      await expect(edit(window)).toHaveAttribute('aria-disabled', 'true');
      await expect(edit(window)).toHaveAttribute('data-tooltip', shell.readOnlyWhy);
      await window.keyboard.press('e');
      await expect(dialog(window)).toBeHidden();
      expect(simulator.requests.count(endpoint)).toBe(0);
    }
  });
});
