import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Platform } from '../../platform/platform.ts';
import { PROJECT_PATHS } from '../../platform/seed/groups.ts';
import { chooseScope, pressTogether } from '../by-keyboard.ts';
import { expect, test } from '../consoles.ts';
import { dialog, openAt } from './forms.ts';

const button = (window: Page, name: string | RegExp) => window.getByRole('button', { name, exact: true });

function uploadsOf({ world }: Platform) {
  const project = world.projects.lookup(PROJECT_PATHS.private);
  if (project === undefined) throw new Error('no project');
  const find = (name: string) =>
    world.uploads.filter(({ project_id: id, filename }) => id === project.id && filename === name);
  return { id: project.id, find };
}

test('files are uploaded from this computer, and deleted by their IDs', async ({ window, simulator }) => {
  const uploads = uploadsOf(simulator);
  // Large enough to be sent to the core in more than one part
  const bytes = randomBytes(1_700_001);
  await chooseScope(window, 'project', PROJECT_PATHS.private);
  await openAt(window, `/p/${uploads.id}/integrations/uploads`);
  await expect(window.getByRole('heading', { level: 1, name: 'Uploads', exact: true })).toBeVisible();
  await button(window, /^Sync uploads/)
    .last()
    .click();
  await expect(window.getByRole('row', { name: /dot\.png/ })).toBeVisible();

  await test.step('two files in one plan, whose links are shown', async () => {
    await button(window, 'Upload files…').click();
    await dialog(window)
      .getByLabel('Files', { exact: true })
      .setInputFiles([
        { name: 'photo.png', mimeType: 'image/png', buffer: bytes },
        { name: 'two.txt', mimeType: 'text/plain', buffer: Buffer.from('two') },
      ]);
    await dialog(window).getByRole('button', { name: 'Upload files', exact: true }).click();
    await dialog(window).getByRole('button', { name: 'Upload 2 files' }).click();
    await expect(dialog(window).getByText('2 applied', { exact: true })).toBeVisible();
    const [made] = uploads.find('photo.png');
    expect(made?.bytes.equals(bytes)).toBe(true);
    expect(uploads.find('two.txt')[0]?.bytes.toString()).toBe('two');
    await expect(button(window, 'Copy Markdown link of photo.png')).toBeVisible();
    await window.keyboard.press('Escape');
    await expect(dialog(window)).toBeHidden();
    // The list is synced after an upload
    await expect(window.getByRole('row', { name: /photo\.png/ })).toBeVisible();
    await expect(window.getByRole('row', { name: /two\.txt/ })).toBeVisible();
  });

  await test.step('both are deleted by their IDs after their number was typed', async () => {
    // The newest rows are the first ones
    await window.getByRole('grid').focus();
    await pressTogether(window, 'Home', 'x', 'j', 'x');
    await button(window, 'Delete…').first().click();
    await dialog(window).getByLabel('Type 2 to confirm').fill('2');
    await dialog(window).getByRole('button', { name: 'Delete 2 uploads' }).click();
    await expect(dialog(window).getByText('2 applied', { exact: true })).toBeVisible();
    await window.keyboard.press('Escape');
    await expect(window.getByRole('row', { name: /dot\.png/ })).toBeVisible();
    await expect(window.getByRole('row', { name: /two\.txt/ })).toHaveCount(0);
    expect([...uploads.find('photo.png'), ...uploads.find('two.txt')]).toEqual([]);
    expect(uploads.find('dot.png')).toHaveLength(1);
  });
});
