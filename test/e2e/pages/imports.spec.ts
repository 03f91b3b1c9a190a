import type { Page } from '@playwright/test';
import type { Platform } from '../../platform/platform.ts';
import { chooseScope, expectClean, press, pressTogether, tabTo, write } from '../by-keyboard.ts';
import { expect, test } from '../consoles.ts';

const secret = 'seeded-token-of-another-service';
const dialog = (window: Page) => window.getByRole('dialog');
const history = (window: Page) => window.getByRole('list', { name: 'Imports, newest first' });
const rows = (window: Page) => history(window).getByRole('listitem');
const posts = ({ requests }: Platform) => requests.list().filter(({ method }) => method === 'POST');
const project = ({ world }: Platform, path: string) => world.projects.lookup(path);
const importOf = (simulator: Platform, path: string) =>
  simulator.world.imports.find(({ project_id }) => project_id === project(simulator, path)?.id);
const token = 'Personal access token of the other service';

async function openImports(window: Page): Promise<void> {
  await expect(window.getByRole('heading', { level: 1 })).toBeVisible();
  await pressTogether(window, 'g', 'o');
  await expect(window.getByRole('heading', { name: 'Imports', exact: true, level: 1 })).toBeVisible();
}
/** Choose the kind of import and the source. */
async function begin(window: Page, way: string): Promise<void> {
  // Keys go to the dialog until it is closed
  await expect(dialog(window)).toBeHidden();
  await window.keyboard.press('n');
  await window.getByRole('menuitem', { name: way }).press('Enter');
}

/** Send the form, then the plan: their buttons have the same name. */
async function importGists(window: Page): Promise<void> {
  await press(window, 'Import gists');
  await expect(dialog(window)).toContainText('Only one import of gists runs at a time.');
  await press(window, 'Import gists');
}
/** Choose a radio button; the first one is checked. */
async function chooseNext(window: Page, name: string, times = 1): Promise<void> {
  await tabTo(window, dialog(window).getByRole('radio', { checked: true, name }));
  for (let n = 0; n < times; n += 1) await window.keyboard.press('ArrowRight');
}

