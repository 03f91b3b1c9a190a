import type { Page } from '@playwright/test';
import type { Platform } from '../../platform/platform.ts';
import {
  chooseAllGroups,
  chooseScope,
  expectClean,
  find,
  goOffline,
  goTo,
  press,
  pressTogether,
  tabTo,
  toMessage,
  write,
} from '../by-keyboard.ts';
import { expect, test } from '../consoles.ts';

const grid = (window: Page) => window.getByRole('grid');
const dialog = (window: Page) => window.getByRole('dialog');
const known = ({ world }: Platform, description: string) => {
  const runner = world.runners.find((one) => one.description === description);
  if (runner === undefined) throw new Error(`there is no ${description}`);
  return runner;
};

async function openRunners(window: Page, rows: number): Promise<void> {
  await expect(window.getByRole('heading', { level: 1 })).toBeVisible();
  await goTo(window, 'Runners');
  await window.keyboard.press('r');
  await expect(grid(window)).toHaveAttribute('aria-rowcount', String(rows + 1));
}

test('one runner is paused, resumed by undo, and edited, and several are edited by one plan, by keyboard alone', async ({
  window,
  simulator,
}) => {
  const { requests, world } = simulator;
  await openRunners(window, world.runners.size);
  const runner = known(simulator, 'shared 9');
  await find(window, 'shared 9');
  await window.keyboard.press('p');
  await expect.poll(() => runner.paused).toBe(true);
  await expect(window.getByText('Paused shared 9', { exact: true })).toBeVisible();
  await toMessage(window, 'Undo');
  await press(window, 'Undo');
  await expect.poll(() => runner.paused).toBe(false);

  await tabTo(window, grid(window));
  await window.keyboard.press('e');
  await expect(dialog(window)).toContainText('Edit shared 9');
  await write(window, 'Description', 'shared nine');
  await write(window, 'Maintenance note', 'Moves to rack 7');
  await tabTo(window, dialog(window).getByLabel('Tags', { exact: true }));
  await window.keyboard.type('rack-7,');
  await write(window, 'Maximum job timeout', '7200');
  const tags = [...runner.tag_list];
  await press(window, 'Edit runner');
  await expect.poll(() => runner.description).toBe('shared nine');
  expect(runner).toMatchObject({
    ...{ maintenance_note: 'Moves to rack 7', maximum_timeout: 7_200, tag_list: [...tags, 'rack-7'], paused: false },
  });
  expect(requests.count('PUT /runners/:id')).toBe(3);

  const chosen = ['core 2', 'core 4', 'images 2'].map((name) => known(simulator, name));
  const before = chosen.map(({ tag_list }) => [...tag_list]);
  for (const { description } of chosen) {
    await find(window, description ?? '');
    await window.keyboard.press('x');
  }
  await expect(window.getByText('3 selected')).toBeVisible();
  await window.keyboard.press('e');
  await expect(dialog(window)).toContainText('Edit 3 runners');
  const choice = (name: string) => dialog(window).getByRole('radiogroup', { name }).getByRole('radio').first();
  await tabTo(window, choice('Tags'));
  await window.keyboard.press('ArrowRight');
  await tabTo(window, dialog(window).getByLabel('Add', { exact: true }));
  await window.keyboard.type('floor-2,');
  await tabTo(window, dialog(window).getByLabel('Remove', { exact: true }));
  await window.keyboard.type('linux,');
  await tabTo(window, choice('Locked to its projects'));
  await window.keyboard.press('ArrowRight');
  await press(window, 'Edit 3 runners…');
  // What undo can't restore is shown before anything is sent
  await expect(dialog(window)).toContainText(/locked/);
  expect(requests.count('PUT /runners/:id')).toBe(3);
  await press(window, 'Edit 3 runners');
  await expect
    .poll(() => chosen.map(({ tag_list }) => tag_list))
    .toEqual(before.map((old) => [...old.filter((tag) => tag !== 'linux'), 'floor-2']));
  expect(chosen.map(({ locked }) => locked)).toEqual([true, true, true]);
});

