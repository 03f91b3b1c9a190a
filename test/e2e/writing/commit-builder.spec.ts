import type { Page } from '@playwright/test';
import { shell } from '#shared/text/en/shell.ts';
import { chooseScope, expectClean } from '../by-keyboard.ts';
import { expect, test } from '../consoles.ts';
import {
  addAction,
  apply,
  builder,
  column,
  edit,
  openBuilder,
  plan,
  post,
  projectPath,
  repositoryOf,
} from './builder.ts';
import { dialog, openAt, pressUndo, runCommand, undoLast } from './forms.ts';

const head = 'HEAD /projects/:id/repository/files/:file_path';

/** Open the builder by the button of the page of the code. The project is chosen by its path. */
async function openFromCode(window: Page): Promise<void> {
  await chooseScope(window, 'project', projectPath);
  await window.getByRole('navigation', { name: 'Consoles' }).getByRole('link', { name: 'Code', exact: true }).click();
  await window.getByRole('button', { name: 'Commit builder' }).click();
  await expect(window.getByRole('heading', { level: 1, name: 'Commit builder' })).toBeVisible();
}

test('a typo is fixed in three files with one commit, and undone', async ({ window, simulator }) => {
  const git = repositoryOf(simulator);
  const before = await git.newest();
  const files = ['README.md', 'docs/guide/getting-started.md', 'src/main.ts'];
  const former = await Promise.all(files.map((file) => git.text(file)));
  await test.step('the files are added and edited', async () => {
    await openBuilder(window, git.project.id);
    // The builder syncs the branches, and begins on the default branch
    await expect(window.getByLabel('Branch', { exact: true })).toHaveValue('main');
    for (const [at, file] of files.entries()) {
      await addAction(window, 'Update a file', file);
      await edit(window, file, `${former[at] ?? ''}One more line.\n`);
    }
    await window.getByLabel('Commit message').fill('Fix a typo\n\nIn three files.');
    await expect(window.getByText('subject: 10 characters')).toBeVisible();
    await column(window, 'Update README.md').getByRole('button', { name: 'Show difference' }).click();
    await expect(column(window, 'Update README.md')).toContainText('1 line added, 0 removed');
    await expectClean(window, 'builder-three');
  });
  await test.step('one commit changes all three', async () => {
    await plan(window);
    const difference = dialog(window).getByRole('textbox', { name: 'Difference: Update README.md' });
    await expect(difference.locator('.cm-changedLine')).toHaveText(['One more line.']);
    await expectClean(window, 'builder-plan');
    await apply(window, /^Commit 3 actions to main/, 'main');
    const made = await git.newest();
    expect(made.message).toBe('Fix a typo\n\nIn three files.');
    expect(made.parent_ids).toEqual([before.id]);
    for (const [at, file] of files.entries()) expect(await git.text(file)).toBe(`${former[at] ?? ''}One more line.\n`);
    expect(simulator.requests.count(post)).toBe(1);
  });
  await test.step('the undo is a commit that reverts them', async () => {
    await expect(window.getByRole('button', { name: 'Show commit' })).toBeVisible();
    await expect(window.getByText('No actions yet.')).toBeVisible();
    await expect(window.getByLabel('Commit message')).toHaveValue('');
    await expect(window.getByRole('region', { name: /^Messages/ }).getByRole('listitem')).toHaveCount(1);
    await window.getByRole('button', { name: 'Show commit' }).click();
    await expect(window).toHaveURL(/\/code\/commits/);
    await undoLast(window);
    await expect.poll(async () => (await git.newest()).message).toContain('Revert');
    for (const [at, file] of files.entries()) expect(await git.text(file)).toBe(former[at]);
  });
});

