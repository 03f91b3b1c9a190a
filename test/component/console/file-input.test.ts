import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { click } from '../click.ts';
import { render } from 'vitest-browser-svelte';
import '../../../src-renderer/styles/index.css';
import { createStores } from '../../../src-renderer/stores/context.ts';
import { stageFile } from '../../../src-renderer/stores/project/staged-files.ts';
import { stagedPartBytes } from '#shared/contract/window.constant.ts';
import { violations } from '../axe.ts';
import { fakeCore } from '../fake-core.ts';
import FileInputHost from './FileInputHost.svelte';

const input = page.getByLabelText('File', { exact: true });
const file = (name: string, bytes: number) => new File([new Uint8Array(bytes).fill(7)], name, { type: 'image/png' });

test('a chosen file is shown with its name and size, and can be removed and chosen again', async () => {
  const chosen: (string | null)[] = [];
  await render(FileInputHost, { onfile: (one: File | null) => chosen.push(one?.name ?? null) });
  await userEvent.upload(input, file('photo.png', 2_048));
  await expect.element(page.getByText('photo.png')).toBeVisible();
  await expect.element(page.getByText('2 KB')).toBeVisible();
  expect(await violations()).toEqual([]);
  await click(page.getByRole('button', { name: 'Remove photo.png' }));
  await expect.element(page.getByText('photo.png')).not.toBeInTheDocument();
  await userEvent.upload(input, file('photo.png', 2_048));
  await expect.element(page.getByText('photo.png')).toBeVisible();
  expect(chosen).toEqual(['photo.png', null, 'photo.png']);
});

test('a file over the limit is refused at once with both sizes', async () => {
  const chosen: (string | null)[] = [];
  await render(FileInputHost, { mostBytes: 1_024, onfile: (one: File | null) => chosen.push(one?.name ?? null) });
  await userEvent.upload(input, file('large.bin', 4_096));
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('large.bin is 4 KB. The instance accepts files of up to 1 KB here.');
  expect(chosen).toEqual([null]);
});

test('while the core receives a file, its progress is shown and no other file can be chosen', async () => {
  const screen = await render(FileInputHost, { onfile: () => undefined });
  await userEvent.upload(input, file('photo.png', 10));
  await screen.rerender({ progress: 0.4 });
  await expect
    .element(page.getByRole('progressbar', { name: 'Reading photo.png' }))
    .toHaveAttribute('aria-valuenow', '40');
  await expect.element(input).toBeDisabled();
});

test('a file is staged in parts, and what was received is dropped when staging is canceled', async () => {
  const parts: { key: string | null; bytes: number; isLast: boolean }[] = [];
  const dropped: string[] = [];
  let sizeBytes = 0;
  const core = fakeCore({
    answers: {
      stagedFiles: {
        add: ({ key, part, isLast }) => {
          const { length } = atob(part);
          parts.push({ key, bytes: length, isLast });
          sizeBytes = (key === null ? 0 : sizeBytes) + length;
          return { key: 'k1', sizeBytes };
        },
        drop: ({ key }) => {
          dropped.push(key);
          return {};
        },
      },
    },
  });
  const { session } = createStores(core.session);
  const shares: number[] = [];
  const large = file('photo.png', stagedPartBytes + 5);
  const staged = await stageFile(session, large, { onprogress: (share) => shares.push(share) });
  expect(staged).toEqual({ staged: 'k1', sizeBytes: large.size, fileName: 'photo.png', type: 'image/png' });
  expect(parts).toEqual([
    { key: null, bytes: stagedPartBytes, isLast: false },
    { key: 'k1', bytes: 5, isLast: true },
  ]);
  expect(shares.at(-1)).toBe(1);
  const stop = new AbortController();
  const canceled = stageFile(session, large, { onprogress: () => stop.abort(), signal: stop.signal });
  await expect(canceled).rejects.toMatchObject({ code: 'aborted' });
  await expect.poll(() => dropped).toEqual(['k1']);
});
