import { expect, test } from 'vitest';
import { ColumnModel, type Column } from '../../../src-renderer/components/grid/columns.svelte.ts';
import type { Layout } from '../../../src-renderer/components/grid/layout.ts';

const known: Column[] = [
  { id: 'user', title: 'User', widthPx: 240, isPinned: true },
  { id: 'state', title: 'State', widthPx: 100 },
  { id: 'email', title: 'Email', widthPx: 200 },
  { id: 'note', title: 'Note', widthPx: 150, isOptional: true },
];

function model(): { columns: ColumnModel; remembered: Layout[] } {
  const remembered: Layout[] = [];
  return { columns: new ColumnModel(known, (layout) => remembered.push(layout)), remembered };
}
const ids = (columns: readonly Column[]): string[] => columns.map(({ id }) => id);

test('optional columns are hidden by default, and pinned ones cannot be hidden', () => {
  const { columns } = model();
  expect(ids(columns.visible)).toEqual(['user', 'state', 'email']);
  columns.show(known[3] as Column, true);
  columns.show(known[0] as Column, false);
  expect(ids(columns.visible)).toEqual(['user', 'state', 'email', 'note']);
});

test('a column for wide tables is hidden in a narrow one, unless the user shows it', () => {
  const { columns } = model();
  const wide: Column = { id: 'chart', title: 'Chart', widthPx: 200, hiddenBelowPx: 700 };
  expect(columns.isShown(wide)).toBe(true);
  columns.roomPx = 699;
  expect(columns.isShown(wide)).toBe(false);
  columns.show(wide, true);
  expect(columns.isShown(wide)).toBe(true);
  columns.roomPx = 700;
  columns.show(wide, false);
  expect(columns.isShown(wide)).toBe(false);
});

test('a saved column layout applies in another window', () => {
  const { columns, remembered } = model();
  columns.moveBefore(known[2] as Column, known[1]);
  columns.resize(known[1] as Column, 333);
  columns.show(known[3] as Column, true);
  columns.sortBy({ by: 'email', direction: 'desc' });
  const { columns: next } = model();
  next.restore(JSON.parse(JSON.stringify(remembered.at(-1))));
  expect(ids(next.visible)).toEqual(['user', 'email', 'state', 'note']);
  expect(next.template).toBe('240px 200px 333px 150px');
  expect(next.sort).toEqual({ by: 'email', direction: 'desc' });
});

test('the width during a drag is not saved', () => {
  const { columns, remembered } = model();
  columns.resize(known[1] as Column, 300, false);
  expect(columns.width(known[1] as Column)).toBe(300);
  expect(remembered).toEqual([]);
});

test('a new column follows its predecessor in the definition, and an invalid layout is ignored', () => {
  const { columns } = model();
  columns.restore({ order: ['user', 'email', 'vanished'], shown: ['note'] });
  expect(ids(columns.all)).toEqual(['user', 'state', 'email', 'note']);
  columns.restore('rubbish');
  expect(ids(columns.visible)).toEqual(['user', 'state', 'email', 'note']);
});

test('columns move by one visible position and stop at the ends', () => {
  const { columns } = model();
  columns.nudge(known[1] as Column, 1);
  expect(ids(columns.visible)).toEqual(['user', 'email', 'state']);
  columns.nudge(known[1] as Column, 1);
  columns.nudge(known[2] as Column, -1);
  expect(ids(columns.visible)).toEqual(['user', 'email', 'state']);
});

test('the first text column takes the rest of the width, and columns with long values become wider if there is room', () => {
  const { columns } = model();
  columns.roomPx = 44 + 700;
  expect(columns.template).toBe('400px 100px 200px');
  columns.followContents(20, () => ({ user: 150, state: 90, email: 290 }));
  expect(columns.template).toBe('310px 100px 290px');
  // Without room, columns with short values become narrower first
  columns.roomPx = 44 + 500;
  expect(columns.template).toBe('150px 90px 260px');
});

test('values are measured again only when more rows are loaded or another column is shown', () => {
  const { columns } = model();
  let count = 0;
  const measure = (ids: readonly string[]): Record<string, number> => {
    count += 1;
    return Object.fromEntries(ids.map((id) => [id, 100]));
  };
  columns.followContents(0, measure);
  columns.followContents(3, measure);
  columns.followContents(22, measure);
  columns.followContents(30, measure);
  expect(count).toBe(2);
  columns.show(known[3] as Column, true);
  columns.followContents(22, measure);
  expect(count).toBe(3);
});

test('a width that the person set does not change, and the first column takes the rest when the drag ends', () => {
  const { columns } = model();
  columns.roomPx = 44 + 700;
  columns.resize(known[1] as Column, 150, false);
  expect(columns.template).toBe('400px 150px 200px');
  columns.resize(known[1] as Column, 150);
  expect(columns.template).toBe('350px 150px 200px');
  columns.followContents(20, () => ({ user: 100, state: 60, email: 480 }));
  expect(columns.template).toBe('100px 150px 450px');
});
