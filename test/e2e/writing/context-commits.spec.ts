import type { Page } from '@playwright/test';
import { shell } from '#shared/text/en/shell.ts';
import type { Platform } from '../../platform/platform.ts';
import type { MergeRequest } from '../../platform/world/merge-requests.ts';
import { expectClean, goTo } from '../by-keyboard.ts';
import { expect, test } from '../consoles.ts';
import { dialog, openAt, runCommand } from './forms.ts';

const heading = (window: Page) => window.getByRole('heading', { level: 1 });
const section = (window: Page) => window.getByRole('region', { name: 'Context commits' });
const rows = (window: Page) => section(window).getByRole('listitem');
const undo = (window: Page) => window.getByRole('button', { name: 'Undo', exact: true }).first().click();

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
  const shas = dialog(window).getByRole('textbox', { name: 'SHAs' });
  const add = dialog(window).getByRole('button', { name: 'Add context commits' });

  await test.step('bad input is explained at the field before anything is sent', async () => {
    await runCommand(window, 'Add context commits…');
    for (const [text, why] of [
      ['', 'Enter at least one SHA.'],
      ['main', '“main” isn’t a SHA.'],
      [`${other}, ${other.slice(0, 8)}`, `${other.slice(0, 8)} is entered more than once.`],
      [first.slice(0, 12), `${first.slice(0, 12)} is already a context commit.`],
    ] as const) {
      await shas.fill(text);
      await add.click();
      await expect(dialog(window).getByText(why)).toBeVisible();
    }
    await expectClean(window, 'context-commits-add');
    expect(simulator.requests.list().filter(({ method }) => method === 'POST')).toEqual([]);
  });

  await test.step('an unknown SHA is refused by the instance and named at the field, and the input is kept', async () => {
    await shas.fill(`${other.slice(0, 10)}, 0123456789`);
    await add.click();
    await expect(dialog(window).getByText(/^No commit of this project has the SHA 0123456789\./)).toBeVisible();
    await expect(shas).toHaveValue(`${other.slice(0, 10)}, 0123456789`);
  });

  await test.step('a part of a SHA is added; the undo removes it', async () => {
    await shas.fill(other.slice(0, 10));
    await add.click();
    await expect(rows(window)).toHaveCount(3);
    expect(request.context_commits).toEqual([first, second, other]);
    await undo(window);
    await expect(rows(window)).toHaveCount(2);
    expect(request.context_commits).toEqual([first, second]);
  });

  await test.step('selected commits are removed; the undo adds them again', async () => {
    await section(window).getByRole('button', { name: 'Remove…' }).click();
    const remove = dialog(window).getByRole('button', { name: 'Remove context commits' });
    await remove.click();
    await expect(dialog(window).getByText('Select at least one commit.')).toBeVisible();
    await dialog(window)
      .getByRole('checkbox', { name: new RegExp(`^${first.slice(0, 8)}`) })
      .check();
    await expectClean(window, 'context-commits-remove');
    await remove.click();
    await expect(rows(window)).toHaveCount(1);
    expect(request.context_commits).toEqual([second]);
    await undo(window);
    await expect(rows(window)).toHaveCount(2);
    expect(request.context_commits.toSorted()).toEqual([first, second].toSorted());
  });
});

test.describe('a reporter', () => {
  test.use({ as: 'reporter' });

  test('can’t change context commits, and the form explains why', async ({ window, simulator }) => {
    const { request, other } = await requestIn(simulator);
    const [first = ''] = request.context_commits;
    request.author_id = 1;
    request.assignee_ids = [];
    await openRequest(window, request);
    await section(window).getByRole('button', { name: 'Add…' }).click();
    await dialog(window).getByRole('textbox', { name: 'SHAs' }).fill(other);
    await dialog(window).getByRole('button', { name: 'Add context commits' }).click();
    await expect(dialog(window).getByRole('alert')).toContainText('Usually, Developers of the project');
    await expect(dialog(window).getByRole('textbox', { name: 'SHAs' })).toHaveValue(other);
    expect(request.context_commits).toContain(first);
    expect(request.context_commits).not.toContain(other);
  });
});

test.describe('a read-only profile', () => {
  test.use({ isReadOnly: true });

  test('says why context commits can’t be changed', async ({ window, simulator }) => {
    const { request } = await requestIn(simulator);
    await openRequest(window, request);
    for (const name of ['Add…', 'Remove…']) {
      const button = section(window).getByRole('button', { name });
      await expect(button).toHaveAttribute('aria-disabled', 'true');
      await button.focus();
      await expect(window.getByText(shell.readOnlyWhy).first()).toBeVisible();
    }
  });
});
