import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { DeployedEnvironment, DeploymentMark } from '#shared/contract/deployments.ts';
import { days, hours, toIso } from '#shared/time.ts';
import DeploymentGrid from '../../../src-renderer/pages/deployments/DeploymentGrid.svelte';
import '../../../src-renderer/styles/index.css';
import { violations } from '../axe.ts';

const now = Math.floor(Date.now() / 60_000) * 60_000;
let nextId = 1;

function mark(environment: string, hoursAgo: number, status: string): DeploymentMark {
  const id = nextId++;
  const createdAt = now - hours(hoursAgo);
  const endedAt = ['created', 'running', 'blocked'].includes(status) ? null : createdAt + hours(0.1);
  return { key: id, id, environment, status, ref: `ref-${id}`, createdAt, endedAt };
}
function environmentOf(environment: string, own: readonly DeploymentMark[]): DeployedEnvironment {
  const [last] = own.toSorted((a, b) => b.createdAt - a.createdAt);
  if (last === undefined) throw new Error('no mark');
  const row = {
    id: last.id,
    status: last.status,
    created_at: toIso(last.createdAt),
    environment: { name: environment },
  };
  const newest = { key: last.key, scope: 'project:7', row, fetchedAt: now, notReturnedSince: null };
  return { environment, deployments: own.length, newest, deployed: null, deployedAt: null };
}

afterEach(() => page.viewport(1280, 800));

async function show(earlier: readonly DeploymentMark[] = []) {
  const production = [
    mark('production', 200, 'success'),
    mark('production', 100, 'failed'),
    mark('production', 2, 'blocked'),
  ];
  const staging = [mark('staging', 150, 'success'), mark('staging', 149, 'failed'), mark('staging', 26, 'running')];
  const hostile = [mark('<script>\u202e', 50, 'created'), mark('<script>\u202e', 49.9, 'canceled')];
  const [onopen, onselect] = [vi.fn(), vi.fn()];
  await render(DeploymentGrid, {
    environments: [
      environmentOf('production', production),
      environmentOf('staging', staging),
      environmentOf('<script>\u202e', hostile),
    ],
    marks: [...earlier, ...production, ...staging, ...hostile],
    ...{ from: now - days(14), now, selected: null, openId: null, isCapped: false, onopen, onselect },
  });
  return { onopen, onselect, production, staging };
}

test('arrow keys move from mark to mark and between environments, and Enter opens the deployment', async () => {
  const { onopen, onselect, production, staging } = await show();
  const grid = page.getByRole('grid', { name: 'Deployments by environment and time' });
  await expect.element(grid).toBeVisible();
  await userEvent.tab();
  await expect.element(page.getByRole('rowheader', { name: 'production' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(onselect).toHaveBeenLastCalledWith('production');
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{Enter}');
  expect(onopen).toHaveBeenLastCalledWith(production[1]?.id);
  // The nearest mark of the next environment is the merged one, whose worst deployment opens
  await userEvent.keyboard('{ArrowLeft}{ArrowDown}');
  await expect.element(page.getByRole('gridcell', { name: /^2 deployments, worst: Failed/ })).toHaveFocus();
  await expect.element(page.getByRole('tooltip')).toMatchTextContent(/Succeeded · ref-/);
  await userEvent.keyboard(' ');
  expect(onopen).toHaveBeenLastCalledWith(staging[1]?.id);
  await userEvent.keyboard('{End}{Enter}');
  expect(onopen).toHaveBeenLastCalledWith(staging[2]?.id);
  await userEvent.keyboard('{Home}');
  await expect.element(page.getByRole('rowheader', { name: 'staging' })).toHaveFocus();
});

test('beside the panel of a window of 1,024 pixels, the grid is whole without scrolling sideways', async () => {
  await page.viewport(587, 700);
  await show();
  const scroll = page.getByRole('grid').element().parentElement;
  expect(scroll?.scrollWidth).toBe(scroll?.clientWidth);
});

test('unfinished deployments from before the axis are counted at its left edge, and the worst one opens by keyboard', async () => {
  const waiting = mark('production', 24 * 40, 'created');
  const blocked = mark('production', 24 * 30, 'blocked');
  const { onopen, production } = await show([waiting, blocked]);
  await expect.element(page.getByRole('columnheader', { name: 'Earlier' })).toBeVisible();
  const cell = page.getByRole('gridcell', { name: /^2 unfinished deployments from before .*, worst: Blocked$/ });
  await expect.element(cell).toMatchTextContent(/^\s*2\s*$/);
  await expect.element(page.getByText(/^2 unfinished deployments from before /)).toBeVisible();
  await userEvent.tab();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(cell).toHaveFocus();
  await expect.element(page.getByRole('tooltip')).toMatchTextContent(/Blocked · ref-.*Created · ref-/s);
  await userEvent.keyboard('{Enter}');
  expect(onopen).toHaveBeenLastCalledWith(blocked.id);
  await userEvent.keyboard('{ArrowRight}{Enter}');
  expect(onopen).toHaveBeenLastCalledWith(production[0]?.id);
  expect((await violations()).filter((one) => !/^(landmark|region)/.test(one))).toEqual([]);
});

test('names from the platform are shown as text, with marks for invisible characters', async () => {
  await show();
  await expect.element(page.getByRole('rowheader', { name: '<script>⟨U+202E⟩' })).toBeVisible();
  expect(document.querySelector('.grid script')).toBeNull();
});

test('the grid is accessible', async () => {
  await show();
  // The test shows no page around it
  expect((await violations()).filter((one) => !/^(landmark|region)/.test(one))).toEqual([]);
});
