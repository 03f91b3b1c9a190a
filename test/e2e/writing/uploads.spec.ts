import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { megabytes } from '#shared/time.ts';
import { createPlatform, type Platform } from '../../platform/platform.ts';
import { PROJECT_PATHS } from '../../platform/seed/groups.ts';
import { chooseScope, expectClean, goOffline, pressTogether } from '../by-keyboard.ts';
import { expect, setReadOnly, test as base } from '../consoles.ts';
import { dialog, openAt, runCommand } from './forms.ts';

/** The instance refuses bodies over 2 MB. */
const test = base.extend({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern.
  simulator: async ({}, use) => {
    const simulator = await createPlatform({ users: 60, maxBodyBytes: megabytes(2) });
    await use(simulator);
    await simulator.close();
  },
});

const button = (window: Page, name: string | RegExp) => window.getByRole('button', { name, exact: true });

function uploadsOf({ world }: Platform, path: string = PROJECT_PATHS.private) {
  const project = world.projects.lookup(path);
  if (project === undefined) throw new Error('no project');
  const all = () => world.uploads.filter(({ project_id }) => project_id === project.id);
  return { id: project.id, all, find: (name: string) => all().filter(({ filename }) => filename === name) };
}

/** Open the list of a project and sync it. */
async function openUploads(window: Page, id: number): Promise<void> {
  await chooseScope(window, 'project', PROJECT_PATHS.private);
  await openAt(window, `/p/${id}/integrations/uploads`);
  await expect(window.getByRole('heading', { level: 1, name: 'Uploads', exact: true })).toBeVisible();
}

async function upload(window: Page, files: { name: string; buffer: Buffer }[]): Promise<void> {
  await dialog(window)
    .getByLabel('Files', { exact: true })
    .setInputFiles(files.map((file) => ({ ...file, mimeType: 'image/png' })));
  for (const { name } of files) await expect(dialog(window).getByText(name)).toBeVisible();
  await dialog(window).getByRole('button', { name: 'Upload files', exact: true }).click();
}

/** Apply the shown plan, wait for its effect on the instance, and close the dialog if it is still open. */
async function apply(window: Page, name: string | RegExp, isDone: () => boolean): Promise<void> {
  await dialog(window).getByRole('button', { name }).click();
  await expect.poll(isDone).toBe(true);
  await expect(async () => {
    if (await dialog(window).isVisible()) await window.keyboard.press('Escape');
    await expect(dialog(window)).toBeHidden({ timeout: 500 });
  }).toPass();
}

