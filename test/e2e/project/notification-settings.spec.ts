import type { Page } from '@playwright/test';
import { GROUP_PATHS, PROJECT_PATHS } from '../../platform/seed/groups.ts';
import { chooseScope, goOffline, tabTo } from '../by-keyboard.ts';
import { expect, test } from '../consoles.ts';

const goto = (window: Page, hash: string) => window.evaluate((to) => void (location.hash = to), hash);
const page = (window: Page) => window.getByRole('region', { name: 'Notification settings' });

test('the level of a project is explained by the levels of its groups and of the instance, also without the network', async ({
  window,
  simulator,
  network,
}) => {
  const { url, tokens } = simulator;
  const reply = await fetch(`${url}/api/v4/groups/${encodeURIComponent(GROUP_PATHS.top)}/notification_settings`, {
    method: 'PUT',
    headers: { 'PRIVATE-TOKEN': tokens.admin, 'Content-Type': 'application/json' },
    body: JSON.stringify({ level: 'custom', new_issue: true, new_note: false }),
  });
  expect(reply.status).toBe(200);
  await chooseScope(window, 'group', GROUP_PATHS.top);
  await chooseScope(window, 'project', PROJECT_PATHS.private);
  await goto(window, `#/p/${encodeURIComponent(PROJECT_PATHS.private)}/access/notifications`);
  await expect(page(window)).toContainText(`Custom, inherited from ${GROUP_PATHS.top}`);
  await expect(page(window)).toContainText(`Inherited from ${GROUP_PATHS.top}. This is inferred`);
  await expect(page(window).getByText('Issue created').locator('..')).toContainText('On');
  await goOffline(window, network);
  await window.reload();
  await expect(page(window)).toContainText(`Custom, inherited from ${GROUP_PATHS.top}`);
  await tabTo(window, page(window));
  await goto(window, `#/g/${encodeURIComponent(GROUP_PATHS.top)}/notifications`);
  await expect(page(window)).toContainText('Custom, set here');
  await expect(page(window).getByText('Issue created').locator('..')).toContainText('On');
  await expect(page(window).getByText('Note added').locator('..')).toContainText('Off');
  await expect(page(window).getByText('Pipeline failed').locator('..')).toContainText('Default');
  await goto(window, '#/notification-settings');
  await expect(page(window)).toContainText('Participating');
});
