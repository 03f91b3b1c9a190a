import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { click } from '../click.ts';
import RunnersPage from '../../../src-renderer/pages/runners/RunnersPage.svelte';
import { fakeRunners } from '../console/fake-runners.ts';
import { renderPage } from '../console/render-page.ts';
import { listAnswers } from '../fake-list.ts';
import { sampleConnection, sampleEntry } from '../samples.ts';

const project = sampleEntry({ key: 1, kind: 'project', id: 7, ref: 7, scope: 'project:7', path: 'acme/core' });
const elsewhere = page.getByText(/^40 are synced for git.corp.example\./);

test.each([
  ['online', sampleConnection()],
  ['offline', sampleConnection({ state: 'offline', reason: 'unreachable' })],
])(
  'a list that was never synced in a project says where rows are cached, and shows them: %s',
  async (_, connection) => {
    const { table, stores } = await renderPage(RunnersPage, {
      path: '/runners',
      answers: { runners: listAnswers<'runners'>(fakeRunners()) },
      world: { catalogue: [project], connection },
    });
    await table();
    await stores.scope.chooseAt('project:7');
    await expect.element(elsewhere).toBeVisible();
    await click(page.getByRole('button', { name: 'Show', exact: true }));
    await expect.poll(() => stores.scope.current).toBe('');
    await table();
    await expect.element(elsewhere).not.toBeInTheDocument();
  },
);

test('a list that was never synced in any scope links to no other scope', async () => {
  const { core } = await renderPage(RunnersPage, {
    path: '/runners',
    answers: { runners: listAnswers<'runners'>({ ...fakeRunners(), rows: [], readAt: {} }) },
    world: { catalogue: [project] },
  });
  await expect.element(page.getByText('No runners of git.corp.example synced yet.')).toBeVisible();
  expect(core.calls.filter(({ verb }) => verb === 'runners.summary')).toHaveLength(1);
  await expect.element(page.getByText(/synced for/)).not.toBeInTheDocument();
});

test('offline, a list that was never synced says so, and why it cannot be synced now', async () => {
  await renderPage(RunnersPage, {
    path: '/runners',
    answers: { runners: listAnswers<'runners'>({ ...fakeRunners(), rows: [], readAt: {} }) },
    world: { connection: sampleConnection({ state: 'offline', reason: 'connection-lost' }) },
  });
  await expect.element(page.getByText('No runners of git.corp.example synced yet.')).toBeVisible();
  await expect.element(page.getByText('The connection was lost.', { exact: true })).toBeVisible();
});
