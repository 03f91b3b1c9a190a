import { createRawSnippet } from 'svelte';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import SmallTable from '../../../src-renderer/components/views/SmallTable.svelte';
import type { TableColumn } from '../../../src-renderer/components/views/table-column.ts';
import { click } from '../click.ts';

interface Row {
  id: number;
  name: string;
  checkedAt: number | null;
}
const rows: Row[] = [
  { id: 1, name: 'alpha', checkedAt: null },
  { id: 2, name: 'be\u202Eta', checkedAt: null },
];

test('a table names its columns and rows, and marks invisible characters', async () => {
  const columns: TableColumn<Row>[] = [
    { title: 'Name', text: ({ name }) => name, href: ({ id }) => `#/runners/${id}`, isRowHead: true },
    { title: 'Checked', age: ({ checkedAt }) => checkedAt, never: 'Never checked' },
    { title: 'ID', isTitleHidden: true, text: ({ id }) => id, hint: ({ name }) => name, class: 'number' },
  ];
  await render(SmallTable, {
    caption: 'Runners',
    rows,
    key: ({ id }: Row) => id,
    columns,
  });
  const table = page.getByRole('table', { name: 'Runners' });
  await expect.element(table.getByRole('columnheader', { name: 'ID' })).toBeInTheDocument();
  await expect.element(table.getByRole('rowheader', { name: 'alpha' })).toBeVisible();
  await expect.element(table.getByRole('link', { name: 'be⟨U+202E⟩ta' })).toHaveAttribute('href', '#/runners/2');
  await expect.element(table.getByText('Never checked').first()).toBeVisible();
  await expect.element(table.getByRole('cell', { name: '2' })).toHaveAttribute('title', 'be⟨U+202E⟩ta');
});

test('a click picks a row, and an open row has its details below it', async () => {
  const picked: number[] = [];
  await render(SmallTable, {
    label: 'Runners',
    rows,
    columns: [{ title: 'Name', text: ({ name }: Row) => name }],
    onpick: ({ id }: Row) => void picked.push(id),
    isPicked: ({ id }: Row) => id === 1,
    isOpen: ({ id }: Row) => id === 1,
    details: createRawSnippet(() => ({ render: () => '<p>Details of alpha</p>' })),
  });
  await click(page.getByRole('cell', { name: 'alpha', exact: true }));
  expect(picked).toEqual([1]);
  await expect.element(page.getByRole('row').nth(1)).toHaveClass('is-picked');
  await expect.element(page.getByRole('row').nth(2)).toHaveTextContent('Details of alpha');
});
