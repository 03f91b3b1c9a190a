import type { Page } from '@playwright/test';
import { hours } from '#shared/time.ts';
import type { Platform } from '../../platform/platform.ts';
import { PROJECT_PATHS } from '../../platform/seed/groups.ts';
import type { Deployment, DeploymentStatus } from '../../platform/world/deployments.ts';
import { expectClean, goOffline } from '../by-keyboard.ts';
import { expect, setReadOnly, test } from '../consoles.ts';
import { dialog, openAt, runCommand, undoLast } from './forms.ts';

const sample = (world: Platform['world']): Deployment => {
  const project = world.projects.lookup(PROJECT_PATHS.private);
  const [found] = world.deployments.filter(({ project_id: id }) => id === project?.id);
  if (found === undefined) throw new Error('no deployment');
  return found;
};

/** Only these deployments of the private project, each created an hour after the one before. */
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
  await expect(window.getByRole('gridcell', { name: '#1' }).or(window.getByText('main').first())).toBeVisible();
}
const panel = (window: Page) => window.getByRole('complementary');
const choose = (window: Page, label: string) => dialog(window).getByText(label, { exact: true }).click();
const statusOf = ({ world }: Platform, { id }: Deployment) => world.deployments.get(id)?.status;

test('a deployment is created, its status is changed and restored, and it is deleted and created again', async ({
  window,
  simulator,
}) => {
  const { world } = simulator;
  const { path, projectId, rows } = seed(simulator, [
    ['staging', 'failed'],
    ['staging', 'running'],
    ['staging', 'success'],
    ['production', 'success'],
  ]);
  const [failed, running, newest] = rows as [Deployment, Deployment, Deployment];
  const project = world.projects.get(projectId);
  if (project === undefined) throw new Error('no project');
  await openAt(window, `/p/${projectId}/code/branches`);
  await window
    .getByRole('button', { name: /^Sync branches of / })
    .last()
    .click();
  await expect(window.getByRole('row', { name: /main/ }).first()).toBeVisible();
  await openList(window, path);

  await test.step('bad input is explained at its field, and nothing is sent', async () => {
    await window.getByRole('button', { name: 'Create deployment…' }).click();
    await dialog(window).getByLabel('Commit SHA').fill('main');
    await dialog(window).getByRole('button', { name: 'Create deployment' }).click();
    for (const text of [
      'Enter the name of the environment.',
      'Enter the branch or tag that was deployed.',
      /^Enter a commit SHA\. /,
      'Choose a status.',
    ])
      await expect(dialog(window).getByText(text)).toBeVisible();
    await expectClean(window, 'deployments-create');
    await window.setViewportSize({ width: 720, height: 450 });
    await expect(dialog(window).getByRole('button', { name: 'Create deployment' })).toBeInViewport({ ratio: 1 });
    await expectClean(window, 'deployments-create-small');
    await window.setViewportSize({ width: 1280, height: 800 });
    expect(simulator.requests.count('POST /projects/:id/deployments')).toBe(0);
  });

  await test.step('an unknown commit is refused with the error at its field; a known one is accepted', async () => {
    await dialog(window).getByLabel('Environment').fill('canary');
    await expect(dialog(window).getByText(/^No synced deployment is in an environment/)).toBeVisible();
    await dialog(window).getByLabel('Branch or tag').fill('main');
    await dialog(window).getByLabel('Commit SHA').fill('0123456789abcdef');
    await choose(window, 'Succeeded');
    await dialog(window).getByRole('button', { name: 'Create deployment' }).click();
    await expect(dialog(window).getByText(/Can’t be undone: the newest deployment/)).toBeVisible();
    await dialog(window).getByRole('button', { name: 'Create a deployment in canary' }).click();
    await dialog(window).getByRole('button', { name: 'Close' }).last().click();
    await expect(dialog(window).getByText(/^No commit of this project has the SHA 0123456789abcdef\./)).toBeVisible();
    await dialog(window).getByLabel('Commit SHA').fill('');
    await dialog(window).getByLabel('Branch or tag').fill('main');
    await dialog(window)
      .getByRole('button', { name: /^Use [\da-f]{8}, the last synced commit of main$/ })
      .click();
    const head = await dialog(window).getByLabel('Commit SHA').inputValue();
    await dialog(window).getByRole('button', { name: 'Create deployment' }).click();
    await dialog(window).getByRole('button', { name: 'Create a deployment in canary' }).click();
    await expect(dialog(window)).toBeHidden();
    await expect(window.getByRole('rowheader', { name: 'canary' })).toBeVisible();
    const made = world.deployments.all().find(({ id }) => id > Math.max(...rows.map((row) => row.id)));
    expect(made).toMatchObject({ sha: head, ref: 'main', tag: false, status: 'success' });
  });

  await test.step('a status is changed in the panel, and the undo restores it', async () => {
    await openAt(window, `${path}/${failed.id}`);
    await panel(window).getByRole('button', { name: 'Change status…' }).click();
    await choose(window, 'Canceled');
    await expectClean(window, 'deployments-status');
    await dialog(window).getByRole('button', { name: 'Change status' }).click();
    await expect.poll(() => statusOf(simulator, failed)).toBe('canceled');
    await expect(panel(window).getByText('Canceled', { exact: true })).toBeVisible();
    await undoLast(window);
    await expect.poll(() => statusOf(simulator, failed)).toBe('failed');
    await expect(panel(window).getByText('Failed', { exact: true })).toBeVisible();
  });

  await test.step('the newest and a running one can’t be deleted, with the reason', async () => {
    await openAt(window, `${path}/${newest.id}`);
    const remove = panel(window).getByRole('button', { name: 'Delete…' });
    await expect(panel(window).getByText(/^The newest deployment of staging can’t be deleted/)).toBeVisible();
    await expect(remove).toHaveAttribute('aria-disabled', 'true');
    await remove.focus();
    await expect(remove).toBeFocused();
    await openAt(window, `${path}/${running.id}`);
    await expect(panel(window).getByText(/^A running deployment can’t be deleted/)).toBeVisible();
    await window.setViewportSize({ width: 1024, height: 700 });
    await panel(window).getByRole('button', { name: 'Change status…' }).scrollIntoViewIfNeeded();
    await expectClean(window, 'deployments-panel');
    await window.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step('an old one is deleted with a plan, and the undo creates it again as the newest', async () => {
    await openAt(window, `${path}/${failed.id}`);
    await panel(window).getByRole('button', { name: 'Delete…' }).click();
    await expect(dialog(window).getByText(/^Undo creates new records/)).toBeVisible();
    await dialog(window).getByRole('button', { name: 'Delete 1 deployment' }).click();
    await expect.poll(() => statusOf(simulator, failed)).toBeUndefined();
    await expect(dialog(window)).toBeHidden();
    await undoLast(window);
    await dialog(window).getByRole('button', { name: 'Undo 1 change' }).click();
    const recreated = () => world.deployments.of(projectId).find(({ status }) => status === 'failed');
    await expect
      .poll(recreated)
      .toMatchObject({ environment_id: failed.environment_id, sha: failed.sha, job_id: null });
    await expect(dialog(window)).toBeHidden();
  });

  await test.step('in bulk, those that can’t be deleted are left out with their number, and statuses are set', async () => {
    await openAt(window, path);
    await window.getByRole('button', { name: 'List', exact: true }).click();
    await window.getByRole('checkbox', { name: 'Select the visible rows' }).check();
    await runCommand(window, 'Change the status of 5 deployments…');
    await choose(window, 'Succeeded');
    await dialog(window).getByRole('button', { name: 'Change status' }).click();
    await expect(dialog(window).getByText('3 of 5 already set; skipped.')).toBeVisible();
    await window.keyboard.press('Escape');
    await expect(dialog(window).getByRole('button', { name: 'Change status' })).toBeVisible();
    await window.keyboard.press('Escape');
    await expect(dialog(window)).toBeHidden();

    await runCommand(window, 'Delete 5 deployments…');
    await expect(
      dialog(window).getByText(/^1 running deployment and 3 newest deployments of environments are left out\./),
    ).toBeVisible();
    await expectClean(window, 'deployments-delete');
    await dialog(window).getByRole('button', { name: 'Delete 1 deployment' }).click();
    await expect.poll(() => statusOf(simulator, newest)).toBeUndefined();
    await expect(dialog(window)).toBeHidden();
    expect(world.deployments.of(projectId)).toHaveLength(4);
  });
});

test('stuck deployments are repaired with a canary, by the results of their jobs, and the undo restores them', async ({
  window,
  simulator,
  network,
}) => {
  const { path, rows } = seed(simulator, [
    ['staging', 'running', 'with job'],
    ['staging', 'running'],
    ['production', 'running'],
    ['nightly', 'success'],
    ['production', 'created'],
  ]);
  const statuses = () => rows.map((row) => statusOf(simulator, row));
  const before = statuses();
  await openList(window, path);
  const repair = window.getByRole('button', { name: /^Repair \d+ deployments?…$/ });

  await test.step('a status is required for those without a result', async () => {
    await expect(repair).toHaveText('Repair 4 deployments…');
    await repair.click();
    await expect(dialog(window).getByText('1 deployment: the job succeeded')).toBeVisible();
    await expect(dialog(window).getByText('3 deployments: no job, or its result isn’t known')).toBeVisible();
    await dialog(window).getByRole('button', { name: 'Show plan' }).click();
    await expect(dialog(window).getByText('Choose a status.')).toBeVisible();
    await expectClean(window, 'deployments-repair');
    await choose(window, 'Failed');
    await dialog(window).getByRole('button', { name: 'Show plan' }).click();
    await expect(
      dialog(window).getByText(/^Undo can’t restore the status of 1 deployment that is “created” now\./),
    ).toBeVisible();
  });

  await test.step('the plan pauses after its first row, then goes on', async () => {
    await dialog(window).getByLabel('Rows to apply first').fill('1');
    await dialog(window).getByRole('button', { name: 'Repair 4 deployments' }).click();
    await expect(dialog(window).getByText('First rows applied. Review, then continue.')).toBeVisible();
    await expectClean(window, 'deployments-repair-canary');
    expect(statuses().filter((status, at) => status !== before[at])).toHaveLength(1);
    await dialog(window)
      .getByRole('button', { name: /^Continue/ })
      .click();
    await expect(dialog(window).getByText('4 applied', { exact: true })).toBeVisible();
    expect(statuses()).toEqual(['success', 'failed', 'failed', 'success', 'failed']);
  });

  await test.step('the finder and the grid are up to date, and the undo restores what it can', async () => {
    await expect(window.getByText('No deployment running or created for more than 6 h')).toBeVisible();
    await dialog(window).getByRole('button', { name: /^Undo/ }).click();
    await dialog(window)
      .getByRole('button', { name: /^Undo 3 changes/ })
      .click();
    await expect.poll(statuses).toEqual(['running', 'running', 'running', 'success', 'failed']);
    await expect(dialog(window).getByText('3 applied, 1 not sent')).toBeVisible();
    await window.keyboard.press('Escape');
    await expect(dialog(window)).toBeHidden();
    await expect(repair).toHaveText('Repair 3 deployments…');
  });

  await test.step('a deployment that has finished in the meantime is no longer found', async () => {
    const [first] = rows;
    Object.assign(simulator.world.deployments.get(first?.id ?? 0) ?? {}, { status: 'canceled' });
    await openAt(window, `${path}/${first?.id}`);
    await panel(window).getByRole('button', { name: 'Refresh', exact: true }).click();
    await expect(panel(window).getByText('Canceled', { exact: true })).toBeVisible();
    await expect(repair).toHaveText('Repair 2 deployments…');
  });

  await test.step('read-only and offline, each write is disabled with the reason', async () => {
    await setReadOnly(window);
    await openAt(window, path);
    for (const name of [/^Repair 2 deployments…$/, /^Create deployment…$/])
      await expect(window.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true');
    await window.getByRole('button', { name: 'Create deployment…' }).hover();
    await expect(window.getByText(/read-only/i).last()).toBeVisible();
    await setReadOnly(window, false);
    await openAt(window, path);
    await expect(repair).not.toHaveAttribute('aria-disabled', 'true');
    await goOffline(window, network);
    await expect(repair).toHaveAttribute('aria-disabled', 'true');
    await expect(window.getByRole('button', { name: 'Create deployment…' })).toHaveAttribute('aria-disabled', 'true');
  });
});

test.describe('with the role of a developer', () => {
  test.use({ as: 'developer' });

  test('refusals are explained: the role for a deletion, a missing deployment, and what the cache did not know', async ({
    window,
    simulator,
  }) => {
    const { path, rows } = seed(simulator, [
      ['staging', 'failed'],
      ['staging', 'success'],
      ['staging', 'success'],
    ]);
    const [failed, middle] = rows as [Deployment, Deployment];
    await openList(window, path);
    await openAt(window, `${path}/${failed.id}`);
    await panel(window).getByRole('button', { name: 'Delete…' }).click();
    await dialog(window).getByRole('button', { name: 'Delete 1 deployment' }).click();
    await expect(
      dialog(window).getByText(/Your role in this project doesn’t allow deleting deployments/),
    ).toBeVisible();
    await window.keyboard.press('Escape');
    await expect(dialog(window)).toBeHidden();

    await openAt(window, `${path}/${middle.id}`);
    await panel(window).getByRole('button', { name: 'Change status…' }).click();
    await choose(window, 'Failed');
    // The panel has been refreshed, so that the cache still has the deployment
    await expect(panel(window).getByText(/^Details (just now|\d)/)).toBeVisible();
    simulator.world.deployments.remove(middle.id);
    await dialog(window).getByRole('button', { name: 'Change status' }).click();
    await expect(dialog(window).getByText(/no longer exists|404/)).toBeVisible();
  });
});
