import type { Page } from '@playwright/test';
import { expectClean, goOffline, goTo, find } from '../by-keyboard.ts';
import type { Platform } from '../../platform/platform.ts';
import { GROUP_PATHS } from '../../platform/seed/groups.ts';
import { expect, test } from '../consoles.ts';

const grid = (window: Page) => window.getByRole('grid');
const heading = (window: Page) => window.getByRole('heading', { level: 1 });

test('a merge request shows its notes and context commits, online and offline, and steps through the list', async ({
  window,
  network,
  simulator: { world },
}) => {
  const request = world.mergeRequests.all().find(({ context_commits: commits }) => commits.length > 0);
  if (request === undefined) throw new Error('no merge request has context commits');
  request.title = 'Give the store its own timeout';
  const notes = world.notes.on('MergeRequest', request.id).length;
  await expect(heading(window)).toBeVisible();
  await goTo(window, 'Merge requests');
  await window.keyboard.press('r');
  await expect(grid(window)).toHaveAttribute('aria-rowcount', String(world.mergeRequests.all().length + 1));
  await find(window, request.title);
  await window.keyboard.press('Enter');

  await expect(heading(window)).toHaveText(request.title);
  await expect(window).toHaveURL(new RegExp(`#/p/${request.project_id}/merge-requests/${request.iid}$`));
  const commits = window.getByRole('region', { name: 'Context commits' });
  await commits.getByRole('button', { name: 'Sync context commits' }).click();
  await expect(commits.getByRole('listitem')).toHaveCount(request.context_commits.length);
  await expect(window.getByRole('button', { name: `All ${notes}` })).toBeVisible();
  await expectClean(window, 'merge-request');

  await goOffline(window, network);
  await window.reload();
  await expect(heading(window)).toHaveText(request.title);
  await expect(commits.getByRole('listitem')).toHaveCount(request.context_commits.length);
  await commits.getByRole('button', { name: /^Show all/ }).click();
  for (const name of ['Parents', 'Author email', 'Authored', 'Committer email', 'Message', 'SHA'])
    await expect(commits.getByText(name, { exact: true })).toHaveCount(request.context_commits.length);
  await window.setViewportSize({ width: 720, height: 450 });
  await expect(commits).toBeVisible();
  await window.setViewportSize({ width: 1280, height: 800 });

  await window.keyboard.press('Escape');
  await expect(heading(window)).toHaveText('Merge requests');
  const inProject = world.mergeRequests.filter(({ project_id: id }) => id === request.project_id).length;
  await expect(grid(window)).toHaveAttribute('aria-rowcount', String(inProject + 1));
  await grid(window).getByRole('row').nth(1).dblclick();
  await expect(window.getByText(`1 of ${inProject}`)).toBeVisible();
  const first = await heading(window).textContent();
  await window.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(window.getByText(`2 of ${inProject}`)).toBeVisible();
  await expect(heading(window)).not.toHaveText(first ?? '');

  const group = world.groups.lookup(GROUP_PATHS.top);
  if (group === undefined) throw new Error('no group');
  const below = new Set(world.projects.inGroup(group).map(({ id }) => id));
  const inGroup = world.mergeRequests.filter(({ project_id: id }) => below.has(id)).length;
  await window.evaluate((path) => (location.hash = `#/g/${path}/merge-requests`), GROUP_PATHS.top);
  await expect(grid(window)).toHaveAttribute('aria-rowcount', String(inGroup + 1));

  await test.step('in a subgroup, no filter and no view shows merge requests of other groups', () =>
    expectOnlySubgroup(window, world));
});

async function expectOnlySubgroup(window: Page, world: Platform['world']): Promise<void> {
  const group = world.groups.lookup(GROUP_PATHS.sub);
  if (group === undefined) throw new Error('no group');
  const below = new Set(world.projects.inGroup(group).map(({ id }) => id));
  const inGroup = world.mergeRequests.filter(({ project_id: id }) => below.has(id)).length;
  expect(inGroup).toBeGreaterThan(0);
  expect(inGroup).toBeLessThan(world.mergeRequests.all().length);
  await window.evaluate((path) => (location.hash = `#/g/${encodeURIComponent(path)}/merge-requests`), GROUP_PATHS.sub);
  await expect(grid(window)).toHaveAttribute('aria-rowcount', String(inGroup + 1));
  await expect(window.getByRole('button', { name: /^Remove filter/ })).toHaveCount(0);
  await window.getByRole('button', { name: /^Filter/ }).click();
  const menu = window.getByRole('dialog');
  await menu.getByLabel('Number in project', { exact: true }).fill('999999');
  await window.keyboard.press('Enter');
  await expect(grid(window)).toHaveAttribute('aria-rowcount', '1');
  await menu.getByRole('button', { name: 'Clear filters', exact: true }).click();
  await expect(grid(window)).toHaveAttribute('aria-rowcount', String(inGroup + 1));
  await window.keyboard.press('Escape');
  await window.getByRole('button', { name: 'All', exact: true }).click();
  await expect(grid(window)).toHaveAttribute('aria-rowcount', String(inGroup + 1));
}
