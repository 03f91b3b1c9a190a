import { expect, test } from 'vitest';
import {} from 'vitest/browser';
import { explain } from '#shared/text/en/failures.ts';
import { click, fill } from '../click.ts';
import { button, dialog, editor, editSnippet, field, file, projectScope, write } from './rig.ts';

const files = () => [
  { path: 'notes.md', text: '# Notes\n' },
  { path: 'hello.sh', text: 'echo hello\n' },
];
const save = () => click(button('Edit snippet'));
const alert = () => dialog().getByRole('alert');

test('one edit renames, changes, deletes and adds files, and sends nothing else', async () => {
  const { sent, isClosed } = await editSnippet(files());
  await expect.element(button('Edit snippet')).toHaveAttribute('aria-disabled', 'true');
  await fill(field('File name'), 'docs/renamed.md');
  await write('# Renamed\n');
  await expect.element(file('docs/renamed.md')).toMatchTextContent('renamed');
  await click(button('Changes'));
  await expect.element(editor('Changes to Content')).toMatchTextContent('Renamed');
  await click(file('hello.sh'));
  await click(button('Delete file'));
  await expect.element(dialog().getByText('This file is deleted when you save.')).toBeVisible();
  await click(button('Add file'));
  await fill(field('File name'), 'new.txt');
  await write('new\n');
  await save();
  await expect.poll(isClosed).toBe(true);
  expect(sent()).toMatchObject([{ op: 'personal-snippets.edit', path: { id: 5 } }]);
  expect(sent()[0]?.body).toEqual({
    files: [
      { action: 'delete', file_path: 'hello.sh' },
      { action: 'move', file_path: 'docs/renamed.md', previous_path: 'notes.md', content: '# Renamed\n' },
      { action: 'create', file_path: 'new.txt', content: 'new\n' },
    ],
  });
});

test('the last file of a snippet can be marked as deleted and kept again, but not deleted', async () => {
  const { sent } = await editSnippet(files().slice(0, 1));
  await click(button('Delete file'));
  await save();
  await expect.element(alert()).toMatchTextContent('A snippet needs at least one file.');
  await click(button('Keep file'));
  await expect.element(editor()).toMatchTextContent('# Notes');
  await expect.element(button('Edit snippet')).toHaveAttribute('aria-disabled', 'true');
  expect(sent()).toEqual([]);
});

test('a change on the instance in the meantime is shown before it is overwritten', async () => {
  const { snippet, sent, isClosed } = await editSnippet(files());
  await click(file('hello.sh'));
  await write('echo mine\n');
  snippet.files = [
    { path: 'notes.md', text: '# Notes\n' },
    { path: 'hello.sh', text: 'echo theirs\n' },
    { path: 'added.txt', text: 'added\n' },
  ];
  snippet.updatedAt = '2026-01-06T10:00:05Z';
  await save();
  await expect.element(alert()).toMatchTextContent(/^The snippet was changed on the instance/);
  expect(sent()).toEqual([]);
  await expect.element(file('added.txt')).toBeVisible();
  await expect.element(editor()).toMatchTextContent('echo mine');
  await click(button('Changes'));
  await expect.element(editor('Changes to Content')).toMatchTextContent(/theirs/);
  await save();
  await expect.poll(isClosed).toBe(true);
  expect(sent()[0]?.body).toEqual({ files: [{ action: 'update', file_path: 'hello.sh', content: 'echo mine\n' }] });
});

test('an edit of only the title is sent without reading the files again', async () => {
  const { sent, isClosed, calls } = await editSnippet(files());
  const reads = calls('snippetFiles.refresh').length;
  await fill(field('Title'), 'Public notes');
  await save();
  await expect.poll(isClosed).toBe(true);
  expect(sent()[0]).toMatchObject({ body: { title: 'Public notes' }, seen: { title: 'Secret notes' } });
  expect(Object.keys(sent()[0]?.body ?? {})).toEqual(['title']);
  expect(calls('snippetFiles.refresh')).toHaveLength(reads);
});

test('a refusal that names the title is shown at the title, which gets the focus', async () => {
  const reportedMessage = 'title is too odd';
  const failure = { code: 'invalid', message: 'x' };
  const { isClosed } = await editSnippet(files(), {
    writes: { answer: () => ({ state: 'refused', status: 400, reportedMessage, failure }) },
  });
  await write('# Changed\n');
  await fill(field('Title'), 'x'.repeat(300));
  await save();
  await expect.element(field('Title')).toHaveFocus();
  await expect.element(field('Title')).toHaveAccessibleDescription('title is too odd.');
  await expect.element(editor()).toMatchTextContent('# Changed');
  await fill(field('Title'), 'Notes');
  await expect.element(dialog().getByText('title is too odd.')).not.toBeInTheDocument();
  expect(isClosed()).toBe(false);
});

test.each([
  ['a snippet of somebody else', 403, { code: 'denied', reason: 'role', message: 'x' }, '403 Forbidden'],
  [
    'a snippet that was deleted meanwhile',
    404,
    { code: 'missing', reason: 'hidden-or-missing', message: 'x' },
    '404 Snippet Not Found',
  ],
] as const)('the refusal to change %s is shown in the form with what to do, and the input stays', async (...args) => {
  const [, status, failure, reportedMessage] = args;
  const { isClosed } = await editSnippet(files(), {
    writes: { answer: () => ({ state: 'refused', status, reportedMessage, failure }) },
  });
  await fill(field('Title'), 'Too late');
  await save();
  const { what, nextStep } = explain(failure);
  await expect.element(alert()).toMatchTextContent(`${what} ${nextStep}`);
  await expect.element(field('Title')).toHaveValue('Too late');
  expect(isClosed()).toBe(false);
});

test('only the first file of a snippet of a project is edited, and the others say why not', async () => {
  const { sent, isClosed, calls } = await editSnippet(files(), { scope: projectScope });
  await click(file('hello.sh'));
  await expect.element(dialog().getByText(/^This API returns only the content of the first file/)).toBeVisible();
  await expect.element(editor()).not.toBeInTheDocument();
  await click(file('notes.md'));
  await write('# Team\n');
  await save();
  await expect.poll(isClosed).toBe(true);
  expect(sent()).toMatchObject([
    {
      ...{ op: 'project-snippets.edit', path: { id: 7, snippet_id: 5 } },
      body: { files: [{ action: 'update', file_path: 'notes.md', content: '# Team\n' }] },
    },
  ]);
  expect(calls('snippetFiles.refresh')).not.toContainEqual(expect.objectContaining({ path: 'hello.sh' }));
});
