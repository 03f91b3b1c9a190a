import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { click } from '../click.ts';
import CataloguePage from '../../../src-renderer/pages/catalogue/CataloguePage.svelte';
import { renderPage } from '../console/render-page.ts';
import { sampleEntry } from '../samples.ts';

test('a verification that a rate limit stops shows its progress, and continues with the remaining entries', async () => {
  const asked: number[][] = [];
  const failure = { code: 'throttled' as const, message: 'held back by a rate limit', retryAtMs: Date.now() + 600_000 };
  const catalogue = [1, 2, 3].map((key) => sampleEntry({ key, kind: 'project', id: key, path: `acme/p${key}` }));
  const verify = ({ keys }: { keys: number[] }) => {
    asked.push(keys);
    const isFirst = asked.length === 1;
    return {
      ok: isFirst ? 1 : keys.length,
      denied: 0,
      missing: 0,
      stopped: isFirst ? { failure, left: [2, 3] } : null,
    };
  };
  await renderPage(CataloguePage, { path: '/catalogue', world: { catalogue }, answers: { catalogue: { verify } } });
  await click(page.getByRole('grid'));
  await userEvent.keyboard('{Control>}a{/Control}');
  await click(page.getByRole('button', { name: 'Verify' }));
  await expect.element(page.getByText('Verification stopped after 1 of 3')).toBeVisible();
  await expect.element(page.getByText(/^1 reachable, .* The limit resets at/)).toBeVisible();
  await click(page.getByRole('button', { name: 'Verify the remaining 2' }));
  await expect.element(page.getByText('2 reachable, 0 denied, 0 not found')).toBeVisible();
  expect(asked).toEqual([
    [1, 2, 3],
    [2, 3],
  ]);
});

test('the rate limit of one endpoint does not stop the verification of the remaining entries', async () => {
  const failure = { code: 'throttled' as const, reason: 'endpoint-limit' as const, message: 'held back' };
  const catalogue = Array.from({ length: 25 }, (_, at) =>
    sampleEntry({ key: at + 1, kind: at < 20 ? 'project' : 'group', id: at + 1, path: `acme/p${at}` }),
  );
  const verify = ({ keys }: { keys: number[] }) => {
    const left = keys.filter((key) => key <= 20);
    const stopped = left.length === 0 ? null : { failure, left };
    return { ok: keys.length - left.length, denied: 0, missing: 0, stopped };
  };
  await renderPage(CataloguePage, { path: '/catalogue', world: { catalogue }, answers: { catalogue: { verify } } });
  await click(page.getByRole('grid'));
  await userEvent.keyboard('{Control>}a{/Control}');
  await click(page.getByRole('button', { name: 'Select all 25 matching' }));
  await click(page.getByRole('button', { name: 'Verify' }));
  await expect.element(page.getByText('Verification stopped after 5 of 25')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Verify the remaining 20' })).toBeVisible();
});
