import type { Locator, Page } from '@playwright/test';
import type { Platform } from '../../platform/platform.ts';
import { PROJECT_PATHS } from '../../platform/seed/groups.ts';
import { PATHS } from '../../platform/seed/repository-files.ts';
import { BRANCHES } from '../../platform/seed/repositories.ts';
import { LEVEL } from '../../platform/world/levels.ts';
import { expectClean, find, goOffline } from '../by-keyboard.ts';
import { expect, setReadOnly, test } from '../consoles.ts';
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
    submodule: async (ref: string) =>
      (await world.repositories.of(project).entry((await headOf(ref)) ?? '', PATHS.submodule))?.id,
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

test('a branch is created from a ref, protected with a level and deleted with its commits shown, and each is undone', async ({
  window,
  simulator,
}) => {
  const repository = repositoryOf(simulator);
  await openBranches(window, repository.id);
  await syncBranches(window);

  await test.step('names that are refused are explained at the field', async () => {
    await window.getByRole('button', { name: 'New branch…' }).click();
    const name = dialog(window).getByLabel('Name', { exact: true });
    await expect(dialog(window).getByLabel('Starts at')).toHaveValue(BRANCHES.default);
    await button(window, 'Create branch').click();
    await expect(dialog(window).getByText('Enter the name of a branch.')).toBeVisible();
    await name.fill('fix it');
    await expect(dialog(window).getByText('A branch name can’t contain spaces.')).toBeVisible();
    for (const found of ['~', '^', ':', '?', '*', '[']) {
      await name.fill(`fix${found}it`);
      await expect(dialog(window).getByText(`A branch name can’t contain “${found}”.`)).toBeVisible();
    }
    await name.fill(BRANCHES.slash);
    await expect(dialog(window).getByText('A branch with this name already exists.')).toBeVisible();
    await expectClean(window, 'branches-create');
    expect(simulator.requests.list().filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  await test.step('an unknown ref is refused by the instance, and the error is shown at its field', async () => {
    await dialog(window).getByLabel('Name', { exact: true }).fill('fix/it');
    await dialog(window).getByLabel('Starts at').fill('no-such-ref');
    await button(window, 'Create branch').click();
    await expect(dialog(window).getByText(/Invalid reference name/)).toBeVisible();
    await expect(dialog(window).getByLabel('Starts at')).toBeFocused();
  });

  await test.step('the branch starts at another branch and is listed at once, and the undo deletes it', async () => {
    await dialog(window).getByLabel('Starts at').fill(BRANCHES.slash);
    await button(window, 'Create branch').click();
    await expect(row(window, 'fix/it')).toBeVisible();
    expect(await repository.headOf('refs/heads/fix/it')).toBe(await repository.headOf(BRANCHES.slash));
    await undoLast(window);
    await expect(row(window, 'fix/it')).toHaveCount(0);
    expect(await repository.branches()).not.toContain('fix/it');
  });

  await test.step('the name of an unsynced branch is refused by the instance, and the input is kept', async () => {
    await repository.create('between', 'main');
    await runCommand(window, 'New branch…');
    await dialog(window).getByLabel('Name', { exact: true }).fill('between');
    await button(window, 'Create branch').click();
    await expect(dialog(window).getByText('Branch already exists')).toBeVisible();
    await expect(dialog(window).getByLabel('Name', { exact: true })).toHaveValue('between');
    await dialog(window).getByLabel('Name', { exact: true }).fill('');
    await expect(dialog(window).getByLabel('Starts at')).toHaveValue('main');
    await button(window, 'Cancel').click();
    await expect(dialog(window)).toBeHidden();
    await expect(window.getByText('Your changes are kept until you close this window')).toHaveCount(0);
  });

  await test.step('a protected branch has its new state in the list and the panel at once', async () => {
    await find(window, BRANCHES.slash);
    await window.keyboard.press('Enter');
    await expect(panel(window).getByText('The branch isn’t protected', { exact: false })).toBeVisible();
    await fromPanel(window, 'Protect…');
    await chooseLevel(window, 'Allowed to push', 'Developers and Maintainers');
    await chooseLevel(window, 'Allowed to merge', 'No one');
    await expectClean(window, 'branches-protect');
    await button(window, 'Protect branch').click();
    await expect(row(window, BRANCHES.slash)).toContainText('Protected');
    await expect(panel(window).getByText(/is protected and Developers can push/)).toBeVisible();
    const rule = repository.rules().find(({ name }) => name === BRANCHES.slash);
    expect(rule?.push_access_levels.map(({ access_level }) => access_level)).toEqual([LEVEL.developer]);
    expect(rule?.merge_access_levels.map(({ access_level }) => access_level)).toEqual([0]);
    expect(rule?.unprotect_access_levels.map(({ access_level }) => access_level)).toEqual([LEVEL.maintainer]);
    await undoLast(window);
    await expect(row(window, BRANCHES.slash)).not.toContainText('Protected');
    await expect(panel(window).getByText('The branch isn’t protected', { exact: false })).toBeVisible();
    expect(repository.rules().map(({ name }) => name)).not.toContain(BRANCHES.slash);
  });

  await test.step('a branch is deleted after its commits were shown, and the undo creates it at the same commit', async () => {
    const head = await repository.headOf(BRANCHES.slash);
    await fromPanel(window, 'Delete…');
    await expect(dialog(window).getByText(/^\d+ commits? not in the default branch$/)).toBeVisible();
    await expectClean(window, 'branches-delete');
    await button(window, 'Delete branch').click();
    await expect(row(window, BRANCHES.slash)).toHaveCount(0);
    expect(await repository.branches()).not.toContain(BRANCHES.slash);
    await undoLast(window);
    await expect(row(window, BRANCHES.slash)).toBeVisible();
    expect(await repository.headOf(`refs/heads/${BRANCHES.slash}`)).toBe(head);
    await window.keyboard.press('Escape');
  });

  await test.step('a branch that was protected in the meantime is refused by the instance, and the form stays', async () => {
    await find(window, BRANCHES.dot);
    const rule = repository.protect(BRANCHES.dot);
    await window.keyboard.press('d');
    await button(window, 'Delete branch').click();
    await expect(
      dialog(window)
        .getByText(/protected.*unprotect/i)
        .last(),
    ).toBeVisible();
    expect(await repository.branches()).toContain(BRANCHES.dot);
    await button(window, 'Cancel').click();
    simulator.world.protectedBranches.remove(rule.id);
  });

  await test.step('the default branch and protected branches are refused with the reason', async () => {
    await find(window, BRANCHES.default);
    await window.keyboard.press('Enter');
    await expectReason(window, 'Delete…', 'The default branch can’t be deleted.');
    await window.keyboard.press('Escape');
    await find(window, BRANCHES.protected);
    await window.keyboard.press('Enter');
    await expectReason(window, 'Delete…', 'A protected branch can’t be deleted. Unprotect it first.');
    await expectReason(window, 'Protect…', 'This branch is already protected.');
  });

  await test.step('before a branch is unprotected, the plan shows what an undo does not restore', async () => {
    await fromPanel(window, 'Unprotect…');
    await expect(dialog(window).getByText(/Undo restores all but who may push/)).toBeVisible();
    await applyOne(window, `Unprotect branch ${BRANCHES.protected}`);
    await expect(row(window, BRANCHES.protected)).not.toContainText('Protected');
    expect(repository.rules().map(({ name }) => name)).toEqual([BRANCHES.default]);
  });

  await test.step('a pattern is protected from the palette, and the branches that it matches show it', async () => {
    await window.keyboard.press('Escape');
    await find(window, '');
    await runCommand(window, 'Protect branch or pattern…');
    await button(window, 'Protect branch').click();
    await expect(dialog(window).getByText('Enter the name of a branch, or a pattern.')).toBeVisible();
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

  await test.step('unprotecting leaves out branches that are not protected', async () => {
    await find(window, '');
    await selectAllMatching(window, 'Unprotect…');
    await expect(dialog(window).getByText(/^27 branches left out: not protected\./)).toBeVisible();
    await expect(button(window, 'Unprotect 2 branches')).toBeVisible();
    await button(window, 'Cancel').click();
    await window.keyboard.press('Escape');
  });

  await test.step('a bulk deletion shows the commits of each branch, and leaves out protected branches', async () => {
    await find(window, '');
    await selectAllMatching(window, 'Delete…');
    const left = dialog(window).getByRole('list', { name: '2 branches left out', exact: false });
    await expect(left.getByRole('listitem')).toHaveText([/main.*default branch/, /stable.*protected/]);
    await expect(dialog(window).getByText(/^20 of 27 branches checked/)).toBeVisible();
    await button(window, /^Check the other/).click();
    await expect(dialog(window).getByText(/^27 of 27 branches checked: 2 have commits/)).toBeVisible();
    await expectClean(window, 'branches-delete-many');
    await window.setViewportSize({ width: 720, height: 450 });
    await expect(button(window, 'Delete 27 branches…')).toBeInViewport();
    await expectClean(window, 'branches-delete-many-small');
    await window.setViewportSize({ width: 1280, height: 800 });
    await button(window, 'Cancel').click();
    await window.keyboard.press('Escape');
  });

  await test.step('branches of a filter are deleted and restored by one undo', async () => {
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
    await expectClean(window, 'branches-merged');
    await button(window, 'Delete merged branches…').click();
    await expect(
      dialog(window)
        .getByText(/Can’t be undone/)
        .first(),
    ).toBeVisible();
    // Somebody else protects one of them and deletes another branch
    repository.protect('late');
    await repository.remove(BRANCHES.dot);
    await dialog(window)
      .getByLabel(/^Type .+ to confirm$/)
      .fill(String(repository.id));
    await button(window, /^Delete merged branches of project/).click();
    await expect(dialog(window).getByText('2 branches deleted')).toBeVisible();
    await expect(dialog(window).getByRole('list', { name: '2 branches deleted' })).toContainText('merged-too');
    await expect(dialog(window).getByRole('list', { name: '1 branch on the list not deleted' })).toHaveText('late');
    await expect(dialog(window).getByRole('list', { name: '1 branch not on the list also deleted' })).toHaveText(
      BRANCHES.dot,
    );
    await expectClean(window, 'branches-merged-report');
    await button(window, 'Close').click();
    await expect(row(window, BRANCHES.merged)).toHaveCount(0);
    expect(await repository.branches()).not.toContain('merged-too');
  });
});

test('a submodule is updated to a full SHA, and other input is explained', async ({ window, simulator }) => {
  const repository = repositoryOf(simulator);
  const sha = 'ab'.repeat(20);
  await openAt(window, `/p/${repository.id}/code/submodules?ref=main`);
  const check = window.getByRole('button', { name: 'Check .gitmodules' });
  await check.click();
  await window.getByRole('button', { name: `Update submodule ${PATHS.submodule}` }).click();
  await expect(dialog(window).getByLabel('Submodule path')).toHaveValue(PATHS.submodule);
  await dialog(window).getByLabel('Commit of the submodule').fill('abc123');
  await dialog(window).getByLabel('Branch').fill('');
  await button(window, 'Update submodule…').click();
  await expect(dialog(window).getByText(/^Enter the full SHA/)).toBeVisible();
  await expect(dialog(window).getByText('Enter the name of a branch.')).toBeVisible();
  await expectClean(window, 'submodule-update');
  await dialog(window).getByLabel('Commit of the submodule').fill(sha);
  await dialog(window).getByLabel('Branch').fill('no-such-branch');
  await button(window, 'Update submodule…').click();
  await expect(
    dialog(window)
      .getByText(/Can’t be undone/)
      .first(),
  ).toBeVisible();
  await button(window, 'Update 1 submodule').click();
  await expect(dialog(window).getByText('Invalid branch').first()).toBeVisible();
  await window.keyboard.press('Escape');
  await expect(dialog(window).getByLabel('Branch')).toHaveValue('no-such-branch');
  await dialog(window).getByLabel('Branch').fill('main');
  await dialog(window).getByLabel('Commit message').fill('Take the fix');
  await button(window, 'Update submodule…').click();
  await applyOne(window, 'Update 1 submodule');
  expect(await repository.submodule('main')).toBe(sha);

  await runCommand(window, 'Update submodule…');
  await dialog(window).getByLabel('Submodule path').fill(PATHS.submodule);
  await dialog(window).getByLabel('Commit of the submodule').fill(sha);
  await button(window, 'Update submodule…').click();
  await button(window, 'Update 1 submodule').click();
  await expect(
    dialog(window)
      .getByText(/is already at/)
      .first(),
  ).toBeVisible();
  await window.keyboard.press('Escape');
  await expect(dialog(window).getByText(/is already at/)).toBeVisible();
});

test.describe('when nothing can be written', () => {
  test.use({ isReadOnly: true });

  test('each write is disabled with the reason in a read-only profile and offline', async ({
    window,
    simulator,
    network,
  }) => {
    const repository = repositoryOf(simulator);
    await openBranches(window, repository.id);
    await syncBranches(window);
    await find(window, BRANCHES.slash);
    await window.keyboard.press('Enter');
    const create = window.getByRole('button', { name: 'New branch…' });
    await expect(create).toHaveAttribute('aria-disabled', 'true');
    await create.hover();
    const reason = 'Reeve blocks all changes to this instance.';
    await expect(window.getByText(reason)).toBeVisible();
    for (const action of ['Delete…', 'Protect…', 'Unprotect…', 'New branch from here…'])
      await expectReason(window, action, reason);
    await setReadOnly(window, false);
    await openBranches(window, repository.id);
    await find(window, BRANCHES.slash);
    await window.keyboard.press('Enter');
    await goOffline(window, network);
    await expect(create).toHaveAttribute('aria-disabled', 'true');
    await expectReason(window, 'Delete…', 'Requires the network.');
  });
});

/** Start an action from the menu of the panel. */
async function fromPanel(window: Page, action: string): Promise<void> {
  await panel(window).getByRole('button', { name: 'Actions' }).click();
  await window.getByRole('menuitem', { name: new RegExp(`^${action}`) }).click();
}

/** Expect that an action in the menu of the panel is disabled, with this reason below it. */
async function expectReason(window: Page, action: string, reason: string): Promise<void> {
  await panel(window).getByRole('button', { name: 'Actions' }).click();
  const entry = window.getByRole('menuitem', { name: new RegExp(`^${action}`) });
  await expect(entry).toHaveAttribute('aria-disabled', 'true');
  await expect(entry.locator('+ .menu-note')).toContainText(reason);
  await window.keyboard.press('Escape');
  await expect(entry).toBeHidden();
}

async function chooseLevel(window: Page, label: string, level: string): Promise<void> {
  await dialog(window).getByLabel(label, { exact: true }).click();
  await window.getByRole('option', { name: level, exact: true }).click();
}

/** Apply a plan of one row, whose dialog then closes. */
async function applyOne(window: Page, name: string): Promise<void> {
  await button(window, name).click();
  await expect(dialog(window)).toBeHidden();
}

/** Select all rows that match the filter, and start an action on them from the selection bar. */
async function selectAllMatching(window: Page, action: string): Promise<void> {
  await window.keyboard.press('x');
  const bar = window.getByRole('region', { name: 'Selected rows' });
  await bar.getByRole('button', { name: /^Select all/ }).click();
  await bar.getByRole('button', { name: action, exact: true }).click();
}
