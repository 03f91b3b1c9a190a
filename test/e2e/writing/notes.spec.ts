import type { Locator, Page } from '@playwright/test';
import { shell } from '#shared/text/en/shell.ts';
import type { Platform } from '../../platform/platform.ts';
import { PROJECT_PATHS } from '../../platform/seed/groups.ts';
import { expectClean, goOffline, goTo } from '../by-keyboard.ts';
import { expect, test } from '../consoles.ts';
import { dialog, openAt, runCommand } from './forms.ts';

const heading = (window: Page) => window.getByRole('heading', { level: 1 });
const composer = (window: Page) => window.getByRole('region', { name: 'New note', exact: true });
const field = (window: Page) => composer(window).getByRole('textbox', { name: 'New note', exact: true });
const notes = (window: Page) => window.getByRole('list', { name: 'Notes', exact: true });
const noteWith = (window: Page, text: string): Locator => notes(window).getByRole('article').filter({ hasText: text });
const send = (window: Page) => window.keyboard.press('ControlOrMeta+Enter');

/** The first issues of a project of which all users with a fixed role are members. */
function issuesIn({ world }: Platform) {
  const project = world.projects.lookup(PROJECT_PATHS.private);
  const found = world.issues.filter(
    ({ project_id: id, confidential, discussion_locked: isLocked }) => id === project?.id && !confidential && !isLocked,
  );
  const [issue, other] = found;
  if (issue === undefined || other === undefined) throw new Error('too few issues');
  return { issue, other };
}

/** Sync a list, and open the page of one of its rows. */
async function openThread(
  window: Page,
  tab: 'issues' | 'merge-requests',
  row: { project_id: number; iid: number; title: string },
): Promise<void> {
  await expect(heading(window)).toBeVisible();
  await goTo(window, tab === 'issues' ? 'Issues' : 'Merge requests');
  await window.keyboard.press('r');
  await expect(window.getByRole('row').nth(1)).toBeVisible();
  await openAt(window, `/p/${row.project_id}/${tab}/${row.iid}`);
  await expect(heading(window)).toHaveText(row.title);
  await expect(notes(window)).toBeVisible();
  await expect(field(window)).toBeVisible();
}

/** Undo the last change. The newest message is the first one. */
const undo = (window: Page) => window.getByRole('button', { name: 'Undo', exact: true }).first().click();

/** Apply the shown plan of one write, whose dialog closes when it is applied. */
async function applyOne(window: Page, button: string): Promise<void> {
  await dialog(window).getByRole('button', { name: button }).click();
  await expect(dialog(window)).toBeHidden();
}

const ofNote = (window: Page, text: string, action: string) =>
  test.step(`${action}: ${text}`, async () => {
    await noteWith(window, text)
      .getByRole('button', { name: /^Actions for the note by/ })
      .click();
    await window.getByRole('menuitem', { name: action, exact: true }).click();
  });

