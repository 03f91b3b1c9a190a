import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import type { Platform } from '../../platform/platform.ts';
import { chooseScope, expectClean, goTo, press, tabTo, write } from '../by-keyboard.ts';
import { expect, test } from '../consoles.ts';

test.use({ as: 'developer' });

const dialog = (window: Page): Locator => window.getByRole('dialog');
const region = (window: Page, name: string): Locator => window.getByRole('region', { name });
const writes = ({ requests }: Platform) => requests.list().filter(({ method }) => !['GET', 'HEAD'].includes(method));

/** Open a page and sync it. */
async function syncPage(window: Page, page: string): Promise<void> {
  await goTo(window, page);
  await expect(window.getByRole('heading', { name: page, exact: true, level: 1 })).toBeVisible();
  await window.keyboard.press('r');
}

test('pages show which role they require, and what the token can’t see', async ({ window, simulator }) => {
  await test.step('the Overview shows no number where the instance returns none', async () => {
    await expect(window.getByRole('heading', { level: 1 })).toBeVisible();
    await goTo(window, 'Overview');
    await press(window, 'Sync runners');
    await press(window, 'Sync: Users aren’t fully synced yet');
    const figure = (name: string): Locator => window.getByRole('link', { name: new RegExp(`^${name}: `) });
    await expect(figure('Users')).not.toHaveText('not synced yet');
    await expect(figure('Runners online')).toHaveText('Not visible to this token');
    const attention = region(window, 'Needs attention');
    await expect(attention).toContainText(/^.*Not visible to this token: two-factor.*runners of other users/);
    await expect(attention).not.toContainText('No issues found in synced data');
  });

  await test.step('access tokens', async () => {
    await goTo(window, 'Service accounts');
    await expect(window.getByText('No groups or projects added yet').first()).toBeVisible();
    await chooseScope(window, 'group', 'acme');
    await syncPage(window, 'Access tokens');
    await expect(window.getByText(/Requires the Owner role in the group/)).toBeVisible();
    await expectClean(window, 'access-tokens-developer');
  });

  await test.step('runners of a group', async () => {
    await syncPage(window, 'Runners');
    await expect(window.getByText(/Requires an administrator’s token, or the Maintainer role/)).toBeVisible();
  });

  await test.step('enterprise users', async () => {
    await syncPage(window, 'Enterprise users');
    await expect(window.getByText(/Requires the Owner role in the top-level group/)).toBeVisible();
    await expect(window.getByText('Only an Owner of the top-level group can list its enterprise users.')).toBeVisible();
  });

  await test.step('push rules', async () => {
    const group = simulator.world.groups.lookup('acme');
    if (group === undefined) throw new Error('there is no group acme');
    const answer = await fetch(`${simulator.url}/api/v4/groups/acme/push_rule`, {
      method: 'POST',
      headers: { 'PRIVATE-TOKEN': simulator.tokens.owner, 'Content-Type': 'application/json' },
      body: JSON.stringify({ commit_message_regex: 'ABC' }),
    });
    expect(answer.status).toBe(201);
    await goTo(window, 'Push rules');
    await expect(window.getByText(/the Owner role in the group, or an administrator’s token/)).toBeVisible();
    await expect(window.getByText('ABC')).toBeHidden();
  });

  await test.step('keys and certificates: no key is looked up', async () => {
    await goTo(window, 'Keys');
    await window.keyboard.press('n');
    await expect(window.getByRole('textbox', { name: 'Keys, fingerprints, IDs, or log lines' })).toBeFocused();
    await window.keyboard.insertText('1\n99999');
    await window.keyboard.press('Control+Enter');
    await expect(dialog(window).getByRole('alert')).toContainText(/administrator/i);
    await expect(dialog(window).getByText('Not looked up yet', { exact: true })).toHaveCount(2);
    await window.keyboard.press('Escape');
    await expect(dialog(window)).toBeHidden();
    await syncPage(window, 'SSH certificates');
    await expect(window.getByText(/the Owner role in the top-level group/)).toBeVisible();
    expect(simulator.world.sshCertificates.all()).toHaveLength(2);
  });

  // Only the test itself has sent a write
  expect(writes(simulator).map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /api/v4/groups/acme/push_rule',
  ]);
});

