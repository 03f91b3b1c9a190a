import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { sampleWrites } from '../fake-writes.ts';
import { fakeRepository } from '../code/fake-repository.ts';
import { click, fill } from '../click.ts';
import { button, dialog, expectWrong, field, write } from '../code/controls.ts';
import { addAction, column, openBuilder, plan, request } from './open-builder.ts';

const sha = '0123456789'.repeat(4);
const file = (text: string) => ({ 'README.md': { text, lastCommitId: 'e'.repeat(40) } });
const force = () => page.getByRole('checkbox', { name: 'Force: overwrite the branch' });

/** A repository in which the same file differs on the branch `stable`, at the commit `sha` and in the other project. */
function withStarts() {
  const repository = fakeRepository({ branches: [{ name: 'main', default: true }, { name: 'stable' }] });
  const others = { stable: file('Stable\n'), [sha]: file('Old\n'), 'project:acme/website main': file('Website\n') };
  Object.assign(repository.files, others);
  return repository;
}

test('a name that isn’t known is a new branch, which starts at the default branch until another start is chosen', async () => {
  const { bodies } = await openBuilder({ repository: withStarts() });
  await expect.element(field('Branch')).toHaveValue('main');
  await fill(field('Branch'), 'tidy/up');
  await expect.element(field('Start branch')).toHaveValue('main');
  await expect.element(page.getByText('New branch', { exact: true })).toBeVisible();
  await expect.element(request()).toMatchTextContent('The new branch stays.');
  await fill(field('Branch'), 'stable');
  await expect.element(field('Start branch')).toHaveValue('');
  await expect.element(request()).not.toMatchTextContent('The new branch stays.');
  await fill(field('Branch'), 'third');
  await fill(field('Start branch'), 'stable');
  await addAction('Update a file', 'README.md');
  await expect.element(page.getByRole('textbox', { name: 'Content of README.md' })).toMatchTextContent('Stable');
  await write('Content of README.md', 'Third\n');
  await fill(field('Commit message'), 'Third edition');
  await fill(field('Author name'), 'Юлия Шевченко');
  await fill(field('Author email'), 'yulia@mail.example');
  await plan();
  await expect.element(button('Commit 1 action to third')).toBeVisible();
  expect(bodies()).toEqual([
    {
      ...{ branch: 'third', start_branch: 'stable', commit_message: 'Third edition' },
      ...{ author_name: 'Юлия Шевченко', author_email: 'yulia@mail.example' },
      actions: [{ action: 'update', file_path: 'README.md', content: 'Third\n', last_commit_id: 'e'.repeat(40) }],
    },
  ]);
});

test('a new branch starts at a commit, where its files are looked for', async () => {
  const { bodies } = await openBuilder({ repository: withStarts() });
  await fill(field('Branch'), 'hotfix');
  await click(button('SHA'));
  await fill(field('Start commit'), sha);
  await addAction('Create a file', 'docs/hotfix.md');
  await expect.element(column('Create docs/hotfix.md')).toMatchTextContent(`No file at this path on ${sha}`);
  await write('Content of docs/hotfix.md', '# Hotfix\n');
  await fill(field('Commit message'), 'Describe it');
  await plan();
  await expect.element(button('Commit 1 action to hotfix')).toBeVisible();
  expect(bodies()[0]).toMatchObject({ branch: 'hotfix', start_sha: sha });
  expect(bodies()[0]).not.toHaveProperty('start_branch');
});

test('a new branch starts at a branch of another project, whose files are edited', async () => {
  const { bodies, calls } = await openBuilder({ repository: withStarts() });
  await fill(field('Branch'), 'from-website');
  await fill(field('Start branch'), 'main');
  await fill(field('Start project'), 'acme/website');
  await addAction('Update a file', 'README.md');
  await expect.element(page.getByRole('textbox', { name: 'Content of README.md' })).toMatchTextContent('Website');
  await write('Content of README.md', 'Copied\n');
  await fill(field('Commit message'), 'Copy');
  await plan();
  await expect.element(button('Commit 1 action to from-website')).toBeVisible();
  expect(bodies()[0]).toMatchObject({ start_branch: 'main', start_project: 'acme/website' });
  const heads = { scope: 'project:acme/website', ref: 'main', paths: ['README.md'] };
  expect(calls('repositoryFiles.heads').at(-1)).toEqual(heads);
});

test('a start that doesn’t exist is explained at its field when a file is read from it', async () => {
  const { bodies } = await openBuilder({ repository: withStarts() });
  const unknown = 'f'.repeat(40);
  await fill(field('Branch'), 'hotfix');
  await click(button('SHA'));
  await fill(field('Start commit'), unknown);
  await addAction('Update a file', 'README.md');
  await expectWrong(field('Start commit'), `“${unknown}” was not found.`);
  await fill(field('Commit message'), 'Fix it');
  await plan();
  await expect.element(field('Start commit')).toHaveFocus();
  expect(bodies()).toEqual([]);
  await fill(field('Start commit'), sha);
  await expect.element(field('Start commit')).not.toHaveAttribute('aria-invalid');
  await expect.element(page.getByRole('textbox', { name: 'Content of README.md' })).toMatchTextContent('Old');
});

test('force requires a start, and the form and the plan say that it can’t be undone', async () => {
  const writes = sampleWrites({ undo: () => ({ kind: 'none', why: 'the previous commits are lost' }) });
  const { bodies } = await openBuilder({ repository: withStarts(), world: { writes } });
  await expect.element(force()).toBeDisabled();
  await expect.element(force()).toHaveAccessibleDescription('Has no effect without a start.');
  await fill(field('Branch'), 'stable');
  await addAction('Create a file', 'docs/again.md');
  await write('Content of docs/again.md', '# Again\n');
  await fill(field('Commit message'), 'Begin again');
  await fill(field('Start branch'), 'main');
  const exists = 'This branch already exists. Leave the start empty, or choose Force.';
  await expectWrong(field('Start branch'), exists);
  await plan();
  await expect.element(field('Start branch')).toHaveFocus();
  await expect.element(request()).toMatchTextContent('A new commit that reverts the files');
  expect(bodies()).toEqual([]);
  await click(force());
  await expect
    .element(force())
    .toHaveAccessibleDescription('Resets the branch to the start, then adds this commit. Can’t be undone.');
  await expect.element(request()).toMatchTextContent('Can’t be undone');
  await expect.element(field('Start branch')).not.toHaveAttribute('aria-invalid');
  await plan();
  await expect
    .element(dialog())
    .toMatchTextContent(
      'Force overwrites the branch: commits that are only on this branch will no longer be reachable.',
    );
  await expect.element(dialog()).toMatchTextContent('Can’t be undone: the previous commits are lost');
  expect(bodies()[0]).toMatchObject({ branch: 'stable', start_branch: 'main', force: true });
});