test('an issue is answered by keyboard; notes are undone, edited and deleted; a draft is kept', async ({
  window,
  simulator,
}) => {
  const { world } = simulator;
  const { issue, other } = issuesIn(simulator);
  const bodies = () => world.notes.on('Issue', issue.id).map(({ body }) => body);
  await openThread(window, 'issues', issue);
  const before = bodies().length;

  await test.step('R, the text, Ctrl+Enter: the note is added and can be undone', async () => {
    await window.keyboard.press('r');
    await expect(field(window)).toBeFocused();
    await window.keyboard.insertText('Fixed by **restarting** runner 12.');
    await expectClean(window, 'note-composer');
    await send(window);
    await expect(noteWith(window, 'Fixed by restarting runner 12.')).toBeInViewport();
    await expect(field(window)).toHaveValue('');
    await expect(field(window)).toBeFocused();
    expect(bodies()).toContain('Fixed by **restarting** runner 12.');
    await undo(window);
    await expect(noteWith(window, 'Fixed by restarting runner 12.')).toHaveCount(0);
    expect(bodies()).toHaveLength(before);
  });

  await test.step('an empty text and a text that is too long are explained before anything is sent', async () => {
    const requests = () => simulator.requests.list().filter(({ method }) => method === 'POST').length;
    const sent = requests();
    await composer(window).getByRole('button', { name: 'Add note' }).click();
    await expect(composer(window).getByText('Enter the text of the note.')).toBeVisible();
    await expect(field(window)).toBeFocused();
    await field(window).fill('x'.repeat(1_000_001));
    await expect(composer(window).getByText(/^The instance accepts at most 1,000,000 characters/)).toBeVisible();
    await expect(composer(window).getByText('1,000,001 of 1,000,000 characters')).toBeVisible();
    await field(window).focus();
    await send(window);
    await expect(field(window)).toHaveAttribute('aria-invalid', 'true');
    expect(requests()).toBe(sent);
    await composer(window).getByRole('button', { name: 'Discard' }).click();
    await expect(field(window)).toHaveValue('');
  });

  await test.step('a single emoji becomes a reaction, which is shown before sending', async () => {
    await field(window).fill(':tada:');
    await expect(composer(window).getByText(/^A single emoji becomes a reaction/)).toBeVisible();
    await send(window);
    await expect(dialog(window).getByText(/can’t remove a reaction/)).toBeVisible();
    await applyOne(window, 'Add note');
    expect(world.awards.on('Issue', issue.id).map(({ name }) => name)).toContain('tada');
    expect(bodies()).toHaveLength(before);
    await expect(field(window)).toHaveValue('');
  });

  await test.step('an internal note with an earlier date, with a preview', async () => {
    await field(window).fill('Not for *customers*');
    await composer(window).getByRole('checkbox', { name: 'Internal note' }).check();
    await composer(window).getByRole('button', { name: 'Options' }).click();
    const date = composer(window).getByLabel('Date', { exact: true });
    await date.fill('1969-12-31T10:00');
    await send(window);
    await expect(composer(window).getByText('Enter a time after 1970-01-01.')).toBeVisible();
    await date.fill('2999-02-03T10:30');
    await expect(composer(window).getByText(/^This date is in the future\./)).toBeVisible();
    await date.fill('2020-02-03T10:30');
    await composer(window).getByRole('button', { name: 'Preview' }).click();
    await expect(composer(window).locator('em')).toHaveText('customers');
    await composer(window).getByRole('button', { name: 'Add note' }).click();
    await expect(field(window)).toHaveValue('');
    // The visible notes stay in place when the note is added above them
    await expect(async () => {
      await window.getByRole('region', { name: 'Description and notes' }).press('Home');
      const added = noteWith(window, 'Not for customers');
      await expect(added.getByText('Internal', { exact: true })).toBeVisible({ timeout: 5_000 });
    }).toPass();
    const [note] = world.notes.on('Issue', issue.id).filter(({ body }) => body === 'Not for *customers*');
    expect(note).toMatchObject({ internal: true, created_at: Date.parse('2020-02-03T10:30') });
  });

  await test.step('a draft is kept while another issue is shown', async () => {
    await field(window).fill('Half a sentence');
    await openAt(window, `/p/${other.project_id}/issues/${other.iid}`);
    await expect(heading(window)).toHaveText(other.title);
    await expect(field(window)).toHaveValue('');
    await openAt(window, `/p/${issue.project_id}/issues/${issue.iid}`);
    await expect(field(window)).toHaveValue('Half a sentence');
    await composer(window).getByRole('button', { name: 'Discard' }).click();
  });

  await test.step('a note is edited, with the changes shown before, and the edit is undone', async () => {
    await ofNote(window, 'Not for customers', 'Edit…');
    const body = dialog(window).getByRole('textbox', { name: 'Text' });
    await expect(body).toBeFocused();
    await body.fill('');
    await dialog(window).getByRole('button', { name: 'Save note' }).click();
    await expect(dialog(window).getByText('Enter the text of the note.')).toBeVisible();
    await body.fill('Only for the *team*');
    await dialog(window).getByRole('tab', { name: 'Changes' }).click();
    await expect(dialog(window).getByText('Only for the *team*')).toBeVisible();
    await expectClean(window, 'note-edit');
    await dialog(window).getByRole('button', { name: 'Save note' }).click();
    await expect(noteWith(window, 'Only for the team')).toBeVisible();
    expect(bodies()).toContain('Only for the *team*');
    await undo(window);
    await expect(noteWith(window, 'Not for customers')).toBeVisible();
    expect(bodies()).toContain('Not for *customers*');
  });

  await test.step('an edit of a note that has changed meanwhile asks first', async () => {
    await noteWith(window, 'Not for customers').getByText('Not for').click();
    await runCommand(window, 'Edit note by Admin of the Cast…');
    await dialog(window).getByRole('textbox', { name: 'Text' }).fill('My version');
    await window.keyboard.press('Escape');
    const [note] = world.notes.on('Issue', issue.id).filter(({ body }) => body === 'Not for *customers*');
    if (note === undefined) throw new Error('no note');
    note.body = 'The version of a colleague';
    await window.getByRole('button', { name: 'Sync notes again' }).click();
    await expect(noteWith(window, 'The version of a colleague')).toBeVisible();
    await ofNote(window, 'The version of a colleague', 'Edit…');
    await expect(dialog(window).getByRole('textbox', { name: 'Text' })).toHaveValue('My version');
    await dialog(window).getByRole('button', { name: 'Save note' }).click();
    await expect(
      dialog(window)
        .getByText(/changed/i)
        .first(),
    ).toBeVisible();
    expect(note.body).toBe('The version of a colleague');
    await expectClean(window, 'note-drift');
    await window.keyboard.press('Escape');
    await expect(dialog(window)).toBeHidden();
    expect(note.body).toBe('The version of a colleague');
  });

  await test.step('a note is deleted, and the undo adds it again under another ID', async () => {
    const [note] = world.notes.on('Issue', issue.id).filter(({ body }) => body === 'The version of a colleague');
    await ofNote(window, 'The version of a colleague', 'Delete');
    await expect(noteWith(window, 'The version of a colleague')).toHaveCount(0);
    expect(world.notes.get(note?.id ?? 0)).toBeUndefined();
    await undo(window);
    // The new note has the date of the deleted one, 2020
    await expect(async () => {
      await window.getByRole('region', { name: 'Description and notes' }).press('Home');
      await expect(noteWith(window, 'The version of a colleague')).toBeVisible({ timeout: 5_000 });
    }).toPass();
    const [again] = world.notes.on('Issue', issue.id).filter(({ body }) => body === 'The version of a colleague');
    expect(again).toMatchObject({ internal: true, created_at: note?.created_at });
    expect(again?.id).not.toBe(note?.id);
  });

  await test.step('on a small window, the composer is one line until it is used', async () => {
    await window.setViewportSize({ width: 720, height: 450 });
    await window.getByRole('region', { name: 'Description and notes' }).focus();
    await expect(composer(window).getByRole('button', { name: 'Add note' })).toBeHidden();
    await expectClean(window, 'note-composer-small');
    await window.keyboard.press('r');
    await expect(composer(window).getByRole('button', { name: 'Add note' })).toBeInViewport({ ratio: 1 });
    await expectClean(window, 'note-composer-small-used');
  });
});

