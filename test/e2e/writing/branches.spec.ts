import type { Locator, Page } from '@playwright/test';
import type { Platform } from '../../platform/platform.ts';
import { PROJECT_PATHS } from '../../platform/seed/groups.ts';
import { BRANCHES } from '../../platform/seed/repositories.ts';
import { LEVEL } from '../../platform/world/levels.ts';
import { find } from '../by-keyboard.ts';
import { expect, test } from '../consoles.ts';
import { applyPlan, dialog, openAt, runCommand, undoLast } from './forms.ts';

const path = PROJECT_PATHS.private;
const row = (window: Page, name: string): Locator => window.getByRole('row', { name });
const button = (window: Page, name: string | RegExp): Locator => dialog(window).getByRole('button', { name });
const panel = (window: Page): Locator => window.getByRole('complementary');

function repositoryOf({ world }: Platform) {
  const project = world.projects.lookup(path);
  const user = world.users.ordered('id').find(({ is_admin }) => is_admin);
  if (project === undefined || user === undefined) throw new Error('no project or administrator');
  const headOf = (ref: string) => world.repositories.resolve(project, ref);
  return {
    id: project.id,
    headOf,
    branches: async () => (await world.repositories.of(project).branches()).map(({ name }) => name),
    create: async (name: string, ref: string) =>
      world.repositories.createBranch(project, user, name, (await headOf(ref)) ?? ''),
    remove: async (name: string) =>
      world.repositories.removeBranch(project, user, name, (await headOf(`refs/heads/${name}`)) ?? ''),
    rules: () => world.protectedBranches.of(project),
    protect: (name: string) =>
      world.protectedBranches.add({
        ...{ project_id: project.id, name, push_access_levels: [], merge_access_levels: [] },
        ...{ unprotect_access_levels: [], allow_force_push: false, code_owner_approval_required: false },
      }),
  };
}

async function openBranches(window: Page, id: number): Promise<void> {
  await openAt(window, `/p/${id}/code/branches`);
  await expect(window.getByRole('heading', { level: 1, name: 'Branches', exact: true })).toBeVisible();
}
async function syncBranches(window: Page): Promise<void> {
  await window.keyboard.press('r');
  await expect(row(window, BRANCHES.slash)).toBeVisible();
}

test('a branch is created, protected and deleted, each is undone, and a pattern is protected from the palette', async ({
  window,
  simulator,
}) => {
  const repository = repositoryOf(simulator);
  await openBranches(window, repository.id);
  await syncBranches(window);

  await test.step('a refused start is explained at its field; then the branch is listed at once, and the undo deletes it', async () => {
    await window.getByRole('button', { name: 'Create branch…' }).click();
    await expect(dialog(window).getByLabel('Starts at')).toHaveValue(BRANCHES.default);
    await dialog(window).getByLabel('Name', { exact: true }).fill('fix/it');
    await dialog(window).getByLabel('Starts at').fill('no-such-ref');
    await button(window, 'Create branch').click();
    await expect(dialog(window).getByLabel('Starts at')).toHaveAccessibleDescription(/“no-such-ref”/);
    await expect(dialog(window).getByLabel('Starts at')).toBeFocused();
    await dialog(window).getByLabel('Starts at').fill(BRANCHES.slash);
    await button(window, 'Create branch').click();
    await expect(row(window, 'fix/it')).toBeVisible();
    expect(await repository.headOf('refs/heads/fix/it')).toBe(await repository.headOf(BRANCHES.slash));
    await undoLast(window);
    await expect(row(window, 'fix/it')).toHaveCount(0);
    expect(await repository.branches()).not.toContain('fix/it');
  });

  await test.step('a protected branch has its new state in the list and the panel at once', async () => {
    await find(window, BRANCHES.slash);
    await window.keyboard.press('Enter');
    await expect(panel(window).getByText('The branch isn’t protected', { exact: false })).toBeVisible();
    await fromPanel(window, 'Protect…');
    await chooseLevel(window, 'Allowed to push', 'Developers and Maintainers');
    await button(window, 'Protect branch').click();
    await expect(row(window, BRANCHES.slash)).toContainText('Protected');
    await expect(panel(window).getByText(/is protected and Developers can push/)).toBeVisible();
    const rule = repository.rules().find(({ name }) => name === BRANCHES.slash);
    expect(rule?.push_access_levels.map(({ access_level }) => access_level)).toEqual([LEVEL.developer]);
    await undoLast(window);
    await expect(row(window, BRANCHES.slash)).not.toContainText('Protected');
    await expect(panel(window).getByText('The branch isn’t protected', { exact: false })).toBeVisible();
    expect(repository.rules().map(({ name }) => name)).not.toContain(BRANCHES.slash);
  });

  await test.step('a branch is deleted after its commits were shown, and the undo creates it at the same commit', async () => {
    const head = await repository.headOf(BRANCHES.slash);
    await fromPanel(window, 'Delete…');
    await expect(dialog(window).getByText(/^\d+ commits? not in the default branch$/)).toBeVisible();
    await button(window, 'Delete branch').click();
    await expect(row(window, BRANCHES.slash)).toHaveCount(0);
    expect(await repository.branches()).not.toContain(BRANCHES.slash);
    await undoLast(window);
    await expect(row(window, BRANCHES.slash)).toBeVisible();
    expect(await repository.headOf(`refs/heads/${BRANCHES.slash}`)).toBe(head);
    await window.keyboard.press('Escape');
  });

  await test.step('the branches that a protected pattern matches show it, also after its undo', async () => {
    await find(window, '');
    await runCommand(window, 'Protect branch or pattern…');
    await dialog(window).getByLabel('Branch or pattern').fill('feature/*');
    await button(window, 'Protect branch').click();
    await expect(row(window, BRANCHES.slash)).toContainText('Protected');
    expect(repository.rules().map(({ name }) => name)).toContain('feature/*');
    await undoLast(window);
    await expect(row(window, BRANCHES.slash)).not.toContainText('Protected');
    expect(repository.rules().map(({ name }) => name)).not.toContain('feature/*');
  });
});

