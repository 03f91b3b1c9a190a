import { days, hours, megabytes } from '#shared/time.ts';
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
  await expect(window.getByRole('button', { name: /^oldest: .* ago, staging$/ })).toBeVisible();

  // By keyboard: the newest mark of staging is the running one
  await grid.getByRole('rowheader', { name: 'production' }).focus();
  await window.keyboard.press('Enter');
  await expect(window.getByRole('heading', { name: 'production', exact: true, level: 2 })).toBeVisible();
  await expect(window.getByText(/^Deployed: /)).toBeVisible();
  await window.keyboard.press('Enter');
  await window.getByRole('button', { name: /^oldest: .* ago, staging$/ }).focus();
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
  expect(await panel.locator('.body').evaluate(isScrolled)).toBe(false);
  await window.setViewportSize({ width: 1280, height: 800 });
  await panel.getByRole('tab', { name: /^Approvals/ }).click();
  await expect(panel.getByText('Maintainers: 1 of 1')).toBeVisible();
  await expect(panel.getByRole('listitem').filter({ hasText: 'Maintainer of the Cast' })).toHaveText(
    /approved .* ago\s*Looks good/,
  );
  await expect(panel.getByText('Owner of the Cast: 0 of 1')).toBeVisible();
  await expectClean(window, 'deployment-approvals');
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
    await expect(window.getByRole('textbox', { name: 'Hours', exact: true })).toBeInViewport({ ratio: 1 });
    await expect(window.getByRole('button', { name: /^Show \d+ deployments?$/ })).toBeInViewport({ ratio: 1 });
    const bars = window.locator('[role="toolbar"], .strip');
    expect(await bars.evaluateAll((all) => all.every((bar) => bar.scrollWidth <= bar.clientWidth))).toBe(true);
    await window.getByRole('button', { name: 'List', exact: true }).click();
    await expect(grid).toBeHidden();
    await expect(window.getByRole('row', { name: /production/ }).first()).toBeVisible();
    await window.reload();
    await expect(window.getByRole('button', { name: 'List', exact: true })).toHaveAttribute('aria-pressed', 'true');
  });
});

test('the time range and the age of stuck deployments are in the address, and saved as the default', async ({
  window,
  simulator,
}) => {
  const path = seed(simulator);
  await expect(window.getByRole('heading', { level: 1 })).toBeVisible();
  await window.evaluate((to) => (location.hash = `#${to}?days=30&hours=12`), path);
  const range = window.getByRole('combobox', { name: 'Time range', exact: true });
  const age = window.getByRole('textbox', { name: 'Hours', exact: true });
  await expect(range).toHaveValue('30');
  await expect(age).toHaveValue('12');
  await range.selectOption('7');
  await expect(window).toHaveURL(new RegExp(`${path}\\?days=7&hours=12$`));
  await age.fill('13');
  await window.keyboard.press('Enter');
  await expect(window).toHaveURL(/hours=13$/);
  await window.reload();
  await expect(range).toHaveValue('7');
  await expect(age).toHaveValue('13');

  // Another project: what was chosen is the default, and an invalid number of hours in a link is reported
  const other = simulator.world.projects.lookup(PROJECT_PATHS.public)?.id ?? 0;
  await window.evaluate((id) => (location.hash = `#/p/${id}/deployments`), other);
  await expect(window).toHaveURL(new RegExp(`/p/${other}/deployments$`));
  await expect(range).toHaveValue('7');
  await expect(age).toHaveValue('13');
  await window.evaluate((id) => (location.hash = `#/p/${id}/deployments?hours=-3`), other);
  await expect(window.getByText(/^The address has an invalid number of hours: “-3”\..* 13 h\.$/)).toBeVisible();
});