test('details are synced for coverage, versions and stale runners, which one plan pauses; offline, jobs and cached runners stay', async ({
  window,
  simulator,
  network,
}) => {
  const { requests } = simulator;
  const { groups, jobs, runners } = simulator.world;
  await chooseScope(window, 'group', 'acme');
  await goTo(window, 'Runners');
  await press(window, 'Register runner…');
  await tabTo(window, dialog(window).getByRole('combobox', { name: 'Group' }));
  await window.keyboard.insertText(String(groups.lookup('acme')?.id));
  await write(window, 'Description', 'new machine');
  await press(window, 'Register runner…');
  await expect(dialog(window)).toContainText('can’t delete runners');
  const count = runners.size;
  await press(window, 'Register runner');
  await expect.poll(() => runners.size).toBe(count + 1);
  const made = known(simulator, 'new machine');
  expect(made).toMatchObject({ runner_type: 'group_type', group_id: groups.lookup('acme')?.id });
  await press(window, 'Show once');
  await expect(dialog(window).getByRole('textbox')).toHaveValue(made.token);
  await window.keyboard.press('Escape');
  await expect(dialog(window)).toHaveCount(0);

  await chooseAllGroups(window);
  await openRunners(window, runners.size);
  await pressTogether(window, 't', 'c');
  await press(window, /^Sync details \(/);
  await expect.poll(() => requests.count('GET /runners/:id')).toBeGreaterThanOrEqual(runners.size);
  const serving = runners.filter(
    (one) => one.tag_list.includes('docker') && runners.status(one) === 'online' && !one.paused,
  );
  await window.getByRole('link', { name: 'available: docker' }).press('Enter');
  await expect(grid(window)).toHaveAttribute('aria-rowcount', String(serving.length + 1));
  await grid(window).focus();
  await window.keyboard.press('ControlOrMeta+a');
  await expect(window.getByText(`${serving.length} selected`)).toBeVisible();
  await window.keyboard.press('w');
  const row = window.getByRole('row').filter({ has: window.getByRole('link', { name: 'docker', exact: true }) });
  await expect(row).toContainText('No available runner');
  await expectClean(window, 'runners-what-if');

  await pressTogether(window, 't', 'v');
  const version = window.getByRole('row').filter({ hasText: '18.5.2' });
  await press(window, /^Count all 3/);
  const ofVersion = runners.filter((one) => one.version === '18.5.2').length;
  for (const at of [1, 2]) await expect(version.getByRole('cell').nth(at)).toHaveText(String(ofVersion));

  const silent = runners.filter((one) => runners.status(one) === 'stale' && !one.paused);
  await pressTogether(window, 't', 's');
  await tabTo(window, window.getByLabel('Exclude runners (IDs)'));
  await window.keyboard.type(`${silent[0]?.id},`);
  const rest = silent.slice(1);
  await press(window, `Pause ${rest.length} runners…`);
  await press(window, `Pause ${rest.length} runners and add a note`);
  await expect.poll(() => rest.every(({ paused }) => paused)).toBe(true);
  for (const { maintenance_note: note } of rest)
    expect(note).toMatch(/Paused on \d{4}-\d\d-\d\d: no contact since \d{4}-\d\d-\d\d\.$/);
  expect(silent[0]?.paused).toBe(false);
  expect(requests.count('PUT /runners/:id')).toBe(rest.length);
  await window.keyboard.press('Escape');
  await expect(dialog(window)).toHaveCount(0);

  const taken = jobs.find(({ id }) => runners.ofJob(id) !== undefined);
  const runner = runners.ofJob(taken?.id ?? 0);
  const panel = window.getByRole('complementary', { name: runner?.description ?? '' });
  await window.evaluate((id) => (location.hash = `#/runners/${id}`), runner?.id);
  await press(window, 'Load jobs');
  await expect(panel.getByRole('list', { name: 'Jobs' })).toContainText(taken?.name ?? '');
  await goOffline(window, network);
  await expect(panel.getByRole('list', { name: 'Jobs' })).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Reload jobs' })).toHaveAttribute('aria-disabled', 'true');
  const before = requests.count();
  await pressTogether(window, 't', 's');
  await expect(window.getByRole('button', { name: 'Pause runners…' })).toHaveAttribute('aria-disabled', 'true');
  await expect(grid(window).getByText('Already paused').first()).toBeVisible();
  expect(requests.count()).toBe(before);
});
