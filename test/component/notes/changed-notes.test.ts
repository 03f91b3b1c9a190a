import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { messages } from '../../../src-renderer/components/messages/messages.svelte.ts';
import { click, fill } from '../click.ts';
import { button, choose, dialog, inDialog, refusing } from '../plan/render-with-plan.ts';
import { note, thread } from './rig.ts';

const text = () => dialog().getByRole('textbox', { name: 'Text' });
const tab = (name: string) => dialog().getByRole('tab', { name, exact: true });
const path = { id: 7, issue_iid: 12, note_id: 1 };

async function onNote(entry: string): Promise<void> {
  await click(button('Actions for the note by Mei Weber'));
  await choose(entry);
}

test('a note is edited with its changes shown before, and is compared with the text that was shown', async () => {
  const { calls } = await thread('issue:12', { rows: [note(1, { body: 'Not for *customers*' })] });
  await onNote('Edit…');
  await expect.element(text()).toHaveFocus();
  await expect.element(inDialog('Edit note')).toHaveAttribute('aria-disabled', 'true');
  await fill(text(), 'Only for the *team*');
  await click(tab('Preview'));
  await expect.poll(() => dialog().element().querySelector('em')?.textContent).toBe('team');
  await click(tab('Changes'));
  await expect.element(dialog().getByText('Only for the *team*')).toBeVisible();
  await click(inDialog('Edit note'));
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.poll(() => messages.shown.map(({ title }) => title)).toEqual(['Edited a note on issue #12']);
  expect(calls('changes.run')).toMatchObject([
    { op: 'notes.editOfIssue', path, body: { body: 'Only for the *team*' }, seen: { body: 'Not for *customers*' } },
  ]);
});

test('an empty text is explained at its field, also if the changes are shown, and is not sent', async () => {
  const { calls } = await thread('issue:12');
  await onNote('Edit…');
  await fill(text(), '');
  await click(tab('Changes'));
  await click(inDialog('Edit note'));
  await expect.element(dialog().getByText('Enter the text of the note.')).toBeVisible();
  await expect.element(text()).toHaveAttribute('aria-invalid', 'true');
  expect(calls('changes.run')).toEqual([]);
});

test('a refused edit is explained in its form, which keeps the input', async () => {
  await thread('issue:12', { writes: refusing(403, '403 Forbidden') });
  await onNote('Edit…');
  await fill(text(), 'Changed by someone else');
  await click(inDialog('Edit note'));
  await expect.element(dialog().getByRole('alert')).toMatchTextContent(/Usually, only its author/);
  await expect.element(text()).toHaveValue('Changed by someone else');
});

test('the input of a closed form is compared with the text from which it was made, not with a newer one', async () => {
  const { calls, core, list } = await thread('issue:12', { rows: [note(1, { body: 'Not for customers' })] });
  await onNote('Edit…');
  await fill(text(), 'My version');
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog()).not.toBeInTheDocument();
  list.rows = list.rows.map((one) => ({ ...one, row: { ...one.row, body: 'The version of a colleague' } }));
  list.revision += 1;
  core.emit('notes', 'changed', { revision: list.revision });
  await expect.element(page.getByRole('article').getByText('The version of a colleague')).toBeVisible();
  await onNote('Edit…');
  await expect.element(text()).toHaveValue('My version');
  await click(inDialog('Edit note'));
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(calls('changes.run')).toMatchObject([{ body: { body: 'My version' }, seen: { body: 'Not for customers' } }]);
});

test('a note is deleted by its menu, and the deletion can be undone', async () => {
  const { calls } = await thread('snippet:5');
  await onNote('Delete…');
  await click(inDialog('Delete note by Mei Weber'));
  await expect.poll(() => messages.shown.map(({ title }) => title)).toEqual(['Deleted a note on snippet 5']);
  await expect.element(page.getByRole('button', { name: 'Undo', exact: true })).toBeVisible();
  expect(calls('changes.plan')).toMatchObject([
    { calls: [{ op: 'notes.removeOfSnippet', path: { id: 7, snippet_id: 5, note_id: 1 } }] },
  ]);
});

test('a note of another person is deleted and restored by plans, which say whose words are written under whose name', async () => {
  const again = /An undo writes the text of Mei Weber again, under the name of the person who undoes the change/;
  const { calls } = await thread('issue:12', {
    writes: { undo: () => ({ kind: 'lossy', what: ['id'], possible: [], authors: ['Mei Weber'] }) },
  });
  await onNote('Delete…');
  await expect.element(dialog().getByRole('heading', { name: 'Delete note by Mei Weber' })).toBeVisible();
  await expect.element(dialog().getByText(again)).toBeVisible();
  expect(calls('changes.apply')).toEqual([]);
  await click(inDialog('Delete note by Mei Weber'));
  const message = page.getByRole('listitem').filter({ hasText: again });
  await expect.element(message.getByRole('button', { name: 'Undo', exact: true })).toBeVisible();
  await click(message.getByRole('button', { name: 'Undo', exact: true }));
  await expect
    .element(dialog().getByText(/^This undo doesn’t restore ID\. An undo writes the text of Mei Weber/))
    .toBeVisible();
  expect(calls('changes.apply')).toHaveLength(1);
});

test('a refused deletion says who can delete the note', async () => {
  await thread('issue:12', { writes: refusing(403, '403 Forbidden') });
  await onNote('Delete…');
  await click(inDialog('Delete note by Mei Weber'));
  await expect.element(page.getByText(/Usually, only its author and Maintainers/)).toBeVisible();
});

test('the commands of the palette are about the note that was clicked last', async () => {
  const { stores } = await thread('issue:12');
  const edit = () => stores.commands.list.find(({ id }) => id === 'notes.edit');
  expect(edit()).toMatchObject({ disabledReason: 'Click a note first, or move the focus into it.' });
  await click(page.getByText('Note 1', { exact: true }));
  await expect.poll(edit).toMatchObject({ title: 'Edit note by Mei Weber…', disabledReason: null });
});