test('a file is created, moved, deleted and made executable on a new branch', async ({ window, simulator }) => {
  const git = repositoryOf(simulator);
  const main = await git.newest();
  const entry = await git.text('LICENSE');
  await chooseScope(window, 'project', projectPath);
  await window.getByRole('navigation', { name: 'Consoles' }).getByRole('link', { name: 'Code', exact: true }).click();
  await test.step('the builder is opened from the palette', async () => {
    await runCommand(window, 'Open commit builder');
    await expect(window.getByRole('heading', { level: 1, name: 'Commit builder' })).toBeVisible();
    await window.getByLabel('Branch', { exact: true }).fill('main');
  });
  await test.step('four actions are prepared', async () => {
    await addAction(window, 'Create a file', 'docs/new.md');
    await expect(column(window, 'Create docs/new.md')).toContainText('No file at this path on main');
    await edit(window, 'docs/new.md', '# New\n');
    await window.getByRole('button', { name: 'Add action…' }).click();
    await window.getByRole('menuitem', { name: 'Move a file' }).click();
    await window.getByLabel('Current path').fill('LICENSE');
    await window.getByLabel('New path').fill('docs/LICENSE.txt');
    await window.keyboard.press('Enter');
    await expect(column(window, 'Move docs/LICENSE.txt')).toContainText('Content kept');
    await addAction(window, 'Delete a file', '.gitignore');
    await addAction(window, 'Change the mode of a file', 'src/main.ts');
    await expect(column(window, 'Change mode src/main.ts')).toContainText('No change on main');
    await window.getByLabel('Commit message').fill('Tidy up');
  });
  await test.step('unless another start is chosen, a new branch starts at the default branch', async () => {
    await window.getByLabel('Branch', { exact: true }).fill('tidy/up');
    await window.getByLabel('Start branch').fill('main');
    await expect(window.getByText('new', { exact: true })).toBeVisible();
    await expect(window.getByText('The new branch stays.')).toBeVisible();
    await window.getByLabel('Author name').fill('Rosa Tamm');
    await window.getByLabel('Author email').fill('rosa@corp.example');
    await expectClean(window, 'builder-four');
  });
  await test.step('the commit is on the new branch only', async () => {
    await plan(window);
    await apply(window, /^Commit 4 actions to tidy\/up/, 'tidy/up');
    const made = await git.newest('tidy/up');
    expect(made).toMatchObject({ message: 'Tidy up', parent_ids: [main.id] });
    expect(made.author).toMatchObject({ name: 'Rosa Tamm', email: 'rosa@corp.example' });
    expect(await git.text('docs/new.md', 'tidy/up')).toBe('# New\n');
    expect(await git.text('docs/LICENSE.txt', 'tidy/up')).toBe(entry);
    expect(await git.text('LICENSE', 'tidy/up')).toBeUndefined();
    expect(await git.text('.gitignore', 'tidy/up')).toBeUndefined();
    expect(await git.mode('src/main.ts', 'tidy/up')).toBe('100755');
    expect(await git.newest()).toEqual(main);
  });
});

test('a file that changed meanwhile is named before sending, and again after a refusal', async ({
  window,
  simulator,
}) => {
  const git = repositoryOf(simulator);
  await openBuilder(window, git.project.id);
  await window.getByLabel('Branch', { exact: true }).fill('main');
  for (const file of ['README.md', 'src/main.ts']) {
    await addAction(window, 'Update a file', file);
    await edit(window, file, 'Ours\n');
  }
  await window.getByLabel('Commit message').fill('Ours');
  await test.step('nothing is sent', async () => {
    await git.change('src/main.ts', 'Theirs\n');
    await plan(window);
    await expect(window.getByRole('status').filter({ hasText: '1 file changed on main: src/main.ts' })).toBeVisible();
    await expect(column(window, 'Update src/main.ts').getByRole('alert')).toContainText('Changed on main');
    await expect(column(window, 'Update README.md').getByRole('alert')).toHaveCount(0);
    await expect(dialog(window)).toHaveCount(0);
    expect(simulator.requests.count(post)).toBe(0);
    expect(simulator.requests.count(head)).toBeGreaterThan(3);
    await expectClean(window, 'builder-moved');
  });
  await test.step('the content in the draft is compared with the new version', async () => {
    const moved = column(window, 'Update src/main.ts');
    await moved.getByRole('button', { name: 'Compare with new version' }).click();
    await expect(moved.getByRole('alert')).toHaveCount(0);
    await moved.getByRole('button', { name: 'Show difference' }).click();
    await expect(moved).toContainText('Theirs');
  });
  await test.step('after a refusal that names no file, the changed file is named', async () => {
    await plan(window);
    await expect(dialog(window).getByRole('button', { name: /^Commit 2 actions/ })).toBeVisible();
    await git.change('README.md', 'Theirs too\n');
    await dialog(window)
      .getByRole('button', { name: /^Commit 2 actions/ })
      .click();
    await expect(dialog(window).getByText('1 refused', { exact: true })).toBeVisible();
    await dialog(window).getByRole('button', { name: 'Close' }).click();
    await expect(window.getByRole('alert').filter({ hasText: 'has changed since you started editing' })).toBeVisible();
    await expect(column(window, 'Update README.md').getByRole('alert')).toContainText('Changed on main');
    expect(await git.text('README.md')).toBe('Theirs too\n');
    await expect(window.getByLabel('Commit message')).toHaveValue('Ours');
  });
});

