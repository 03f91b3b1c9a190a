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
  core.emit('jobs', 'changed', { jobs: [elsewhere, sampleJob({ id: 'j2', rows: 5 })] });
  await expect.element(page.getByRole('listitem')).toMatchTextContent(/^Syncing users /);
});
