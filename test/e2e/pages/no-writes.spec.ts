import type { Locator, Page } from '@playwright/test';
import type { Platform } from '../../platform/platform.ts';
import { samples } from '../../services/ssh-samples.ts';
import { chooseAllGroups, chooseScope, find, goOffline } from '../by-keyboard.ts';
import { expect, setReadOnly, test } from '../consoles.ts';

test.use({ isReadOnly: true });

const dialog = (window: Page): Locator => window.getByRole('dialog');
const grid = (window: Page): Locator => window.getByRole('grid');
const button = (window: Page, name: string | RegExp): Locator => window.getByRole('button', { name });
const lookUp = 'Keys, fingerprints, IDs, or log lines';

/** Open a page by its address. Other tests reach each page by keyboard alone. */
async function open(window: Page, page: string): Promise<void> {
  await window.evaluate((to) => (location.hash = to), `#/${page.toLowerCase().replaceAll(' ', '-')}`);
  await expect(window.getByRole('heading', { name: page, exact: true, level: 1 })).toBeVisible();
}
/** Open a page and sync its list. */
async function sync(window: Page, page: string, rows: number): Promise<void> {
  await open(window, page);
  await window.keyboard.press('r');
  await expect(grid(window)).toHaveAttribute('aria-rowcount', String(rows + 1));
}
/** Press the shortcuts of changes, and assert that they open no dialog. */
async function pressInVain(window: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await window.keyboard.press(key);
  await expect(dialog(window)).toBeHidden();
}
async function expectDisabled(...controls: Locator[]): Promise<void> {
  for (const control of controls) await expect(control.first()).toHaveAttribute('aria-disabled', 'true');
}
async function paste(window: Page, text: string): Promise<void> {
  await window.keyboard.press('n');
  await expect(window.getByRole('textbox', { name: lookUp })).toBeFocused();
  await window.keyboard.insertText(text);
}
async function draft(window: Page, rule: string, text: string): Promise<void> {
  await window.getByRole('textbox', { name: rule, exact: true }).fill(text);
}
const endpoint = (window: Page): Locator => window.getByRole('complementary', { name: 'Endpoint PUT /runners/:id' });

/** Data of the simulator that the pages show. */
function dataOf({ world }: Platform) {
  const group = world.groups.lookup('acme');
  if (group === undefined) throw new Error('there is no group acme');
  const accounts = world.serviceAccounts.of(group);
  const account = accounts.find(({ name }) => name === 'Deployments');
  const tokens = world.tokens.filter(({ user_id: id }) => id === account?.id);
  const enterprise = world.enterpriseUsers.of(group);
  return { group, accounts, tokens, enterprise, someone: enterprise[0]?.username ?? '' };
}

