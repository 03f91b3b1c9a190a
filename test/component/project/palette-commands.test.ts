import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Preferences } from '#shared/contract/host.ts';
import type { FakeAnswers } from '../fake-core.ts';
import { fakeList, listAnswers } from '../fake-list.ts';
import { givenReach } from '../job-token-scope/rig.ts';
import { sampleEntry, sampleProfile } from '../samples.ts';
import { dialog, heading, openWindow } from '../shell/window.ts';

const scope = 'project:7';
const project = sampleEntry({ key: 1, kind: 'project', id: 7, ref: 7, scope, path: 'acme/core' });

/** Commands of the pages of a project, with the title of the form that each of them opens. */
const commands = [
  ['New file…', 'New file'],
  ['New branch…', 'New branch'],
  ['Protect branch or pattern…', 'Protect a branch'],
  ['Delete merged branches…', 'Delete merged branches'],
  ['Create deployment…', 'Create a deployment'],
  ['New wiki page…', 'New wiki page'],
  ['New snippet…', 'New snippet'],
  ['Upload files…', 'Upload files'],
  ['Add to allowlist…', 'Add to the allowlist'],
] as const;

const lists = ['branches', 'protectedBranches', 'deployments', 'environments', 'wikis', 'snippets', 'uploads'] as const;
const answers: FakeAnswers = {
  ...Object.fromEntries(lists.map((name) => [name, listAnswers(fakeList([], { scope }))])),
  ...givenReach().answers,
  repositoryFiles: {
    refs: () => ({ first: 'main', branches: [{ name: 'main', isDefault: true }], isCut: false, others: [] }),
    tree: () => ({ rows: [], isCut: false, total: 0, files: 0, stored: 0, sources: [], isFull: false }),
    counts: () => ({ files: 0, submodules: null }),
    collect: () => ({ added: 0 }),
  },
};

/** The window on the runners, while a project is chosen. */
async function openRunners(readOnly = false): Promise<void> {
  const preferences = Preferences.parse({ scopes: { p1: { group: null, project: scope, recent: [] } } });
  const profiles = [sampleProfile({ readOnly })];
  await openWindow({ path: '/runners', world: { catalogue: [project], preferences, profiles }, answers });
  await expect.element(heading('Runners')).toBeVisible();
}

/** Type a command in the palette. */
async function typeCommand(title: string) {
  await userEvent.keyboard('{Control>}k{/Control}');
  await page.getByRole('combobox', { name: 'Command palette' }).fill(`>${title}`);
  return page.getByRole('option', { name: title, exact: false }).first();
}

test('while a project is chosen, the palette opens each of its forms from any page, and the page offers it by the same title', async () => {
  await openRunners();
  for (const [command, title] of commands) {
    location.hash = '#/runners';
    await expect.element(heading('Runners')).toBeVisible();
    await expect.element(await typeCommand(command)).toHaveAttribute('aria-selected', 'true');
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog().getByRole('heading', { name: title }).first()).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(await typeCommand(command)).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog()).not.toBeInTheDocument();
  }
});

test('while a project is chosen, the palette opens its commit builder from any page', async () => {
  await openRunners();
  await expect.element(await typeCommand('Open commit builder')).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Commit builder' })).toBeVisible();
});

test('with a read-only profile, the palette says why it can’t open a form of a project', async () => {
  await openRunners(true);
  const option = await typeCommand('New branch…');
  await expect.element(option).toMatchTextContent(/Reeve blocks all changes to this instance\./);
  await expect.element(option).toHaveAttribute('aria-disabled', 'true');
});
