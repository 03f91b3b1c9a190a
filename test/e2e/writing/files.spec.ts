import type { Page } from '@playwright/test';
import type { Platform } from '../../platform/platform.ts';
import { expectClean, tabTo } from '../by-keyboard.ts';
import { expect, test } from '../consoles.ts';
import { dialog, openAt, runCommand, undoLast } from './forms.ts';

const projectPath = 'acme/core';

const shownFile = (window: Page) => window.getByRole('region', { name: 'File', exact: true });
const editor = (window: Page) => dialog(window).getByRole('textbox', { name: /^Text of / });
const difference = (window: Page) => dialog(window).getByRole('textbox', { name: /^Changes to / });

function projectOf({ world }: Platform) {
  const project = world.projects.lookup(projectPath);
  if (project === undefined) throw new Error(`no project ${projectPath}`);
  return project;
}

/** The content of a file on a branch of the instance; null: it does not exist. */
async function contentAt(simulator: Platform, branch: string, path: string): Promise<string | null> {
  const project = projectOf(simulator);
  const repository = simulator.world.repositories.of(project);
  const commit = await simulator.world.repositories.resolve(project, `refs/heads/${branch}`);
  const blob = commit === undefined ? undefined : await repository.blob(commit, path);
  return blob === undefined ? null : (await repository.content(blob.id)).toString('utf8');
}

/** The mode of a file on a branch of the instance, as Git writes it. */
async function modeAt(simulator: Platform, branch: string, path: string): Promise<string | undefined> {
  const project = projectOf(simulator);
  const commit = await simulator.world.repositories.resolve(project, `refs/heads/${branch}`);
  return (await simulator.world.repositories.of(project).blob(commit ?? '', path))?.mode;
}

/** The newest commit of a branch of the instance. */
async function headOf(simulator: Platform, branch: string) {
  const project = projectOf(simulator);
  const commit = await simulator.world.repositories.resolve(project, `refs/heads/${branch}`);
  const [head] = await simulator.world.repositories.of(project).commits(commit === undefined ? [] : [commit]);
  return head;
}

/** Somebody else commits a file on the instance. */
async function commitElsewhere(simulator: Platform, path: string, content: string): Promise<void> {
  const project = projectOf(simulator);
  const user = simulator.world.users.byUsername('admin');
  if (user === undefined) throw new Error('no administrator');
  await simulator.world.repositories.commit(project, user, {
    branch: 'main',
    message: 'Change it at the same time',
    actions: [{ kind: 'update', path, content: Buffer.from(content) }],
  });
}

async function openFile(window: Page, path: string, ref = 'main'): Promise<void> {
  await openAt(window, `/p/${encodeURIComponent(projectPath)}/code/files/${path}?ref=${ref}`);
  await expect(shownFile(window)).toContainText('Checked');
}

