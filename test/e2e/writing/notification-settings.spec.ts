import type { Locator, Page } from '@playwright/test';
import { castOf } from '../../platform/seed/cast.ts';
import { GROUP_PATHS } from '../../platform/seed/groups.ts';
import { expect, test } from '../consoles.ts';
import { dialog, openAt, undoLast } from './forms.ts';

const page = (window: Page) => window.getByRole('region', { name: 'Notification settings' });
const edit = (window: Page): Promise<void> => window.getByRole('button', { name: 'Edit settings…' }).click();
/** The choice of an event in the form. */
const event = (window: Page, name: string): Locator => dialog(window).getByRole('radiogroup', { name, exact: true });

async function chooseLevel(window: Page, name: RegExp): Promise<void> {
  await dialog(window).getByRole('combobox', { name: 'Level' }).click();
  await window.getByRole('option', { name }).click();
}
async function save(window: Page): Promise<void> {
  await dialog(window).getByRole('button', { name: 'Edit settings' }).click();
  await expect(dialog(window)).toBeHidden();
}

test('the settings of a group and of the whole instance are edited with the events of the custom level, and undone', async ({
  window,
  simulator,
}) => {
  const { world } = simulator;
  const group = world.groups.lookup(GROUP_PATHS.top)?.id ?? 0;
  const me = castOf(world).admin.id;
  const ofGroup = world.notificationSettings.of(me, { kind: 'group', id: group });
  const global = world.notificationSettings.of(me, { kind: 'global' });

  await test.step('a group: a level with events, shown at once, and undone', async () => {
    await openAt(window, `/g/${group}/notifications`);
    await expect(page(window)).toContainText('Global');
    await edit(window);
    await chooseLevel(window, /^Custom/);
    await event(window, 'Issue created').getByText('On', { exact: true }).click();
    await event(window, 'Note added').getByText('Off', { exact: true }).click();
    await save(window);
    await expect(page(window)).toContainText('Custom, set here');
    await expect(page(window).getByText('Issue created').locator('..')).toContainText('On');
    expect([ofGroup.level, Object.fromEntries(ofGroup.events)]).toEqual([
      'custom',
      { new_issue: true, new_note: false },
    ]);
    await undoLast(window);
    await expect.poll(() => ofGroup.level).toBe('global');
    await expect(page(window)).not.toContainText('Custom, set here');
  });

  await test.step('the whole instance: the address and the level with an event', async () => {
    await openAt(window, '/notification-settings');
    await expect(page(window)).toContainText('Participating');
    await edit(window);
    await dialog(window).getByLabel('Notification email').fill('alarms@example.com');
    await chooseLevel(window, /^Custom/);
    await event(window, 'Release created').getByText('On', { exact: true }).click();
    await save(window);
    await expect(page(window)).toContainText('alarms@example.com');
    expect([global.level, global.events.get('new_release'), world.notificationSettings.emailOf(me)]).toEqual([
      'custom',
      true,
      'alarms@example.com',
    ]);
    await undoLast(window);
    await expect.poll(() => global.level).toBe('participating');
  });
});
