import type { Page } from '@playwright/test';
import { chooseScope } from '../by-keyboard.ts';
import { expect, test } from '../consoles.ts';
import { addAction, apply, column, edit, openBuilder, plan, post, projectPath, repositoryOf } from './builder.ts';
import { dialog, pressUndo, runCommand, undoLast } from './forms.ts';

const title = (window: Page) => window.getByRole('heading', { level: 1, name: 'Commit builder' });

test('three files are fixed in one commit and undone, and a new branch gets one commit of four other actions', async ({
  window,
  simulator,
}) => {
  const git = repositoryOf(simulator);
  const before = await git.newest();
  const files = ['README.md', 'docs/guide/getting-started.md', 'src/main.ts'];
  const former = await Promise.all(files.map((file) => git.text(file)));
  const license = await git.text('LICENSE');

  await test.step('the builder is opened on the page of the code, and the files are edited', async () => {
    await chooseScope(window, 'project', projectPath);
    await window.getByRole('navigation', { name: 'Consoles' }).getByRole('link', { name: 'Code', exact: true }).click();
    await window.getByRole('button', { name: 'Commit builder' }).click();
    await expect(title(window)).toBeVisible();
    // The builder syncs the branches, and begins on the default branch
    await expect(window.getByLabel('Branch', { exact: true })).toHaveValue('main');
    for (const [at, file] of files.entries()) {
      await addAction(window, 'Update a file', file);
      await edit(window, file, `${former[at] ?? ''}One more line.\n`);
    }
    await window.getByLabel('Commit message').fill('Fix a typo\n\nIn three files.');
    await column(window, 'Update README.md').getByRole('button', { name: 'Show difference' }).click();
    await expect(column(window, 'Update README.md')).toContainText('1 line added, 0 removed');
  });

  await test.step('the plan shows the difference, and one commit changes all three', async () => {
    await plan(window);
    const difference = dialog(window).getByRole('textbox', { name: 'Difference: Update README.md' });
    await expect(difference.locator('.cm-changedLine')).toHaveText(['One more line.']);
    await apply(window, /^Commit 3 actions to main/, 'main');
    const made = await git.newest();
    expect(made.message).toBe('Fix a typo\n\nIn three files.');
    expect(made.parent_ids).toEqual([before.id]);
    for (const [at, file] of files.entries()) expect(await git.text(file)).toBe(`${former[at] ?? ''}One more line.\n`);
    expect(simulator.requests.count(post)).toBe(1);
  });

  await test.step('the message leads to the commit, and the undo is a commit that reverts the files', async () => {
    await expect(window.getByText('No actions yet.')).toBeVisible();
    await expect(window.getByRole('region', { name: /^Messages/ }).getByRole('listitem')).toHaveCount(1);
    await window.getByRole('button', { name: 'Show commit' }).click();
    await expect(window).toHaveURL(/\/code\/commits/);
    await undoLast(window);
    await expect.poll(async () => (await git.newest()).message).toContain('Revert');
    for (const [at, file] of files.entries()) expect(await git.text(file)).toBe(former[at]);
  });

  const main = await git.newest();
  await test.step('four actions on a new branch are prepared', async () => {
    await runCommand(window, 'Open commit builder');
    await expect(title(window)).toBeVisible();
    await window.getByLabel('Branch', { exact: true }).fill('tidy/up');
    await expect(window.getByLabel('Start branch')).toHaveValue('main');
    await expect(window.getByText('New branch', { exact: true })).toBeVisible();
    await addAction(window, 'Create a file', 'docs/new.md');
    await edit(window, 'docs/new.md', '# New\n');
    await window.getByRole('button', { name: 'Add action…' }).click();
    await window.getByRole('menuitem', { name: 'Move a file' }).click();
    await window.getByLabel('Current path').fill('LICENSE');
    await window.getByLabel('New path').fill('docs/LICENSE.txt');
    await window.keyboard.press('Enter');
    await addAction(window, 'Delete a file', '.gitignore');
    await addAction(window, 'Change the mode of a file', 'src/main.ts');
    await expect(column(window, 'Change mode src/main.ts')).toContainText('No change on main');
    await window.getByLabel('Commit message').fill('Tidy up');
    await window.getByLabel('Author name').fill('Rosa Tamm');
    await window.getByLabel('Author email').fill('rosa@corp.example');
  });

  await test.step('the commit is on the new branch only', async () => {
    await plan(window);
    await apply(window, /^Commit 4 actions to tidy\/up/, 'tidy/up');
    const made = await git.newest('tidy/up');
    expect(made).toMatchObject({ message: 'Tidy up', parent_ids: [main.id] });
    expect(made.author).toMatchObject({ name: 'Rosa Tamm', email: 'rosa@corp.example' });
    expect(await git.text('docs/new.md', 'tidy/up')).toBe('# New\n');
    expect(await git.text('docs/LICENSE.txt', 'tidy/up')).toBe(license);
    expect(await git.text('LICENSE', 'tidy/up')).toBeUndefined();
    expect(await git.text('.gitignore', 'tidy/up')).toBeUndefined();
    expect(await git.mode('src/main.ts', 'tidy/up')).toBe('100755');
    expect(await git.newest()).toEqual(main);
  });
});

test('a draft survives a reload, a file that changed since is named, and after a refusal the changed file too', async ({
  window,
  simulator,
}) => {
  const git = repositoryOf(simulator);
  await openBuilder(window, git.project.id);
  await window.getByLabel('Branch', { exact: true }).fill('main');
  await addAction(window, 'Update a file', 'README.md');
  await edit(window, 'README.md', 'Ours\n');
  const message = window.getByLabel('Commit message');
  const changed = column(window, 'Update README.md');

  await test.step('after a reload the draft is there, and nothing is sent over the new version', async () => {
    await message.fill('Ours');
    await expect(window.getByRole('status').filter({ hasText: '1 action, draft saved' })).toBeVisible();
    await expect(changed).toContainText('No change on main');
    await git.change('README.md', 'Theirs\n');
    // The last change is stored after a short delay. Until then, the window asks before a reload
    const asks = () => window.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));
    await expect.poll(asks).toBe(false);
    await window.reload();
    await expect(message).toHaveValue('Ours');
    await expect(changed.getByRole('alert')).toContainText('Changed on main');
    await plan(window);
    await expect(window.getByRole('status').filter({ hasText: '1 file changed on main: README.md' })).toBeVisible();
    expect(simulator.requests.count(post)).toBe(0);
  });

  await test.step('a change between the plan and the commit is refused, and the file is named', async () => {
    await changed.getByRole('button', { name: 'Compare with new version' }).click();
    await expect(changed.getByRole('alert')).toHaveCount(0);
    await plan(window);
    const send = dialog(window).getByRole('button', { name: /^Commit 1 action/ });
    await expect(send).toBeVisible();
    await git.change('README.md', 'Theirs again\n');
    await send.click();
    await expect(dialog(window).getByText('1 refused', { exact: true })).toBeVisible();
    await dialog(window).getByRole('button', { name: 'Close' }).click();
    await expect(window.getByRole('alert').filter({ hasText: 'has changed since you started editing' })).toBeVisible();
    await expect(changed.getByRole('alert')).toContainText('Changed on main');
    expect(await git.text('README.md')).toBe('Theirs again\n');
  });

  await test.step('a discarded draft comes back with its undo', async () => {
    await window.getByRole('button', { name: 'Discard draft' }).click();
    await expect(window.getByText('No actions yet.')).toBeVisible();
    await pressUndo(window);
    await expect(changed).toBeVisible();
  });
});
