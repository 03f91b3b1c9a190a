import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { click } from '../click.ts';
import { Preferences } from '#shared/contract/host.ts';
import { hours } from '#shared/time.ts';
import { fakeList, listAnswers } from '../fake-list.ts';
import { eventually } from '../eventually.ts';
import { sampleEntry } from '../samples.ts';
import { loadPage, renderPage } from './render-page.ts';

const scopes = ['group:5', 'project:7'] as const;
const group = sampleEntry({ key: 1, kind: 'group', ref: 5, id: 5, scope: scopes[0], path: 'platform' });
const project = sampleEntry({ key: 2, kind: 'project', ref: 7, id: 7, scope: scopes[1], path: 'platform/web' });
const rows = [{ id: 1, iid: 1, project_id: 7, title: 'Broken link', state: 'opened' }];

/** The issues of a project, which were synced in `syncedIn`. */
async function issuesOf(syncedIn: string | null) {
  const list = fakeList(syncedIn === null ? [] : rows, { scope: project.scope });
  const answers = listAnswers<'issues'>(list);
  const completedAt = syncedIn === null ? null : Date.now() - hours(3);
  const state = { unreadable: 0, notReturned: 0, counts: {}, completedAt, syncedIn };
  const { default: Issues } = await loadPage('issues');
  return renderPage(Issues, {
    path: '/issues',
    world: {
      catalogue: [group, project],
      preferences: Preferences.parse({ scopes: { p1: { group: scopes[0], project: scopes[1], recent: [] } } }),
    },
    answers: {
      catalogue: { get: ({ scope }: { scope: string }) => [group, project].find((one) => one.scope === scope) ?? null },
      issues: { ...answers, summary: () => ({ ...state, live: list.rows.length }) },
    },
  });
}

test.each([
  ['group:5', 'Synced 3h ago as part of group platform'],
  ['', 'Synced 3h ago as part of the whole instance'],
])('a list of a project names the place whose sync covers it: %s', async (syncedIn, text) => {
  const { table, calls } = await issuesOf(syncedIn);
  await table();
  await expect.element(page.getByText(text)).toBeInTheDocument();
  await click(page.getByRole('toolbar').getByRole('button', { name: /^Sync issues of/ }));
  await eventually(() => expect(calls('jobs.sync')).toEqual([{ collection: 'issues', scope: syncedIn }]));
});

test('a sync of everything is offered beside the sync, with its reason', async () => {
  const { table, calls } = await issuesOf('group:5');
  await table();
  const name = 'Sync everything again. Also finds issues that are no longer returned';
  await click(page.getByRole('toolbar').getByRole('button', { name }));
  await eventually(() => expect(calls('jobs.sync')).toEqual([{ collection: 'issues', scope: 'group:5', full: true }]));
});

test('a list of a project that no sync covers says where its rows are synced, and syncs the group', async () => {
  const { calls } = await issuesOf(null);
  await expect.element(page.getByText('No issues of project platform/web synced yet.')).toBeVisible();
  const why = 'Issues are synced for a group or the whole instance, not for a single project.';
  await expect.element(page.getByText(why)).toBeVisible();
  await click(page.getByRole('main').getByRole('button', { name: 'Sync issues of group platform' }).last());
  await eventually(() => expect(calls('jobs.sync')).toEqual([{ collection: 'issues', scope: 'group:5' }]));
});
