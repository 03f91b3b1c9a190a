import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { days, toIso } from '#shared/time.ts';
import Environments from '../../../src-renderer/pages/summary/Environments.svelte';
import { render } from 'vitest-browser-svelte';
import '../../../src-renderer/styles/index.css';

const now = Date.now();
const deployment = (id: number, status: string, sha: string) => ({
  scope: 'project:7',
  row: { id, status, sha, ref: 'main', user: { name: 'Mei Tanaka' }, created_at: toIso(now - days(3)) },
});

/** `widthPx`: of the pane. The default is as beside the alarms in a window of 1,440 pixels. */
async function show(environment: string, widthPx = 755) {
  const environments = [
    {
      ...{ environment, deployments: 2, newest: deployment(2, 'blocked', 'b'.repeat(40)) },
      ...{ deployed: deployment(1, 'success', 'a'.repeat(40)), deployedAt: now - days(2) },
    },
  ];
  const news = { environments, total: 1, completedAt: now };
  const { container } = await render(Environments, { news: news as never, path: '/p/7/deployments' });
  container.style.cssText = `container: pane / inline-size; width: ${widthPx}px`;
}

test('an environment whose newest deployment is blocked names the commit that is deployed, and since when', async () => {
  await show('production');
  await expect.element(page.getByText(/^Deployed: aaaaaaaa, 2d ago, \w+ \d+, \d\d:\d\d$/)).toBeVisible();
  await expect.element(page.getByRole('cell', { name: 'bbbbbbbb' })).toBeVisible();
});

test.each([755, 675])('a long name of an environment is cut, and hides no column in %i pixels', async (widthPx) => {
  await show(`review/${'long-name-'.repeat(12)}`, widthPx);
  const table = page.getByRole('table').element();
  const scroll = table.parentElement;
  expect(scroll?.scrollWidth).toBe(scroll?.clientWidth);
  await expect.element(page.getByRole('cell', { name: 'Mei Tanaka' })).toBeVisible();
  await expect.element(page.getByTitle(/^review\/long-name-/)).toBeVisible();
});
