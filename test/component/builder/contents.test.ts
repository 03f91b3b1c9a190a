import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { fakeRepository } from '../code/fake-repository.ts';
import { click, fill } from '../click.ts';
import { button, chooseFile, dialog, field, write } from '../code/controls.ts';
import { addAction, choose, column, enterPath, openBuilder, plan, request } from './open-builder.ts';

test('files from this computer replace the content in Base64, and are named in the commit', async () => {
  const stored = { previous_path: '', encoding: 'text', text: null, base64: '', staged: null, execute_filemode: true };
  const actions = [
    { ...stored, action: 'update', file_path: 'logo.png' },
    { ...stored, action: 'create', file_path: 'data.bin' },
  ];
  const fields = { branch: 'main', commit_message: 'New pictures' };
  const repository = fakeRepository({ draft: JSON.stringify({ fields, actions }) });
  const { bodies } = await openBuilder({ repository });
  await expect.element(column('Update logo.png')).toMatchTextContent('No change on main');
  await expect.element(column('Create data.bin')).toMatchTextContent('HEAD returned 404');
  for (const name of ['Update logo.png', 'Create data.bin']) {
    await click(button('Base64', column(name)));
    await expect.element(field('Content in Base64', column(name))).toBeEnabled();
    const file = new File([new Uint8Array([0, 1, 254, 255])], 'chosen.bin');
    await chooseFile(field('Or a file from this computer', column(name)), file);
    await expect.element(column(name).getByText('chosen.bin')).toBeVisible();
    await expect.element(field('Content in Base64', column(name))).toBeDisabled();
  }
  await plan();
  await expect.element(button('Commit 2 actions to main')).toBeVisible();
  expect(repository.staged).toEqual([4, 4]);
  expect(bodies()[0]?.actions).toEqual([
    {
      ...{ action: 'update', file_path: 'logo.png', last_commit_id: 'd'.repeat(40), encoding: 'base64' },
      content: { staged: 'k1', sizeBytes: 4 },
    },
    { action: 'create', file_path: 'data.bin', encoding: 'base64', content: { staged: 'k2', sizeBytes: 4 } },
  ]);
});

test('for a file that isn’t text, the form says so, and no text is planned for it without Base64', async () => {
  const { bodies } = await openBuilder();
  await addAction('Update a file', 'logo.png');
  await expect.element(column('Update logo.png')).toMatchTextContent('This file isn’t text.');
  await fill(field('Commit message'), 'Change it');
  await plan();
  const alert = column('Update logo.png').getByRole('alert');
  await expect.element(alert).toHaveTextContent('This file can’t be edited as text. Choose Base64.');
  expect(bodies()).toEqual([]);
});

test('an empty commit must be allowed, and the form says why it can’t be undone', async () => {
  const { bodies, calls } = await openBuilder();
  await fill(field('Commit message'), 'Start the pipeline again');
  await plan();
  await expect.element(page.getByText('Add an action, or allow an empty commit.')).toBeVisible();
  expect(bodies()).toEqual([]);
  await click(page.getByRole('checkbox', { name: 'Allow an empty commit' }));
  await expect.element(request()).toMatchTextContent('Can’t be undone: an empty commit changes no files');
  await plan();
  await expect.element(button('Commit 0 actions to main')).toBeVisible();
  expect(bodies()).toEqual([
    { branch: 'main', commit_message: 'Start the pipeline again', allow_empty: true, actions: [] },
  ]);
  expect(calls('repositoryFiles.heads')).toEqual([]);
});

test('moved, deleted and executable files keep their content, and each is compared before sending', async () => {
  const { bodies, calls } = await openBuilder();
  await choose('Move a file');
  await enterPath('LICENSE', 'Current path');
  await enterPath('docs/LICENSE.txt', 'New path');
  await expect.element(column('Move docs/LICENSE.txt')).toMatchTextContent('Content kept');
  await addAction('Delete a file', 'README.md');
  await addAction('Change the mode of a file', 'src/main.ts');
  await expect.element(column('Change mode src/main.ts')).toMatchTextContent('No change on main');
  await click(button('Not executable', column('Change mode src/main.ts')));
  await expect
    .element(column('Change mode src/main.ts').getByRole('alert'))
    .toHaveTextContent('The file already has this mode.');
  await click(button('Executable', column('Change mode src/main.ts')));
  await expect.element(request()).toMatchTextContent('4 HEAD requests, one for each path');
  await fill(field('Commit message'), 'Tidy up');
  await plan();
  await expect.element(button('Commit 3 actions to main')).toBeVisible();
  const paths = ['LICENSE', 'docs/LICENSE.txt', 'README.md', 'src/main.ts'];
  expect(calls('repositoryFiles.heads').at(-1)).toMatchObject({ paths });
  expect(bodies()[0]?.actions).toEqual([
    {
      ...{ action: 'move', file_path: 'docs/LICENSE.txt', previous_path: 'LICENSE' },
      last_commit_id: 'b'.repeat(40),
    },
    { action: 'delete', file_path: 'README.md', last_commit_id: 'a'.repeat(40) },
    { action: 'chmod', file_path: 'src/main.ts', execute_filemode: true },
  ]);
});

test('after a commit the builder is empty, and its message leads to the commit', async () => {
  const { repository } = await openBuilder();
  await addAction('Update a file', 'README.md');
  await write('Content of README.md', '# Core\nMore\n');
  await fill(field('Commit message'), 'Fix a typo\n\nIn one file.');
  await expect.element(page.getByText('Subject: 10 characters')).toBeVisible();
  await click(button('Show difference', column('Update README.md')));
  await expect.element(column('Update README.md')).toMatchTextContent('1 line added, 0 removed');
  await expect.poll(() => repository.draft).not.toBeNull();
  await plan();
  await click(button('Commit 1 action to main', dialog()));
  await expect.element(page.getByText('Commit created on main')).toBeVisible();
  await expect.element(page.getByText('No actions yet.')).toBeVisible();
  await expect.element(field('Commit message')).toHaveValue('');
  await expect.element(button('Undo')).toBeVisible();
  await expect.poll(() => repository.draft).toBeNull();
  await click(button('Show commit'));
  await expect.poll(() => location.hash).toMatch(/^#\/p\/7\/code\/commits/);
});
