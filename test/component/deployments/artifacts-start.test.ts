import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { click, fill } from '../click.ts';
import { Preferences } from '#shared/contract/host.ts';
import DeploymentsPage from '../../../src-renderer/pages/deployments/DeploymentsPage.svelte';
import { renderPage } from '../console/render-page.ts';
import { sampleEntry } from '../samples.ts';

const scope = 'project:7';
const base = '/p/7/deployments';
const project = sampleEntry({ key: 2, kind: 'project', ref: 7, id: 7, scope, path: 'platform/web' });

async function show(query = ''): Promise<void> {
  const jobs = [
    { jobId: 12, name: 'build', ref: 'main', status: 'running', environment: null, treeAt: null },
    { jobId: 11, name: null, ref: null, status: null, environment: null, treeAt: 1 },
  ];
  await page.viewport(1440, 900);
  await renderPage(DeploymentsPage, {
    path: `${base}/artifacts${query}`,
    props: { base },
    world: {
      catalogue: [project],
      preferences: Preferences.parse({ scopes: { p1: { group: null, project: scope, recent: [] } } }),
    },
    answers: {
      artifactFiles: {
        knownJobs: () => ({ jobs }),
        chosen: () => ({ artifacts: [] }),
        content: () => ({ content: null, sizeBytes: null }),
      },
    },
  });
}

test('a known job shows its branch, its status and whether its files are synced', async () => {
  await show();
  const known = page.getByRole('region', { name: 'Known jobs' }).getByRole('listitem');
  await expect.element(known.first()).toHaveTextContent('build (job 12) main · running · no files stored');
  await expect.element(known.last()).toHaveTextContent('Job 11 files synced');
});

test('the field of the job token is as wide as the fields above it', async () => {
  await show();
  const widthOf = (name: string): number => page.getByLabelText(name).element().getBoundingClientRect().width;
  await expect.element(page.getByLabelText('Job token (optional)')).toBeVisible();
  expect(widthOf('Job token (optional)')).toBe(widthOf('Branch or tag'));
});

test.each(['Branch or tag', 'Job name', 'Path of one file (optional)'])(
  'an open file is closed when another value is entered in “%s”, because the fields no longer name it',
  async (label) => {
    await show('?ref=main&job=build&path=report.txt');
    const file = page.getByRole('region', { name: 'File', exact: true });
    await expect.element(file.getByText('report.txt')).toBeVisible();
    await fill(page.getByLabelText(label), 'other');
    await expect.element(file).not.toBeInTheDocument();
    await click(page.getByRole('button', { name: 'Open the file' }));
    await expect.element(file).toBeVisible();
  },
);