test('a file is edited with its difference, and the edit is undone', async ({ window, simulator }) => {
  await openFile(window, 'README.md');
  const before = (await contentAt(simulator, 'main', 'README.md')) ?? '';
  await window.keyboard.press('e');
  await expect(editor(window)).toContainText('# Core');
  await expect(editor(window)).toBeFocused();
  const commit = dialog(window).getByRole('button', { name: 'Commit changes' });

  await test.step('nothing is sent without a change, or without a message', async () => {
    await expect(commit).toHaveAttribute('aria-disabled', 'true');
    await editor(window).press('ControlOrMeta+End');
    await window.keyboard.insertText('One more line.');
    await dialog(window).getByLabel('Commit message').fill('');
    await commit.click();
    await expect(dialog(window).getByText('Enter a commit message.')).toBeVisible();
    await dialog(window).getByLabel('Author email').fill('not an address');
    await expect(dialog(window).getByText('Enter an email address.')).toBeVisible();
    expect(await contentAt(simulator, 'main', 'README.md')).toBe(before);
  });

  await test.step('the difference is shown before sending', async () => {
    await dialog(window)
      .getByRole('button', { name: /^Changes \+1 −0/ })
      .click();
    await expect(difference(window)).toContainText('One more line.');
    await expectClean(window, 'file-changes');
    await window.setViewportSize({ width: 720, height: 450 });
    await dialog(window).getByRole('button', { name: 'Edit text' }).click();
    await expectClean(window, 'file-edit-small');
    await window.setViewportSize({ width: 1440, height: 900 });
    await expectClean(window, 'file-edit');
  });

  await test.step('an unsent text is kept', async () => {
    await window.keyboard.press('Escape');
    await expect(dialog(window)).toBeHidden();
    await shownFile(window).getByRole('button', { name: 'Edit…' }).click();
    await expect(editor(window)).toContainText('One more line.');
  });

  await test.step('the changed file and its last commit are shown, and the undo restores the file', async () => {
    await dialog(window).getByLabel('Commit message').fill('Say one more thing');
    await dialog(window).getByLabel('Author name').fill('Ada');
    await dialog(window).getByLabel('Author email').fill('ada@example.com');
    await tabTo(window, commit);
    await window.keyboard.press('Enter');
    await expect(window.getByText('Changed README.md on main')).toBeVisible();
    await expect(shownFile(window).getByRole('button', { name: 'Edit…' })).toBeFocused();
    await expect(shownFile(window)).toContainText('One more line.');
    await expect(shownFile(window)).toContainText('Say one more thing');
    expect(await contentAt(simulator, 'main', 'README.md')).toBe(`${before}One more line.`);
    expect(await headOf(simulator, 'main')).toMatchObject({
      message: 'Say one more thing',
      author: { name: 'Ada', email: 'ada@example.com' },
    });
    await undoLast(window);
    await expect(shownFile(window)).not.toContainText('One more line.');
    expect(await contentAt(simulator, 'main', 'README.md')).toBe(before);
  });
});

test('a change by somebody else is shown, and never overwritten without notice', async ({ window, simulator }) => {
  const text = '\ufeffone\r\ntwo\r\nthree';
  await commitElsewhere(simulator, 'LICENSE', text);
  await openFile(window, 'LICENSE');
  await expect(shownFile(window)).toContainText('three');
  await runCommand(window, 'Edit LICENSE…');
  await expect(
    dialog(window).getByText(/Line endings: CRLF · No line ending .* · Begins with a byte order mark/),
  ).toBeVisible();
  await editor(window).press('ControlOrMeta+End');
  await window.keyboard.insertText(' and four');
  await commitElsewhere(simulator, 'LICENSE', 'Somebody else wrote this.\n');
  await dialog(window).getByRole('button', { name: 'Commit changes' }).click();

  const notice = dialog(window).getByRole('alert');
  await expect(notice).toContainText(/Somebody changed this file on main after you opened it, with commit [0-9a-f]{8}/);
  await expect(notice).toContainText('“Change it at the same time”');
  await expect(editor(window)).toContainText('three and four');
  await expectClean(window, 'file-moved');
  expect(await contentAt(simulator, 'main', 'LICENSE')).toBe('Somebody else wrote this.\n');
  await notice.getByRole('button', { name: 'Compare with the new version' }).click();
  await expect(difference(window).first()).toContainText('Somebody else wrote this.');
  await dialog(window).getByRole('button', { name: 'Commit changes' }).click();
  await expect(window.getByText('Changed LICENSE on main')).toBeVisible();
  expect(await contentAt(simulator, 'main', 'LICENSE')).toBe(`${text} and four`);
  await undoLast(window);
  await expect.poll(() => contentAt(simulator, 'main', 'LICENSE')).toBe('Somebody else wrote this.\n');
  await expect(shownFile(window)).toContainText('Somebody else wrote this.');
});