test('a repository is imported and the import is canceled, by keyboard alone', async ({ window, simulator }) => {
  // An import ends after some seconds; here it continues until it is canceled
  simulator.clock.set(simulator.clock.now());
  await chooseScope(window, 'project', 'acme/core');
  await openImports(window);
  await expect(window.getByText('No imports yet.')).toBeVisible();
  await begin(window, 'From code host A…');
  await write(window, 'Repository ID', '42');
  await write(window, token, secret);
  await write(window, 'New name', 'core');
  await press(window, 'Import');
  await expect(dialog(window).getByText('This field is required.')).toBeVisible();
  await write(window, 'Target namespace', 'acme');
  await press(window, 'Import');
  await expect(dialog(window).getByText(/^acme\/core already exists/)).toBeVisible();
  await expectClean(window, 'imports-form');
  expect(posts(simulator)).toEqual([]);

  await write(window, 'New name', 'shop');
  await chooseNext(window, 'Stop the import');
  await press(window, 'Import');
  await expect(window.getByRole('heading', { name: 'Import 1 repository' })).toBeVisible();
  expect(posts(simulator)).toEqual([]);
  await press(window, 'Import 1 repository');
  await expect.poll(() => importOf(simulator, 'acme/shop')?.source).toBe('codehost_a');
  const sent = JSON.parse(posts(simulator)[0]?.body ?? '{}') as object;
  expect(sent).toEqual({
    repo_id: 42,
    personal_access_token: secret,
    target_namespace: 'acme',
    new_name: 'shop',
    timeout_strategy: 'optimistic',
  });
  await expect(rows(window).first()).toContainText('scheduled');
  await expectClean(window, 'imports-history');

  const checks = () => simulator.requests.list().filter(({ path }) => /\/projects\/\d+\/import$/.test(path)).length;
  const before = checks();
  await press(window, 'Check again: acme/shop');
  await expect.poll(checks).toBeGreaterThan(before);
  await press(window, 'Cancel import of acme/shop');
  await expect(dialog(window)).toContainText('A canceled import can’t be continued.');
  await write(window, 'Type acme/shop to confirm', 'acme/shop');
  await press(window, 'Cancel import');
  await expect.poll(() => importOf(simulator, 'acme/shop')?.canceled_at ?? null).not.toBeNull();
  await expect(rows(window).nth(1)).toContainText('canceled');
  await expect(window.getByRole('button', { name: 'Cancel import of acme/shop' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await press(window, 'Cancel import…');
  await write(window, 'Project ID', String(project(simulator, 'acme/shop')?.id));
  await press(window, 'Cancel import');
  const numbered = `#${project(simulator, 'acme/shop')?.id}`;
  await write(window, `Type ${numbered} to confirm`, numbered);
  await press(window, 'Cancel import');
  await expect(dialog(window)).toContainText('This import can’t be canceled');
  await window.keyboard.press('Escape');
  await expect(rows(window)).toHaveCount(3);
  expect(await window.content()).not.toContain(secret);
});

test('code host B uses one kind of sign-in, its server the others, and gists are imported once', async ({
  window,
  simulator,
}) => {
  simulator.clock.set(simulator.clock.now());
  await openImports(window);
  await begin(window, 'From code host B…');
  await write(window, 'Repository', 'team/billing');
  await write(window, 'Email address', 'me@b.example');
  await write(window, 'API token', secret);
  await chooseNext(window, 'Email and API token');
  await write(window, 'Username', 'me');
  await write(window, 'App password', `${secret}-2`);
  await write(window, 'Target namespace', '/acme/');
  await expectClean(window, 'imports-code-host-b');
  await press(window, 'Import');
  await press(window, 'Import 1 repository');
  await expect.poll(() => importOf(simulator, 'acme/billing')?.source).toBe('codehost_b');
  expect(Object.keys(JSON.parse(posts(simulator)[0]?.body ?? '{}') as object).toSorted()).toEqual([
    'codehost_b_app_password',
    'codehost_b_username',
    'repo_path',
    'target_namespace',
  ]);

  await begin(window, 'From code host B server…');
  await write(window, 'Server address', 'https://me:pw@code.example');
  await write(window, 'Username on the server', 'me');
  await write(window, 'Project key', 'TEAM');
  await write(window, 'Repository', 'shop');
  await write(window, token, secret);
  await press(window, 'Import');
  await expect(dialog(window).getByText(/^Enter an address with http/)).toBeVisible();
  await write(window, 'Server address', 'https://code.example');
  await press(window, 'Import');
  await press(window, 'Import 1 repository');
  await expect.poll(() => importOf(simulator, 'admin/shop')?.source).toBe('codehost_b_server');

  await begin(window, 'Gists…');
  await write(window, token, secret);
  await importGists(window);
  const admin = simulator.world.users.byUsername('admin')?.id ?? 0;
  await expect.poll(() => simulator.world.imports.gistsEndAt(admin)).toBeDefined();
  await begin(window, 'Gists…');
  await write(window, token, secret);
  await importGists(window);
  await expect(dialog(window)).toContainText('An import of gists is already running.');
  await window.keyboard.press('Escape');
  // The form is shown again, with its input and the message of the instance
  await expect(dialog(window).getByRole('alert')).toContainText('Wait until it finishes, then retry.');
  await expect(window.getByLabel(token)).toHaveValue(secret);
  await write(window, token, 'invalid');
  await importGists(window);
  await expect(dialog(window)).toContainText('The other service didn’t accept its token.');
  await window.keyboard.press('Escape');
  await expect(dialog(window).getByRole('alert')).toContainText('Create a token there with the scopes');
  await window.keyboard.press('Escape');
  await begin(window, 'Gists…');
  await expect(window.getByLabel(token)).toHaveValue('');
  await window.keyboard.press('Escape');
  await expect(rows(window)).toHaveCount(5);
});

test('a CSV becomes a queue: errors are reported by line, and a rate limit is waited for', async ({
  window,
  simulator,
}) => {
  await openImports(window);
  await begin(window, 'From a CSV…');
  await tabTo(window, window.getByLabel('CSV', { exact: true }));
  await window.keyboard.insertText(
    'repo_id,target_namespace,new_name,personal_access_token\n1,,one,\n2,,two,\n3,,TWO,\nx,,four,\n',
  );
  await write(window, 'Target namespace', 'acme');
  await expect(dialog(window)).toContainText('“personal_access_token” is a secret, so Reeve ignored it.');
  await expect(dialog(window)).toContainText('4 lines: 2 ready, 2 with problems');
  await expect(dialog(window).getByRole('row').nth(3)).toContainText('Same project as in line 3.');
  await write(window, token, 'rate-limited');
  await expectClean(window, 'imports-queue');
  await press(window, 'Show plan');
  await expect(window.getByLabel('CSV', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await expect(window.getByLabel('CSV', { exact: true })).toBeFocused();
  await write(window, 'CSV', '');
  await window.keyboard.insertText('repo_id,target_namespace,new_name\n1,,one\n2,,two\n3,,TWO\nx,,four\n');
  await expect(dialog(window)).toContainText('4 lines: 2 ready, 2 with problems');
  await press(window, 'Show plan');
  await expect(dialog(window).getByRole('alert')).toContainText('2 of 4 lines can’t be used.');
  await expectClean(window, 'imports-queue-asked');
  await press(window, 'Continue with the other 2 lines');
  await expect(dialog(window)).toContainText('2 lines with problems aren’t sent. They stay in the form.');
  await press(window, 'Import 2 repositories');
  await expect(dialog(window)).toContainText('acme/one isn’t sent yet. The other service limits');
  await expect(dialog(window)).toContainText(/Next attempt at \d\d:\d\d\./);
  await expectClean(window, 'imports-waiting');
  expect(project(simulator, 'acme/one')).toBeUndefined();
  await press(window, 'Cancel remaining rows');
  await expect(dialog(window)).toContainText('Canceled');
  await window.keyboard.press('Escape');
  await expect(rows(window).first()).toContainText('The other service limits how many requests it accepts.');
  // The queue was canceled, so nothing waits
  await expect(rows(window).first()).not.toContainText('continues automatically');

  await begin(window, 'From a CSV…');
  await expect(window.getByLabel('CSV', { exact: true })).toHaveValue(
    'repo_id,target_namespace,new_name\n3,,TWO\nx,,four',
  );
  await expect(window.getByLabel(token)).toHaveValue('');
  await write(window, 'CSV', '');
  await window.keyboard.insertText('repo_id,target_namespace,new_name\n1,acme,one\n2,acme,two\n');
  await write(window, token, secret);
  await expect(dialog(window)).toContainText('2 lines, no problems');
  await press(window, 'Show plan');
  await press(window, 'Import 2 repositories');
  await expect.poll(() => importOf(simulator, 'acme/two')?.source).toBe('codehost_a');
  expect(importOf(simulator, 'acme/one')?.source).toBe('codehost_a');
  await expect(dialog(window)).toContainText('Done');
  await window.keyboard.press('Escape');
  await expect(rows(window).first()).toContainText('acme/two');
});
