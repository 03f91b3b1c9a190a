import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { messages } from '../../../src-renderer/components/messages/messages.svelte.ts';
import { click, fill } from '../click.ts';
import { irreversible, inDialog, dialog } from '../plan/render-with-plan.ts';
import { add, composer, field, internal, note, send, thread, write } from './rig.ts';

const titles = () => messages.shown.map(({ title }) => title);
const option = (name: string) => composer().getByRole('button', { name, exact: true });

test('Ctrl+Enter sends the note and offers to undo it; the empty field keeps the focus', async () => {
  const { calls } = await thread('issue:12');
  write('Fixed by **restarting** runner 12.');
  await send();
  await expect.element(field()).toHaveValue('');
  await expect.element(field()).toHaveFocus();
  await expect.poll(titles).toEqual(['Added a note to issue #12']);
  await expect.element(page.getByRole('button', { name: 'Undo', exact: true })).toBeVisible();
  expect(calls('changes.run')).toMatchObject([{ op: 'notes.createOnIssue', path: { id: 7, issue_iid: 12 } }]);
  expect(calls('changes.run')).toHaveProperty('0.body', { body: 'Fixed by **restarting** runner 12.' });
});

test('an empty note is explained at its field, which gets the focus, and is not sent', async () => {
  const { calls } = await thread('issue:12');
  write('  ');
  await click(add());
  await expect.element(composer().getByText('Enter the text of the note.')).toBeVisible();
  await expect.element(field()).toHaveFocus();
  await expect.element(field()).toHaveAttribute('aria-invalid', 'true');
  await expect.element(field()).toHaveAccessibleDescription('Enter the text of the note.');
  expect(calls('changes.run')).toEqual([]);
});

test('a note that is too long shows its length and the limit, is not sent, and can be discarded', async () => {
  const { calls } = await thread('issue:12');
  const area = field().element() as HTMLTextAreaElement;
  // The browser needs seconds for the layout of such a text
  area.style.display = 'none';
  area.value = 'x'.repeat(1_000_001);
  area.dispatchEvent(new InputEvent('input', { bubbles: true }));
  await expect.element(composer().getByText(/^The instance accepts at most 1,000,000 characters/)).toBeVisible();
  await expect.element(composer().getByText(/1,000,001 of 1,000,000 characters$/)).toBeVisible();
  expect(area.getAttribute('aria-invalid')).toBe('true');
  await click(add());
  await click(option('Discard'));
  await expect.element(option('Discard')).not.toBeInTheDocument();
  expect(area.value).toBe('');
  expect(calls('changes.run')).toEqual([]);
});

test('the field and the plan say that a single emoji becomes a reaction; when the plan is canceled, the input is kept', async () => {
  const { calls } = await thread('issue:12', { writes: irreversible('Reeve can’t remove a reaction') });
  write(':tada:');
  await expect.element(composer().getByText(/^A single emoji becomes a reaction/)).toBeVisible();
  await send();
  await expect.element(dialog().getByText(/Reeve can’t remove a reaction/)).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(field()).toHaveValue(':tada:');
  expect(calls('changes.apply')).toEqual([]);
  await send();
  await click(inDialog(/^Add note/));
  await expect.element(field()).toHaveValue('');
  expect(calls('changes.apply')).toHaveLength(1);
});

test('an internal note with a date is sent as previewed', async () => {
  const { calls } = await thread('issue:12');
  write('Not for *customers*');
  await click(internal());
  await click(option('Options'));
  await fill(composer().getByLabelText('Date', { exact: true }), '2020-02-03T10:30');
  await click(option('Preview'));
  await expect.poll(() => composer().element().querySelector('em')?.textContent).toBe('customers');
  await click(add());
  await expect.element(field()).toHaveValue('');
  await expect.element(composer().getByLabelText('Date', { exact: true })).not.toBeInTheDocument();
  await expect.element(internal()).not.toBeChecked();
  const created_at = new Date('2020-02-03T10:30').toISOString();
  expect(calls('changes.run')).toHaveProperty('0.body', { body: 'Not for *customers*', internal: true, created_at });
});

test('a date before 1970 opens the options and is not sent; a future one shows a warning', async () => {
  const { calls } = await thread('issue:12');
  const date = composer().getByLabelText('Date', { exact: true });
  write('Old');
  await click(option('Options'));
  await fill(date, '1969-12-31T10:00');
  await click(option('Options'));
  await expect.element(date).not.toBeInTheDocument();
  await click(add());
  await expect.element(composer().getByText('Enter a time after 1970-01-01.')).toBeVisible();
  expect(calls('changes.run')).toEqual([]);
  await fill(date, '2999-02-03T10:30');
  await expect.element(composer().getByText(/^This date is in the future\./)).toBeVisible();
});

test.each([
  ['says that the instance ignored the date', '2026-11-28T08:00:00.000Z', ['The instance ignored the date']],
  ['says nothing about a date that the instance used', new Date('2020-02-03T10:30').toISOString(), []],
])('for a new note with a date, the window %s', async (_, created_at, shown) => {
  const { calls } = await thread('issue:12', { rows: [note(1, { body: 'Seen last year', created_at })] });
  write('Seen last year');
  await click(option('Options'));
  await fill(composer().getByLabelText('Date', { exact: true }), '2020-02-03T10:30');
  const before = calls('notes.list').length;
  await click(add());
  // One more request, for the newest note
  await expect.poll(() => calls('notes.list').slice(before)).toMatchObject([{ slice: { from: 0, count: 1 } }]);
  await expect.element(field()).toHaveValue('');
  await expect.poll(() => titles().filter((title) => !title.startsWith('Added'))).toEqual(shown);
});

test('a note of a merge request says that it can’t be undone, before it is sent and in the plan', async () => {
  const { calls } = await thread('mr:3', { writes: irreversible('Reeve can’t delete merge request comments') });
  write('Looks good.');
  await expect.element(composer().getByText(/^Can’t be undone: Reeve can’t edit or delete/)).toBeVisible();
  await click(internal());
  await send();
  await expect.element(dialog().getByText(/can’t delete merge request comments/)).toBeVisible();
  await click(inDialog(/^Add note/));
  await expect.element(field()).toHaveValue('');
  const body = { body: 'Looks good.', internal: true };
  expect(calls('changes.plan')).toMatchObject([
    { calls: [{ op: 'notes.createOnMergeRequest', path: { id: 7, merge_request_iid: 3 }, body }] },
  ]);
});

test('a note of a snippet can’t be internal, and is sent to the snippet', async () => {
  const { calls } = await thread('snippet:5');
  await expect.element(internal()).not.toBeInTheDocument();
  write('Use it with care.');
  await send();
  await expect.poll(titles).toEqual(['Added a note to snippet 5']);
  expect(calls('changes.run')).toMatchObject([{ op: 'notes.createOnSnippet', path: { id: 7, snippet_id: 5 } }]);
});
