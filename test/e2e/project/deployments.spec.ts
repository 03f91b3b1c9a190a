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

test('deployments are shown on a time axis and as a list, found when they are stuck, and stay there offline, in a small window too', async ({
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
  await expect(window.getByRole('button', { name: /^oldest: .*, staging$/ })).toBeVisible();

  // By keyboard: the newest mark of staging is the running one
  await grid.getByRole('rowheader', { name: 'production' }).focus();
  await window.keyboard.press('Enter');
  await expect(window.getByRole('heading', { name: 'production', exact: true, level: 2 })).toBeVisible();
  await expect(window.getByText(/^Deployed: /)).toBeVisible();
  await window.keyboard.press('Enter');
  await window.getByRole('button', { name: /^oldest: .*, staging$/ }).focus();
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

  // The approvals of a deployment that waits for one
  const blocked = simulator.world.deployments.find(
    ({ project_id: id, status }) => path === `/p/${id}/deployments` && status === 'blocked',
  );
  await window.evaluate((to) => (location.hash = `#${to}`), `${path}/${blocked?.id}`);
  // Only the tab scrolls, not the panel around it
  await window.setViewportSize({ width: 1024, height: 500 });
  const isScrolled = ({ scrollHeight, clientHeight }: HTMLElement): boolean => scrollHeight > clientHeight + 1;
  expect(await panel.getByRole('tabpanel').evaluate(isScrolled)).toBe(true);
  expect(await panel.locator('> .scroll-area').evaluate(isScrolled)).toBe(false);
  await window.setViewportSize({ width: 1280, height: 800 });
  await panel.getByRole('tab', { name: /^Approvals/ }).click();
  await expect(panel.getByText('Maintainers: 1 of 1')).toBeVisible();
  await expect(panel.getByRole('listitem').filter({ hasText: 'Daniel Okafor' })).toHaveText(/approved .*\s*Looks good/);
  await expect(panel.getByText('Clara Jensen: 0 of 1')).toBeVisible();
  await expectClean(window, 'deployment-approvals');

  await panel.getByRole('button', { name: 'Close' }).press('Enter');
  await window.getByRole('button', { name: 'Show all deployments' }).press('Enter');
  await window.setViewportSize({ width: 720, height: 450 });
  await expect(grid.getByRole('rowheader', { name: 'production' })).toBeVisible();
  await expect(window.getByRole('textbox', { name: 'Hours', exact: true })).toBeInViewport({ ratio: 1 });
  await expect(window.getByRole('button', { name: /^Show \d+ deployments?$/ })).toBeInViewport({ ratio: 1 });
  const bars = window.locator('[role="toolbar"], .strip');
  expect(await bars.evaluateAll((all) => all.every((bar) => bar.scrollWidth <= bar.clientWidth))).toBe(true);
  await window.getByRole('button', { name: 'List', exact: true }).press('Enter');
  await expect(grid).toBeHidden();
  await expect(window.getByRole('row', { name: /production/ }).first()).toBeVisible();
  await window.reload();
  await expect(window.getByRole('button', { name: 'List', exact: true })).toHaveAttribute('aria-pressed', 'true');
});

test('a job of a deployment opens its artifacts; a loaded file, and artifacts that a pin keeps, stay there offline', async ({
  window,
  simulator,
  network,
}) => {
  const { jobs, pipelines, deployments } = simulator.world;
  const [job] = jobs.filter(({ artifacts }) => artifacts?.files.has('build.json') === true);
  const projectId = pipelines.get(job?.pipeline_id ?? 0)?.project_id;
  const [deployment] = deployments.filter(({ project_id: id }) => id === projectId);
  if (job === undefined || deployment === undefined) throw new Error('no deployment of a project with artifacts');
  deployment.job_id = job.id;
  const path = `/p/${projectId}/deployments/${deployment.id}`;
  const artifacts = `/p/${projectId}/deployments/jobs/${job.id}`;
  const kept = window.getByRole('region', { name: 'Kept offline', exact: true });
  await expect(window.getByRole('heading', { level: 1 })).toBeVisible();
  await window.evaluate((to) => (location.hash = `#${to}`), path);
  await window
    .getByRole('button', { name: /^Sync deployments of / })
    .last()
    .click();
  const panel = window.getByRole('complementary');
  await expect(panel.getByText('The artifacts of this job have never been synced.')).toBeVisible();
  await panel.getByRole('link', { name: 'Open artifacts', exact: true }).focus();
  await window.keyboard.press('Enter');
  await expect(window.getByRole('heading', { name: `Artifacts of job ${job.id}`, exact: true })).toBeVisible();
  await window.getByRole('button', { name: 'Sync the files', exact: true }).click();
  const tree = window.getByRole('tree', { name: 'Files in the archive' });
  await expect(tree.getByRole('treeitem', { name: /^dist/ })).toBeVisible();
  await tree.focus();
  await window.keyboard.press('End');
  await window.keyboard.press('Enter');
  await expect(window.getByText('Not stored on this computer.')).toBeVisible();
  await window.getByRole('button', { name: 'Download the file', exact: true }).click();
  const content = window.getByRole('textbox', { name: /^Content of / });
  await expect(content).toContainText('ok');

  await test.step('artifacts that a person keeps are stored by a pin of the project', async () => {
    await window.getByRole('button', { name: 'Keep the archive offline', exact: true }).press('Enter');
    await expect(kept.getByRole('listitem')).toHaveText([/^\s*Archive\s+job \d+\s+not stored/]);
    await kept.getByRole('button', { name: 'Pin…', exact: true }).press('Enter');
    const dialog = window.getByRole('dialog');
    await expect(dialog.getByRole('checkbox', { name: /^Files/ })).toBeChecked();
    await expect(dialog.getByText(/^Total: /)).toBeVisible();
    await dialog.getByRole('button', { name: 'Pin', exact: true }).press('Enter');
    await expect(kept.getByRole('listitem')).toHaveText([/^\s*Archive\s+job \d+\s+\d/]);
    await expect(kept.getByRole('button', { name: 'Pin…', exact: true })).toBeHidden();
    await window.getByRole('link', { name: 'Artifacts of other jobs', exact: true }).press('Enter');
    await window.getByLabel('Branch or tag', { exact: true }).fill('main');
    await window.getByLabel('Job name', { exact: true }).fill('build');
    await window.getByLabel('Path of one file (optional)', { exact: true }).fill('build.json');
    await window.getByRole('button', { name: 'Keep offline', exact: true }).press('Enter');
    await expect(kept.getByRole('listitem').nth(1)).toHaveText(/build\.json\s+latest job build of main\s+\d/);
    await expectClean(window, 'kept-artifacts');
  });

  await goOffline(window, network);
  await window.reload();
  await expect(window.getByLabel('Branch or tag', { exact: true })).toHaveValue('main');
  await window.getByLabel('Job name', { exact: true }).press('Enter');
  await expect(window.getByRole('textbox', { name: 'Content of build.json', exact: true })).toContainText('ok');
  const saved = window.waitForEvent('download');
  await kept.getByRole('button', { name: 'Save build.json, latest job build of main…', exact: true }).press('Enter');
  await window.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).press('Enter');
  expect((await saved).suggestedFilename()).toBe('build.json');
  await kept.getByRole('button', { name: /^Stop keeping Archive, / }).press('Enter');
  await expect(kept.getByRole('listitem')).toHaveCount(1);

  await window.evaluate((to) => (location.hash = `#${to}`), artifacts);
  await tree.focus();
  await window.keyboard.press('End');
  await window.keyboard.press('Enter');
  await expect(content).toContainText('ok');

  await window.evaluate((to) => (location.hash = `#${to}`), path);
  await expect(panel.getByRole('heading', { name: 'Artifacts', exact: true })).toBeVisible();
  await expect(panel.getByText('dist/', { exact: true })).toBeVisible();
  await expect(panel.getByText(/^\d+ files, \d/)).toBeVisible();
});