test('notes of a merge request can’t be undone, which is shown before sending; those of a snippet can', async ({
  window,
  simulator,
}) => {
  const { world } = simulator;
  const project = world.projects.lookup(PROJECT_PATHS.private);
  const request = world.mergeRequests.find(
    ({ id, project_id: of }) => of === project?.id && world.notes.on('MergeRequest', id).length > 0,
  );
  const snippet = world.snippets.find(({ project_id: of }) => of === project?.id);
  if (request === undefined || snippet === undefined) throw new Error('no merge request or no snippet');
  await openThread(window, 'merge-requests', request);
  await field(window).fill('Looks good.');
  await expect(composer(window).getByText(/^Can’t be undone: this API can’t edit or delete/)).toBeVisible();
  await composer(window).getByRole('checkbox', { name: 'Internal note' }).check();
  await field(window).focus();
  await send(window);
  await expect(dialog(window).getByText(/can’t delete merge request comments/)).toBeVisible();
  expect(world.notes.filter(({ body }) => body === 'Looks good.')).toEqual([]);
  await applyOne(window, 'Add note');
  await expect(noteWith(window, 'Looks good.')).toBeVisible();
  expect(world.notes.filter(({ body }) => body === 'Looks good.')).toMatchObject([{ internal: true }]);

  await noteWith(window, 'Looks good.')
    .getByRole('button', { name: /^Actions for the note by/ })
    .click();
  for (const [name, why] of [
    ['Edit…', 'This API can’t edit notes of merge requests.'],
    ['Delete', 'This API can’t delete notes of merge requests.'],
  ] as const) {
    const item = window.getByRole('menuitem', { name });
    await expect(item).toHaveAttribute('aria-disabled', 'true');
    await expect(window.getByText(why, { exact: true })).toBeVisible();
  }
  await window.keyboard.press('Escape');

  await openAt(window, `/p/${snippet.project_id}/snippets/${snippet.id}`);
  await window
    .getByRole('button', { name: /^(Load|Refresh) this snippet|^Load|^Refresh/ })
    .first()
    .click();
  await expect(heading(window)).toHaveText(snippet.title);
  await expect(notes(window)).toBeVisible();
  await window.keyboard.press('r');
  await expect(field(window)).toBeFocused();
  await expect(composer(window).getByRole('checkbox', { name: 'Internal note' })).toHaveCount(0);
  await window.keyboard.insertText('Use it with care.');
  await send(window);
  await expect(noteWith(window, 'Use it with care.')).toBeVisible();
  const written = () => world.notes.on('Snippet', snippet.id).map(({ body }) => body);
  expect(written()).toContain('Use it with care.');
  await expectClean(window, 'note-snippet');
  await ofNote(window, 'Use it with care.', 'Edit…');
  await dialog(window).getByRole('textbox', { name: 'Text' }).fill('Use it.');
  await dialog(window).getByRole('button', { name: 'Save note' }).click();
  await expect(noteWith(window, 'Use it.')).toBeVisible();
  await ofNote(window, 'Use it.', 'Delete');
  await expect(noteWith(window, 'Use it.')).toHaveCount(0);
  expect(written()).not.toContain('Use it.');
  await undo(window);
  await expect(noteWith(window, 'Use it.')).toBeVisible();
  expect(written()).toContain('Use it.');
});

