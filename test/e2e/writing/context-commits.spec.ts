import type { Page } from '@playwright/test';
import type { Platform } from '../../platform/platform.ts';
import type { MergeRequest } from '../../platform/world/merge-requests.ts';
import { goTo } from '../by-keyboard.ts';
import { expect, test } from '../consoles.ts';
import { dialog, openAt, pressUndo, runCommand } from './forms.ts';

const heading = (window: Page) => window.getByRole('heading', { level: 1 });
const section = (window: Page) => window.getByRole('region', { name: 'Context commits' });
const rows = (window: Page) => section(window).getByRole('listitem');

/** A merge request with two context commits, and another commit of its project. */
async function requestIn({ world }: Platform) {
  const request = world.mergeRequests.find(({ context_commits: ids }) => ids.length === 2);
  const project = world.projects.get(request?.project_id ?? 0);
  if (request === undefined || project === undefined) throw new Error('no merge request has two context commits');
  const other = await world.repositories.of(project).resolve('main');
  if (other === undefined || request.context_commits.includes(other)) throw new Error('no other commit');
  return { request, other };
}

async function openRequest(window: Page, request: MergeRequest): Promise<void> {
  await expect(heading(window)).toBeVisible();
  await goTo(window, 'Merge requests');
  await window.keyboard.press('r');
  await expect(window.getByRole('row').nth(1)).toBeVisible();
  await openAt(window, `/p/${request.project_id}/merge-requests/${request.iid}`);
  await expect(heading(window)).toHaveText(request.title);
  await section(window).getByRole('button', { name: 'Sync context commits' }).click();
  await expect(rows(window)).toHaveCount(request.context_commits.length);
}

test('context commits are added and removed, and both are undone', async ({ window, simulator }) => {
  const { request, other } = await requestIn(simulator);
  const [first = '', second = ''] = request.context_commits;
  await openRequest(window, request);

  await test.step('a part of a SHA is added; the undo removes it', async () => {
    await runCommand(window, 'Add context commits…');
    await dialog(window).getByRole('textbox', { name: 'SHAs' }).fill(other.slice(0, 10));
    await dialog(window).getByRole('button', { name: 'Add context commits' }).click();
    await expect(rows(window)).toHaveCount(3);
    expect(request.context_commits).toEqual([first, second, other]);
    await pressUndo(window);
    await expect(rows(window)).toHaveCount(2);
    expect(request.context_commits).toEqual([first, second]);
  });

  await test.step('a selected commit is removed; the undo adds it again', async () => {
    await section(window).getByRole('button', { name: 'Remove context commits…' }).click();
    await dialog(window)
      .getByRole('checkbox', { name: new RegExp(`^${first.slice(0, 8)}`) })
      .check();
    await dialog(window).getByRole('button', { name: 'Remove context commits' }).click();
    await expect(rows(window)).toHaveCount(1);
    expect(request.context_commits).toEqual([second]);
    await pressUndo(window);
    await expect(rows(window)).toHaveCount(2);
    expect(request.context_commits.toSorted()).toEqual([first, second].toSorted());
  });
});
