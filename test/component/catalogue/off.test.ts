import type { Setup } from '#shared/contract/setup.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { violations } from '../axe.ts';
import { callsOf, openWindow } from '../shell/window.ts';
import { sampleConnection, sampleEntry } from '../samples.ts';

const names: Partial<Record<number, string>> = { 1: 'group:acme', 2: 'project:acme/api', 3: 'project:other/web' };
const catalogue = [
  sampleEntry({ key: 1, kind: 'group', id: 1, path: 'acme' }),
  sampleEntry({ key: 2, kind: 'project', id: 2, path: 'acme/api' }),
  sampleEntry({ key: 3, kind: 'project', id: 3, path: 'other/web' }),
];
const what = 'Reeve no longer syncs it automatically, or when you sync all groups and projects. Its cached rows stay.';
const row = (path: string) => page.getByRole('row').filter({ hasText: path });
const item = (name: string) => page.getByRole('menuitem', { name });

function openCatalogue(state: 'online' | 'offline' = 'online') {
  let places: string[] = [];
  const setup = (): Setup => ({
    ...{
      state: 'done',
      phase: 'over',
      done: 0,
      requests: 0,
      estimatedRequests: 0,
      etaMs: null,
      choice: null,
      steps: [],
    },
    ...{ startedAt: null, finishedAt: null, isAdministrator: true, username: null, limit: null, costs: [] },
    ...{ groups: [], groupsTotal: 0, projectsTotal: 0, notAvailable: [], off: { collections: [], places } },
  });
  return openWindow({
    path: '/catalogue',
    world: { catalogue, connection: sampleConnection({ state }) },
    answers: {
      setup: {
        get: setup,
        setOff: ({ keys = [], isOff }) => {
          const given = keys.flatMap((key) => names[key] ?? []);
          places = isOff ? [...places, ...given] : places.filter((name) => !given.includes(name));
          return {};
        },
      },
    },
  });
}

test('a group is switched off in its menu, also offline, and its projects are off with it', async () => {
  const core = await openCatalogue('offline');
  await row('other/web').click({ button: 'right' });
  await expect.element(item('Don’t sync this project')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await userEvent.click(page.getByRole('gridcell', { name: /^acme$/ }), { button: 'right' });
  await item('Don’t sync this group').click();
  await expect.poll(() => callsOf(core, 'setup.setOff')).toEqual([{ keys: [1], isOff: true }]);
  await expect.element(page.getByText(what)).toBeVisible();
  await expect.element(row('acme/api').getByText('Switched off with the group acme')).toBeVisible();
  await row('acme/api').click({ button: 'right' });
  await expect.element(item('Switch on')).toHaveAttribute('aria-disabled', 'true');
  await userEvent.keyboard('{Escape}');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => callsOf(core, 'setup.setOff').at(-1)).toEqual({ keys: [1], isOff: false });
  await expect.element(page.getByText('Switched off with the group acme')).not.toBeInTheDocument();
});

test('the panel explains that a project is switched off, and switches it on again', async () => {
  const core = await openCatalogue();
  await row('other/web').click();
  const panel = page.getByRole('complementary');
  await panel.getByRole('button', { name: 'Don’t sync this project' }).click();
  await expect.element(panel.getByText(what)).toBeVisible();
  expect(await violations()).toEqual([]);
  await panel.getByRole('button', { name: 'Switch on' }).click();
  await expect.poll(() => callsOf(core, 'setup.setOff').at(-1)).toEqual({ keys: [3], isOff: false });
  await expect.element(panel.getByText('Automatic')).toBeVisible();
});

test('several selected entries are switched off and on together', async () => {
  const core = await openCatalogue();
  await userEvent.click(page.getByRole('grid'));
  await userEvent.keyboard('{Control>}a{/Control}');
  await page.getByRole('button', { name: 'Don’t sync', exact: true }).click();
  await expect.poll(() => callsOf(core, 'setup.setOff').at(-1)).toEqual({ keys: [1, 2, 3], isOff: true });
  await expect.element(page.getByText('3 entries switched off')).toBeVisible();
  await page.getByRole('button', { name: 'Switch on' }).click();
  await expect.poll(() => callsOf(core, 'setup.setOff').at(-1)).toEqual({ keys: [1, 2, 3], isOff: false });
});
