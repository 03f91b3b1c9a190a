import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import type { Platform } from '../../platform/platform.ts';
import { chooseScope } from '../by-keyboard.ts';
import { expect, test } from '../consoles.ts';

test.use({ as: 'developer' });

const dialog = (window: Page): Locator => window.getByRole('dialog');
const region = (window: Page, name: string): Locator => window.getByRole('region', { name });
const writes = ({ requests }: Platform) => requests.list().filter(({ method }) => !['GET', 'HEAD'].includes(method));

/** Open a page by its address. Other tests reach each page by keyboard alone. */
async function open(window: Page, page: string): Promise<void> {
  await window.evaluate((to) => (location.hash = to), `#/${page.toLowerCase().replaceAll(' ', '-')}`);
  await expect(window.getByRole('heading', { name: page, exact: true, level: 1 })).toBeVisible();
}

/** Focus the button and press Enter. Other tests reach it by keyboard alone. */
const press = (window: Page, name: string | RegExp): Promise<void> =>
  window.getByRole('button', { name, exact: true }).last().press('Enter');

test('pages show which role they require and what the token can’t see, and refused changes change nothing', async ({
  window,
  simulator,
  network,
  folder,
}) => {
  const { world } = simulator;

  await test.step('each page shows which role it requires, and no number where the instance returns none', async () => {
    await expect(window.getByRole('heading', { level: 1 })).toBeVisible();
    await open(window, 'Overview');
    await press(window, 'Sync runners');
    await press(window, 'Sync: Users aren’t fully synced yet');
    // The sync timeline below has a link for each list, too
    const figure = (name: string): Locator => window.getByRole('link', { name: new RegExp(`^${name}: `) }).first();
    await expect(figure('Users')).not.toHaveText('not synced yet');
    await expect(figure('Runners online')).toHaveText('Not visible to this token');
    const attention = region(window, 'Needs attention');
    await expect(attention).toContainText(/^.*Not visible to this token: two-factor.*runners of other users/);
    await expect(attention).not.toContainText('No issues found in synced data');

    await open(window, 'Service accounts');
    await expect(window.getByText('No groups or projects added yet').first()).toBeVisible();
    await chooseScope(window, 'group', 'acme');
    const group = world.groups.lookup('acme');
    if (group === undefined) throw new Error('there is no group acme');
    const answer = await fetch(`${simulator.url}/api/v4/groups/acme/push_rule`, {
      method: 'POST',
      headers: { 'PRIVATE-TOKEN': simulator.tokens.owner, 'Content-Type': 'application/json' },
      body: JSON.stringify({ commit_message_regex: 'ABC' }),
    });
    expect(answer.status).toBe(201);
    for (const [page, role] of [
      ['Access tokens', /Requires the Owner role in the group/],
      ['Runners', /Requires an administrator’s token, or the Maintainer role/],
      ['Enterprise users', /Requires the Owner role in the top-level group/],
      ['SSH certificates', /the Owner role in the top-level group/],
    ] as const) {
      await open(window, page);
      await window.keyboard.press('r');
      await expect(window.getByText(role)).toBeVisible();
      if (page === 'Enterprise users')
        await expect(
          window.getByText('Only an Owner of the top-level group can list its enterprise users.'),
        ).toBeVisible();
    }
    expect(world.sshCertificates.all()).toHaveLength(2);
    await open(window, 'Push rules');
    await expect(window.getByText(/the Owner role in the group, or an administrator’s token/)).toBeVisible();
    await expect(window.getByText('ABC')).toBeHidden();

    await open(window, 'Keys');
    await window.keyboard.press('n');
    await expect(window.getByRole('textbox', { name: 'Keys, fingerprints, IDs, or log lines' })).toBeFocused();
    await window.keyboard.insertText('1\n99999');
    await window.keyboard.press('Control+Enter');
    await expect(dialog(window).getByRole('alert')).toContainText(/administrator/i);
    await expect(dialog(window).getByText('Not looked up yet', { exact: true })).toHaveCount(2);
    await window.keyboard.press('Escape');
    await expect(dialog(window)).toBeHidden();
    // Only the writes of this test were sent
    expect(writes(simulator).map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /api/v4/groups/acme/push_rule',
    ]);
  });

  await test.step('refused changes show the message of the instance, and nothing is changed', async () => {
    await chooseScope(window, 'project', 'acme/core');
    await open(window, 'Members');
    await press(window, /^Sync members/);
    await expect(window.getByRole('row').nth(1)).toBeVisible();
    await window.keyboard.press('n');
    const people = dialog(window).getByRole('textbox', { name: 'People' });
    await people.focus();
    await window.keyboard.insertText('outsider,');
    await press(window, 'Add members…');
    await press(window, 'Add 1 member');
    await expect(dialog(window)).toContainText(/403/);
    const id = world.users.byUsername('outsider')?.id;
    const project = world.projects.lookup('acme/core');
    if (project === undefined) throw new Error('there is no project acme/core');
    expect(world.members.direct(project).some(({ user_id: other }) => other === id)).toBe(false);
    await window.keyboard.press('Escape');
    // The form is shown again
    await expect(people).toBeVisible();
    await window.keyboard.press('Escape');
    await expect(dialog(window)).toBeHidden();

    await open(window, 'Imports');
    await window.keyboard.press('n');
    await window.getByRole('menuitem', { name: 'From code host A…' }).press('Enter');
    for (const [label, value] of [
      ['Repository ID', '7'],
      ['Personal access token of the other service', 'seeded-token-of-another-service'],
      ['Target namespace', 'acme'],
      ['New name', 'mine'],
    ] as const)
      await window.getByLabel(label, { exact: true }).fill(value);
    await press(window, 'Import repository…');
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

  await test.step('a refused plan: each row shows its reason', async () => {
    const [first, second] = [...world.runners.all()].filter(({ runner_type: kind }) => kind === 'instance_type');
    const before = [first?.paused, second?.paused];
    const rows = [first, second].map((runner) => ({
      ...{
        op: 'runners.edit',
        path: { id: runner?.id },
        body: { maintenance_note: 'x' },
        label: `runner ${runner?.id}`,
      },
    }));
    const file = join(folder, 'plan.json');
    const instance = { name: 'Demo', url: network.url };
    writeFileSync(file, JSON.stringify({ format: 'reeve-plan', version: 1, instance, rows }));
    await window.evaluate(() => (location.hash = '#/activity/plans'));
    await window.locator('input[type="file"]').setInputFiles(file);
    await window.getByRole('checkbox', { name: 'Stop on first error' }).uncheck({ force: true });
    await press(window, 'Edit 2 runners');
    await expect(dialog(window).getByText('2 refused', { exact: true })).toBeVisible();
    // The reason is shown without a click
    const failed = dialog(window).getByRole('region', { name: 'Not applied' });
    await expect(failed.getByText(/HTTP 40[34]/)).toHaveCount(2);
    await window.getByRole('row', { name: new RegExp(String(first?.description)) }).click();
    await expect(dialog(window).getByText(/^HTTP 40[34]/)).toBeVisible();
    await expect(window.getByRole('button', { name: 'Retry 2 failed rows…', exact: true })).toBeVisible();
    expect([first?.paused, second?.paused]).toEqual(before);
  });
});
