import type { Locator, Page } from '@playwright/test';
import { shell } from '#shared/text/en/shell.ts';
import { GROUP_PATHS, PROJECT_PATHS } from '../../platform/seed/groups.ts';
import { expectClean, goOffline } from '../by-keyboard.ts';
import { expect, test } from '../consoles.ts';
import { dialog, openAt, runCommand, undoLast } from './forms.ts';

const page = (window: Page) => window.getByRole('region', { name: 'Notification settings' });
const edit = (window: Page): Locator => window.getByRole('button', { name: 'Edit settings…' });
const save = (window: Page): Promise<void> => dialog(window).getByRole('button', { name: 'Save settings' }).click();
async function chooseLevel(window: Page, name: RegExp): Promise<void> {
  await dialog(window).getByRole('combobox', { name: 'Level' }).click();
  await window.getByRole('option', { name }).click();
}
/** The choice of an event in the form. */
const event = (window: Page, name: string): Locator => dialog(window).getByRole('radiogroup', { name, exact: true });

test('the settings of a group, a project and the whole instance are edited, with the events of the custom level', async ({
  window,
  simulator,
}) => {
  test.slow();
  const { world } = simulator;
  const group = world.groups.lookup(GROUP_PATHS.top)?.id ?? 0;
  const project = world.projects.lookup(PROJECT_PATHS.private)?.id ?? 0;
  const me = 1;
  const ofGroup = world.notificationSettings.of(me, { kind: 'group', id: group });
  const ofProject = world.notificationSettings.of(me, { kind: 'project', id: project });
  const global = world.notificationSettings.of(me, { kind: 'global' });

  await test.step('a group: a level with events, shown at once, and undone', async () => {
    await openAt(window, `/g/${group}/notifications`);
    await expect(page(window)).toContainText('Global');
    await edit(window).click();
    await expect(dialog(window).getByText('Events apply only at the Custom level.')).toBeVisible();
    await chooseLevel(window, /^Custom/);
    await expect(event(window, 'Epic created (paid tiers)')).toBeVisible();
    await event(window, 'Issue created').getByText('On', { exact: true }).click();
    await event(window, 'Note added').getByText('Off', { exact: true }).click();
    await expectClean(window, 'notification-settings-form');
    await save(window);
    await expect(dialog(window)).toBeHidden();
    await expect(page(window)).toContainText('Custom, set here');
    await expect(page(window).getByText('Issue created').locator('..')).toContainText('On');
    expect([ofGroup.level, [...ofGroup.events]]).toEqual([
      'custom',
      [
        ['new_issue', true],
        ['new_note', false],
      ],
    ]);
    await undoLast(window);
    await expect.poll(() => ofGroup.level).toBe('global');
    await expect(page(window)).not.toContainText('Custom, set here');
  });

  await test.step('a project: an event that is on can’t be reset to default, and epics have no event', async () => {
    ofProject.level = 'custom';
    ofProject.events.set('failed_pipeline', true);
    await openAt(window, `/p/${project}/access/notifications`);
    await expect(page(window)).toContainText('Custom, set here');
    await runCommand(window, 'Edit notification settings of this project…');
    await expect(event(window, 'Pipeline failed').getByText('Default')).toBeHidden();
    await expect(event(window, 'Pipeline fixed').getByText('Default')).toBeVisible();
    await expect(event(window, 'Epic created (paid tiers)')).toBeHidden();
    await event(window, 'Pipeline failed').getByText('Off', { exact: true }).click();
    await save(window);
    await expect.poll(() => ofProject.events.get('failed_pipeline')).toBe(false);
    await expect(page(window).getByText('Pipeline failed').locator('..')).toContainText('Off');
    expect(simulator.requests.list('PUT /projects/:id/notification_settings').at(-1)?.body).toBe(
      '{"failed_pipeline":false}',
    );
    await undoLast(window);
    await expect.poll(() => ofProject.events.get('failed_pipeline')).toBe(true);
  });

  await test.step('the whole instance: bad input stays at the field, then the address and the level change', async () => {
    await openAt(window, '/notification-settings');
    await edit(window).click();
    const email = dialog(window).getByLabel('Notification email');
    await email.fill('not an address');
    await save(window);
    await expect(dialog(window).getByText('Enter an email address, such as name@example.com.')).toBeVisible();
    await expect(email).toBeFocused();
    expect(simulator.requests.count('PUT /notification_settings')).toBe(0);
    await email.fill('alarms@example.com');
    await chooseLevel(window, /^Custom/);
    await expect(dialog(window).getByText('so their current values aren’t known')).toBeVisible();
    await event(window, 'Release created').getByText('On', { exact: true }).click();
    await save(window);
    await expect(dialog(window)).toBeHidden();
    await expect(page(window)).toContainText('alarms@example.com');
    await expect(page(window)).toContainText('Custom');
    expect([global.level, global.events.get('new_release'), world.notificationSettings.emailOf(me)]).toEqual([
      'custom',
      true,
      'alarms@example.com',
    ]);
    await undoLast(window);
    await expect.poll(() => global.level).toBe('participating');
  });

  await test.step('a refusal of the platform is shown at the address', async () => {
    simulator.faults.add({
      kind: 'status',
      match: 'PUT /notification_settings',
      status: 400,
      message: 'notification_email is not confirmed',
      times: 1,
    });
    await edit(window).click();
    await dialog(window).getByLabel('Notification email').fill('other@example.com');
    await save(window);
    await expect(dialog(window).getByText(/is not confirmed/)).toBeVisible();
    await expect(dialog(window).getByLabel('Notification email')).toHaveValue('other@example.com');
    await dialog(window).getByRole('button', { name: 'Cancel' }).click();
  });
});

test('offline, the settings can’t be edited, and the reason is shown', async ({ window, network }) => {
  await openAt(window, '/notification-settings');
  await expect(page(window)).toContainText('Participating');
  await goOffline(window, network);
  await expect(edit(window)).toHaveAttribute('aria-disabled', 'true');
  await expect(edit(window)).toHaveAttribute('data-tooltip', /network|reach/i);
});

test.describe('with a read-only profile', () => {
  test.use({ isReadOnly: true });

  test('the settings can’t be edited', async ({ window }) => {
    await openAt(window, '/notification-settings');
    await expect(page(window)).toContainText('Participating');
    await expect(edit(window)).toHaveAttribute('aria-disabled', 'true');
    await expect(edit(window)).toHaveAttribute('data-tooltip', shell.readOnlyWhy);
  });
});