test('several branches are protected, unprotected and deleted in one plan each, and merged branches are deleted with a report', async ({
  window,
  simulator,
}) => {
  const repository = repositoryOf(simulator);
  for (let at = 0; at < 24; at += 1) await repository.create(`old/${at}`, 'main');
  await openBranches(window, repository.id);
  await syncBranches(window);

  await test.step('all matching branches are protected, and then unprotected', async () => {
    await find(window, 'old/1');
    await selectAllMatching(window, 'Protect…');
    await button(window, 'Protect 11 branches…').click();
    await applyPlan(window, 'Protect 11 branches', 11);
    expect(repository.rules()).toHaveLength(13);
    await window.getByRole('region', { name: 'Selected rows' }).getByRole('button', { name: 'Unprotect…' }).click();
    await applyPlan(window, 'Unprotect 11 branches', 11);
    expect(repository.rules()).toHaveLength(2);
    await window.keyboard.press('Escape');
  });

  await test.step('all branches but the default and protected ones are offered to be deleted', async () => {
    await find(window, '');
    await selectAllMatching(window, 'Delete…');
    const left = dialog(window).getByRole('list', { name: '2 branches left out', exact: false });
    await expect(left.getByRole('listitem')).toHaveText([/main.*default branch/, /stable.*protected/]);
    await expect(dialog(window).getByText(/^20 of 27 branches checked/)).toBeVisible();
    await button(window, 'Cancel').click();
    await window.keyboard.press('Escape');
  });

  await test.step('branches of a filter are deleted in one plan', async () => {
    await find(window, 'old/');
    await selectAllMatching(window, 'Delete…');
    await button(window, 'Delete 24 branches…').click();
    await applyPlan(window, 'Delete 24 branches', 24);
    expect((await repository.branches()).filter((name) => name.startsWith('old/'))).toEqual([]);
    await expect(window.getByText('No branches match these filters.')).toBeVisible();
    await find(window, '');
  });

  await test.step('merged branches are listed before, deleted after their project is typed, and compared after', async () => {
    await repository.create('late', 'main~2');
    await repository.create('merged-too', 'main~3');
    await runCommand(window, 'Delete merged branches…');
    await expect(dialog(window).getByText('3 branches will be deleted')).toBeVisible();
    await button(window, 'Delete merged branches…').click();
    // Somebody else protects one of them and deletes another branch
    repository.protect('late');
    await repository.remove(BRANCHES.dot);
    await dialog(window)
      .getByLabel(/^Type .+ to confirm$/)
      .fill(`project ${repository.id}`);
    await button(window, /^Delete merged branches of /).click();
    await expect(dialog(window).getByRole('list', { name: '2 branches deleted' })).toContainText('merged-too');
    await expect(dialog(window).getByRole('list', { name: '1 branch on the list not deleted' })).toHaveText('late');
    await expect(dialog(window).getByRole('list', { name: '1 branch not on the list also deleted' })).toHaveText(
      BRANCHES.dot,
    );
    await button(window, 'Close').click();
    await expect(row(window, BRANCHES.merged)).toHaveCount(0);
    expect(await repository.branches()).not.toContain('merged-too');
  });
});

/** Start an action from the menu of the panel. */
async function fromPanel(window: Page, action: string): Promise<void> {
  await panel(window).getByRole('button', { name: 'Actions' }).click();
  await window.getByRole('menuitem', { name: new RegExp(`^${action}`) }).click();
}

async function chooseLevel(window: Page, label: string, level: string): Promise<void> {
  await dialog(window).getByLabel(label, { exact: true }).click();
  await window.getByRole('option', { name: level, exact: true }).click();
}

/** Select all rows that match the filter, and start an action on them from the selection bar. */
async function selectAllMatching(window: Page, action: string): Promise<void> {
  await window.keyboard.press('x');
  const bar = window.getByRole('region', { name: 'Selected rows' });
  await bar.getByRole('button', { name: /^Select all/ }).click();
  await bar.getByRole('button', { name: action, exact: true }).click();
}
