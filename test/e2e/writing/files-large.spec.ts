import { createHash, randomBytes } from 'node:crypto';
import { truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { megabytes } from '#shared/time.ts';
import { expectClean } from '../by-keyboard.ts';
import { expect, test } from '../consoles.ts';
import { projectPath, repositoryOf } from './builder.ts';
import { dialog, openAt, pressUndo, runCommand } from './forms.ts';

const put = 'PUT /projects/:id/repository/files/:file_path';
const file = 'assets/logo.png';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const alert = (window: Page) => dialog(window).getByRole('alert');
const replace = (window: Page) => dialog(window).getByRole('button', { name: 'Replace file', exact: true });

/** Open the form that replaces the file, and return its field for the new file. */
async function openForm(window: Page): Promise<Locator> {
  await openAt(window, `/p/${encodeURIComponent(projectPath)}/code/files/${file}?ref=main`);
  await expect(window.getByRole('region', { name: 'File', exact: true })).toContainText('Checked');
  await runCommand(window, 'Replace logo.png from disk…');
  await expect(dialog(window)).toBeVisible();
  return dialog(window).locator('input[type="file"]');
}

test('a file of more than 300 MB is refused when it is chosen, and nothing is sent', async ({
  window,
  simulator,
  folder,
}) => {
  const git = repositoryOf(simulator);
  const head = await git.newest();
  // It takes no space on the disk
  const path = join(folder, 'too-large.bin');
  await writeFile(path, '');
  await truncate(path, megabytes(301));
  const choose = await openForm(window);
  await choose.setInputFiles(path);
  await expect(alert(window)).toHaveText('too-large.bin is 301 MB. The instance accepts files of up to 224.3 MB here.');
  await expect(replace(window)).toHaveAttribute('aria-disabled', 'true');
  await replace(window).focus();
  await expect(window.getByText('Choose a file first.').first()).toBeVisible();
  await expectClean(window, 'file-too-large');
  expect(simulator.requests.count(put)).toBe(0);
  expect(await git.newest()).toEqual(head);
  await test.step('the message disappears when a smaller file is chosen', async () => {
    await choose.setInputFiles({ name: 'small.bin', mimeType: '', buffer: Buffer.from([1, 2, 3]) });
    await expect(alert(window)).toHaveCount(0);
    await expect(replace(window)).not.toHaveAttribute('aria-disabled', 'true');
  });
});

test('a file of 16 MB arrives whole, and the undo restores the former one', async ({ window, simulator, folder }) => {
  const git = repositoryOf(simulator);
  const former = await git.bytes(file);
  // In Base64, the request is larger than 20 MB
  const bytes = randomBytes(megabytes(16));
  const path = join(folder, 'large.bin');
  await writeFile(path, bytes);
  const choose = await openForm(window);
  await choose.setInputFiles(path);
  await expect(dialog(window).getByText('large.bin', { exact: true })).toBeVisible();
  await expect(dialog(window).getByText('Reeve waits before it sends more.')).toBeVisible();
  await replace(window).click();
  await expect(window.getByText(`Changed ${file} on main`)).toBeVisible();
  const arrived = (await git.bytes(file)) ?? Buffer.alloc(0);
  expect(arrived.length).toBe(bytes.length);
  expect(sha256(arrived)).toBe(sha256(bytes));
  expect(simulator.requests.count(put)).toBe(1);
  // The undo can't be undone itself: contents over 1 MB are not kept. So it is shown as a plan
  await pressUndo(window);
  await expect(dialog(window)).toContainText('Can’t be undone: the previous content is larger than 1 MB');
  await dialog(window).getByRole('button', { name: 'Undo 1 change' }).click();
  await expect.poll(async () => (await git.bytes(file))?.length).toBe(former?.length);
  expect(await git.bytes(file)).toEqual(former);
});
