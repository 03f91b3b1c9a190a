import type { Page } from '@playwright/test';
import { hours } from '#shared/time.ts';
import type { Platform } from '../../platform/platform.ts';
import { PROJECT_PATHS } from '../../platform/seed/groups.ts';
import type { Deployment, DeploymentStatus } from '../../platform/world/deployments.ts';
import { expect, test } from '../consoles.ts';
import { dialog, openAt, undoLast } from './forms.ts';

const sample = (world: Platform['world']): Deployment => {
  const project = world.projects.lookup(PROJECT_PATHS.private);
  const [found] = world.deployments.filter(({ project_id: id }) => id === project?.id);
  if (found === undefined) throw new Error('no deployment');
  return found;
};

/** Replace the deployments of the private project by these, each created an hour after the one before. */
function seed({ world }: Platform, wanted: readonly (readonly [string, DeploymentStatus, 'with job'?])[]) {
  const { id: _, ...first } = sample(world);
  const [job] = world.jobs.filter(({ status, pipeline_id: of }) => {
    return status === 'success' && world.pipelines.get(of)?.project_id === first.project_id;
  });
  world.deployments.removeWhere(({ project_id: id }) => id === first.project_id);
  const rows = wanted.map(([name, status, hasJob], at) => {
    const environment =
      world.environments.byName(first.project_id, name) ??
      world.environments.add({ project_id: first.project_id, name, external_url: null, approval_rules: [] });
    const created_at = Date.now() - hours(100 - at);
    return world.deployments.add({
      ...first,
      ...{ iid: at + 1, environment_id: environment.id, status, created_at, updated_at: created_at },
      ...{ finished_at: null, job_id: hasJob === undefined ? null : (job?.id ?? null) },
    });
  });
  return { path: `/p/${first.project_id}/deployments`, projectId: first.project_id, rows };
}

async function openList(window: Page, path: string): Promise<void> {
  await openAt(window, path);
  await window
    .getByRole('button', { name: /^Sync deployments of / })
    .last()
    .click();
  await expect(window.getByRole('gridcell', { name: 'staging', exact: true }).first()).toBeVisible();
}
const panel = (window: Page) => window.getByRole('complementary');
const choose = (window: Page, label: string) => dialog(window).getByText(label, { exact: true }).click();
const statusOf = ({ world }: Platform, { id }: Deployment) => world.deployments.get(id)?.status;

test('a deployment is created; the status of another is changed and restored', async ({ window, simulator }) => {
  const { world } = simulator;
  const { path, projectId, rows } = seed(simulator, [
    ['staging', 'failed'],
    ['staging', 'success'],
  ]);
  const [failed] = rows as [Deployment];
  await openAt(window, `/p/${projectId}/code/branches`);
  await window
    .getByRole('button', { name: /^Sync branches of / })
    .last()
    .click();
  await expect(window.getByRole('row', { name: /main/ }).first()).toBeVisible();
  await openList(window, path);

  await test.step('a deployment of the last synced commit of a branch is created after its plan was shown', async () => {
    await window.getByRole('button', { name: 'Create deployment…' }).click();
    await dialog(window).getByLabel('Environment').fill('canary');
    await dialog(window).getByLabel('Branch or tag').fill('main');
    await dialog(window)
      .getByRole('button', { name: /^Use [\da-f]{8}, the last synced commit of main$/ })
      .click();
    const head = await dialog(window).getByLabel('Commit SHA').inputValue();
    await choose(window, 'Succeeded');
    await dialog(window).getByRole('button', { name: 'Create deployment' }).click();
    await expect(dialog(window).getByText(/Can’t be undone: the new deployment is the newest/)).toBeVisible();
    await dialog(window).getByRole('button', { name: 'Create deployment in canary' }).click();
    await expect(window.getByRole('rowheader', { name: 'canary' })).toBeVisible();
    const made = world.deployments.all().find(({ id }) => id > Math.max(...rows.map((row) => row.id)));
    expect(made).toMatchObject({ sha: head, ref: 'main', tag: false, status: 'success' });
  });

  await test.step('a status is changed in the panel, and the undo restores it', async () => {
    await openAt(window, `${path}/${failed.id}`);
    await panel(window).getByRole('button', { name: 'Change status…' }).click();
    await choose(window, 'Canceled');
    await dialog(window).getByRole('button', { name: 'Change status' }).click();
    await expect(panel(window).getByText('Canceled', { exact: true })).toBeVisible();
    expect(statusOf(simulator, failed)).toBe('canceled');
    await undoLast(window);
    await expect(panel(window).getByText('Failed', { exact: true })).toBeVisible();
    expect(statusOf(simulator, failed)).toBe('failed');
  });
});

test('stuck deployments are repaired with a canary, by the results of their jobs, and the undo restores what it can', async ({
  window,
  simulator,
}) => {
  const { path, rows } = seed(simulator, [
    ['staging', 'running', 'with job'],
    ['staging', 'running'],
    ['nightly', 'success'],
    ['production', 'created'],
  ]);
  const statuses = () => rows.map((row) => statusOf(simulator, row));
  const before = statuses();
  await openList(window, path);
  const repair = window.getByRole('button', { name: /^Repair \d+ deployments?…$/ });

  await test.step('the plan pauses after its first row, then goes on', async () => {
    await expect(repair).toHaveText('Repair 3 deployments…');
    await repair.click();
    await choose(window, 'Failed');
    await dialog(window).getByRole('button', { name: 'Repair deployments…' }).click();
    await dialog(window).getByLabel('Rows to apply first').fill('1');
    await dialog(window).getByRole('button', { name: 'Repair 3 deployments' }).click();
    await expect(dialog(window).getByText('First rows applied. Review, then continue.')).toBeVisible();
    expect(statuses().filter((status, at) => status !== before[at])).toHaveLength(1);
    await dialog(window)
      .getByRole('button', { name: /^Continue/ })
      .click();
    await expect(dialog(window).getByText('3 applied', { exact: true })).toBeVisible();
    expect(statuses()).toEqual(['success', 'failed', 'success', 'failed']);
  });

  await test.step('the finder is up to date, and the undo restores what it can', async () => {
    await expect(window.getByText('No deployment running or created for more than 6 h')).toBeVisible();
    await dialog(window).getByRole('button', { name: /^Undo/ }).click();
    await dialog(window)
      .getByRole('button', { name: /^Undo: Repair 2 deployments/ })
      .click();
    await expect(dialog(window).getByText('2 applied, 1 not sent')).toBeVisible();
    expect(statuses()).toEqual(['running', 'running', 'success', 'failed']);
    await window.keyboard.press('Escape');
    await expect(dialog(window)).toBeHidden();
    await expect(repair).toHaveText('Repair 2 deployments…');
  });
});
