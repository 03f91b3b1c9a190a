import { createRawSnippet } from 'svelte';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { Failure } from '#shared/errors.ts';
import Loaded from '../../../src-renderer/components/views/Loaded.svelte';
import { click } from '../click.ts';

const children = createRawSnippet((value: () => unknown) => ({ render: () => `<p>${String(value())}</p>` }));

test('shows that a value is loading, could not be loaded, is empty, or is loaded', async () => {
  let retries = 0;
  const retry = (): void => void (retries += 1);
  const { rerender } = await render(Loaded, { value: null, failure: null, children, retry });
  await expect.element(page.getByRole('status', { name: 'Loading' })).toBeVisible();

  await rerender({ failure: new Failure('remote', '500', { status: 500 }) });
  await click(page.getByRole('alert').getByRole('button', { name: 'Retry' }));
  expect(retries).toBe(1);

  await rerender({ value: '', empty: { title: 'No runners' } });
  await expect.element(page.getByText('No runners')).toBeVisible();

  await rerender({ value: 'alpha', empty: null });
  await expect.element(page.getByText('alpha')).toBeVisible();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});
