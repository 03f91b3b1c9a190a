import type { Locator, Page } from '@playwright/test';
import { shell } from '#shared/text/en/shell.ts';
import { PROJECT_PATHS } from '../../platform/seed/groups.ts';
import { chooseScope, expectClean, find, goOffline, pressTogether } from '../by-keyboard.ts';
import { expect, test } from '../consoles.ts';
import { applyPlan, dialog, openAt } from './forms.ts';
import { contentsOf, snippetIn, syncSnippets } from './snippet-forms.ts';

const selected = (window: Page): Locator => window.getByRole('region', { name: 'Selected rows' });
const inSelection = (window: Page, name: string): Locator =>
  selected(window).getByRole('button', { name, exact: true });
const ofProject = `/p/${encodeURIComponent(PROJECT_PATHS.public)}/snippets`;

/** Select the first two rows of the list. */
async function selectTwo(window: Page): Promise<void> {
  await window.getByRole('grid').focus();
  await pressTogether(window, 'Home', 'x', 'j', 'x');
  await expect(selected(window)).toContainText('2');
}

/** Apply the shown plan, and wait for the result of both rows. The dialog stays open. */
async function deleteTwo(window: Page): Promise<void> {
  await dialog(window).getByRole('button', { name: 'Delete 2 snippets' }).click();
  await expect(dialog(window).getByText('2 applied', { exact: true })).toBeVisible();
}

async function expectDisabled(control: Locator, why: string | RegExp): Promise<void> {
  await expect(control).toHaveAttribute('aria-disabled', 'true');
  await expect(control).toHaveAttribute('data-tooltip', why);
}

/** In a list and on the page of a snippet, every change is disabled, with the reason. */
async function expectNoChanges(window: Page, why: string | RegExp): Promise<void> {
  await expectDisabled(window.getByRole('button', { name: 'New snippet…' }), why);
  await selectTwo(window);
  await expectDisabled(inSelection(window, 'Delete…'), why);
  await window.keyboard.press('Escape');
  await find(window, 'Secret notes');
  await pressTogether(window, 'n', 'e', 'd');
  await expect(dialog(window)).toBeHidden();
  await window.keyboard.press('Enter');
  await expectDisabled(window.getByRole('button', { name: 'Edit…', exact: true }), why);
  await window.getByRole('button', { name: 'More actions' }).click();
  const remove = window.getByRole('menuitem', { name: 'Delete…' });
  await expect(remove).toHaveAttribute('aria-disabled', 'true');
  await expect(window.getByRole('menu')).toContainText(why);
  await window.keyboard.press('Escape');
}

test('selected snippets are deleted with one plan, and the undo creates them again', async ({ window, simulator }) => {
  const titles = ['Say hello', 'Secret notes'];
  const before = titles.map((title) => ({ ...snippetIn(simulator, title), files: contentsOf(simulator, title) }));
  await openAt(window, '/snippets');
  await syncSnippets(window);
  await expect(window.getByRole('row', { name: 'Secret notes' })).toBeVisible();
  await selectTwo(window);
  await expectDisabled(inSelection(window, 'Edit…'), 'Select only one snippet');
  await inSelection(window, 'Delete…').click();
  await expect(dialog(window)).toContainText('The snippets and the history of their files are deleted.');
  for (const title of titles) await expect(dialog(window).getByRole('row', { name: title })).toBeVisible();
  await expectClean(window, 'snippets-delete-many');
  expect(simulator.requests.count('DELETE /snippets/:id')).toBe(0);
  await deleteTwo(window);
  for (const { id } of before) expect(simulator.world.snippets.get(id)).toBeUndefined();

  await dialog(window).getByRole('button', { name: /^Undo/ }).click();
  await applyPlan(window, 'Undo 2 changes', 2);
  for (const { title, description, visibility, files } of before) {
    expect(snippetIn(simulator, title)).toMatchObject({ description, visibility, project_id: null });
    expect(contentsOf(simulator, title)).toEqual(files);
  }
});

test('snippets of a project are deleted together, and the plan says which files the undo can’t restore', async ({
  window,
  simulator,
}) => {
  const project = simulator.world.projects.lookup(PROJECT_PATHS.public)?.id ?? 0;
  const left = () => simulator.world.snippets.filter(({ project_id }) => project_id === project);
  expect(contentsOf(simulator, 'For those inside')).toHaveProperty(['hello.sh']);
  await chooseScope(window, 'project', PROJECT_PATHS.public);
  await openAt(window, ofProject);
  await syncSnippets(window);
  await expect(window.getByRole('row', { name: 'For everyone' })).toBeVisible();
  await selectTwo(window);
  await inSelection(window, 'Delete…').click();
  await expect(dialog(window)).toContainText('files besides the first');
  await deleteTwo(window);
  expect(left()).toEqual([]);
  await dialog(window).getByRole('button', { name: /^Undo/ }).click();
  await applyPlan(window, 'Undo 2 changes', 2);
  expect(
    left()
      .map(({ title }) => title)
      .toSorted(),
  ).toEqual(['For everyone', 'For those inside']);
  expect(contentsOf(simulator, 'For those inside')).toEqual({ 'docs/notes ünïcode.md': '# Notes\n\n日本語 🎉\n' });
});

test('offline, snippets can’t be created, edited or deleted, and the reason is shown', async ({ window, network }) => {
  await openAt(window, '/snippets');
  await syncSnippets(window);
  await expect(window.getByRole('row', { name: 'Secret notes' })).toBeVisible();
  await goOffline(window, network);
  await expectNoChanges(window, /Requires the network\./);
});

test.describe('a read-only profile', () => {
  test.use({ isReadOnly: true });

  test('snippets can’t be created, edited or deleted, and the reason is shown', async ({ window, simulator }) => {
    await openAt(window, '/snippets');
    await syncSnippets(window);
    await expect(window.getByRole('row', { name: 'Secret notes' })).toBeVisible();
    await expectNoChanges(window, shell.readOnlyWhy);
    expect(simulator.requests.list().filter(({ method }) => method !== 'GET')).toEqual([]);
  });
});
