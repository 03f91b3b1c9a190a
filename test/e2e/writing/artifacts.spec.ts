import type { Page } from '@playwright/test';
import type { Platform } from '../../platform/platform.ts';
import { PROJECT_PATHS } from '../../platform/seed/groups.ts';
import { expectClean, goOffline } from '../by-keyboard.ts';
import { expect, setReadOnly, test } from '../consoles.ts';
import { dialog, openAt, runCommand } from './forms.ts';

/** A job of the private project whose artifacts have files, and the paths of its pages. */
function jobOf({ world }: Platform) {
  const project = world.projects.lookup(PROJECT_PATHS.private);
  const [job] = world.jobs.filter(
    ({ artifacts, pipeline_id: of }) =>
      artifacts?.files.has('build.json') === true && world.pipelines.get(of)?.project_id === project?.id,
  );
  if (project === undefined || job?.artifacts === undefined || job.artifacts === null) throw new Error('no artifacts');
  const base = `/p/${project.id}/deployments`;
  return { project, job, artifacts: job.artifacts, base, page: `${base}/jobs/${job.id}` };
}

const more = async (window: Page, name: string): Promise<void> => {
  await window.getByRole('button', { name: 'More actions' }).click();
  await window.getByRole('menuitem', { name }).click();
};

test('artifacts are kept from expiring, and deleted after typing their name', async ({
  window,
  simulator,
  network,
}) => {
  const { world } = simulator;
  const { project, job, artifacts, base, page } = jobOf(simulator);
  artifacts.expire_at = Date.now() + 86_400_000;
  await openAt(window, page);
  await window.getByRole('button', { name: 'Sync the files', exact: true }).click();
  const tree = window.getByRole('tree', { name: 'Files in the archive' });
  await tree.getByRole('treeitem', { name: /^build\.json/ }).click();
  await window.getByRole('button', { name: 'Download the file', exact: true }).click();
  await expect(window.getByRole('textbox', { name: /^Content of / })).toContainText('ok');

  await test.step('the expiry is prevented, which can’t be undone', async () => {
    await window.getByRole('button', { name: 'Prevent expiry…' }).click();
    await expect(dialog(window).getByText('Can’t be undone: the expiry date can’t be restored')).toBeVisible();
    await dialog(window)
      .getByRole('button', { name: /^Prevent the expiry of / })
      .click();
    await expect.poll(() => artifacts.expire_at).toBeNull();
    await expect(window.getByText(/^These artifacts no longer expire: Reeve prevented their expiry/)).toBeVisible();
    await expectClean(window, 'artifacts-kept');
  });

  await test.step('the artifacts are deleted only after their name was typed; the stored file stays', async () => {
    await more(window, 'Delete artifacts…');
    await expect(dialog(window).getByText(/1 file stored on this computer isn’t deleted/)).toBeVisible();
    const apply = dialog(window).getByRole('button', { name: /^Delete the artifacts of job / });
    await dialog(window).getByLabel(`Type job ${job.id} to confirm`).fill('job');
    await apply.click();
    await expect(dialog(window).getByText(`Type job ${job.id} exactly as shown.`)).toBeVisible();
    await expectClean(window, 'artifacts-delete');
    expect(job.artifacts).not.toBeNull();
    await dialog(window).getByLabel(`Type job ${job.id} to confirm`).fill(`job ${job.id}`);
    await apply.click();
    await expect.poll(() => job.artifacts).toBeNull();
    await expect(dialog(window)).toBeHidden();
    await expect(window.getByText(/^Deleted on the instance .* with Reeve\./)).toBeVisible();
    await expect(tree.getByRole('treeitem', { name: /^build\.json.*stored/ })).toBeVisible();
    await expect(window.getByRole('button', { name: 'Prevent expiry…' })).toHaveAttribute('aria-disabled', 'true');
    await expectClean(window, 'artifacts-deleted');
  });

  await test.step('all artifacts of the project expire, except those of the last successful pipelines', async () => {
    await openAt(window, `${base}/artifacts`);
    await runCommand(window, 'Delete all artifacts of');
    await expect(
      dialog(window).getByText(/most recent successful pipeline of each branch and tag are kept/),
    ).toBeVisible();
    await expect(dialog(window).getByText(/The API doesn’t document the status code/)).toBeVisible();
    await expectClean(window, 'artifacts-delete-all');
    const field = dialog(window).getByLabel(/^Type .* to confirm$/);
    const name = /^Type (.*) to confirm$/.exec(
      (await dialog(window)
        .getByText(/^Type .* to confirm$/)
        .textContent()) ?? '',
    );
    await field.fill(name?.[1] ?? '');
    await dialog(window)
      .getByRole('button', { name: /^Delete all artifacts of / })
      .click();
    await expect(dialog(window)).toBeHidden();
    const ofProject = world.jobs.filter(({ pipeline_id: of }) => world.pipelines.get(of)?.project_id === project.id);
    expect(ofProject.some((one) => (one.artifacts?.expire_at ?? Infinity) <= Date.now())).toBe(true);
    expect(ofProject.some((one) => one.artifacts !== null && (one.artifacts.expire_at ?? Infinity) > Date.now())).toBe(
      true,
    );
    await expect(window.getByText(/^The deletion of all artifacts of this project was requested/)).toBeVisible();
  });

  await test.step('read-only and offline, each write is disabled with the reason', async () => {
    const other = world.jobs.filter(({ id, artifacts: has }) => has !== null && id !== job.id)[0];
    await setReadOnly(window);
    await openAt(window, `${base}/jobs/${other?.id}`);
    const keep = window.getByRole('button', { name: 'Prevent expiry…' });
    await expect(keep).toHaveAttribute('aria-disabled', 'true');
    await keep.hover();
    await expect(window.getByText(/read-only/i).last()).toBeVisible();
    await setReadOnly(window, false);
    await openAt(window, `${base}/jobs/${other?.id}`);
    await expect(keep).not.toHaveAttribute('aria-disabled', 'true');
    await goOffline(window, network);
    await expect(keep).toHaveAttribute('aria-disabled', 'true');
  });
});

test.describe('with the role of a developer', () => {
  test.use({ as: 'developer' });

  test('refusals are explained: the role for a deletion, and a job without artifacts', async ({
    window,
    simulator,
  }) => {
    const { job, page } = jobOf(simulator);
    await openAt(window, page);
    await more(window, 'Delete artifacts…');
    await dialog(window).getByLabel(`Type job ${job.id} to confirm`).fill(`job ${job.id}`);
    await dialog(window)
      .getByRole('button', { name: /^Delete the artifacts of job / })
      .click();
    await expect(dialog(window).getByText(/requires the Maintainer or Owner role/)).toBeVisible();
    expect(job.artifacts).not.toBeNull();
    await window.keyboard.press('Escape');
    await expect(dialog(window)).toBeHidden();

    job.artifacts = null;
    await window.getByRole('button', { name: 'Prevent expiry…' }).click();
    await dialog(window)
      .getByRole('button', { name: /^Prevent the expiry of / })
      .click();
    await expect(dialog(window).getByText(/has no artifacts\. They may have expired or been deleted/)).toBeVisible();
  });
});
