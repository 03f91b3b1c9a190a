import type { Page } from '@playwright/test';
import { BRANCHES } from '../../platform/seed/repositories.ts';
import { expectClean } from '../by-keyboard.ts';
import { expect, test } from '../consoles.ts';
import { addAction, apply, column, edit, openBuilder, plan, post, repositoryOf } from './builder.ts';
import { dialog, undoLast } from './forms.ts';

const field = (window: Page, label: string) => window.getByLabel(label, { exact: true });
const force = (window: Page) => window.getByRole('checkbox', { name: 'Force: overwrite the branch' });
const request = (window: Page) => window.getByRole('region', { name: 'Request', exact: true });

test('a new branch starts at another branch, and the undo restores the file there', async ({ window, simulator }) => {
  const git = repositoryOf(simulator);
  const start = await git.newest(BRANCHES.dot);
  const main = await git.newest();
  const file = 'docs/guide/second.md';
  const former = await git.text(file, BRANCHES.dot);
  await openBuilder(window, git.project.id);
  await field(window, 'Branch').fill('third-edition');
  await field(window, 'Start branch').fill(BRANCHES.dot);
  await addAction(window, 'Update a file', file);
  await edit(window, file, '# Third edition\n');
  await field(window, 'Commit message').fill('Docs: third edition');
  await field(window, 'Author name').fill('Юлия Шевченко');
  await field(window, 'Author email').fill('yulia@mail.example');
  await plan(window);
  await apply(window, /^Commit 1 action to third-edition/, 'third-edition');
  expect(await git.newest('third-edition')).toMatchObject({
    message: 'Docs: third edition',
    parent_ids: [start.id],
    author: { name: 'Юлия Шевченко', email: 'yulia@mail.example' },
    committer: { name: 'Admin of the Cast' },
  });
  expect(await git.text(file, 'third-edition')).toBe('# Third edition\n');
  await undoLast(window);
  await expect.poll(() => git.text(file, 'third-edition')).toBe(former);
  expect(await git.newest(BRANCHES.dot)).toEqual(start);
  expect(await git.newest()).toEqual(main);
});

test('a new branch starts at a commit, and the undo deletes the new file', async ({ window, simulator }) => {
  const git = repositoryOf(simulator);
  const sha = await git.commitAt('v1.0.0');
  const main = await git.newest();
  await openBuilder(window, git.project.id);
  await field(window, 'Branch').fill('hotfix/1.0.1');
  await window.getByRole('button', { name: 'SHA', exact: true }).click();
  await field(window, 'Start commit').fill(sha);
  await addAction(window, 'Create a file', 'docs/hotfix.md');
  await expect(column(window, 'Create docs/hotfix.md')).toContainText(`No file at this path on ${sha}`);
  await edit(window, 'docs/hotfix.md', '# Hotfix\n');
  await field(window, 'Commit message').fill('Describe the hotfix');
  await plan(window);
  await apply(window, /^Commit 1 action to hotfix\/1\.0\.1/, 'hotfix/1.0.1');
  expect(await git.newest('hotfix/1.0.1')).toMatchObject({ message: 'Describe the hotfix', parent_ids: [sha] });
  expect(await git.text('docs/hotfix.md', 'hotfix/1.0.1')).toBe('# Hotfix\n');
  expect(await git.newest()).toEqual(main);
  await undoLast(window);
  await expect.poll(() => git.text('docs/hotfix.md', 'hotfix/1.0.1')).toBeUndefined();
});

test('a new branch starts at a branch of another project', async ({ window, simulator }) => {
  const git = repositoryOf(simulator);
  const website = repositoryOf(simulator, 'acme/website');
  const [main, start] = [await git.newest(), await website.newest()];
  const former = (await website.text('README.md')) ?? '';
  await openBuilder(window, git.project.id);
  await field(window, 'Branch').fill('from-website');
  await field(window, 'Start branch').fill('main');
  await field(window, 'Start project').fill('acme/website');
  await addAction(window, 'Update a file', 'README.md');
  await test.step('the file of the other project is edited', async () => {
    await expect(window.getByRole('textbox', { name: 'Content of README.md' })).toContainText('Website');
    await edit(window, 'README.md', `${former}Copied to Core.\n`);
    await field(window, 'Commit message').fill('Copy the website');
    await expectClean(window, 'builder-start-project');
  });
  await test.step('the branch continues the history of the other project, which stays as it is', async () => {
    await plan(window);
    await apply(window, /^Commit 1 action to from-website/, 'from-website');
    expect(await git.newest('from-website')).toMatchObject({ message: 'Copy the website', parent_ids: [start.id] });
    expect(await git.text('README.md', 'from-website')).toBe(`${former}Copied to Core.\n`);
    expect(await git.newest()).toEqual(main);
    expect(await website.newest()).toEqual(start);
    expect(await website.commitAt('from-website')).toBe('');
  });
  await test.step('the undo restores the file of the other project', async () => {
    await undoLast(window);
    await expect.poll(() => git.text('README.md', 'from-website')).toBe(former);
  });
});