test.describe('a developer', () => {
  test.use({ as: 'developer' });

  test('sees that the date was ignored, and why a note of somebody else can’t be changed', async ({
    window,
    simulator,
  }) => {
    const { world } = simulator;
    const { issue } = issuesIn(simulator);
    const [note] = world.notes.on('Issue', issue.id).filter(({ system, internal }) => !system && !internal);
    if (note === undefined) throw new Error('no note');
    note.body = 'Written by the administrator';
    note.author_id = 1;
    await openThread(window, 'issues', issue);
    await field(window).fill('Seen last year');
    await composer(window).getByRole('button', { name: 'Options' }).click();
    await composer(window).getByLabel('Date', { exact: true }).fill('2020-02-03T10:30');
    await composer(window).getByRole('button', { name: 'Add note' }).click();
    await expect(window.getByText('The instance ignored the date')).toBeVisible();

    await ofNote(window, note.body, 'Delete');
    await expect(
      window
        .getByText('Couldn’t delete note')
        .or(window.getByText(/only its author/))
        .first(),
    ).toBeVisible();
    await ofNote(window, note.body, 'Edit…');
    await dialog(window).getByRole('textbox', { name: 'Text' }).fill('Changed by someone else');
    await dialog(window).getByRole('button', { name: 'Save note' }).click();
    await expect(dialog(window).getByRole('alert')).toContainText(/author/);
    await expect(dialog(window).getByRole('textbox', { name: 'Text' })).toHaveValue('Changed by someone else');
    expect(world.notes.get(note.id)?.body).toBe('Written by the administrator');
  });
});

test.describe('a guest', () => {
  test.use({ as: 'guest' });

  test('can’t write an internal note, and the text stays in the composer', async ({ window, simulator }) => {
    const { issue } = issuesIn(simulator);
    issue.confidential = false;
    await openThread(window, 'issues', issue);
    await field(window).fill('Secret plan');
    await composer(window).getByRole('checkbox', { name: 'Internal note' }).check();
    await composer(window).getByRole('button', { name: 'Add note' }).click();
    await expect(composer(window).getByRole('alert')).toContainText(/role/);
    await expect(field(window)).toHaveValue('Secret plan');
    expect(simulator.world.notes.filter(({ body }) => body === 'Secret plan')).toEqual([]);
    await composer(window).getByRole('checkbox', { name: 'Internal note' }).uncheck();
    await composer(window).getByRole('button', { name: 'Add note' }).click();
    await expect(noteWith(window, 'Secret plan')).toBeVisible();
  });
});

test('offline, a note can be written but not sent, and the reason is shown', async ({ window, simulator, network }) => {
  const { issue } = issuesIn(simulator);
  await openThread(window, 'issues', issue);
  await goOffline(window, network);
  await field(window).fill('Later');
  const add = composer(window).getByRole('button', { name: 'Add note' });
  await expect(add).toHaveAttribute('aria-disabled', 'true');
  await add.focus();
  await expect(window.getByText('Requires the network.').first()).toBeVisible();
  await expect(field(window)).toHaveValue('Later');
  await composer(window).getByRole('button', { name: 'Discard' }).click();
});

test.describe('a read-only profile', () => {
  test.use({ isReadOnly: true });

  test('shows why notes can’t be sent', async ({ window, simulator }) => {
    const { issue } = issuesIn(simulator);
    await openThread(window, 'issues', issue);
    const add = composer(window).getByRole('button', { name: 'Add note' });
    await expect(add).toHaveAttribute('aria-disabled', 'true');
    await add.focus();
    await expect(window.getByText(shell.readOnlyWhy).first()).toBeVisible();
    await field(window).fill('Not sent');
    await field(window).focus();
    await send(window);
    await composer(window).getByRole('button', { name: 'Discard' }).click();
    expect(simulator.world.notes.filter(({ body }) => body === 'Not sent')).toEqual([]);
  });
});
