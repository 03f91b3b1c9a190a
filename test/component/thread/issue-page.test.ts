import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Preferences } from '#shared/contract/host.ts';
import { click } from '../click.ts';
import { violations } from '../axe.ts';
import { renderPage } from '../console/render-page.ts';
import { fakeList, listAnswers } from '../fake-list.ts';
import { sampleEntry } from '../samples.ts';
import IssueHost from './IssueHost.svelte';

const scope = 'project:7';
// The list in memory compares a filter with the field of the same name
const issue = (iid: number, fields: object = {}) => ({
  ...{ id: 100 + iid, iid, iids: [iid], project_id: 7, title: `Issue ${iid}`, state: 'opened', labels: [] },
  ...{ description: `About **${iid}**`, author: { id: 1, username: 'mei', name: 'Mei Weber' } },
  ...{ created_at: '2026-11-01T00:00:00Z', updated_at: `2026-11-0${iid}T00:00:00Z` },
  ...fields,
});

const issuesOf = (rows: readonly Record<string, unknown>[]) => listAnswers<'issues'>(fakeList(rows, { scope }));

async function shown(path: string, issues: ReturnType<typeof issuesOf>) {
  return renderPage(IssueHost, {
    path,
    answers: {
      issues,
      notes: listAnswers<'notes'>(fakeList([], { scope: `${scope}/issue:2` })),
    },
    world: {
      catalogue: [sampleEntry({ key: 1, kind: 'project', id: 7, ref: 7, scope, path: 'corp/api' })],
      preferences: Preferences.parse({ scopes: { p1: { group: null, project: scope, recent: [] } } }),
    },
  });
}
const title = () => page.getByRole('heading', { level: 1 });

test('an issue shows its description and all fields, unknown ones under their names', async () => {
  const fields = { confidential: true, new_field: 'new', weight: null, type: 'ISSUE', severity: 'UNKNOWN' };
  await shown('/p/7/issues/2', issuesOf([issue(1), issue(2, fields), issue(3)]));
  await expect.element(title()).toHaveTextContent('Issue 2');
  await expect.poll(() => document.querySelector('.description strong')?.textContent).toBe('2');
  const facts = page.getByRole('complementary', { name: 'Details' });
  await expect.element(facts).toMatchTextContent(/Other fields.*new_field/);
  await expect.element(facts).toMatchTextContent(/Empty: Labels, Weight/);
  await expect.element(facts).toMatchTextContent(/Type name\s*Issue.*Severity\s*Unknown/);
  await expect.element(page.getByText('This issue has no notes.')).toBeVisible();
  expect(await violations()).toEqual([]);
});

test('the whole description of an issue that was shortened in the list is loaded', async () => {
  const { get } = issuesOf([issue(2, { description: 'Waits for **the end**' })]);
  if (get === undefined) throw new Error('no answer');
  const short = fakeList([issue(2, { description: 'Waits…' })], { scope });
  short.rows = short.rows.map((one) => ({ ...one, isCut: true as const }));
  await shown('/p/7/issues/2', { ...listAnswers<'issues'>(short), get });
  await expect.poll(() => document.querySelector('.description strong')?.textContent).toBe('the end');
});

test('the next issue of the list is opened, and Escape leads to the list', async () => {
  const { stores } = await shown('/p/7/issues/2', issuesOf([issue(1), issue(2), issue(3)]));
  await expect.element(page.getByText('2 of 3')).toBeVisible();
  await click(page.getByRole('button', { name: /^Next/ }));
  await expect.element(title()).toHaveTextContent('Issue 1');
  expect(stores.route.path).toBe('/p/7/issues/1');
  await userEvent.keyboard('{Escape}');
  await expect.element(title()).toHaveTextContent('Issues');
  expect(stores.route.path).toBe('/p/7/issues');
});

test('an issue that is not stored says so, and leads to the list', async () => {
  const { stores } = await shown('/p/7/issues/9', issuesOf([issue(1)]));
  await expect.element(title()).toHaveTextContent('Not stored on this computer');
  expect(await violations()).toEqual([]);
  await click(page.getByRole('button', { name: 'Show issues' }));
  expect(stores.route.path).toBe('/p/7/issues');
});
