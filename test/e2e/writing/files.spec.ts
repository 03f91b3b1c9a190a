import type { Page } from '@playwright/test';
import { PATHS } from '../../platform/seed/repository-files.ts';
import { tabTo } from '../by-keyboard.ts';
import { expect, test } from '../consoles.ts';
import { projectPath, repositoryOf } from './builder.ts';
import { dialog, openAt, runCommand, undoLast } from './forms.ts';

const shownFile = (window: Page) => window.getByRole('region', { name: 'File', exact: true });
const editor = (window: Page) => dialog(window).getByRole('textbox', { name: /^Text of / });
const difference = (window: Page) => dialog(window).getByRole('textbox', { name: /^Changes to / });

async function openFile(window: Page, path: string): Promise<void> {
  await openAt(window, `/p/${encodeURIComponent(projectPath)}/code/files/${path}?ref=main`);
  await expect(shownFile(window)).toContainText('Checked');
}

test('a file is edited with its difference, another is created on a new branch, replaced from disk and deleted, and each is undone', async ({
  window,
  simulator,
}) => {
  const git = repositoryOf(simulator);
  const field = (name: string) => dialog(window).getByLabel(name, { exact: true });
  const send = (name: string) => dialog(window).getByRole('button', { name, exact: true }).click();

  await test.step('an edit by keyboard is compared, kept while the form is closed, and committed over a newer version only on demand', async () => {
    await openFile(window, 'README.md');
    const before = (await git.text('README.md')) ?? '';
    await window.keyboard.press('e');
    await expect(editor(window)).toContainText('# Core');
    await expect(editor(window)).toBeFocused();
    await editor(window).press('ControlOrMeta+End');
    await window.keyboard.insertText('One more line.');
    await dialog(window)
      .getByRole('button', { name: /^Changes \+1 −0/ })
      .click();
    await expect(difference(window)).toContainText('One more line.');
    await window.keyboard.press('Escape');
    await expect(dialog(window)).toBeHidden();
    await shownFile(window).getByRole('button', { name: 'Edit…' }).click();
    await expect(editor(window)).toContainText('One more line.');
    await git.change('README.md', 'Somebody else wrote this.\n');
    await field('Commit message').fill('Say one more thing');
    const commit = dialog(window).getByRole('button', { name: 'Edit file' });
    await tabTo(window, commit);
    await window.keyboard.press('Enter');
    await dialog(window).getByRole('button', { name: 'Compare with the new version' }).click();
    await expect(difference(window).first()).toContainText('Somebody else wrote this.');
    expect(await git.text('README.md')).toBe('Somebody else wrote this.\n');
    await commit.click();
    await expect(window.getByText('Changed README.md on main')).toBeVisible();
    await expect(shownFile(window).getByRole('button', { name: 'Edit…' })).toBeFocused();
    await expect(shownFile(window)).toContainText('One more line.');
    await expect(shownFile(window)).toContainText('Say one more thing');
    expect(await git.text('README.md')).toBe(`${before}One more line.`);
    await undoLast(window);
    await expect(shownFile(window)).toContainText('Somebody else wrote this.');
    expect(await git.text('README.md')).toBe('Somebody else wrote this.\n');
  });

  await test.step('a new file is shown on its new branch, and its undo deletes it', async () => {
    await openFile(window, 'docs/guide/getting-started.md');
    await window.getByRole('button', { name: 'Create file…' }).first().click();
    await expect(field('Path')).toHaveValue('docs/guide/');
    await field('Path').fill('docs/guide/next steps.md');
    await dialog(window).getByText('A new branch', { exact: true }).click();
    await field('New branch').fill('next/steps');
    await expect(field('Start branch')).toHaveValue('main');
    await editor(window).click();
    await window.keyboard.insertText('# Next\n');
    await send('Create file');
    await expect(window.getByText('Created docs/guide/next steps.md on next/steps')).toBeVisible();
    await expect(window).toHaveURL(/next%20steps\.md\?ref=next%2Fsteps/);
    await expect(shownFile(window)).toContainText('# Next');
    await expect(window.getByRole('treeitem', { name: /^next steps\.md/ })).toBeVisible();
    expect(await git.text('docs/guide/next steps.md', 'next/steps')).toBe('# Next\n');
    expect(await git.text('docs/guide/next steps.md')).toBeUndefined();
    await undoLast(window);
    await expect(shownFile(window)).toContainText('Not found at next/steps (404)');
    await expect(shownFile(window).getByRole('button', { name: 'Create this file…' })).toBeVisible();
    expect(await git.text('docs/guide/next steps.md', 'next/steps')).toBeUndefined();
  });

  await test.step('the mode is changed without the content, and a deleted file is restored', async () => {
    await openFile(window, 'scripts/deploy.sh');
    const before = await git.text('scripts/deploy.sh');
    await runCommand(window, 'Make deploy.sh not executable…');
    await send('Make not executable');
    await expect(window.getByText('scripts/deploy.sh is no longer executable on main')).toBeVisible();
    await expect(shownFile(window).getByText(/Executable/)).toBeHidden();
    expect(await git.mode('scripts/deploy.sh')).toBe('100644');
    await undoLast(window);
    await expect(shownFile(window).getByText(/Executable/)).toBeVisible();
    await runCommand(window, 'Delete deploy.sh…');
    await send('Delete file');
    await expect(window.getByText('Deleted scripts/deploy.sh on main')).toBeVisible();
    await expect(shownFile(window)).toContainText('Not found at main (404)');
    expect(await git.text('scripts/deploy.sh')).toBeUndefined();
    await undoLast(window);
    await expect(shownFile(window)).not.toContainText('Not found at main (404)');
    expect(await git.text('scripts/deploy.sh')).toBe(before);
    expect(await git.mode('scripts/deploy.sh')).toBe('100755');
  });

  await test.step('a submodule is updated to a full SHA', async () => {
    const sha = 'ab'.repeat(20);
    await openAt(window, `/p/${git.project.id}/code/submodules?ref=main`);
    await window.getByRole('button', { name: 'Check .gitmodules' }).click();
    await window.getByRole('button', { name: `Update submodule ${PATHS.submodule}` }).click();
    await field('Commit of the submodule').fill(sha);
    await send('Update submodule…');
    await send('Update submodule');
    await expect(dialog(window)).toBeHidden();
    expect(await git.submodule(PATHS.submodule)).toBe(sha);
  });
});
