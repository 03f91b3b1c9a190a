import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { shell } from '#shared/text/en/shell.ts';
import { branchActions } from '../../../src-renderer/pages/branches/branch-actions.ts';
import BranchesPage from '../../../src-renderer/pages/branches/BranchesPage.svelte';
import { base, fakeRepository, scope, showCode } from '../code/fake-repository.ts';
import { click, clickInVain } from '../click.ts';
import { button, dialog, pressEnter } from '../code/controls.ts';
import { box } from '../console/render-page.ts';
import type { FakeWorld } from '../fake-world.ts';
import { sampleConnection, sampleProfile } from '../samples.ts';

const branches = [
  { name: 'docs', protected: false },
  { name: 'feature', protected: false },
  { name: 'main', default: true, protected: true },
  { name: 'stable', protected: true },
];

async function openBranches(world: Partial<FakeWorld> = {}) {
  await page.viewport(1440, 900);
  const path = `${base}/branches`;
  const shown = await showCode(BranchesPage, fakeRepository({ branches }), { path, own: { base: path }, world });
  await shown.table();
  return shown;
}
type Opened = Awaited<ReturnType<typeof openBranches>>;

/** The reasons why the actions on these branches are disabled, by the action. */
function reasonsFor({ stores }: Opened, ...names: string[]): Record<string, string | null> {
  const rows = branches
    .filter(({ name }) => names.includes(name))
    .map((row, at) => ({ key: at, scope, row, fetchedAt: 0, notReturnedSince: null }));
  const dialogs = { createFrom: () => undefined, remove: () => undefined, protect: () => undefined };
  const picked = { selection: { kind: 'ids' as const, ids: rows.map(({ key }) => key) }, count: rows.length, rows };
  const actions = branchActions(stores, scope, dialogs);
  return Object.fromEntries(actions.map((action) => [action.label, action.disabledReason?.(picked) ?? null]));
}
const free = { 'Delete…': null, 'Protect…': null, 'Unprotect…': null, 'Create branch from here…': null };

test('the default branch and protected branches can’t be deleted, and only unprotected ones can be protected', async () => {
  const shown = await openBranches();
  expect(reasonsFor(shown, 'docs')).toEqual({ ...free, 'Unprotect…': 'This branch isn’t protected.' });
  expect(reasonsFor(shown, 'main')).toEqual({
    ...free,
    'Delete…': 'The default branch can’t be deleted.',
    'Protect…': 'This branch is already protected. To change who can push, unprotect it first.',
  });
  expect(reasonsFor(shown, 'stable')).toMatchObject({
    'Delete…': 'A protected branch can’t be deleted. Unprotect it first.',
  });
  expect(reasonsFor(shown, 'main', 'stable')).toMatchObject({
    'Delete…': 'All selected branches are default or protected branches.',
    'Protect…': 'All selected branches are already protected.',
  });
  expect(reasonsFor(shown, 'docs', 'feature')).toMatchObject({ 'Unprotect…': 'No selected branch is protected.' });
  expect(reasonsFor(shown, 'docs', 'stable')).toEqual(free);
});

test('the menu of the panel shows why an action is disabled', async () => {
  const { press } = await openBranches();
  await press('{End}{Enter}');
  const panel = page.getByRole('complementary');
  await expect.element(panel).toMatchTextContent('stable');
  const trigger = button('Actions', panel);
  await expect.element(trigger).toBeVisible();
  pressEnter(trigger);
  const entry = page.getByRole('menuitem', { name: /^Delete…/ });
  await expect.element(entry).toHaveAttribute('aria-disabled', 'true');
  expect(entry.element().nextElementSibling?.textContent).toContain(
    'A protected branch can’t be deleted. Unprotect it first.',
  );
});

test('with a read-only profile, each action on branches is disabled with the reason', async () => {
  const shown = await openBranches({ profiles: [sampleProfile({ readOnly: true })] });
  const reasons = Object.values(reasonsFor(shown, 'docs'));
  expect(reasons).toEqual(reasons.map(() => shell.readOnlyWhy));
  const create = button('Create branch…');
  await expect.element(create).toHaveAttribute('aria-disabled', 'true');
  (create.element() as HTMLElement).focus();
  await expect.element(page.getByText(shell.readOnlyWhy)).toBeVisible();
  await clickInVain(create);
  expect(dialog().elements()).toEqual([]);
});

test('offline, each action on branches is disabled with the reason', async () => {
  const connection = sampleConnection({ state: 'offline', reason: 'timed-out' });
  const shown = await openBranches({ connection });
  const reasons = Object.values(reasonsFor(shown, 'docs'));
  expect(reasons).toEqual(reasons.map(() => expect.stringMatching(/^Requires the network\./) as unknown));
  await expect.element(button('Create branch…')).toHaveAttribute('aria-disabled', 'true');
});

test('unprotecting leaves out branches that aren’t protected, and the plan says what an undo doesn’t restore', async () => {
  const { core } = await openBranches();
  box(0).click();
  await click(button(/^Select all/));
  await click(button('Unprotect…', page.getByRole('region', { name: 'Selected rows' })));
  await expect.element(button('Unprotect 2 branches')).toBeVisible();
  await expect.element(dialog().getByText(/^2 branches left out: not protected\./)).toBeVisible();
  await expect
    .element(dialog())
    .toMatchTextContent('Undo protects the branch with the default levels of the instance.');
  expect(core.world.writes.calls['plan 1']).toMatchObject([
    { op: 'protected-branches.unprotect', path: { id: 7, name: 'main' } },
    { op: 'protected-branches.unprotect', path: { id: 7, name: 'stable' } },
  ]);
});

test('the form of a new branch starts at the default branch, or at the branch of its row', async () => {
  const { press, table } = await openBranches();
  await click(button('Create branch…'));
  await expect.element(page.getByLabelText('Starts at')).toHaveValue('main');
  await click(button('Cancel'));
  await expect.element(dialog()).not.toBeInTheDocument();
  await table();
  await press('{Home}{Enter}');
  const trigger = button('Actions', page.getByRole('complementary'));
  await expect.element(trigger).toBeVisible();
  pressEnter(trigger);
  await click(page.getByRole('menuitem', { name: /^Create branch from here…/ }));
  await expect.element(page.getByLabelText('Starts at')).toHaveValue('docs');
});