test('a file is created on a new branch, replaced from disk, made executable and deleted', async ({
  window,
  simulator,
}) => {
  await openFile(window, 'docs/guide/getting-started.md');
  const send = (name: string) => dialog(window).getByRole('button', { name, exact: true }).click();
  const field = (name: string) => dialog(window).getByLabel(name, { exact: true });

  await test.step('paths and names of branches are checked before anything is sent', async () => {
    await window.getByRole('button', { name: 'New file…' }).first().click();
    await expect(field('Path')).toHaveValue('docs/guide/');
    await expect(field('Path')).toBeFocused();
    await dialog(window).getByText('A new branch', { exact: true }).click();
    await expect(field('New branch')).toHaveValue('');
    await dialog(window).getByText('An existing branch', { exact: true }).click();
    await field('Path').fill('docs/../next.md');
    await send('Create file');
    await expect(dialog(window).getByText(/^A path can’t have empty segments/)).toBeVisible();
    await field('Path').fill('vendor/shared/next.md');
    await send('Create file');
    await expect(dialog(window).getByText(/^This path is a submodule/)).toBeVisible();
    await field('Path').fill('README.md');
    await send('Create file');
    await expect(dialog(window).getByText('A file exists at this path on main. Open it to edit it.')).toBeVisible();
    await field('Path').fill('docs/guide/next steps.md');
    await expect(field('Commit message')).toHaveValue('Add next steps.md');
    await dialog(window).getByText('A new branch', { exact: true }).click();
    await expect(field('New branch')).toHaveValue('add-next-steps.md');
    await field('New branch').fill('next steps');
    await send('Create file');
    await expect(dialog(window).getByText('A branch name can’t contain spaces.')).toBeVisible();
    await field('New branch').fill('stable');
    await send('Create file');
    await expect(dialog(window).getByText(/^This branch already exists/)).toBeVisible();
    await expectClean(window, 'file-new');
  });

  await test.step('the new file is shown on its branch, and its undo deletes it', async () => {
    await field('New branch').fill('next/steps');
    await expect(field('Start branch')).toHaveValue('main');
    await editor(window).click();
    await window.keyboard.insertText('# Next\n');
    await send('Create file');
    await expect(window.getByText('Created docs/guide/next steps.md on next/steps')).toBeVisible();
    await expect(window).toHaveURL(/next%20steps\.md\?ref=next%2Fsteps/);
    await expect(shownFile(window)).toContainText('# Next');
    await expect(window.getByRole('treeitem', { name: /^next steps\.md/ })).toBeVisible();
    expect(await contentAt(simulator, 'next/steps', 'docs/guide/next steps.md')).toBe('# Next\n');
    expect(await contentAt(simulator, 'main', 'docs/guide/next steps.md')).toBeNull();
    await undoLast(window);
    await expect(shownFile(window)).toContainText('Not found at next/steps (404)');
    expect(await contentAt(simulator, 'next/steps', 'docs/guide/next steps.md')).toBeNull();
    await expect(shownFile(window).getByRole('button', { name: 'Create this file…' })).toBeVisible();
  });

  await test.step('a binary file is replaced from disk', async () => {
    await openFile(window, 'assets/logo.png');
    await expect(shownFile(window).getByRole('button', { name: 'Edit…' })).toHaveAttribute('aria-disabled', 'true');
    const before = await contentAt(simulator, 'main', 'assets/logo.png');
    await runCommand(window, 'Replace logo.png from disk…');
    const choose = dialog(window).locator('input[type="file"]');
    await expect(choose).toBeFocused();
    await choose.setInputFiles({ name: 'logo.bin', mimeType: '', buffer: Buffer.from([0, 1, 2, 255]) });
    await dialog(window).getByRole('button', { name: 'Changes' }).click();
    await expect(dialog(window).getByText(/The difference can’t be shown as text\.$/)).toBeVisible();
    await send('Replace file');
    await expect(window.getByText('Changed assets/logo.png on main')).toBeVisible();
    expect(await contentAt(simulator, 'main', 'assets/logo.png')).toBe(Buffer.from([0, 1, 2, 255]).toString('utf8'));
    await undoLast(window);
    await expect.poll(() => contentAt(simulator, 'main', 'assets/logo.png')).toBe(before);
  });

  await test.step('the mode is changed without the content', async () => {
    await openFile(window, 'scripts/deploy.sh');
    await runCommand(window, 'Make deploy.sh not executable…');
    await expectClean(window, 'file-mode');
    await send('Change mode');
    await expect(window.getByText('scripts/deploy.sh is no longer executable on main')).toBeVisible();
    expect(await modeAt(simulator, 'main', 'scripts/deploy.sh')).toBe('100644');
    await expect(shownFile(window).getByText(/Executable/)).toBeHidden();
    await undoLast(window);
    await expect(shownFile(window).getByText(/Executable/)).toBeVisible();
    expect(await modeAt(simulator, 'main', 'scripts/deploy.sh')).toBe('100755');
  });

  await test.step('a deleted file is restored by its undo', async () => {
    const before = await contentAt(simulator, 'main', 'scripts/deploy.sh');
    await runCommand(window, 'Delete deploy.sh…');
    await expect(field('Commit message')).toHaveValue('Delete deploy.sh');
    await send('Delete file');
    await expect(window.getByText('Deleted scripts/deploy.sh on main')).toBeVisible();
    await expect(shownFile(window)).toContainText('Not found at main (404)');
    expect(await contentAt(simulator, 'main', 'scripts/deploy.sh')).toBeNull();
    await undoLast(window);
    await expect(shownFile(window)).not.toContainText('Not found at main (404)');
    expect(await contentAt(simulator, 'main', 'scripts/deploy.sh')).toBe(before);
  });

  await test.step('a tag can’t be changed', async () => {
    await openFile(window, 'README.md', 'v1.0.0');
    await window.keyboard.press('e');
    await expect(dialog(window).getByText(/^v1\.0\.0 isn’t a known branch/)).toBeVisible();
    await editor(window).press('ControlOrMeta+End');
    await window.keyboard.insertText('More.');
    await send('Commit changes');
    await expect(dialog(window).getByText('Enter the name of a branch.')).toBeVisible();
    await field('Branch').fill('nowhere');
    await send('Commit changes');
    await expect(dialog(window).getByText('Branch nowhere doesn’t exist.')).toBeVisible();
    await field('Branch').fill('main');
    await send('Commit changes');
    await expect(window.getByText('Changed README.md on main')).toBeVisible();
    await expect(window).toHaveURL(/README\.md\?ref=main/);
  });
});

