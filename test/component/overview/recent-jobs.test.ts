import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import RecentJobs from '../../../src-renderer/pages/overview/RecentJobs.svelte';
import { renderPage } from '../console/render-page.ts';
import { sampleJob, sampleProfile } from '../samples.ts';

test('the overview lists the jobs of the open instance only', async () => {
  const profiles = [sampleProfile(), sampleProfile({ id: 'p2', name: 'Staging' })];
  const elsewhere = sampleJob({ state: 'done', finishedAt: Date.now(), profileId: 'p2' });
  const { core } = await renderPage(RecentJobs, { world: { profiles, jobs: [elsewhere] } });
  await expect.element(page.getByText('No jobs for this instance yet.')).toBeVisible();
  core.emit('jobs', 'changed', { jobs: [elsewhere, sampleJob({ id: 'j2', rows: 5 })], removed: [] });
  await expect.element(page.getByRole('listitem')).toMatchTextContent(/^Syncing users /);
});

test('a change of one job leaves the others as they are, and a job that is no longer listed disappears', async () => {
  const running = sampleJob({ id: 'j1', rows: 5 });
  const queued = sampleJob({ id: 'j2', kind: 'keys.lookup', state: 'queued' });
  const { core } = await renderPage(RecentJobs, { world: { jobs: [running, queued] } });
  const looking = page.getByRole('listitem').filter({ hasText: 'Looking up keys' });
  await expect.element(looking).toMatchTextContent(/Queued/);
  core.emit('jobs', 'changed', { jobs: [{ ...running, state: 'failed', finishedAt: Date.now() }], removed: [] });
  await expect.element(page.getByRole('listitem').filter({ hasText: 'Failed' })).toBeVisible();
  await expect.element(looking).toMatchTextContent(/Queued/);
  core.emit('jobs', 'changed', { jobs: [], removed: ['j2'] });
  await expect.element(looking).not.toBeInTheDocument();
  expect(page.getByRole('listitem').elements()).toHaveLength(1);
});