test('a read-only profile syncs every page and can change nothing; offline, synced data stays and nothing can be changed', async ({
  window,
  simulator,
  network,
}) => {
  const { world } = simulator;
  const { group, accounts, tokens, enterprise, someone } = dataOf(simulator);
  const ruleOf = () => world.pushRules.ofGroup(group);
  const answer = await fetch(`${simulator.url}/api/v4/groups/acme/push_rule`, {
    method: 'POST',
    headers: { 'PRIVATE-TOKEN': simulator.tokens.owner, 'Content-Type': 'application/json' },
    body: JSON.stringify({ commit_message_regex: 'ABC', branch_name_regex: '^(feature|fix)/' }),
  });
  expect(answer.status).toBe(201);
  const isWrite = ({ method }: { method: string }): boolean => method !== 'GET' && method !== 'HEAD';
  // Only the test itself has sent a write
  const expectNoWrite = (): void => expect(simulator.requests.list().filter(isWrite)).toHaveLength(1);

  await test.step('a read-only profile can change nothing', async () => {
    await sync(window, 'Users', world.users.size);
    await open(window, 'Overview');
    await button(window, 'Sync runners').last().press('Enter');
    const cells = window.getByRole('region', { name: /^Runners of/ }).getByRole('img');
    await expect(cells).toHaveAccessibleName(new RegExp(`^${world.runners.size} runners, one cell each`));
    await open(window, 'Runners');
    await find(window, 'shared 9');
    await pressInVain(window, 'p', 'e');
    await window.keyboard.press('x');
    await expectDisabled(window.getByRole('button', { name: 'Pause', exact: true }));

    await chooseScope(window, 'group', 'acme');
    await sync(window, 'Service accounts', accounts.length);
    await find(window, 'Deployments');
    await pressInVain(window, 'n', 'e', 'd');
    await sync(window, 'Access tokens', tokens.length);
    await find(window, 'deploy staging');
    await pressInVain(window, 'n', 'm');

    await sync(window, 'Enterprise users', enterprise.length);
    await find(window, someone);
    await pressInVain(window, 'e', 'f', 'd');
    await window.keyboard.press('Shift+F10');
    await expectDisabled(window.getByRole('menuitem', { name: 'Edit…' }));
    await window.keyboard.press('Escape');
    await expect(window.getByRole('menu')).toBeHidden();

    await open(window, 'Keys');
    await paste(window, '1\n2\n3');
    await window.keyboard.press('Control+Enter');
    await expect(dialog(window).getByRole('button', { name: /SSH key/ })).toHaveCount(3);
    await window.keyboard.press('Escape');
    await expect(dialog(window)).toBeHidden();
    await sync(window, 'SSH certificates', 2);
    await expectDisabled(button(window, 'Add SSH certificate…'));
    await pressInVain(window, 'n');
    await grid(window).focus();
    await window.keyboard.press('j');
    await expect(window.locator('[role="row"].active')).toBeVisible();
    await pressInVain(window, 'd');
    expect(world.sshCertificates.all()).toHaveLength(2);

    await open(window, 'Push rules');
    await draft(window, 'Messages must match', 'XYZ');
    const changes = ['Save 1 change', 'Reset to inherited…'].map((name) => button(window, name));
    await expectDisabled(...changes);
    for (const change of changes) await change.press('Enter');
    await window.keyboard.press('ControlOrMeta+s');
    expect(ruleOf()?.commit_message_regex).toBe('ABC');
    await draft(window, 'Messages must match', 'ABC');

    await open(window, 'Imports');
    await expectDisabled(button(window, 'Import repositories'));
    await window.keyboard.press('n');
    await expect(window.getByRole('menu')).toBeHidden();
    await chooseScope(window, 'project', 'acme/core');
    await open(window, 'Members');
    await button(window, /^Sync members/)
      .last()
      .press('Enter');
    await expect(grid(window).getByRole('row').nth(1)).toBeVisible();
    await expectDisabled(button(window, 'Add members…'));
    await window.evaluate(() => (location.hash = '#/explorer/runners.edit'));
    await endpoint(window).getByLabel('id', { exact: true }).fill(String(world.runners.all()[0]?.id));
    await expectDisabled(endpoint(window).getByRole('button', { name: 'Send request…' }));
    await expect(endpoint(window).getByText('Reeve blocks all changes to this instance.').first()).toBeVisible();
  });

  expectNoWrite();
  await setReadOnly(window, false);
  await open(window, 'Members');
  await expect(button(window, 'Add members…')).not.toHaveAttribute('aria-disabled', 'true');
  await goOffline(window, network);
  const requests = simulator.requests.count();

  await test.step('offline, synced data stays and nothing can be changed', async () => {
    await expect(grid(window).getByRole('row').nth(1)).toBeVisible();
    await expectDisabled(button(window, 'Add members…'));
    await open(window, 'Users');
    await expect(grid(window)).toHaveAttribute('aria-rowcount', String(world.users.size + 1));
    await expect(grid(window).getByRole('row').nth(1)).toBeVisible();
    await chooseAllGroups(window);
    await open(window, 'Overview');
    await expect(window.getByRole('region', { name: 'Needs attention' })).toContainText(
      'Offline: all data shown is from the last sync.',
    );
    await expect(window.getByRole('region', { name: /^Runners of/ }).getByRole('img')).toBeVisible();

    await chooseScope(window, 'group', 'acme');
    await open(window, 'Access tokens');
    await find(window, 'deploy staging');
    await pressInVain(window, 'n', 'm');
    await expectDisabled(button(window, 'Create access token…'));
    await open(window, 'Service accounts');
    await find(window, 'Deployments');
    await pressInVain(window, 'n', 'e', 'd');

    await open(window, 'Enterprise users');
    await find(window, someone);
    await pressInVain(window, 'e', 'f', 'd');
    await window.keyboard.press('Shift+F10');
    await expectDisabled(window.getByRole('menuitem', { name: /^Delete…/ }));
    await window.keyboard.press('Escape');
    await expect(window.getByRole('menu')).toBeHidden();

    await open(window, 'SSH certificates');
    await expectDisabled(button(window, 'Add SSH certificate…'));
    await open(window, 'Keys');
    await expect(grid(window)).toHaveAttribute('aria-rowcount', '4');
    await expect(button(window, 'Find looked-up keys…')).toBeVisible();
    await find(window, 'owner laptop');
    await expect(grid(window)).toHaveAttribute('aria-rowcount', '2');
    await paste(window, `${samples['rsa-2048'].line}\n${world.keys.get(1)?.key}`);
    await expect(dialog(window).getByText(/SSH key “.*”, looked up/)).toBeVisible();
    await expect(dialog(window).getByText('Not looked up yet', { exact: true })).toBeVisible();
    await window.keyboard.press('Control+Enter');
    await expectDisabled(dialog(window).getByRole('button', { name: 'Look up 2 keys' }));
    await window.keyboard.press('Escape');
    await expect(dialog(window)).toBeHidden();

    await open(window, 'Push rules');
    await expect(window.getByRole('textbox', { name: 'Branch names must match' })).toHaveValue('^(feature|fix)/');
    await expect(window.getByText(/^Offline: showing push rules synced/)).toBeVisible();
    await draft(window, 'Branch names must match', '^x/');
    await expectDisabled(button(window, 'Save 1 change'));
    await window.keyboard.press('ControlOrMeta+s');
    expect(ruleOf()?.branch_name_regex).toBe('^(feature|fix)/');

    await open(window, 'Imports');
    await expectDisabled(button(window, 'Import repositories'), button(window, 'Cancel import…'));
    await window.evaluate(() => (location.hash = '#/explorer/runners.edit'));
    await expectDisabled(endpoint(window).getByRole('button', { name: 'Send request…' }));
    await expect(
      endpoint(window)
        .getByText(/Requires the network/)
        .first(),
    ).toBeVisible();
  });

  expect(simulator.requests.count()).toBe(requests);
  expectNoWrite();
});
