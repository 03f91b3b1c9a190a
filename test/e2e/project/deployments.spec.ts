import { days, hours } from '#shared/time.ts';
import type { Platform } from '../../platform/platform.ts';
import { PROJECT_PATHS } from '../../platform/seed/groups.ts';
import { expectClean, goOffline } from '../by-keyboard.ts';
import { expect, test } from '../consoles.ts';

/** Two weeks of deployments of the private project; one runs for 26 hours. Returns the path of the page. */
function seed({ world }: Platform): string {
  const project = world.projects.lookup(PROJECT_PATHS.private);
  const [found] = world.deployments.filter(({ project_id: id }) => id === project?.id);
  if (project === undefined || found === undefined) throw new Error('no deployment');
  const { id: _, ...sample } = found;
  const statuses = ['success', 'success', 'failed', 'success', 'canceled', 'success'] as const;
  for (const [at, name] of ['production', 'staging', 'review/<b>x</b>\u202e'].entries()) {
    const environment =
      world.environments.byName(project.id, name) ??
      world.environments.add({ project_id: project.id, name, external_url: null, approval_rules: [] });
    const add = (hoursAgo: number, status: (typeof statuses)[number] | 'running'): void => {
      const created_at = Date.now() - hours(hoursAgo);
      world.deployments.add({
        ...sample,
        ...{ iid: world.deployments.nextIid(project.id), environment_id: environment.id, status, created_at },
        ...{ updated_at: created_at + 60_000, finished_at: status === 'running' ? null : created_at + 60_000 },
        job_id: at === 1 ? sample.job_id : null,
      });
    };
    for (let hoursAgo = days(13) / hours(1) - at * 5; hoursAgo > 28; hoursAgo -= 17 + at * 9)
      add(hoursAgo, statuses[Math.floor(hoursAgo) % statuses.length] ?? 'success');
    if (name === 'staging') add(26, 'running');
  }
  return `/p/${project.id}/deployments`;
}

test('deployments are shown on a time axis, found when they are stuck, and stay there offline', async ({
  window,
  simulator,
  network,
}) => {
  const path = seed(simulator);
  await expect(window.getByRole('heading', { level: 1 })).toBeVisible();
  await window.evaluate((to) => (location.hash = `#${to}`), path);
  await window
    .getByRole('button', { name: /^Sync deployments of / })
    .last()
    .click();
  const grid = window.getByRole('grid', { name: 'Deployments by environment and time' });
  await expect(grid.getByRole('rowheader', { name: 'production' })).toBeVisible();
  await expect(grid.getByRole('rowheader', { name: 'review/<b>x</b>⟨U+202E⟩' })).toBeVisible();
  await expect(window.getByRole('button', { name: /^oldest .* ago, staging$/ })).toBeVisible();

  // By keyboard: the newest mark of staging is the running one
  await grid.getByRole('rowheader', { name: 'production' }).focus();
  await window.keyboard.press('Enter');
  await expect(window.getByRole('heading', { name: 'production', exact: true, level: 2 })).toBeVisible();
  await expect(window.getByText(/^Deployed: /)).toBeVisible();
  await window.keyboard.press('Enter');
  await window.getByRole('button', { name: /^oldest .* ago, staging$/ }).focus();
  await window.keyboard.press('Enter');
  const panel = window.getByRole('complementary');
  const reason = panel.getByText(/It has been “(Created|Running)” for |the deployment is still “/);
  await expect(reason).toBeVisible();
  await expectClean(window, 'deployments');

  await goOffline(window, network);
  await window.reload();
  await expect(grid.getByRole('rowheader', { name: 'staging' })).toBeVisible();
  await expect(reason).toBeVisible();
  await expect(window).toHaveURL(new RegExp(`${path}/\\d+`));
  await window.getByRole('button', { name: /^Show \d+ deployments?$/ }).click();
  await expect(window.getByText('Running or created for more than (h)')).toBeVisible();
});

test.describe('in a small window', () => {
  test.use({ viewport: { width: 720, height: 450 } });

  test('the grid scrolls sideways, and the list has the same deployments', async ({ window, simulator }) => {
    const path = seed(simulator);
    await expect(window.getByRole('heading', { level: 1 })).toBeVisible();
    await window.evaluate((to) => (location.hash = `#${to}`), path);
    await window
      .getByRole('button', { name: /^Sync deployments of / })
      .last()
      .click();
    const grid = window.getByRole('grid', { name: 'Deployments by environment and time' });
    await expect(grid.getByRole('rowheader', { name: 'production' })).toBeVisible();
    await expectClean(window, 'deployments-small');
    await window.getByRole('button', { name: 'List', exact: true }).click();
    await expect(grid).toBeHidden();
    await expect(window.getByRole('row', { name: /production/ }).first()).toBeVisible();
    await window.reload();
    await expect(window.getByRole('button', { name: 'List', exact: true })).toHaveAttribute('aria-pressed', 'true');
  });
});

test('a job of a deployment opens its artifacts, and a loaded file stays there offline', async ({
  window,
  simulator,
  network,
}) => {
  const { jobs, pipelines } = simulator.world;
  const [job] = jobs.filter(({ artifacts }) => artifacts?.files.has('build.json') === true);
  const path = `/p/${pipelines.get(job?.pipeline_id ?? 0)?.project_id}/deployments/jobs/${job?.id}`;
  await expect(window.getByRole('heading', { level: 1 })).toBeVisible();
  await window.evaluate((to) => (location.hash = `#${to}`), path);
  await expect(window.getByText('The artifacts of this job were never synced.')).toBeVisible();
  await window.getByRole('button', { name: 'Sync the files', exact: true }).click();
  const tree = window.getByRole('tree', { name: 'Files in the archive' });
  await expect(tree.getByRole('treeitem', { name: /^dist/ })).toBeVisible();
  await tree.focus();
  await window.keyboard.press('End');
  await window.keyboard.press('Enter');
  await expect(window.getByText('Not stored on this computer.')).toBeVisible();
  await window.getByRole('button', { name: 'Load the file', exact: true }).click();
  const content = window.getByRole('region', { name: /^Content of / });
  await expect(content).toContainText('ok');
  await expectClean(window, 'artifacts');

  await goOffline(window, network);
  await window.reload();
  await tree.focus();
  await window.keyboard.press('End');
  await window.keyboard.press('Enter');
  await expect(content).toContainText('ok');
});
