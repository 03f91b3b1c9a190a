import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { megabytes } from '#shared/time.ts';
import { refused } from '../code/fake-repository.ts';
import { click } from '../click.ts';
import { button, chooseFile, dialog, field } from '../code/controls.ts';
import { openForm } from './open-form.ts';

const choose = () => field('File on this computer');
const replace = () => button('Replace file');

test('a binary file is replaced from disk, and its difference is described by its size', async () => {
  const { sent, repository } = await openForm({ path: 'logo.png', isFromDisk: true });
  await expect.element(choose()).toHaveFocus();
  await expect.element(replace()).toHaveAttribute('aria-disabled', 'true');
  (replace().element() as HTMLElement).focus();
  await expect.element(page.getByText('Choose a file first.').first()).toBeVisible();
  await chooseFile(choose(), new File([new Uint8Array([0, 1, 2, 255])], 'logo.bin'));
  await click(button('Changes'));
  await expect.element(dialog().getByText(/The difference can’t be shown as text\.$/)).toBeVisible();
  await click(replace());
  await expect.element(page.getByText('Changed logo.png on main')).toBeVisible();
  expect(repository.staged).toEqual([4]);
  const content = { staged: 'k1', sizeBytes: 4 };
  expect(sent()).toMatchObject([
    { op: 'files.edit', body: { content, encoding: 'base64', last_commit_id: 'd'.repeat(40) } },
  ]);
});

test('a file of more than 300 MB is refused when it is chosen, until a smaller one is chosen', async () => {
  const { sent, repository } = await openForm({ path: 'logo.png', isFromDisk: true });
  // The file repeats the same megabyte, so it needs little memory
  const part = new Blob([new Uint8Array(megabytes(1))]);
  const large = new File(
    Array.from({ length: 301 }, () => part),
    'too-large.bin',
  );
  await chooseFile(choose(), large);
  const alert = dialog().getByRole('alert');
  await expect
    .element(alert)
    .toHaveTextContent('too-large.bin is 301 MB. The instance accepts files of up to 224.3 MB here.');
  await expect.element(replace()).toHaveAttribute('aria-disabled', 'true');
  await chooseFile(choose(), new File([new Uint8Array([1, 2, 3])], 'small.bin'));
  await expect.element(alert).not.toBeInTheDocument();
  await expect.element(replace()).not.toHaveAttribute('aria-disabled');
  expect(repository.staged).toEqual([]);
  expect(sent()).toEqual([]);
});

test('before a request of more than 20 MB, the form says that the next ones wait', async () => {
  await openForm({ path: 'logo.png', isFromDisk: true });
  await chooseFile(choose(), new File([new Uint8Array(megabytes(16))], 'large.bin'));
  await expect.element(dialog().getByText('large.bin', { exact: true })).toBeVisible();
  await expect.element(dialog().getByText(/Reeve waits before it sends more\.$/)).toBeVisible();
});

test('a file is deleted with its last commit, so that a newer version is not deleted without notice', async () => {
  let hasChanged = false;
  const stale = refused(400, 'The file has changed');
  const answer = () => (hasChanged ? {} : ((hasChanged = true), stale()));
  const { sent, repository, written } = await openForm({ path: 'LICENSE', kind: 'remove', writes: { answer } });
  await expect.element(field('Commit message')).toHaveValue('Delete LICENSE');
  repository.files['main'] = { LICENSE: { text: 'Theirs\n', lastCommitId: 'f'.repeat(40) } };
  await click(button('Delete file'));
  await expect.element(dialog().getByRole('alert')).toMatchTextContent('Somebody changed this file on main');
  await click(button('Delete the new version'));
  await click(button('Delete file'));
  await expect.element(page.getByText('Deleted LICENSE on main')).toBeVisible();
  const body = { branch: 'main', commit_message: 'Delete LICENSE' };
  expect(sent()).toEqual([
    { op: 'files.remove', body: { ...body, last_commit_id: 'b'.repeat(40) } },
    { op: 'files.remove', body: { ...body, last_commit_id: 'f'.repeat(40) } },
  ]);
  expect(written).toEqual([{ path: 'LICENSE', branch: 'main' }]);
});

test('the mode is changed without the content', async () => {
  const { sent } = await openForm({ path: 'src/main.ts', kind: 'mode' });
  await expect.element(page.getByRole('heading', { name: 'Make src/main.ts executable' })).toBeVisible();
  await click(button('Make executable'));
  await expect.element(page.getByText('src/main.ts is executable on main')).toBeVisible();
  const actions = [{ action: 'chmod', file_path: 'src/main.ts', execute_filemode: true }];
  const body = { branch: 'main', commit_message: 'Make main.ts executable', actions };
  expect(sent()).toEqual([{ op: 'commits.create', body }]);
});