test('refused changes show the message of the instance, and nothing is changed', async ({
  window,
  simulator,
  network,
  folder,
}) => {
  const { world } = simulator;

  await test.step('members: no user is added', async () => {
    await chooseScope(window, 'project', 'acme/core');
    await goTo(window, 'Members');
    await press(window, /^Sync members/);
    await expect(window.getByRole('row').nth(1)).toBeVisible();
    await window.keyboard.press('n');
    await tabTo(window, dialog(window).getByRole('textbox', { name: 'People' }));
    await window.keyboard.insertText('outsider,');
    await press(window, 'Add');
    await press(window, 'Add 1 person');
    await expect(dialog(window)).toContainText(/403/);
    const id = world.users.byUsername('outsider')?.id;
    const project = world.projects.lookup('acme/core');
    if (project === undefined) throw new Error('there is no project acme/core');
    expect(world.members.direct(project).some(({ user_id: other }) => other === id)).toBe(false);
    await window.keyboard.press('Escape');
    // The form is shown again
    await expect(dialog(window).getByRole('textbox', { name: 'People' })).toBeVisible();
    await window.keyboard.press('Escape');
    await expect(dialog(window)).toBeHidden();
  });

  await test.step('imports: no project is created', async () => {
    const token = 'Personal access token of the other service';
    await goTo(window, 'Imports');
    await window.keyboard.press('n');
    await window.getByRole('menuitem', { name: 'From code host A…' }).press('Enter');
    await write(window, 'Repository ID', '7');
    await write(window, token, 'seeded-token-of-another-service');
    await write(window, 'Target namespace', 'acme');
    await write(window, 'New name', 'mine');
    await press(window, 'Import');
    await press(window, 'Import 1 repository');
    await expect(dialog(window)).toContainText('This token can’t import into this namespace.');
    await window.keyboard.press('Escape');
    await expect(window.getByLabel('Repository ID', { exact: true })).toBeVisible();
    await window.keyboard.press('Escape');
    await expect(dialog(window)).toBeHidden();
    const history = window.getByRole('list', { name: 'Imports, newest first' });
    await expect(history.getByRole('listitem').first()).toContainText('HTTP 403');
    expect(world.projects.lookup('acme/mine')).toBeUndefined();
  });

  await test.step('a plan: each row shows its reason', async () => {
    const [first, second] = [...world.runners.all()].filter(({ runner_type: kind }) => kind === 'instance_type');
    const before = [first?.paused, second?.paused];
    const rows = [first, second].map((runner) => ({
      op: 'runners.edit',
      path: { id: runner?.id },
      body: { maintenance_note: 'x' },
      label: `runner ${runner?.id}`,
    }));
    const file = join(folder, 'plan.json');
    const instance = { name: 'Demo', url: network.url };
    writeFileSync(file, JSON.stringify({ format: 'reeve-plan', version: 1, instance, rows }));
    await window.evaluate(() => (location.hash = '#/activity/changes'));
    await window.locator('input[type="file"]').setInputFiles(file);
    await window.getByRole('checkbox', { name: 'Stop on first error' }).uncheck({ force: true });
    await window.getByRole('button', { name: 'Edit 2 runners', exact: true }).click();
    await expect(dialog(window).getByText('2 refused', { exact: true })).toBeVisible();
    // The reason is shown without a click
    const failed = dialog(window).getByRole('region', { name: 'Not applied' });
    await expect(failed.getByText(/HTTP 40[34]/)).toHaveCount(2);
    await window.getByRole('row', { name: new RegExp(String(first?.description)) }).click();
    await expect(dialog(window).getByText(/^HTTP 40[34]/)).toBeVisible();
    await expect(window.getByRole('button', { name: 'Retry 2 refused rows', exact: true })).toBeVisible();
    await expectClean(window, 'plan-refused');
    expect([first?.paused, second?.paused]).toEqual(before);
  });
});
