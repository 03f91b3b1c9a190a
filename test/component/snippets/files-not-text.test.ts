import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { Failure } from '#shared/errors.ts';
import { click } from '../click.ts';
import { button, dialog, editor, editSnippet, field, file, write, type StoredFile } from './rig.ts';

const image = { path: 'logo.png', text: null, sizeBytes: 13 };
const readme = { path: 'read me.md', text: '# Read me\n' };
/** Text in an old encoding: the byte 0xe9 is an "é" there, and decoding replaces it. */
const latin = { path: 'menu.txt', text: 'caf\uFFFD\n', sizeBytes: 5 };
const save = () => click(button('Edit snippet'));
const note = (words: string | RegExp) => dialog().getByText(words);

test('a file that is not text is not shown in an editor, and an edit of another file leaves it out', async () => {
  const { sent, isClosed } = await editSnippet([image, readme, latin]);
  await expect.element(note(/^This file isn’t text. The content stays as it is/)).toBeVisible();
  await expect.element(editor()).not.toBeInTheDocument();
  await click(file('menu.txt'));
  await expect.element(note(/^This file isn’t text/)).toBeVisible();
  await expect.element(editor()).not.toBeInTheDocument();
  await click(file('read me.md'));
  await write('# Changed\n');
  await save();
  await expect.poll(isClosed).toBe(true);
  expect(sent()[0]?.body).toEqual({ files: [{ action: 'update', file_path: 'read me.md', content: '# Changed\n' }] });
});

test('a file that is not text is renamed without sending its content', async () => {
  const { sent, isClosed } = await editSnippet([image, readme]);
  await userEvent.fill(field('File name'), 'images/logo.png');
  await save();
  await expect.poll(isClosed).toBe(true);
  expect(sent()[0]?.body).toEqual({
    files: [{ action: 'move', file_path: 'images/logo.png', previous_path: 'logo.png' }],
  });
});

test('replacing the content of a file that is not text can be taken back, and shows in a plan that it can’t be undone', async () => {
  const { sent, calls } = await editSnippet([image, readme], {
    writes: { undo: () => ({ kind: 'none', why: 'the previous content of a file could not be read' }) },
  });
  await click(button('Replace content'));
  await save();
  await expect.element(note(/^Enter the content/)).toBeVisible();
  await click(button('Keep content'));
  await expect.element(button('Edit snippet')).toHaveAttribute('aria-disabled', 'true');
  await click(button('Replace content'));
  await write('now a text\n');
  await save();
  await expect.element(note(/Can’t be undone: the previous content/)).toBeVisible();
  expect(sent()).toEqual([]);
  expect(calls('changes.plan')).toMatchObject([
    { calls: [{ body: { files: [{ action: 'update', file_path: 'logo.png', content: 'now a text\n' }] } }] },
  ]);
  await click(button('Edit Secret notes'));
  await expect.poll(() => calls('changes.apply')).toHaveLength(1);
});

test('deleting a file whose content can’t be read shows a plan, because the undo can’t restore it', async () => {
  const { sent, calls } = await editSnippet([image, readme]);
  await click(button('Delete file'));
  await expect.element(note(/^This file is deleted when you save. Undo can’t restore it/)).toBeVisible();
  await save();
  await expect.poll(() => calls('changes.plan')).toHaveLength(1);
  expect(sent()).toEqual([]);
});

test.each<[string, StoredFile, RegExp]>([
  ['longer than the window shows', { path: 'long.txt', text: 'x', isCut: true }, /^This file is too large to edit/],
  [
    'larger than Reeve stores',
    { path: 'huge.txt', text: '', failure: new Failure('remote', 'x', { reason: 'too-large' }) },
    /^This file is too large to edit/,
  ],
  [
    'over the limit for stored files',
    { path: 'more.txt', text: '', failure: new Failure('invalid', 'x', { reason: 'storage-limit' }) },
    /^Storing this file would exceed the limit/,
  ],
  ['missing', { path: 'gone.txt', text: '', failure: new Failure('missing', 'x') }, /^The content couldn’t be found/],
])('a file that is %s is not edited, and the form says why', async (_, stored, why) => {
  await editSnippet([stored, readme]);
  await expect.element(note(why)).toBeVisible();
  await expect.element(editor()).not.toBeInTheDocument();
  await click(file('read me.md'));
  await expect.element(editor()).toMatchTextContent('# Read me');
});

test('a text keeps its byte order mark and its line endings when it is edited', async () => {
  const text = 'id;name\r\n1;Ann\r\n';
  const { sent, isClosed } = await editSnippet([{ path: 'list.csv', text, sizeBytes: text.length + 3 }]);
  await userEvent.click(editor());
  await userEvent.keyboard('{Control>}{End}{/Control}2;Bob{Enter}');
  await save();
  await expect.poll(isClosed).toBe(true);
  expect(sent()[0]?.body).toEqual({
    files: [{ action: 'update', file_path: 'list.csv', content: '\uFEFFid;name\r\n1;Ann\r\n2;Bob\r\n' }],
  });
});
