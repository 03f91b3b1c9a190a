import type { Component } from 'svelte';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { Preferences } from '#shared/contract/host.ts';
import ActivityPage from '../../../src-renderer/pages/activity/ActivityPage.svelte';
import CataloguePage from '../../../src-renderer/pages/catalogue/CataloguePage.svelte';
import EnterpriseUsersPage from '../../../src-renderer/pages/enterprise-users/EnterpriseUsersPage.svelte';
import ExplorerPage from '../../../src-renderer/pages/explorer/ExplorerPage.svelte';
import ImportsPage from '../../../src-renderer/pages/imports/ImportsPage.svelte';
import PushRulesPage from '../../../src-renderer/pages/push-rules/PushRulesPage.svelte';
import RunnersPage from '../../../src-renderer/pages/runners/RunnersPage.svelte';
import { listAnswers } from '../fake-list.ts';
import { sampleConnection, sampleEntry, sampleJob } from '../samples.ts';
import { fakeRunners } from './fake-runners.ts';
import { renderPage } from './render-page.ts';

const connection = sampleConnection({ state: 'offline', reason: 'timed-out' });
const subgroup = sampleEntry({ id: 43, path: 'corp/platform' });
const chosen = Preferences.parse({ scopes: { p1: { group: subgroup.scope, project: null, recent: [] } } });
const pages: [string, Component, Partial<{ preferences: Preferences }>][] = [
  ['push rules without a group', PushRulesPage, {}],
  ['enterprise users of a subgroup', EnterpriseUsersPage, { preferences: chosen }],
  ['imports', ImportsPage, {}],
  ['API explorer', ExplorerPage, {}],
  ['activity', ActivityPage, {}],
  ['groups and projects', CataloguePage, {}],
];

for (const [name, component, world] of pages) {
  test(`offline, the page of ${name} shows the offline strip, as lists do`, async () => {
    const answers = { imports: { history: () => ({ entries: [], found: [], older: 0, isStatusOffered: null }) } };
    await renderPage(component, { world: { connection, catalogue: [subgroup], ...world }, answers });
    await expect
      .element(page.getByRole('status').filter({ hasText: /Offline: .*\s+.*didn’t respond in time/ }))
      .toBeVisible();
  });
}

const sync = sampleJob({
  ...{ kind: 'lists.crawl', input: { collection: 'runners', scope: '' } },
  ...{ estimatedRows: null, lanes: [] },
});
const retry = { state: 'waiting' as const, resumeAt: Date.now(), failure: { code: 'offline', message: 'x' } };

for (const [name, job] of Object.entries({ 'during an attempt': sync, 'between attempts': { ...sync, ...retry } })) {
  test(`a sync without a network shows that it waits, and no progress bar, ${name}`, async () => {
    const world = { connection, jobs: [job] };
    await renderPage(RunnersPage, {
      world,
      answers: { runners: listAnswers<'runners'>(fakeRunners()) },
      path: '/runners',
    });
    await expect.element(page.getByText('Sync of runners: Waiting for the network.')).toBeVisible();
    expect(page.getByRole('progressbar').elements()).toEqual([]);
  });

  test(`Activity shows a sync without a network as waiting, ${name}`, async () => {
    await renderPage(ActivityPage, { world: { connection, jobs: [job] }, path: '/activity' });
    const row = page.getByRole('listitem').filter({ hasText: 'Syncing runners' });
    await expect.element(row.getByText('Waiting', { exact: true })).toBeVisible();
    await expect.element(row.getByText('Waiting for the network.')).toBeVisible();
    expect(row.getByRole('progressbar').elements()).toEqual([]);
  });
}
