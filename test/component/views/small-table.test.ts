import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import { click } from '../click.ts';
import TableHost from './TableHost.svelte';

test('a table names its columns and rows, and marks invisible characters', async () => {
  await render(TableHost, { onpick: () => undefined });
  const table = page.getByRole('table', { name: 'Runners' });
  await expect.element(table.getByRole('columnheader', { name: 'ID' })).toBeInTheDocument();
  await expect.element(table.getByRole('rowheader', { name: 'alpha' })).toBeVisible();
  await expect.element(table.getByRole('link', { name: 'be⟨U+200B⟩ta' })).toHaveAttribute('href', '#/runners/2');
  await expect.element(table.getByText('Never checked').first()).toBeVisible();
  await expect.element(table.getByRole('cell', { name: '2' })).toHaveAttribute('title', 'be⟨U+200B⟩ta');
});

test('a click picks a row, and the details of an open row are below it', async () => {
  const picked: number[] = [];
  await render(TableHost, { onpick: (id: number) => void picked.push(id) });
  await click(page.getByRole('cell', { name: '1' }));
  expect(picked).toEqual([1]);
  await expect.element(page.getByRole('row').nth(1)).toHaveClass('is-picked');
  await expect.element(page.getByRole('row').nth(2)).toHaveTextContent('Details of alpha');
});
