import type { Platform } from '../../platform/platform.ts';
import { PROJECT_PATHS } from '../../platform/seed/groups.ts';
import { expect, test } from '../consoles.ts';
import { dialog, openAt } from './forms.ts';

/** A job of the private project whose artifacts have files, and the path of its page. */
function jobOf({ world }: Platform) {
  const project = world.projects.lookup(PROJECT_PATHS.private);
  const [job] = world.jobs.filter(
    ({ artifacts, pipeline_id: of }) =>
      artifacts?.files.has('build.json') === true && world.pipelines.get(of)?.project_id === project?.id,
  );
  if (project === undefined || job?.artifacts === undefined || job.artifacts === null) throw new Error('no artifacts');
  return { job, artifacts: job.artifacts, page: `/p/${project.id}/deployments/jobs/${job.id}` };
}

test('artifacts are kept from expiring, and deleted after typing their job; a stored file stays', async ({
  window,
  simulator,
}) => {
  const { job, artifacts, page } = jobOf(simulator);
  artifacts.expire_at = Date.now() + 86_400_000;
  await openAt(window, page);
  await window.getByRole('button', { name: 'Sync the files', exact: true }).click();
  const file = window
    .getByRole('tree', { name: 'Files in the archive' })
    .getByRole('treeitem', { name: /^build\.json/ });
  await file.click();
  await window.getByRole('button', { name: 'Download the file', exact: true }).click();
  await expect(window.getByRole('textbox', { name: /^Content of / })).toContainText('ok');

  await test.step('the expiry is prevented, which can’t be undone', async () => {
    await window.getByRole('button', { name: 'Prevent expiry…' }).click();
    await expect(
      dialog(window).getByText('Can’t be undone: the artifacts no longer expire, and Reeve can’t set an expiry date'),
    ).toBeVisible();
    await dialog(window)
      .getByRole('button', { name: /^Prevent the expiry of / })
      .click();
    await expect(window.getByText(/^These artifacts no longer expire: Reeve prevented their expiry/)).toBeVisible();
    expect(artifacts.expire_at).toBeNull();
  });

  await test.step('the artifacts are deleted after their job was typed', async () => {
    await window.getByRole('button', { name: 'More actions' }).click();
    await window.getByRole('menuitem', { name: 'Delete artifacts…' }).click();
    await expect(dialog(window).getByText(/1 file stored on this computer isn’t deleted/)).toBeVisible();
    await dialog(window).getByLabel(`Type job ${job.id} to confirm`).fill(`job ${job.id}`);
    await dialog(window)
      .getByRole('button', { name: /^Delete the artifacts of job / })
      .click();
    await expect(window.getByText(/^Deleted on the instance .* with Reeve\./)).toBeVisible();
    expect(job.artifacts).toBeNull();
    await expect(file).toHaveAccessibleName(/^build\.json.*stored/);
    await expect(window.getByRole('button', { name: 'Prevent expiry…' })).toHaveAttribute('aria-disabled', 'true');
  });
});
