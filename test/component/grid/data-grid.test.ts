import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { click } from '../click.ts';
import { eventually } from '../eventually.ts';
import { Preferences } from '#shared/contract/host.ts';
import { activeIndex, box, cell, chosenIndices, rig } from '../users/rig.ts';

/** A column that differs between the users of the test and is hidden by default. */
const withIds = {
  world: { preferences: { ...Preferences.parse({}), tables: { users: { shown: ['id'] } } } },
};

const large = { people: { size: 100_000 } };

test('the table announces its size, and renders only rows near the visible ones', async () => {
  const { table } = await rig(large);
  const grid = await table();
  expect(grid.getAttribute('aria-rowcount')).toBe('100001');
  expect(grid.getAttribute('aria-multiselectable')).toBe('true');
  expect(document.querySelectorAll('[data-index]').length).toBeLessThan(50);
});

test('the active row is the active descendant, and the focus stays on the table', async () => {
  const { table, press } = await rig(large);
  const grid = await table();
  await press('jjj{ArrowUp}');
  expect(activeIndex()).toBe(1);
  const active = document.getElementById(grid.getAttribute('aria-activedescendant') ?? '');
  expect(active?.dataset['index']).toBe('1');
  expect(active?.getAttribute('aria-rowindex')).toBe('3');
  expect(document.activeElement).toBe(grid);
});

test('End goes to the last of 100,000 rows, which is then loaded', async () => {
  const { table, press } = await rig({ ...large, ...withIds });
  await table();
  await press('{End}');
  await eventually(() => expect(cell(99_999, 'id').textContent).toContain('100000'));
  expect(activeIndex()).toBe(99_999);
  await press('{Home}');
  expect(activeIndex()).toBe(0);
});

test('the active row of a screen reader is always rendered when moving down', async () => {
  const { table } = await rig(large);
  const grid = await table();
  let blanks = 0;
  for (let frame = 0; frame < 120; frame++) {
    grid.scrollTop += 40;
    await new Promise(requestAnimationFrame);
    const { top, bottom } = grid.getBoundingClientRect();
    for (const element of document.querySelectorAll('[role="row"][data-index][aria-busy="true"]')) {
      const box_ = element.getBoundingClientRect();
      if (box_.bottom > top && box_.top < bottom) blanks++;
    }
  }
  expect(grid.scrollTop).toBeGreaterThan(4_000);
  expect(blanks).toBe(0);
});

test('Shift with an arrow key selects a range, and moving back makes it smaller', async () => {
  const { table, press } = await rig(large);
  await table();
  await press('jj{Shift>}{ArrowDown}{ArrowDown}{ArrowDown}{/Shift}');
  await eventually(() => expect(chosenIndices()).toEqual([1, 2, 3, 4]));
  await press('{Shift>}{ArrowUp}{/Shift}');
  await eventually(() => expect(chosenIndices()).toEqual([1, 2, 3]));
});

test('a range over rows that were never loaded gets its IDs from the core', async () => {
  const { table, calls, stores } = await rig(large);
  const grid = await table();
  await click(box(2));
  grid.scrollTop = 32 * 3_000;
  await eventually(() => cell(3_004, 'user'));
  await userEvent.click(cell(3_004, 'state'), { modifiers: ['Shift'] });
  await expect.element(page.getByText('3,003 selected')).toBeVisible();
  expect(calls('users.ids')).toHaveLength(1);
  expect(stores.session.isReachable).toBe(true);
});

test('Ctrl+A selects the visible rows, and one more step selects all matching rows', async () => {
  const { table, press } = await rig(large);
  await table();
  await press('{Control>}a{/Control}');
  const visibleCount = chosenIndices().length;
  expect(visibleCount).toBeGreaterThan(10);
  expect(visibleCount).toBeLessThan(40);
  await userEvent.click(page.getByRole('button', { name: 'Select all 100,000 matching' }));
  await expect.element(page.getByText('100,000 selected')).toBeVisible();
  await userEvent.click(box(1));
  await expect.element(page.getByText('99,999 selected')).toBeVisible();
});

test('x selects the active row; Esc first closes the panel, then clears the selection', async () => {
  const { table, press } = await rig(large);
  await table();
  await press('jx{Enter}');
  await expect.element(page.getByRole('complementary')).toBeVisible();
  await press('{Escape}');
  await expect.element(page.getByRole('complementary')).not.toBeInTheDocument();
  expect(chosenIndices()).toEqual([0]);
  await press('{Escape}');
  expect(chosenIndices()).toEqual([]);
});

test('a column is sorted, resized, moved and hidden by keyboard, and the layout is saved', async () => {
  const { core, table } = await rig(large);
  await table();
  const email = (): HTMLElement => document.querySelector('[data-head="email"] button') as HTMLElement;
  const width = email().closest('[data-head]')?.getBoundingClientRect().width ?? 0;
  email().focus();
  await userEvent.keyboard('{Enter}');
  await eventually(() => expect(email().closest('[data-head]')?.getAttribute('aria-sort')).toBe('ascending'));
  await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}');
  expect(email().closest('[data-head]')?.getBoundingClientRect().width).toBe(width + 16);
  await userEvent.keyboard('{Control>}{ArrowLeft}{/Control}');
  const heads = [...document.querySelectorAll<HTMLElement>('[data-head]')].map(({ dataset }) => dataset['head']);
  expect(heads.indexOf('email')).toBe(heads.indexOf('two_factor_enabled') - 1);
  email().focus();
  await userEvent.keyboard('{Shift>}{F10}{/Shift}');
  await userEvent.click(page.getByRole('menuitem', { name: 'Hide column' }));
  await eventually(() =>
    expect(core.world.preferences.tables['users']).toMatchObject({
      hidden: ['email'],
      widths: { email: width + 16 },
      sort: { by: 'email', direction: 'asc' },
    }),
  );
});

test('the same rows stay visible when rows are added above them', async () => {
  const { core, people, table } = await rig({ ...large, ...withIds });
  const grid = await table();
  grid.scrollTop = 32 * 40;
  await eventually(() => cell(45, 'id'));
  const topBefore = cell(45, 'id').getBoundingClientRect().top;
  people.newcomers = [500_003, 500_002, 500_001];
  people.revision = 2;
  core.emit('users', 'changed', { revision: 2 });
  await eventually(() => expect(cell(48, 'id').textContent).toContain('46'));
  expect(cell(48, 'id').getBoundingClientRect().top).toBe(topBefore);
  expect(grid.scrollTop).toBe(32 * 43);
});

test('leaving the page and returning keeps its state', async () => {
  const { show, table, press } = await rig(large);
  const grid = await table();
  grid.scrollTop = 32 * 900;
  await eventually(() => cell(905, 'user'));
  await userEvent.click(box(905));
  await show(false);
  await show(true);
  await eventually(() => expect(chosenIndices()).toEqual([905]));
  const again = await eventually(() => document.querySelector('[role="grid"]') as HTMLElement);
  expect(again.scrollTop).toBe(32 * 900);
  again.focus();
  await press('{ArrowDown}');
  expect(activeIndex()).toBe(906);
});
