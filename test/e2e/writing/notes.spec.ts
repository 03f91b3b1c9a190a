import type { Locator, Page } from '@playwright/test';
import type { Platform } from '../../platform/platform.ts';
import { PROJECT_PATHS } from '../../platform/seed/groups.ts';
import type { Note } from '../../platform/world/notes.ts';
import { goTo } from '../by-keyboard.ts';
import { expect, test } from '../consoles.ts';
import { dialog, openAt, pressUndo } from './forms.ts';

const heading = (window: Page) => window.getByRole('heading', { level: 1 });
const composer = (window: Page) => window.getByRole('region', { name: 'New note', exact: true });
const field = (window: Page) => composer(window).getByRole('textbox', { name: 'New note', exact: true });
const notes = (window: Page) => window.getByRole('list', { name: 'Notes', exact: true });
const noteWith = (window: Page, text: string): Locator => notes(window).getByRole('article').filter({ hasText: text });
/** The instance returns times in seconds. */
const inSeconds = (note?: Note) => Math.floor((note?.created_at ?? 0) / 1_000);
const send = (window: Page) => window.keyboard.press('ControlOrMeta+Enter');

/** An issue of the private project that anybody can answer. */
function issueIn({ world }: Platform) {
  const project = world.projects.lookup(PROJECT_PATHS.private);
  const issue = world.issues.find(
    ({ project_id: id, confidential, discussion_locked: isLocked }) => id === project?.id && !confidential && !isLocked,
  );
  if (issue === undefined) throw new Error('no issue');
  return issue;
}

/** Sync the issues, and open the page of one of them. */
async function openIssue(window: Page, row: { project_id: number; iid: number; title: string }): Promise<void> {
  await expect(heading(window)).toBeVisible();
  await goTo(window, 'Issues');
  await window.keyboard.press('r');
  await expect(window.getByRole('row').nth(1)).toBeVisible();
  await openAt(window, `/p/${row.project_id}/issues/${row.iid}`);
  await expect(heading(window)).toHaveText(row.title);
  await expect(notes(window)).toBeVisible();
  await expect(field(window)).toBeVisible();
}

async function ofNote(window: Page, text: string, action: string): Promise<void> {
  await noteWith(window, text)
    .getByRole('button', { name: /^Actions for the note by/ })
    .click();
  await window.getByRole('menuitem', { name: action, exact: true }).click();
}

test('an issue is answered by keyboard; notes are undone, edited and deleted', async ({ window, simulator }) => {
  const { world } = simulator;
  const issue = issueIn(simulator);
  const bodies = () => world.notes.on('Issue', issue.id).map(({ body }) => body);
  const noteOf = (text: string) => world.notes.on('Issue', issue.id).find(({ body }) => body === text);
  await openIssue(window, issue);
  const before = bodies().length;

  await test.step('R, the text, Ctrl+Enter: the note is added and shown, and the undo deletes it', async () => {
    await window.keyboard.press('r');
    await expect(field(window)).toBeFocused();
    await window.keyboard.insertText('Fixed by **restarting** runner 12.');
    await send(window);
    await expect(noteWith(window, 'Fixed by restarting runner 12.')).toBeInViewport();
    await expect(field(window)).toHaveValue('');
    await expect(field(window)).toBeFocused();
    expect(bodies()).toContain('Fixed by **restarting** runner 12.');
    await pressUndo(window);
    await expect(noteWith(window, 'Fixed by restarting runner 12.')).toHaveCount(0);
    expect(bodies()).toHaveLength(before);
  });

  await test.step('an internal note is edited, and the undo restores its text', async () => {
    await field(window).fill('Not for *customers*');
    await composer(window).getByRole('checkbox', { name: 'Internal note' }).check();
    await field(window).focus();
    await send(window);
    await expect(noteWith(window, 'Not for customers').getByText('Internal', { exact: true })).toBeVisible();
    expect(noteOf('Not for *customers*')).toMatchObject({ internal: true });
    await ofNote(window, 'Not for customers', 'Edit…');
    await expect(dialog(window).getByRole('textbox', { name: 'Text' })).toBeFocused();
    await dialog(window).getByRole('textbox', { name: 'Text' }).fill('Only for the *team*');
    await dialog(window).getByRole('button', { name: 'Edit note' }).click();
    await expect(noteWith(window, 'Only for the team')).toBeVisible();
    expect(bodies()).toContain('Only for the *team*');
    await pressUndo(window);
    await expect(noteWith(window, 'Not for customers')).toBeVisible();
    expect(bodies()).toContain('Not for *customers*');
  });

  await test.step('a note whose author may be another person is deleted by a plan, and a plan adds it again', async () => {
    const note = noteOf('Not for *customers*');
    await ofNote(window, 'Not for customers', 'Delete…');
    const undoOf = dialog(window).getByText(/An undo writes the text of .+ again, under the name of the person/);
    await expect(undoOf).toBeVisible();
    await dialog(window)
      .getByRole('button', { name: /^Delete note by / })
      .click();
    await expect(noteWith(window, 'Not for customers')).toHaveCount(0);
    expect(world.notes.get(note?.id ?? 0)).toBeUndefined();
    await pressUndo(window);
    await expect(dialog(window).getByText(/^This undo doesn’t restore ID.*An undo writes the text of /)).toBeVisible();
    await dialog(window)
      .getByRole('button', { name: /^Undo: Delete note by / })
      .click();
    await expect(noteWith(window, 'Not for customers')).toBeVisible();
    const again = noteOf('Not for *customers*');
    expect(again).toMatchObject({ internal: true });
    expect(inSeconds(again)).toBe(inSeconds(note));
    expect(again?.id).not.toBe(note?.id);
  });
});
