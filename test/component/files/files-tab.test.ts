import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { shell } from '#shared/text/en/shell.ts';
import FilesTab from '../../../src-renderer/pages/code/files/FilesTab.svelte';
import { base, fakeRepository, showCode } from '../code/fake-repository.ts';
import { button, dialog } from '../code/controls.ts';
import type { FakeWorld } from '../fake-world.ts';
import { sampleConnection, sampleProfile } from '../samples.ts';

const file = page.getByRole('region', { name: 'File', exact: true });

async function openFile(path: string, world: Partial<FakeWorld> = {}) {
  await page.viewport(1440, 900);
  const files = `${base}/files`;
  const shown = await showCode(FilesTab, fakeRepository(), {
    ...{ path: `${files}/${path}?ref=main`, own: { base: files }, world },
  });
  await expect.element(file).toBeVisible();
  return shown;
}
const reasonOf = ({ stores }: Awaited<ReturnType<typeof openFile>>, id: string) =>
  stores.commands.list.find((command) => command.id === `${id}`)?.disabledReason ?? null;
const writes = ['files.edit', 'files.replace', 'files.mode', 'files.create', 'files.remove'];

test('with a read-only profile, no file can be changed, and the reason is shown', async () => {
  const shown = await openFile('README.md', { profiles: [sampleProfile({ readOnly: true })] });
  const edit = button('Edit…', file);
  await expect.element(edit).toHaveAttribute('aria-disabled', 'true');
  (edit.element() as HTMLElement).focus();
  await expect.element(page.getByText(shell.readOnlyWhy)).toBeVisible();
  await expect.element(button('Create file…').first()).toHaveAttribute('aria-disabled', 'true');
  expect(writes.map((id) => reasonOf(shown, id))).toEqual(writes.map(() => shell.readOnlyWhy));
  await shown.press('e');
  expect(dialog().elements()).toEqual([]);
});

test('offline, no file can be changed, and the reason is shown', async () => {
  const shown = await openFile('README.md', {
    connection: sampleConnection({ state: 'offline', reason: 'timed-out' }),
  });
  await expect.element(button('Edit…', file)).toHaveAttribute('aria-disabled', 'true');
  for (const id of writes) expect(reasonOf(shown, id)).toMatch(/^Requires the network\./);
});

test('a file that isn’t text can be replaced from disk, but not edited', async () => {
  const shown = await openFile('logo.png');
  await expect.element(button('Edit…', file)).toHaveAttribute('aria-disabled', 'true');
  expect(reasonOf(shown, 'files.edit')).toBe('This isn’t a text file. Replace it from disk instead.');
  expect(reasonOf(shown, 'files.replace')).toBeNull();
});

test('at a path without a file, only a new file is offered', async () => {
  const { stores, press } = await openFile('docs/next.md');
  await expect.element(button('Create this file…', file)).toBeVisible();
  await expect.element(button('Edit…', file)).not.toBeInTheDocument();
  expect(stores.commands.list.some(({ id }) => id === 'files.remove')).toBe(false);
  await press('e');
  expect(dialog().elements()).toEqual([]);
});

test('a new file begins in the folder of the shown one', async () => {
  await openFile('src/main.ts');
  (button('Create file…').first().element() as HTMLElement).click();
  await expect.element(page.getByLabelText('Path', { exact: true })).toHaveValue('src/');
});
