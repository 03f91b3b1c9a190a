import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { violations } from '../axe.ts';
import { click, fill } from '../click.ts';
import { callsOf, openWindow } from '../shell/window.ts';
import { noChanges } from './sample-changes.ts';
import { fakeComparison, sampleLists } from './sample-comparison.ts';

const path = '/changes/compare?a=2026-11-20T10:00:00.000Z&b=now';
const open = (history: Partial<ReturnType<typeof fakeComparison>> = fakeComparison()) =>
  openWindow({ path, answers: { history } });
const lists = () => page.getByRole('table', { name: 'Lists at both moments' });
const rows = () => page.getByRole('table', { name: /^Differences of/ });
const textOf = (name: RegExp) => expect.poll(() => page.getByRole('row', { name }).first().element().textContent);

test('the lists show their counts at both moments, what differs, and how complete they were', async () => {
  const core = await open();
  await expect.element(lists()).toBeVisible();
  await textOf(/^Users/).toMatch(/1,270\s*1,291.*\+2\s*−1\s*~1\s*Complete\s*Complete/);
  await textOf(/^Members/).toMatch(/19 of 22 places\s*Complete/);
  await textOf(/^Imports/).toMatch(/–\s*3\s*Can’t compare\s*–\s*–\s*–\s*Never synced/);
  await expect.element(page.getByRole('img', { name: '1 not returned, 2 added' })).toBeVisible();
  await expect
    .element(page.getByText(/^Members and Imports were not complete at both moments\. Rows of/))
    .toBeVisible();
  await expect.element(page.getByText('of 5 by Reeve')).toBeVisible();
  expect(callsOf(core, 'history.compare').at(-1)).toMatchObject({ a: Date.parse('2026-11-20T10:00:00.000Z') });
  expect(await violations()).toEqual([]);
});

test('the rows of the chosen list have one line for each changed field', async () => {
  await open();
  await expect.element(rows()).toBeVisible();
  const texts = () => [...rows().element().querySelectorAll('tbody tr')].map(({ textContent }) => textContent ?? '');
  expect(texts()).toHaveLength(5);
  await expect
    .poll(() => texts()[0])
    .toMatch(/Ines Moreau.*Changed.*Administrator.*No.*Yes.*By Reeve, plan Allow image builds/);
  expect(texts()[1]).toMatch(/^Ines Moreau\s*Email.*ines@old\.example.*ines@new\.example/);
  expect(texts()[2]).toMatch(/Jonas Petersen.*Not returned.*All fields.*jonas\.petersen.*–.*Outside of Reeve/);
  await expect
    .element(page.getByRole('link', { name: 'Ines Moreau' }))
    .toHaveAttribute('href', '#/users/1?tab=history');
  await click(page.getByRole('button', { name: /^Not returned 1/ }));
  await expect.poll(() => texts().length).toBe(1);
  await fill(page.getByRole('textbox', { name: 'Search differences' }), 'no such text');
  await expect.element(page.getByText('No difference matches.')).toBeVisible();
});

test('the rows of another list can be shown', async () => {
  const core = await open();
  await expect.element(rows()).toBeVisible();
  await click(page.getByRole('button', { name: 'Members', exact: true }));
  await expect.poll(() => callsOf(core, 'history.differences').at(-1)).toMatchObject({ collection: 'members' });
});

test('the moments can be swapped, chosen, and set to the newest state', async () => {
  const core = await open();
  await expect.element(rows()).toBeVisible();
  document.querySelector<HTMLElement>('#main')?.focus();
  await userEvent.keyboard('s');
  await expect.poll(() => location.hash).toBe('#/changes/compare?a=now&b=2026-11-20T10%3A00%3A00.000Z');
  await click(page.getByRole('group', { name: 'Moment B' }).getByRole('button', { name: 'Use the newest state' }));
  await expect.poll(() => location.hash).toBe('#/changes/compare?a=now&b=now');
  const field = page.getByRole('textbox', { name: 'Moment A' });
  await fill(field, '2026-11-01 08:30');
  const a = new Date('2026-11-01T08:30').getTime();
  await expect.poll(() => callsOf(core, 'history.compare').at(-1)).toMatchObject({ a });
});

test('without differences, the page says whether both moments were complete', async () => {
  const same = sampleLists.slice(0, 1).map((one) => ({ ...one, came: 0, notReturned: 0, changed: 0, byReeve: 0 }));
  await open(fakeComparison(same));
  await expect.element(page.getByText('No differences.')).toBeVisible();
  await expect.element(page.getByText('The list was complete at both moments.')).toBeVisible();
});

test('before anything is recorded, the page says so', async () => {
  await open({ compare: () => ({ collections: [], recorded: { ...noChanges.recorded, since: null } }) });
  await expect.element(page.getByText('Nothing is recorded yet.')).toBeVisible();
});
