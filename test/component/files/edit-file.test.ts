import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { refused } from '../code/fake-repository.ts';
import { click, fill } from '../click.ts';
import { button, dialog, expectWrong, field, write } from '../code/controls.ts';
import { openForm } from './open-form.ts';

const editor = () => page.getByRole('textbox', { name: 'Text of README.md' });
const commit = () => button('Edit file');
const stale = refused(400, 'You are attempting to update a file that has changed since you started editing it.');
const theirs = { text: 'Somebody else wrote this.\n', lastCommitId: 'f'.repeat(40) };

test('a file is not sent without a change, a message or with a wrong address, and each is explained', async () => {
  const { writes } = await openForm();
  // The editor is in a shadow tree
  const focused = () => document.activeElement?.shadowRoot?.activeElement?.getAttribute('aria-label');
  await expect.poll(focused).toBe('Text of README.md');
  await expect.element(commit()).toHaveAttribute('aria-disabled', 'true');
  (commit().element() as HTMLElement).focus();
  await expect.element(page.getByText('Nothing was changed: the commit would be empty.').first()).toBeVisible();
  await write('Text of README.md', '# Core\nOne more line.\n');
  await expect.element(commit()).not.toHaveAttribute('aria-disabled');
  await fill(field('Commit message'), '');
  await click(commit());
  await expectWrong(field('Commit message'), /Commit message is required\./);
  await fill(field('Author email'), 'not an address');
  await expectWrong(field('Author email'), /Enter an email address\./);
  expect(writes.plans).toEqual([]);
});

test('the difference is shown before sending, with the number of lines', async () => {
  const { sent, written } = await openForm();
  await write('Text of README.md', '# Core\nOne more line.\n');
  await click(button(/^Changes \+1 −0/));
  const difference = page.getByRole('textbox', { name: 'Changes to README.md +' });
  await expect.element(difference).toMatchTextContent('One more line.');
  await expect.element(editor()).not.toBeInTheDocument();
  await click(button('Edit text'));
  await expect.element(editor()).toBeVisible();
  await fill(field('Author name'), 'Ada');
  await fill(field('Author email'), 'ada@example.com');
  await click(commit());
  await expect.element(page.getByText('Changed README.md on main')).toBeVisible();
  await expect.element(button('Undo')).toBeVisible();
  expect(written).toEqual([{ path: 'README.md', branch: 'main' }]);
  const body = {
    ...{ branch: 'main', commit_message: 'Update README.md', author_name: 'Ada', author_email: 'ada@example.com' },
    ...{ content: '# Core\nOne more line.\n', encoding: 'text', last_commit_id: 'a'.repeat(40) },
  };
  expect(sent()).toEqual([{ op: 'files.edit', body }]);
});

test('an unsent text is kept when the form is closed', async () => {
  const { show } = await openForm();
  await write('Text of README.md', '# Core\nOne more line.\n');
  await show(false);
  await expect.element(page.getByText('Your changes are kept until you close this window')).toBeVisible();
  await show(true);
  await expect.element(editor()).toMatchTextContent('One more line.');
  await expect.element(button('Discard changes', dialog())).toBeVisible();
});

test('a file that somebody else changed is not overwritten without notice, and the text is kept', async () => {
  let hasChanged = false;
  const answer = () => (hasChanged ? {} : ((hasChanged = true), stale()));
  const { repository, sent } = await openForm({ writes: { answer } });
  await write('Text of README.md', '# Core\nOurs\n');
  repository.files['main'] = { 'README.md': theirs };
  await click(commit());
  const notice = dialog().getByRole('alert');
  await expect
    .element(notice)
    .toMatchTextContent(/Somebody changed this file on main after you opened it, with commit ffffffff/);
  await expect.element(notice).toMatchTextContent('“Commit of README.md” by Rosa Tamm');
  await expect.element(editor()).toMatchTextContent('Ours');
  await click(button('Compare with the new version'));
  const difference = page.getByRole('textbox', { name: 'Changes to README.md −' });
  await expect.element(difference).toMatchTextContent('Somebody else wrote this.');
  await click(commit());
  await expect.element(page.getByText('Changed README.md on main')).toBeVisible();
  expect(sent()).toMatchObject([
    { body: { content: '# Core\nOurs\n', last_commit_id: 'a'.repeat(40) } },
    { body: { content: '# Core\nOurs\n', last_commit_id: 'f'.repeat(40) } },
  ]);
});

test('the new version is loaded in place of the own text on demand', async () => {
  const { repository } = await openForm({ writes: { answer: stale } });
  await write('Text of README.md', '# Core\nOurs\n');
  repository.files['main'] = { 'README.md': theirs };
  await click(commit());
  await click(button('Discard my changes and load the new version'));
  await expect.element(editor()).toMatchTextContent('Somebody else wrote this.');
  await expect.element(commit()).toHaveAttribute('aria-disabled', 'true');
});

test('line ends and a byte order mark are named, and stay as they are', async () => {
  const text = '\ufeffone\r\ntwo\r\nthree';
  const { repository } = await openForm();
  repository.files['main'] = { 'README.md': { text, lastCommitId: 'e'.repeat(40) } };
  const { sent } = await openForm({ repository });
  await expect
    .element(dialog().getByText(/Line endings: CRLF · No line ending .* · Begins with a byte order mark/))
    .toBeVisible();
  await expect.element(editor()).toMatchTextContent('three');
  (editor().element() as HTMLElement).focus();
  await userEvent.keyboard('{Control>}{End}{/Control} and four');
  await click(commit());
  await expect.element(page.getByText('Changed README.md on main')).toBeVisible();
  expect(sent()).toMatchObject([{ body: { content: `${text} and four` } }]);
});

test('a push that is refused is explained at the branch, and a new branch is suggested', async () => {
  let isRefused = false;
  const answer = () => (isRefused ? {} : ((isRefused = true), refused(403, '403 Forbidden', 'denied')()));
  const { sent, written } = await openForm({ writes: { answer } });
  await write('Text of README.md', '# Core\nOurs\n');
  await click(commit());
  await expectWrong(field('Branch'), /^This token can’t push to this branch\. Commit to a new branch/);
  await click(dialog().getByText('A new branch', { exact: true }));
  await expect.element(field('New branch')).toHaveValue('update-README.md');
  await expect.element(field('Start branch')).toHaveValue('main');
  await click(commit());
  await expect.element(page.getByText('Changed README.md on update-README.md')).toBeVisible();
  expect(sent().at(-1)).toMatchObject({ body: { branch: 'update-README.md', start_branch: 'main' } });
  expect(written).toEqual([{ path: 'README.md', branch: 'update-README.md' }]);
});

test('a tag can’t be changed: a branch that has the file must be entered', async () => {
  const { sent, written } = await openForm({ refName: 'v1.0.0' });
  await expect.element(field('Branch')).toHaveAccessibleDescription(/^v1\.0\.0 isn’t a known branch/);
  await write('Text of README.md', '# Core\nMore.\n');
  await click(commit());
  await expectWrong(field('Branch'), /Enter the name of a branch\./);
  await fill(field('Branch'), 'nowhere');
  await click(commit());
  await expectWrong(field('Branch'), /Branch nowhere doesn’t exist\./);
  expect(sent()).toEqual([]);
  await fill(field('Branch'), 'main');
  await click(commit());
  await expect.element(page.getByText('Changed README.md on main')).toBeVisible();
  expect(written).toEqual([{ path: 'README.md', branch: 'main' }]);
});
