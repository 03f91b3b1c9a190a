import type { Page } from '@playwright/test';
import type { Platform } from '../../platform/platform.ts';
import { chooseScope, expectClean, press, pressTogether, tabTo, write } from '../by-keyboard.ts';
import { expect, test } from '../consoles.ts';

const secret = 'seeded-token-of-another-service';
const token = 'Personal access token of the other service';
const dialog = (window: Page) => window.getByRole('dialog');
const rows = (window: Page) => window.getByRole('list', { name: 'Imports, newest first' }).getByRole('listitem');
const posts = ({ requests }: Platform) => requests.list().filter(({ method }) => method === 'POST');
const project = ({ world }: Platform, path: string) => world.projects.lookup(path);
const importOf = (simulator: Platform, path: string) =>
  simulator.world.imports.find(({ project_id }) => project_id === project(simulator, path)?.id);

/** Choose the kind of import and the source. */
async function begin(window: Page, way: string): Promise<void> {
  // Keys go to the dialog until it is closed
  await expect(dialog(window)).toBeHidden();
  await window.keyboard.press('n');
  await window.getByRole('menuitem', { name: way }).press('Enter');
}

test('a repository is imported and canceled, and a CSV becomes a queue that waits for a rate limit, by keyboard alone', async ({
  window,
  simulator,
}) => {
  // An import ends after some seconds; here it continues until it is canceled
  simulator.clock.set(simulator.clock.now());
  await chooseScope(window, 'project', 'acme/core');
  await pressTogether(window, 'g', 'o');
  await expect(window.getByText('No imports yet.')).toBeVisible();

  await test.step('a repository is imported and the import is canceled', async () => {
    await begin(window, 'From code host A…');
    await write(window, 'Repository ID', '42');
    await write(window, token, secret);
    await write(window, 'Target namespace', 'acme');
    await write(window, 'New name', 'core');
    await press(window, 'Import repository…');
    await expect(dialog(window).getByText(/^acme\/core already exists/)).toBeVisible();
    expect(posts(simulator)).toEqual([]);
    await write(window, 'New name', 'shop');
    await press(window, 'Import repository…');
    await press(window, 'Import 1 repository');
    await expect.poll(() => importOf(simulator, 'acme/shop')?.source).toBe('codehost_a');
    expect(JSON.parse(posts(simulator)[0]?.body ?? '{}')).toEqual({
      ...{ repo_id: 42, personal_access_token: secret, target_namespace: 'acme', new_name: 'shop' },
    });
    await expect(rows(window).first()).toContainText('scheduled');

    const checks = () => simulator.requests.list().filter(({ path }) => /\/projects\/\d+\/import$/.test(path)).length;
    const before = checks();
    await press(window, 'Check again: acme/shop');
    await expect.poll(checks).toBeGreaterThan(before);
    await press(window, 'Cancel import of acme/shop');
    await write(window, 'Type acme/shop to confirm', 'acme/shop');
    await press(window, 'Cancel import');
    await expect.poll(() => importOf(simulator, 'acme/shop')?.canceled_at ?? null).not.toBeNull();
    await expect(rows(window).nth(1)).toContainText('canceled');
    await expectClean(window, 'imports-history');
    expect(await window.content()).not.toContain(secret);
  });

  await test.step('lines of a CSV with problems stay in the form, the others wait for the rate limit', async () => {
    await begin(window, 'From a CSV…');
    await tabTo(window, window.getByLabel('CSV', { exact: true }));
    await window.keyboard.insertText('repo_id,target_namespace,new_name\n1,,one\n2,,two\n3,,TWO\nx,,four\n');
    await write(window, 'Target namespace', 'acme');
    await write(window, token, 'rate-limited');
    await expect(dialog(window)).toContainText('4 lines: 2 ready, 2 with problems');
    await press(window, 'Import repositories…');
    await press(window, 'Continue with the other 2 lines');
    await press(window, 'Import 2 repositories');
    await expect(dialog(window)).toContainText('acme/one isn’t sent yet. The other service limits');
    await expect(dialog(window)).toContainText(/Next try at \d\d:\d\d:\d\d\./);
    expect(project(simulator, 'acme/one')).toBeUndefined();
    await press(window, 'Cancel remaining rows');
    await expect(dialog(window)).toContainText('Canceled');
    await window.keyboard.press('Escape');
    await expect(rows(window).first()).toContainText('The other service limits how many requests it accepts.');
    // The queue was canceled, so no line is waiting
    await expect(rows(window).first()).not.toContainText('continues automatically');

    await begin(window, 'From a CSV…');
    const csv = window.getByLabel('CSV', { exact: true });
    await expect(csv).toHaveValue('repo_id,target_namespace,new_name\n3,,TWO\nx,,four');
    await write(window, 'CSV', 'repo_id,target_namespace,new_name\n1,acme,one\n2,acme,two\n');
    await write(window, token, secret);
    await expect(dialog(window)).toContainText('2 lines, no problems');
    await press(window, 'Import repositories…');
    await press(window, 'Import 2 repositories');
    await expect.poll(() => importOf(simulator, 'acme/two')?.source).toBe('codehost_a');
    expect(importOf(simulator, 'acme/one')?.source).toBe('codehost_a');
    await expect(dialog(window)).toContainText('Done');
    await window.keyboard.press('Escape');
    await expect(rows(window).first()).toContainText('acme/two');
  });
});
