import { createHash, randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { megabytes } from '#shared/time.ts';
import { expect, test } from '../consoles.ts';
import { projectPath, repositoryOf } from './builder.ts';
import { dialog, openAt, pressUndo, runCommand } from './forms.ts';

const put = 'PUT /projects/:id/repository/files/:file_path';
const file = 'assets/logo.png';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

test('a file of 16 MB from disk arrives whole, and the undo restores the former one', async ({
  window,
  simulator,
  folder,
}) => {
  const git = repositoryOf(simulator);
  const former = await git.bytes(file);
  // In Base64, the request is larger than 20 MB
  const bytes = randomBytes(megabytes(16));
  const path = join(folder, 'large.bin');
  await writeFile(path, bytes);
  await openAt(window, `/p/${encodeURIComponent(projectPath)}/code/files/${file}?ref=main`);
  const shown = window.getByRole('region', { name: 'File', exact: true });
  await expect(shown).toContainText('Checked');
  await expect(shown.getByRole('button', { name: 'Edit…' })).toHaveAttribute('aria-disabled', 'true');
  await runCommand(window, 'Replace logo.png from disk…');
  const choose = dialog(window).locator('input[type="file"]');
  await expect(choose).toBeFocused();
  await choose.setInputFiles(path);
  await expect(dialog(window).getByText('large.bin', { exact: true })).toBeVisible();
  await expect(dialog(window).getByText('Reeve waits before it sends more.')).toBeVisible();
  await dialog(window).getByRole('button', { name: 'Replace file', exact: true }).click();
  await expect(window.getByText(`Changed ${file} on main`)).toBeVisible();
  const arrived = (await git.bytes(file)) ?? Buffer.alloc(0);
  expect(arrived.length).toBe(bytes.length);
  expect(sha256(arrived)).toBe(sha256(bytes));
  expect(simulator.requests.count(put)).toBe(1);
  // The undo can't be undone itself: contents over 1 MB are not kept. So it is shown as a plan
  await pressUndo(window);
  await expect(dialog(window)).toContainText('Can’t be undone: the previous content is larger than 1 MB');
  await dialog(window)
    .getByRole('button', { name: /^Undo: / })
    .click();
  await expect.poll(async () => (await git.bytes(file))?.length).toBe(former?.length);
  expect(await git.bytes(file)).toEqual(former);
});
