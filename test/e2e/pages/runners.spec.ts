import type { Page } from '@playwright/test';
import type { Platform } from '../../platform/platform.ts';
import { chooseScope, expectClean, find, goOffline, goTo, press, pressTogether, tabTo, write } from '../by-keyboard.ts';
import { expect, test } from '../consoles.ts';

const grid = (window: Page) => window.getByRole('grid');
const dialog = (window: Page) => window.getByRole('dialog');
const keys = async (window: Page, ...strokes: string[]): Promise<void> => {
  for (const stroke of strokes) await window.keyboard.press(stroke);
};
const known = ({ world }: Platform, description: string) => {
  const runner = world.runners.find((one) => one.description === description);
  if (runner === undefined) throw new Error(`there is no ${description}`);
  return runner;
};
const writes = ({ requests }: Platform) => requests.list().filter(({ method }) => method !== 'GET');

async function openRunners(window: Page, rows: number): Promise<void> {
  await expect(window.getByRole('heading', { level: 1 })).toBeVisible();
  await goTo(window, 'Runners');
  await keys(window, 'r');
  await expect(grid(window)).toHaveAttribute('aria-rowcount', String(rows + 1));
}
async function readDetails(window: Page, simulator: Platform): Promise<void> {
  await press(window, /^Sync details \(/);
  await expect
    .poll(() => simulator.requests.count('GET /runners/:id'))
    .toBeGreaterThanOrEqual(simulator.world.runners.size);
  await expect(window.getByRole('button', { name: /^Sync details \(/ })).toBeHidden();
}

test('one runner is paused, resumed by undo, and edited, and several are edited by one plan, by keyboard alone', async ({
  window,
  simulator,
}) => {
  await openRunners(window, simulator.world.runners.size);
  await test.step('one runner: pause, undo, edit', async () => {
    const runner = known(simulator, 'shared 9');
    await find(window, 'shared 9');
    await keys(window, 'p');
    await expect.poll(() => runner.paused).toBe(true);
    await expect(window.getByText('Paused shared 9', { exact: true })).toBeVisible();
    await keys(window, 'Alt+t');
    await press(window, 'Undo');
    await expect.poll(() => runner.paused).toBe(false);

    await tabTo(window, grid(window));
    await keys(window, 'e');
    await expect(dialog(window)).toContainText('Edit shared 9');
    await write(window, 'Description', 'shared nine');
    await write(window, 'Maintenance note', 'x'.repeat(1_025));
    await expect(dialog(window)).toContainText('1 character too many');
    await press(window, 'Save runner');
    await expect(dialog(window)).toContainText('Use at most 1,024 characters.');
    await write(window, 'Maintenance note', 'Moves to rack 7');
    await tabTo(window, dialog(window).getByLabel('Tags', { exact: true }));
    await window.keyboard.type('rack-7,');
    await write(window, 'Maximum job timeout', '7200');
    await expectClean(window, 'runners-edit');
    const tags = [...runner.tag_list];
    await press(window, 'Save runner');
    await expect.poll(() => runner.description).toBe('shared nine');
    expect(runner).toMatchObject({
      maintenance_note: 'Moves to rack 7',
      maximum_timeout_s: 7_200,
      tag_list: [...tags, 'rack-7'],
      paused: false,
    });
    expect(simulator.requests.list('PUT /runners/:id')).toHaveLength(3);
  });

  await test.step('one plan: tags are merged, and what can’t be undone is shown before it is applied', async () => {
    const chosen = ['core 2', 'core 4', 'images 2'].map((name) => known(simulator, name));
    const before = chosen.map(({ tag_list: tags }) => [...tags]);
    for (const { description } of chosen) {
      await find(window, description ?? '');
      await keys(window, 'x');
    }
    await expect(window.getByText('3 selected')).toBeVisible();
    await keys(window, 'e');
    await expect(dialog(window)).toContainText('Edit 3 runners');
    await tabTo(
      window,
      dialog(window).getByRole('radiogroup', { name: 'Tags' }).getByRole('radio', { name: 'Don’t change' }),
    );
    await keys(window, 'ArrowRight');
    await tabTo(window, dialog(window).getByLabel('Add', { exact: true }));
    await window.keyboard.type('floor-2,');
    await tabTo(window, dialog(window).getByLabel('Remove', { exact: true }));
    await window.keyboard.type('linux,');
    await tabTo(
      window,
      dialog(window).getByRole('radiogroup', { name: 'Locked to its projects' }).getByRole('radio').first(),
    );
    await keys(window, 'ArrowRight');
    await expectClean(window, 'runners-edit-several');
    await press(window, 'Change 3 runners…');
    await expect(dialog(window)).toContainText(/locked/);
    expect(writes(simulator)).toHaveLength(3);
    await press(window, 'Edit 3 runners');
    await expect
      .poll(() => chosen.map(({ tag_list: tags }) => tags))
      .toEqual(before.map((tags) => [...tags.filter((tag) => tag !== 'linux'), 'floor-2']));
    expect(chosen.map(({ locked }) => locked)).toEqual([true, true, true]);
  });
});

test('coverage, versions and stale runners are shown when details are synced; offline, they and the jobs of a runner stay', async ({
  window,
  simulator,
  network,
}) => {
  const { jobs, runners } = simulator.world;
  const taken = jobs.find(({ id }) => runners.ofJob(id) !== undefined);
  const runner = runners.ofJob(taken?.id ?? 0);
  const panel = window.getByRole('complementary', { name: runner?.description ?? '' });
  await openRunners(window, runners.size);
  await pressTogether(window, 't', 's');
  await expect(window.getByRole('button', { name: 'Pause 0 runners…' })).toHaveAttribute('aria-disabled', 'true');
  await pressTogether(window, 't', 'c');
  await expect(window.getByText('No tags are known yet.')).toBeVisible();
  await readDetails(window, simulator);

  await test.step('coverage: which tags only one runner serves, and which tags no runner would serve without the selected ones', async () => {
    await pressTogether(window, 't', 'c');
    const serving = runners.filter(
      (one) => one.tag_list.includes('docker') && runners.status(one) === 'online' && !one.paused,
    );
    expect(serving.length).toBeGreaterThan(1);
    const row = window.getByRole('row').filter({ has: window.getByRole('link', { name: 'docker', exact: true }) });
    await expect(row.getByRole('link', { name: 'available: docker' })).toHaveText(String(serving.length));
    await row.getByRole('link', { name: 'available: docker' }).press('Enter');
    await expect(grid(window)).toHaveAttribute('aria-rowcount', String(serving.length + 1));
    await grid(window).focus();
    await keys(window, 'ControlOrMeta+a');
    await expect(window.getByText(`${serving.length} selected`)).toBeVisible();
    await keys(window, 'w');
    await expect(window.getByRole('checkbox', { name: /^Treat/ })).toBeChecked();
    await expect(row).toContainText('No available runner');
    await expectClean(window, 'runners-what-if');
    await window.getByRole('link', { name: 'docker', exact: true }).press('Enter');
    const tagged = runners.filter((one) => one.tag_list.includes('docker')).length;
    await expect(grid(window)).toHaveAttribute('aria-rowcount', String(tagged + 1));
    expect(writes(simulator)).toEqual([]);
  });

  await test.step('versions are counted in the cache, and on the instance on request', async () => {
    await pressTogether(window, 't', 'v');
    const of = (version: string) => runners.filter((one) => one.version === version).length;
    const row = window.getByRole('row').filter({ hasText: '18.5.2' });
    await expect(row.getByRole('cell').nth(1)).toHaveText(String(of('18.5.2')));
    const before = simulator.requests.count('GET /runners/all');
    await press(window, /^Count all 3/);
    await expect(row.getByRole('cell').nth(2)).toHaveText(String(of('18.5.2')));
    expect(simulator.requests.count('GET /runners/all')).toBe(before + 3);
    await write(window, 'Version starts with', '17.');
    await keys(window, 'Enter');
    await expect(window.getByRole('row').filter({ hasText: '17.…' }).getByRole('cell').nth(2)).toHaveText(
      String(of('17.11.1')),
    );
    await expectClean(window, 'runners-versions');
    await window.getByRole('link', { name: 'Runners of version 18.5.2' }).press('Enter');
    await expect(grid(window)).toHaveAttribute('aria-rowcount', String(of('18.5.2') + 1));
    await window
      .getByRole('button', { name: /^Remove filter/ })
      .first()
      .press('Enter');
    await expect(grid(window)).toHaveAttribute('aria-rowcount', String(runners.size + 1));
  });

  await test.step('one plan pauses stale runners with a note, except those that were excluded', async () => {
    const silent = runners.filter((one) => runners.status(one) === 'stale' && !one.paused);
    const [spared] = silent;
    const notes = new Map(runners.all().map(({ id, maintenance_note: note }) => [id, note]));
    await pressTogether(window, 't', 's');
    await expect(window.getByRole('button', { name: `Pause ${silent.length} runners…` })).toBeVisible();
    await expectClean(window, 'runners-stale');
    await write(window, 'No contact for more than', '0');
    await expect(window.getByText('Enter a whole number from 1 to 3,650.')).toBeVisible();
    await write(window, 'No contact for more than', '30');
    await tabTo(window, window.getByLabel('Exclude runners (IDs)'));
    await window.keyboard.type(`${spared?.id},`);
    const rest = silent.filter(({ id }) => id !== spared?.id);
    await press(window, `Pause ${rest.length} runners…`);
    await expect(dialog(window)).toContainText(`Pause ${rest.length} runners and add a note`);
    expect(writes(simulator)).toEqual([]);
    await press(window, `Pause ${rest.length} runners and add a note`);
    await expect.poll(() => rest.every(({ id }) => runners.get(id)?.paused === true)).toBe(true);
    for (const { id } of rest) {
      const [old, note] = [notes.get(id) ?? null, runners.get(id)?.maintenance_note ?? ''];
      expect(note).toMatch(/Paused on \d{4}-\d\d-\d\d: no contact since \d{4}-\d\d-\d\d\.$/);
      expect(note.startsWith(old ?? 'Paused')).toBe(true);
    }
    expect(runners.get(spared?.id ?? 0)?.paused).toBe(false);
    expect(simulator.requests.list('PUT /runners/:id')).toHaveLength(rest.length);
    await keys(window, 'Escape');
    await expect(dialog(window)).toHaveCount(0);
    await pressTogether(window, 't', 'f');
    // As if another user resumed them. The steps below need runners that can be paused
    for (const one of rest) one.paused = false;
    const lists = simulator.requests.count('GET /runners/all');
    await keys(window, 'r');
    await expect.poll(() => simulator.requests.count('GET /runners/all')).toBeGreaterThan(lists);
  });

  await test.step('the jobs of a runner are loaded in its panel', async () => {
    await window.evaluate((id) => (location.hash = `#/runners/${id}`), runner?.id);
    await press(window, 'Load jobs');
    await expect(panel.getByRole('list', { name: 'Jobs' })).toContainText(taken?.name ?? '');
    await expectClean(window, 'runner-jobs');
  });

  await test.step('offline, cached runners and jobs are shown, and no request is sent', async () => {
    await goOffline(window, network);
    await expect(panel.getByRole('list', { name: 'Jobs' })).toBeVisible();
    await expect(panel.getByRole('button', { name: 'Reload jobs' })).toHaveAttribute('aria-disabled', 'true');
    const before = simulator.requests.count();
    await pressTogether(window, 't', 'f');
    // By a name, because the dates in the notes contain many numbers
    await find(window, 'warehouse 1');
    await keys(window, 'p');
    await keys(window, 'e');
    await expect(dialog(window)).toBeHidden();
    await pressTogether(window, 't', 's');
    await expect(window.getByRole('button', { name: /^Pause \d+ runners…/ })).toHaveAttribute('aria-disabled', 'true');
    await expect(grid(window).getByText('Will be paused').first()).toBeVisible();
    expect(simulator.requests.count()).toBe(before);
    expect(known(simulator, 'warehouse 1').paused).toBe(false);
  });
});

test('a runner is created by a plan in a group, and its token is revealed once; the runners of a project can’t be counted on the instance', async ({
  window,
  simulator,
}) => {
  await chooseScope(window, 'group', 'acme');
  await goTo(window, 'Runners');
  const count = simulator.world.runners.size;
  await press(window, 'Register runner…');
  await expect(dialog(window)).toContainText('The parameters of this request are undocumented');
  await write(window, 'Description', 'new machine');
  await press(window, 'Create runner…');
  await expect(dialog(window)).toContainText('one “name = value” per line');
  const group = simulator.world.groups.lookup('acme');
  await write(window, 'Other fields', `group_id = ${group?.id}`);
  await expectClean(window, 'runners-register');
  await press(window, 'Create runner…');
  await expect(dialog(window)).toContainText('can’t delete runners');
  expect(simulator.world.runners.size).toBe(count);
  await press(window, 'Create runner');
  await expect.poll(() => simulator.world.runners.size).toBe(count + 1);
  const made = known(simulator, 'new machine');
  expect(made).toMatchObject({ runner_type: 'group_type', group_id: group?.id });
  await press(window, 'Show once');
  await expect(dialog(window).getByRole('textbox')).toHaveValue(made.token);
  await keys(window, 'Escape');
  await expect(dialog(window)).toHaveCount(0);

  await chooseScope(window, 'project', 'acme/core');
  await goTo(window, 'Runners');
  await keys(window, 'r');
  await expect(grid(window)).toBeVisible();
  await pressTogether(window, 't', 'v');
  const ask = window.getByRole('button', { name: 'Count on instance' });
  await expect(ask).toHaveAttribute('aria-disabled', 'true');
  await tabTo(window, ask);
  await expect(window.getByText(/only for the whole instance/)).toBeVisible();
});