test('files are uploaded from this computer, and deleted by their IDs and by their addresses', async ({
  window,
  simulator,
}) => {
  const uploads = uploadsOf(simulator);
  const bytes = randomBytes(1_700_001);
  await openUploads(window, uploads.id);
  await button(window, /^Sync uploads/)
    .last()
    .click();
  await expect(window.getByRole('row', { name: /dot\.png/ })).toBeVisible();

  await test.step('one file, whose link is shown', async () => {
    await button(window, 'Upload files…').click();
    await dialog(window).getByRole('button', { name: 'Upload files', exact: true }).click();
    await expect(dialog(window).getByText('Choose at least one file.')).toBeVisible();
    await expectClean(window, 'upload-form');
    await upload(window, [{ name: 'photo.png', buffer: bytes }]);
    await expect.poll(() => uploads.find('photo.png')).toHaveLength(1);
    const [made] = uploads.find('photo.png');
    await expect(dialog(window).getByText(`![photo](/uploads/${made?.secret}/photo.png)`)).toBeVisible();
    expect(made?.bytes.equals(bytes)).toBe(true);
    await expect(window.getByRole('row', { name: /photo\.png/, includeHidden: true }).last()).toBeAttached();
  });

  await test.step('the upload is undone; the name is typed, because a deleted file can’t be restored', async () => {
    await dialog(window).getByRole('button', { name: 'Undo all' }).click();
    await dialog(window).getByLabel('Type photo.png to confirm').fill('photo.png');
    await apply(window, 'Undo 1 change', () => uploads.find('photo.png').length === 0);
    await expect(window.getByRole('row', { name: /dot\.png/ })).toBeVisible();
    await expect(window.getByRole('row', { name: /photo\.png/ })).toBeHidden();
  });

  await test.step('several files are uploaded in one plan, and the instance refuses the largest', async () => {
    await runCommand(window, 'Upload files…');
    await upload(window, [
      { name: 'one.png', buffer: Buffer.from('one') },
      { name: 'large.bin', buffer: randomBytes(megabytes(2)) },
      { name: 'two.png', buffer: Buffer.from('two') },
    ]);
    await expect(dialog(window).getByRole('button', { name: 'Upload 3 files' })).toBeVisible();
    await expectClean(window, 'upload-plan');
    await dialog(window).getByRole('checkbox', { name: /Stop/ }).setChecked(false, { force: true });
    await dialog(window).getByRole('button', { name: 'Upload 3 files' }).click();
    await expect(dialog(window).getByText('2 applied, 1 refused')).toBeVisible();
    await dialog(window)
      .getByRole('row', { name: /large\.bin/ })
      .click();
    await expect(dialog(window).getByText('The file is larger than this instance accepts.').first()).toBeVisible();
    expect(uploads.find('two.png')[0]?.bytes.toString()).toBe('two');
    expect(uploads.find('large.bin')).toEqual([]);
    await expect(button(window, 'Copy Markdown link of one.png')).toBeVisible();
    await expectClean(window, 'upload-results');
    await window.keyboard.press('Escape');
    await expect(dialog(window)).toBeHidden();
    await expect(window.getByRole('row', { name: /two\.png/ })).toBeVisible();
  });

  await test.step('several uploads are deleted by their IDs', async () => {
    // The newest rows are the first ones
    await window.getByRole('grid').focus();
    await pressTogether(window, 'Home', 'x', 'j', 'x');
    await button(window, 'Delete…').first().click();
    await expect(dialog(window).getByText(/Links to a deleted file stop working/)).toBeVisible();
    await dialog(window).getByLabel('Type 2 to confirm').fill('2');
    const left = () => [...uploads.find('one.png'), ...uploads.find('two.png')];
    await apply(window, 'Delete 2 uploads', () => left().length === 0);
    await expect(window.getByRole('row', { name: /two\.png/ })).toBeHidden();
  });

  await test.step('the page fits into a narrow window', async () => {
    await window.setViewportSize({ width: 720, height: 450 });
    await runCommand(window, 'Upload files…');
    await dialog(window)
      .getByLabel('Files', { exact: true })
      .setInputFiles([
        { name: `${'long-name-'.repeat(20)}.png`, mimeType: 'image/png', buffer: Buffer.from('x') },
        { name: 'b.png', mimeType: '', buffer: Buffer.from('y') },
      ]);
    await expectClean(window, 'upload-narrow');
    await button(window, 'Remove b.png').click();
    await expect(dialog(window).getByText('b.png')).toBeHidden();
    await dialog(window).getByRole('button', { name: 'Cancel', exact: true }).click();
    await expectClean(window, 'uploads-narrow');
    await window.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step('one is deleted by its address; a wrong address is explained at the field', async () => {
    const [dot] = uploads.find('dot.png');
    const [log] = uploads.find('log.txt');
    await runCommand(window, 'Delete an upload by its address…');
    const field = dialog(window).getByLabel('Address or Markdown link');
    const submit = dialog(window).getByRole('button', { name: 'Delete upload' });
    await field.fill('/uploads/short/dot.png');
    await submit.click();
    await expect(dialog(window).getByText(/ends with a secret of 32 characters and the file name\.$/)).toBeVisible();
    await field.fill(`https://other.example.com/acme/core/uploads/${dot?.secret}/dot.png`);
    await expect(dialog(window).getByText('This address belongs to another instance.')).toBeVisible();
    await field.fill(`/-/project/${uploads.id + 1}/uploads/${dot?.secret}/dot.png`);
    await expect(dialog(window).getByText('This address belongs to another project.')).toBeVisible();
    await expectClean(window, 'upload-address');
    // The secret of another file
    await field.fill(`/uploads/${log?.secret}/dot.png`);
    await submit.click();
    await dialog(window).getByLabel('Type dot.png to confirm').fill('dot.png');
    await dialog(window).getByRole('button', { name: 'Delete 1 upload' }).click();
    await expect(dialog(window).getByText('This project has no file with this address.').first()).toBeVisible();
    await window.keyboard.press('Escape');
    await field.fill(`![dot](/uploads/${dot?.secret}/dot.png)`);
    await expect(dialog(window).getByText('Deletes dot.png.')).toBeVisible();
    await submit.click();
    await expect(dialog(window)).not.toContainText(dot?.secret ?? '-');
    await dialog(window).getByLabel('Type dot.png to confirm').fill('dot.png');
    await apply(window, 'Delete 1 upload', () => uploads.find('dot.png').length === 0);
    await expect(window.getByRole('row', { name: /dot\.png/ })).toBeHidden();
  });
});

test.describe('with the token of a developer', () => {
  test.use({ as: 'developer' });

  test('a developer can upload but not delete; read-only and offline, both are disabled with the reason', async ({
    window,
    simulator,
    network,
  }) => {
    const uploads = uploadsOf(simulator);
    const [log] = uploads.find('log.txt');
    await openUploads(window, uploads.id);
    await button(window, 'Upload files…').first().click();
    await upload(window, [{ name: 'mine.png', buffer: Buffer.from('mine') }]);
    await expect(dialog(window).getByText('1 applied', { exact: true })).toBeVisible();
    expect(uploads.find('mine.png')).toHaveLength(1);
    await window.keyboard.press('Escape');
    await button(window, 'Delete by address…').first().click();
    await dialog(window).getByLabel('Address or Markdown link').fill(`/uploads/${log?.secret}/log.txt`);
    await dialog(window).getByRole('button', { name: 'Delete upload' }).click();
    await dialog(window).getByLabel('Type log.txt to confirm').fill('log.txt');
    await dialog(window).getByRole('button', { name: 'Delete 1 upload' }).click();
    await expect(
      dialog(window).getByText('Only a Maintainer or Owner of the project can delete its uploads.').first(),
    ).toBeVisible();
    expect(uploads.find('log.txt')).toHaveLength(1);
    await window.keyboard.press('Escape');
    await dialog(window).getByRole('button', { name: 'Cancel', exact: true }).click();

    await setReadOnly(window);
    await openAt(window, `/p/${uploads.id}/integrations/uploads`);
    const start = button(window, 'Upload files…').first();
    await start.hover();
    await expect(start).toHaveAttribute('aria-disabled', 'true');
    await setReadOnly(window, false);
    await openAt(window, `/p/${uploads.id}/integrations/uploads`);
    await expect(start).not.toHaveAttribute('aria-disabled', 'true');
    await goOffline(window, network);
    await expect(start).toHaveAttribute('aria-disabled', 'true');
    await expect(button(window, 'Delete by address…').first()).toHaveAttribute('aria-disabled', 'true');
  });
});