test('force overwrites a branch, and the plan says that this can’t be undone', async ({ window, simulator }) => {
  const git = repositoryOf(simulator);
  const main = await git.newest();
  const before = await git.newest(BRANCHES.slash);
  await openBuilder(window, git.project.id);
  await field(window, 'Branch').fill(BRANCHES.slash);
  await addAction(window, 'Create a file', 'docs/again.md');
  await edit(window, 'docs/again.md', '# Again\n');
  await field(window, 'Commit message').fill('Begin again');
  await test.step('without force, an existing branch has no other start', async () => {
    await field(window, 'Start branch').fill('main');
    await expect(field(window, 'Start branch')).toHaveAccessibleDescription(
      'This branch already exists. Leave the start empty, or choose Force.',
    );
    await plan(window);
    await expect(field(window, 'Start branch')).toBeFocused();
    await expect(dialog(window)).toHaveCount(0);
    await expect(request(window)).toContainText('A new commit that reverts the files');
  });
  await test.step('the form and the plan show the consequence', async () => {
    await force(window).check();
    await expect(force(window)).toHaveAccessibleDescription(
      'Resets the branch to the start, then adds this commit. Can’t be undone.',
    );
    await expect(request(window)).toContainText('Can’t be undone');
    await plan(window);
    await expect(dialog(window)).toContainText(
      'Force overwrites the branch: commits that are only on this branch will no longer be reachable.',
    );
    await expect(dialog(window)).toContainText('Can’t be undone: the previous commits are no longer on the branch');
    await expectClean(window, 'builder-force');
    expect(await git.newest(BRANCHES.slash)).toEqual(before);
  });
  await test.step('the branch has only the commits of its start and the new one, and no undo is offered', async () => {
    await apply(window, /^Commit 1 action to feature\/login-form/, BRANCHES.slash);
    expect(await git.newest(BRANCHES.slash)).toMatchObject({ message: 'Begin again', parent_ids: [main.id] });
    expect(await git.text('docs/again.md', BRANCHES.slash)).toBe('# Again\n');
    expect(await git.text('src/login/form.ts', BRANCHES.slash)).toBeUndefined();
    expect(await git.newest()).toEqual(main);
    await expect(window.getByRole('button', { name: 'Show commit' })).toBeVisible();
    await expect(window.getByRole('button', { name: 'Undo', exact: true })).toHaveCount(0);
  });
});

test('a wrong start is explained at its field, and force requires a start', async ({ window, simulator }) => {
  const git = repositoryOf(simulator);
  const sha = await git.commitAt('v1.0.0');
  const start = field(window, 'Start commit');
  await openBuilder(window, git.project.id);
  await expect(force(window)).toBeDisabled();
  await expect(force(window)).toHaveAccessibleDescription('Has no effect without a start.');
  await field(window, 'Branch').fill('hotfix');
  await field(window, 'Commit message').fill('Fix it');
  await window.getByRole('button', { name: 'SHA', exact: true }).click();
  for (const wrong of [sha.slice(1), `${sha}0`, `${sha.slice(1)}g`]) {
    await start.fill(wrong);
    await expect(start).toHaveAttribute('aria-invalid', 'true');
    await expect(start).toHaveAccessibleDescription('Enter a full SHA with 40 characters.');
  }
  await expect(force(window)).toBeEnabled();
  await start.fill('');
  await expect(force(window)).toBeDisabled();
  await test.step('a commit that doesn’t exist is reported when a file is read from it', async () => {
    const missing = '0123456789'.repeat(4);
    await start.fill(missing);
    await addAction(window, 'Update a file', 'README.md');
    await expect(start).toHaveAccessibleDescription(`“${missing}” was not found.`);
    await plan(window);
    await expect(start).toBeFocused();
  });
  await test.step('with a commit that exists, the branch is created', async () => {
    expect(simulator.requests.count(post)).toBe(0);
    await start.fill(sha);
    await expect(start).not.toHaveAttribute('aria-invalid', 'true');
    await edit(window, 'README.md', 'Fixed\n');
    await plan(window);
    await apply(window, /^Commit 1 action to hotfix/, 'hotfix');
    expect(await git.newest('hotfix')).toMatchObject({ parent_ids: [sha] });
  });
});
