import type { Page } from '@playwright/test';
import type { Platform } from '../../platform/platform.ts';
import { PROJECT_PATHS } from '../../platform/seed/groups.ts';
import { goOffline, tabTo } from '../by-keyboard.ts';
import { expect, test } from '../consoles.ts';

const heading = (window: Page) => window.getByRole('heading', { level: 1 });
const grid = (window: Page) => window.getByRole('grid');
const button = (window: Page, name: string | RegExp) => window.getByRole('button', { name, exact: true }).last();
const notes = (window: Page) => window.getByRole('list', { name: 'Notes', exact: true });
const into = (window: Page) => window.getByRole('table', { name: /^Into this project/ }).getByRole('row');

async function open(window: Page, { id }: { id: number }, tab: string, title: string): Promise<void> {
  await window.evaluate((to) => (location.hash = to), `#/p/${id}/${tab}`);
  await expect(heading(window)).toHaveText(title);
}

/** A merge request with notes, and how many rows the pages show. */
function expectedOf(simulator: Platform) {
  const { deployments, mergeRequests, notes: all } = simulator.world;
  const project = simulator.world.projects.lookup(PROJECT_PATHS.private);
  if (project === undefined) throw new Error('no project');
  const isIn = (row: { project_id: number }) => row.project_id === project.id;
  const request = mergeRequests.find((row) => isIn(row) && all.on('MergeRequest', row.id).length > 0);
  if (request === undefined) throw new Error('no merge request has notes');
  return {
    project,
    request,
    deployments: deployments.filter(isIn).length,
    requests: mergeRequests.filter(isIn).length,
    notes: all.on('MergeRequest', request.id).length,
  };
}

/** Open the three pages, and sync them unless they were. */
async function read(window: Page, simulator: Platform, { sync }: { sync: boolean }): Promise<void> {
  const { project, request, ...counts } = expectedOf(simulator);
  await open(window, project, 'deployments', 'Deployments');
  if (sync) await button(window, /^Sync deployments of /).click();
  await expect(window.getByRole('toolbar').getByText(`${counts.deployments} deployments`)).toBeVisible();
  await open(window, project, 'merge-requests', 'Merge requests');
  if (sync) await window.keyboard.press('r');
  await expect(grid(window)).toHaveAttribute('aria-rowcount', String(counts.requests + 1));
  await open(window, project, `merge-requests/${request.iid}`, request.title);
  await expect(notes(window).locator(':scope > li').first()).toHaveAttribute('aria-setsize', String(counts.notes));
}

/** The reason why a control is disabled is shown when it has the focus. */
async function expectDisabled(window: Page, name: string | RegExp, reason: string): Promise<void> {
  await expect(button(window, name)).toHaveAttribute('aria-disabled', 'true');
  await tabTo(window, button(window, name));
  await expect(window.getByText(reason).first()).toBeVisible();
}

test('online, the pages are synced and changes are offered; offline, they are the same and say why nothing is sent', async ({
  window,
  simulator,
  network,
}) => {
  const { project } = expectedOf(simulator);
  await expect(heading(window)).toBeVisible();
  await read(window, simulator, { sync: true });
  await open(window, project, 'access/job-token', 'Job token scope');
  await button(window, 'Sync this project').click();
  await expect(into(window).filter({ hasText: 'Project entry' })).toHaveCount(1);
  await open(window, project, 'integrations/webhooks', 'Webhooks');
  await expect(button(window, 'Create webhook…')).not.toHaveAttribute('aria-disabled', 'true');

  await goOffline(window, network);
  await window.reload();
  const reason = 'Requires the network.';
  await expectDisabled(window, 'Create webhook…', reason);
  await read(window, simulator, { sync: false });
  await open(window, project, 'access/job-token', 'Job token scope');
  await expect(into(window).filter({ hasText: 'Project entry' })).toHaveCount(1);
  await open(window, project, 'integrations/mirrors', 'Remote mirrors');
  await expectDisabled(window, 'Create mirror…', reason);
});
