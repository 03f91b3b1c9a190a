import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import MergeRequests from '../../../src-renderer/pages/merge-requests/MergeRequestsPage.svelte';
import { click, fill } from '../click.ts';
import { renderPage } from '../console/render-page.ts';
import { fakeList, listAnswers } from '../fake-list.ts';

const row = { id: 1, iid: 1, project_id: 7, title: 'Give the store a timeout', state: 'opened' };

async function filterMenu(rows = [row], values?: () => Promise<never>) {
  const own = listAnswers<'mergeRequests'>(fakeList(rows));
  const answers = { mergeRequests: { ...own, ...(values !== undefined && { values }) } };
  const rendered = await renderPage(MergeRequests, { path: '/merge-requests', answers });
  await rendered.table();
  await click(page.getByRole('button', { name: /^Filter$/ }));
  return page.getByRole('dialog', { name: 'Filters' });
}

test('the menu names the limit of approvers, and does not apply more', async () => {
  const menu = await filterMenu();
  const field = menu.getByLabelText(/^Approved by IDs/);
  await expect.element(field).toHaveAccessibleDescription('At most 5 numbers. Paid tiers only');
  await fill(field, '1, 2, 3, 4, 5, 6');
  await userEvent.keyboard('{Tab}');
  await expect.element(menu.getByRole('alert')).toHaveTextContent('Not applied: 6 numbers. The API accepts at most 5.');
  expect(document.querySelector('[aria-label^="Remove filter"]')).toBeNull();
  await fill(field, '1, 2, 3, 4, 5');
  await userEvent.keyboard('{Tab}');
  await expect
    .element(page.getByRole('button', { name: /^Remove filter: Approved by IDs: 1, 2, 3, 4, 5/ }))
    .toBeVisible();
  await expect.element(menu.getByRole('alert')).not.toBeInTheDocument();
});

test('of two filters that exclude each other, the second one is disabled with the reason, whichever is first', async () => {
  const menu = await filterMenu();
  const id = menu.getByLabelText(/^Reviewer ID/);
  const name = menu.getByLabelText(/^Reviewer(?! ID)/);
  await fill(name, 'mei');
  await userEvent.keyboard('{Tab}');
  await expect.element(id).toBeDisabled();
  await expect.element(id).toHaveAccessibleDescription('Excluded by “Reviewer”');
  await fill(name, '');
  await userEvent.keyboard('{Tab}');
  await expect.element(id).toBeEnabled();
  await fill(id, '4');
  await userEvent.keyboard('{Tab}');
  await expect.element(name).toBeDisabled();
  await expect.element(name).toHaveAccessibleDescription('Excluded by “Reviewer ID”');
});

test.each([
  [/^Author ID/, '-5', 'Not applied: “-5” isn’t a valid value.'],
  [/^Author ID/, '1.5', 'Not applied: “1.5” isn’t a valid value.'],
  [/^Author ID/, '1e30', 'Not applied: “1e30” isn’t a valid value.'],
  [/^Assignee ID/, 'mei', 'Not applied: “mei” isn’t a valid value.'],
  [/^Assignee ID/, '0', 'Not applied: “0” isn’t a valid value.'],
  [/^Number in project/, '3, x', 'Not applied: “x” isn’t a valid value.'],
])('%s does not accept %s, and says so', async (label, text, refusal) => {
  const menu = await filterMenu();
  const field = menu.getByLabelText(label).first();
  await fill(field, text);
  await userEvent.keyboard('{Tab}');
  await expect.element(menu.getByRole('alert')).toHaveTextContent(refusal);
  await expect.element(field).toHaveAttribute('aria-invalid', 'true');
  expect(document.querySelector('[aria-label^="Remove filter"]')).toBeNull();
  await fill(field, '7');
  await userEvent.keyboard('{Tab}');
  await expect.element(menu.getByRole('alert')).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: /^Remove filter: / })).toBeVisible();
});

test('a day is typed in digits, and applied when it is complete', async () => {
  const menu = await filterMenu();
  const field = menu.getByLabelText(/^Created after/);
  const chip = page.getByRole('button', { name: /^Remove filter: Created after/ });
  await userEvent.type(field, '2026-03-1');
  await expect.element(chip).not.toBeInTheDocument();
  await userEvent.keyboard('5');
  await expect.element(chip).toHaveAccessibleName('Remove filter: Created after: 2026-03-15');
  await expect.element(field).toHaveValue('2026-03-15');
});

test('a day that does not exist is refused when the person leaves it', async () => {
  const menu = await filterMenu();
  const field = menu.getByLabelText(/^Created after/);
  await userEvent.type(field, '2026-02-30');
  await userEvent.keyboard('{Tab}');
  await expect.element(menu.getByRole('alert')).toHaveTextContent('Not applied: “2026-02-30” isn’t a valid value.');
  await expect.element(field).toHaveValue('2026-02-30');
});

test('a day is chosen from the menu beside it', async () => {
  const menu = await filterMenu();
  await userEvent.click(menu.getByRole('button', { name: 'Choose a day for Deployed after' }));
  await userEvent.click(page.getByRole('menuitem', { name: /^7 days ago/ }));
  await expect
    .element(page.getByRole('button', { name: /^Remove filter: Deployed after: \d{4}-\d\d-\d\d/ }))
    .toBeVisible();
});

const branches = ['main', 'main', 'main', 'release', '<b>\u202e'].map((target_branch, at) => ({
  ...row,
  id: at + 1,
  iid: at + 1,
  target_branch,
  draft: at < 2,
}));

test('a text filter lists the known values with their numbers of rows, and typing narrows them', async () => {
  const menu = await filterMenu(branches);
  const field = menu.getByRole('combobox', { name: /^Target branch/ });
  await userEvent.click(field);
  const options = page.getByRole('listbox').getByRole('option');
  await expect.element(options.first()).toMatchTextContent('main 3');
  await expect.element(options.nth(2)).toMatchTextContent('<b>⟨U+202E⟩ 1');
  await userEvent.type(field, 'rel');
  await expect.element(options.nth(1)).toMatchTextContent('release 1');
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(page.getByRole('button', { name: 'Remove filter: Target branch: release' })).toBeVisible();
  await expect.element(field).toHaveValue('release');
});

test('a value that no row has can be typed, even if the values could not be loaded', async () => {
  const menu = await filterMenu(branches, () => Promise.reject(new Error('lost')));
  const field = menu.getByRole('combobox', { name: /^Target branch/ });
  await userEvent.type(field, 'next');
  await expect.element(page.getByText('Couldn’t load the values. You can still type one.')).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('button', { name: 'Remove filter: Target branch: next' })).toBeVisible();
});

test('a choice shows how many rows each option has', async () => {
  const menu = await filterMenu(branches);
  await expect.element(menu.getByRole('radio', { name: 'Yes (2)' })).toBeVisible();
});