test('bad input is explained at the field, and no request is sent', async ({ window, simulator }) => {
  const git = repositoryOf(simulator);
  await openBuilder(window, git.project.id);
  const error = (label: string) => window.getByLabel(label, { exact: true });
  const explained = async (label: string, text: string): Promise<void> => {
    await expect(error(label)).toHaveAttribute('aria-invalid', 'true');
    await expect(error(label)).toHaveAccessibleDescription(text);
  };
  await plan(window);
  await explained('Branch', 'Enter the name of a branch.');
  await explained('Commit message', 'Enter a commit message.');
  await expect(error('Branch')).toBeFocused();
  await expect(window.getByText('Add an action, or allow an empty commit.')).toBeVisible();
  await error('Branch').fill('main');
  await window.getByRole('button', { name: 'SHA', exact: true }).click();
  await error('Start commit').fill('abc123');
  await explained('Start commit', 'Enter a full SHA with 40 characters.');
  await error('Start commit').fill('');
  await error('Start project').fill('no project');
  await explained('Start project', 'Enter an ID, or a path such as group/project.');
  await error('Start project').fill('');
  await error('Author email').fill('rosa');
  await explained('Author email', 'Enter an email address.');
  await error('Author email').fill('');
  await addAction(window, 'Update a file', 'a//b');
  await explained('Path', 'Enter a path without empty segments, “.”, “..” or “.git”.');
  await error('Path').fill('no/such.md');
  await window.keyboard.press('Enter');
  await explained('Path', 'No file with this path exists.');
  await expect(column(window, 'Update no/such.md')).toContainText('Enter the path of an existing file');
  await expect(column(window, 'Update no/such.md')).not.toContainText('Not checked yet');
  await error('Path').fill('README.md');
  await window.keyboard.press('Enter');
  await expect(column(window, 'Update README.md')).toContainText('The content is unchanged.');
  await addAction(window, 'Delete a file', 'README.md');
  await explained('Path', 'Another action already changes this path.');
  await error('Path').fill('LICENSE');
  await window.keyboard.press('Enter');
  await addAction(window, 'Change the mode of a file', 'LICENSE');
  await explained('Path', 'An earlier action of this commit deletes this file. Enter another path.');
  await error('Path').fill('src/text/wrap.ts');
  await window.keyboard.press('Enter');
  await addAction(window, 'Create a file', 'src/main.ts');
  await explained('Path', 'A file with this path already exists.');
  await expectClean(window, 'builder-problems');
  await plan(window);
  expect(simulator.requests.count(post)).toBe(0);
});

test('a failing push rule is shown and does not prevent the commit', async ({ window, simulator }) => {
  const { world, clock } = simulator;
  const git = repositoryOf(simulator);
  const group = world.groups.lookup('acme');
  if (group === undefined) throw new Error('there is no group acme');
  world.pushRules.add({
    ...{ author_email_regex: '', branch_name_regex: '', commit_message_negative_regex: '', file_name_regex: '' },
    ...{ commit_committer_check: false, commit_committer_name_check: false, deny_delete_tag: false },
    ...{ member_check: false, prevent_secrets: true, reject_non_dco_commits: true, reject_unsigned_commits: true },
    ...{ commit_message_regex: '^(feat|fix)', max_file_size: 5, group_id: group.id, created_at: clock.now() },
  });
  await openFromCode(window);
  const rule = window.getByRole('region', { name: 'Push rule', exact: true });
  await expect(rule).toContainText('Never synced: acme');
  await rule.getByRole('button', { name: 'Sync push rules' }).click();
  await expect(rule).toContainText('Rule of group acme');
  await window.getByLabel('Branch', { exact: true }).fill('main');
  await addAction(window, 'Create a file', 'docs/new.md');
  await edit(window, 'docs/new.md', 'New\n');
  await window.getByLabel('Commit message').fill('Add a page');
  await expect(rule).toContainText('2 fail');
  await expect(rule).toContainText('Doesn’t match: Add a page');
  await expect(rule).toContainText('No Signed-off-by');
  await expect(window.getByText(/The instance will probably refuse this commit: 2 checks fail/)).toBeVisible();
  await expectClean(window, 'builder-rule');
  await plan(window);
  await dialog(window)
    .getByRole('button', { name: /^Commit 1 action to main/ })
    .click();
  await expect(dialog(window).getByText('1 refused', { exact: true })).toBeVisible();
  await dialog(window).getByRole('button', { name: 'Close' }).click();
  await expect(window.getByLabel('Commit message')).toHaveAccessibleDescription(/does not follow the pattern/);
  await window.getByLabel('Author name').fill('Rosa Tamm');
  await window.getByLabel('Author email').fill('rosa@corp.example');
  await window.getByLabel('Commit message').fill('feat: add a page');
  await rule.getByRole('button', { name: 'Add line' }).click();
  await expect(rule).not.toContainText('fail');
  await plan(window);
  await apply(window, /^Commit 1 action to main/, 'main');
  expect((await git.newest()).message).toBe('feat: add a page\n\nSigned-off-by: Rosa Tamm <rosa@corp.example>');
});

