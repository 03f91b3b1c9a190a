import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Download } from '#shared/contract/downloads.ts';
import { megabytes } from '#shared/time.ts';
import { violations } from '../axe.ts';
import { eventually } from '../eventually.ts';
import { callsOf, openWindow } from '../shell/window.ts';

test('a download shows its progress, and is canceled by keyboard', async () => {
  let downloads: Download[] = [
    { id: 4, name: 'large\u202e.txt', receivedBytes: megabytes(1), totalBytes: megabytes(4) },
    { id: 5, name: 'other.bin', receivedBytes: 2_048, totalBytes: null },
  ];
  const core = await openWindow({
    path: '/about',
    answers: {
      downloads: {
        list: () => ({ downloads }),
        cancel: ({ id }) => {
          downloads = downloads.filter((one) => one.id !== id);
          core.emit('downloads', 'changed', {});
          return { canceled: true };
        },
      },
    },
  });
  const list = page.getByRole('region', { name: 'Downloads', exact: true });
  await expect.element(list.getByText('1 MB of 4 MB', { exact: true })).toBeVisible();
  const bar = list.getByRole('progressbar', { name: 'Download of large⟨U+202E⟩.txt', exact: true });
  await expect.element(bar).toBeVisible();
  expect(await violations()).toEqual([]);
  const cancel = list.getByRole('button', { name: 'Cancel the download of large⟨U+202E⟩.txt', exact: true });
  (cancel.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await eventually(() => expect(callsOf(core, 'downloads.cancel')).toEqual([{ id: 4 }]));
  await expect.element(bar).not.toBeInTheDocument();
  await expect.element(list.getByText(/other\.bin/)).toBeVisible();
});
