import { expect, test } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import MergeRequests from '../../../src-renderer/pages/merge-requests/MergeRequestsPage.svelte';
import { click, fill } from '../click.ts';
import { renderPage } from '../console/render-page.ts';
import { fakeList, listAnswers } from '../fake-list.ts';

const row = { id: 1, iid: 1, project_id: 7, title: 'Give the store a timeout', state: 'opened' };

async function filterMenu() {
  const answers = { mergeRequests: listAnswers<'mergeRequests'>(fakeList([row])) };
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

/** A click focuses the part of a date under the pointer. Which part this is depends on the version of the browser. */
async function toFirstPart(field: Locator): Promise<void> {
  await click(field);
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
}

test('a day is typed digit by digit, and an unfinished year is not applied', async () => {
  const menu = await filterMenu();
  const field = menu.getByLabelText(/^Created after/);
  await toFirstPart(field);
  await userEvent.keyboard('0315202');
  const chip = page.getByRole('button', { name: /^Remove filter: Created after/ });
  await expect.element(field).toHaveValue('0202-03-15');
  await expect.element(chip).not.toBeInTheDocument();
  await userEvent.keyboard('6');
  await expect.element(chip).toHaveAccessibleName('Remove filter: Created after: 2026-03-15');
  await expect.element(field).toHaveValue('2026-03-15');
});

test('a year that is left unfinished is refused', async () => {
  const menu = await filterMenu();
  const field = menu.getByLabelText(/^Created after/);
  await toFirstPart(field);
  await userEvent.keyboard('03152');
  await userEvent.keyboard('{Tab}{Tab}');
  await expect.element(menu.getByRole('alert')).toHaveTextContent('Not applied: “0002-03-15” isn’t a valid value.');
  await expect.element(field).toHaveValue('0002-03-15');
});