test.describe('with the Developer role', () => {
  test.use({ as: 'developer' });

  test('a refused push to a protected branch is explained at the branch', async ({ window, simulator }) => {
    await openFile(window, 'LICENSE');
    await window.keyboard.press('e');
    await editor(window).press('ControlOrMeta+End');
    await window.keyboard.insertText('More.');
    const head = await headOf(simulator, 'main');
    await dialog(window).getByRole('button', { name: 'Commit changes' }).click();
    await expect(
      dialog(window).getByText(/^This token can’t push to this branch\. Commit to a new branch/),
    ).toBeVisible();
    expect(await headOf(simulator, 'main')).toEqual(head);
    await dialog(window).getByText('A new branch', { exact: true }).click();
    await expect(dialog(window).getByLabel('New branch', { exact: true })).toHaveValue('update-LICENSE');
    await dialog(window).getByRole('button', { name: 'Commit changes' }).click();
    await expect(window.getByText('Changed LICENSE on update-LICENSE')).toBeVisible();
    expect(await contentAt(simulator, 'update-LICENSE', 'LICENSE')).toMatch(/More\.$/);
  });
});

test.describe('with a read-only profile', () => {
  test.use({ isReadOnly: true });

  test('nothing can be changed, and the reason is shown', async ({ window }) => {
    await openFile(window, 'README.md');
    const edit = shownFile(window).getByRole('button', { name: 'Edit…' });
    await expect(edit).toHaveAttribute('aria-disabled', 'true');
    await edit.hover();
    await expect(window.getByText('Reeve blocks all changes to this instance.')).toBeVisible();
    await expect(window.getByRole('button', { name: 'New file…' }).first()).toHaveAttribute('aria-disabled', 'true');
    await window.keyboard.press('e');
    await expect(dialog(window)).toBeHidden();
  });
});