test('a job of a deployment opens its artifacts, and a loaded file stays there offline', async ({
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

  await goOffline(window, network);
  await window.reload();
  await tree.focus();
  await window.keyboard.press('End');
  await window.keyboard.press('Enter');
  await expect(content).toContainText('ok');

  await window.evaluate((to) => (location.hash = `#${to}`), path);
  await expect(panel.getByRole('heading', { name: 'Artifacts', exact: true })).toBeVisible();
  await expect(panel.getByText('dist/', { exact: true })).toBeVisible();
  await expect(panel.getByText(/^\d+ files, \d/)).toBeVisible();
});

test('a download shows its progress, is canceled by keyboard, and a broken one says what to do', async ({
  window,
  simulator,
}) => {
  const { jobs, pipelines } = simulator.world;
  const [job] = jobs.filter(({ artifacts }) => artifacts?.files.has('build.json') === true);
  if (!job?.artifacts) throw new Error('no job with artifacts');
  const content = Buffer.alloc(megabytes(4), 'a');
  Object.assign(job.artifacts, { files: new Map([['large.txt', { content, mode: '100644' }]]) });
  const match = 'GET /projects/:id/jobs/:job_id/artifacts/*artifact_path';
  const end = simulator.faults.add({ kind: 'drip', bytes: 8_192, everyMs: 20, match });
  await expect(window.getByRole('heading', { level: 1 })).toBeVisible();
  await window.evaluate(
    (to) => (location.hash = `#${to}`),
    `/p/${pipelines.get(job.pipeline_id)?.project_id}/deployments/jobs/${job.id}`,
  );
  await window.getByRole('button', { name: 'Sync the files', exact: true }).click();
  const tree = window.getByRole('tree', { name: 'Files in the archive' });
  await tree.getByRole('treeitem', { name: /^large\.txt/ }).click();
  const load = window.getByRole('button', { name: 'Download the file', exact: true });
  await load.focus();
  await window.keyboard.press('Enter');
  const list = window.getByRole('region', { name: 'Downloads', exact: true });
  await expect(list.getByText(/^\d[\d.]* [KM]B of 4 MB$/)).toBeVisible();
  await expect(list.getByRole('progressbar', { name: 'Download of large.txt', exact: true })).toBeVisible();
  await expectClean(window, 'download');
  await list.getByRole('button', { name: 'Cancel the download of large.txt', exact: true }).focus();
  await window.keyboard.press('Enter');
  await expect(list).toBeHidden();
  await expect(window.getByText('Not stored on this computer.')).toBeVisible();
  end();

  simulator.faults.add({ kind: 'half-body', match });
  await load.focus();
  await window.keyboard.press('Enter');
  await expect(window.getByText(/The connection was lost\. Check the network, then retry\./)).toBeVisible();
  await expect(window.getByText('Not stored on this computer.')).toBeVisible();
});

test('artifacts that a person keeps are stored by a pin of the project, and saved offline', async ({
  window,
  simulator,
  network,
}) => {
  const { jobs, pipelines } = simulator.world;
  const [job] = jobs.filter(({ artifacts }) => artifacts?.files.has('build.json') === true);
  const path = `/p/${pipelines.get(job?.pipeline_id ?? 0)?.project_id}/deployments/jobs/${job?.id}`;
  await expect(window.getByRole('heading', { level: 1 })).toBeVisible();
  await window.evaluate((to) => (location.hash = `#${to}`), path);
  await window.getByRole('button', { name: 'Keep the archive offline', exact: true }).focus();
  await window.keyboard.press('Enter');
  const kept = window.getByRole('region', { name: 'Kept offline', exact: true });
  await expect(kept.getByRole('listitem')).toHaveText([/^\s*Archive\s+job \d+\s+not stored/]);
  await kept.getByRole('button', { name: 'Pin…', exact: true }).focus();
  await window.keyboard.press('Enter');
  const dialog = window.getByRole('dialog');
  await expect(dialog.getByRole('checkbox', { name: /^Files/ })).toBeChecked();
  await expect(dialog.getByText(/^Total: /)).toBeVisible();
  await dialog.getByRole('button', { name: 'Pin', exact: true }).focus();
  await window.keyboard.press('Enter');
  await expect(kept.getByRole('listitem')).toHaveText([/^\s*Archive\s+job \d+\s+\d/]);
  await expect(kept.getByRole('button', { name: 'Pin…', exact: true })).toBeHidden();
  await window.getByRole('link', { name: 'Artifacts of other jobs', exact: true }).focus();
  await window.keyboard.press('Enter');
  await window.getByLabel('Branch or tag', { exact: true }).fill('main');
  await window.getByLabel('Job name', { exact: true }).fill('build');
  await window.getByLabel('Path of one file (optional)', { exact: true }).fill('build.json');
  await window.getByRole('button', { name: 'Keep offline', exact: true }).focus();
  await window.keyboard.press('Enter');
  await expect(kept.getByRole('listitem').nth(1)).toHaveText(/build\.json\s+latest job build of main\s+\d/);
  await expectClean(window, 'kept-artifacts');

  await goOffline(window, network);
  await window.reload();
  await kept.getByRole('button', { name: 'Save build.json, latest job build of main…', exact: true }).focus();
  const saved = window.waitForEvent('download');
  await window.keyboard.press('Enter');
  await window.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).focus();
  await window.keyboard.press('Enter');
  expect((await saved).suggestedFilename()).toBe('build.json');
  await kept.getByRole('button', { name: /^Stop keeping Archive, / }).focus();
  await window.keyboard.press('Enter');
  await expect(kept.getByRole('listitem')).toHaveCount(1);
});

test('artifacts are opened by the ID of any job and by branch and job name, and an opened file stays there offline', async ({
  window,
  simulator,
  network,
}) => {
  const { jobs, pipelines } = simulator.world;
  const [job] = jobs.filter(({ artifacts }) => artifacts?.files.has('build.json') === true);
  const path = `/p/${pipelines.get(job?.pipeline_id ?? 0)?.project_id}/deployments`;
  await expect(window.getByRole('heading', { level: 1 })).toBeVisible();
  await window.evaluate((to) => (location.hash = `#${to}`), `${path}/artifacts`);
  const id = window.getByLabel('Job ID', { exact: true });
  await id.fill('1.5');
  await window.keyboard.press('Enter');
  await expect(window.getByText('Enter a job ID, for example 4711.')).toBeVisible();
  const ref = window.getByLabel('Branch or tag', { exact: true });
  await ref.fill('HEAD');
  await expect(window.getByText(/^The API doesn’t support HEAD here\./)).toBeVisible();
  await ref.fill('main');
  await window.getByLabel('Job name', { exact: true }).fill('build');
  await window.getByLabel('Path of one file (optional)', { exact: true }).fill('build.json');
  await window.keyboard.press('Enter');
  await window.getByRole('button', { name: 'Download the file', exact: true }).focus();
  await window.keyboard.press('Enter');
  const content = window.getByRole('textbox', { name: 'Content of build.json', exact: true });
  await expect(content).toContainText('ok');
  await expectClean(window, 'artifacts-start');

  await goOffline(window, network);
  await window.reload();
  await expect(ref).toHaveValue('main');
  await expect(content).toContainText('ok');
  await id.fill(String(job?.id));
  await window.keyboard.press('Enter');
  await expect(window.getByRole('heading', { name: `Artifacts of job ${job?.id}`, exact: true })).toBeVisible();
  await expect(window.getByText('The artifacts of this job have never been synced.')).toBeVisible();
});
