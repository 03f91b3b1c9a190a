import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { click } from '../click.ts';
import { rig } from './rig.ts';

test('a saved view shows its columns, and a built-in view shows the columns of the list', async () => {
  const columns = { order: [], widths: {}, hidden: ['email'], shown: ['id'] };
  const query = { filter: { two_factor: 'disabled' }, sort: { by: 'name', direction: 'asc' }, columns };
  const view = { id: 'v1', table: 'users', name: 'With IDs', query, version: 2, createdAt: 1 };
  const { table } = await rig({ world: { views: [view] } });
  await table();
  const head = (name: string) => page.getByRole('columnheader', { name, exact: true });
  await click(page.getByRole('button', { name: 'With IDs', exact: true }));
  await expect.element(head('ID')).toBeInTheDocument();
  await expect.element(head('Email')).not.toBeInTheDocument();
  await click(page.getByRole('button', { name: 'All', exact: true }));
  await expect.element(head('Email')).toBeInTheDocument();
  await expect.element(head('ID')).not.toBeInTheDocument();
});

test('the first click on the title of a date column shows the newest first', async () => {
  const { table } = await rig();
  await table();
  const head = page.getByRole('columnheader', { name: 'Created' });
  await click(head.getByRole('button'));
  await expect.element(head).toHaveAttribute('aria-sort', 'descending');
  await click(head.getByRole('button'));
  await expect.element(head).toHaveAttribute('aria-sort', 'ascending');
});