test('a draft survives a reload, and a file that has changed since is named', async ({ window, simulator }) => {
  const git = repositoryOf(simulator);
  await openBuilder(window, git.project.id);
  await window.getByLabel('Branch', { exact: true }).fill('main');
  await addAction(window, 'Update a file', 'README.md');
  await edit(window, 'README.md', 'Ours\n');
  const message = window.getByLabel('Commit message');
  const alert = column(window, 'Update README.md').getByRole('alert');
  // The last change is stored after a short delay. Until then, the window asks before a reload
  const reloadStored = async (): Promise<void> => {
    const asks = () => window.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));
    await expect.poll(asks).toBe(false);
    await window.reload();
  };
  await message.fill('Ours');
  await expect(window.getByRole('status').filter({ hasText: '1 action, draft saved' })).toBeVisible();
  await expect(column(window, 'Update README.md')).toContainText('No change on main');
  await git.change('README.md', 'Theirs\n');
  await reloadStored();
  await expect(message).toHaveValue('Ours');
  await expect(alert).toContainText('Changed on main');
  // It is named until the person decides, also if the draft was stored again meanwhile
  await message.fill('Ours, after all');
  await reloadStored();
  await expect(message).toHaveValue('Ours, after all');
  await expect(alert).toContainText('Changed on main');
  await plan(window);
  await expect(window.getByRole('status').filter({ hasText: '1 file changed on main: README.md' })).toBeVisible();
  expect(simulator.requests.count(post)).toBe(0);
  await window.getByRole('button', { name: 'Discard draft' }).click();
  await expect(window.getByText('No actions yet.')).toBeVisible();
  await pressUndo(window);
  await expect(column(window, 'Update README.md')).toBeVisible();
});

test('in a window of 720 × 450, one action is shown at a time', async ({ window, simulator }) => {
  const git = repositoryOf(simulator);
  await window.setViewportSize({ width: 720, height: 450 });
  await openAt(window, `${builder(git.project.id)}?edit=README.md&ref=main`);
  await expect(column(window, 'Update README.md')).toContainText('No change on main');
  await addAction(window, 'Delete a file', 'LICENSE');
  await expect(column(window, 'Delete LICENSE')).toBeVisible();
  await expect(column(window, 'Update README.md')).toHaveCount(0);
  await window.getByRole('button', { name: 'Previous action' }).click();
  await expect(column(window, 'Update README.md')).toBeVisible();
  await expectClean(window, 'builder-narrow');
  await plan(window);
  await expect(window.getByLabel('Commit message')).toBeVisible();
  await expectClean(window, 'builder-narrow-form');
});

test.describe('read-only', () => {
  test.use({ isReadOnly: true });
  test('a read-only instance says why nothing is planned', async ({ window, simulator }) => {
    await openBuilder(window, repositoryOf(simulator).project.id);
    const button = window.getByRole('button', { name: 'Plan commit…' });
    await expect(button).toHaveAttribute('aria-disabled', 'true');
    await button.focus();
    await expect(window.getByText(shell.readOnlyWhy).first()).toBeVisible();
  });
});
