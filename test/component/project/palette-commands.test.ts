import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fill } from '../click.ts';
import { Preferences } from '#shared/contract/host.ts';
import { pageVerbs } from '../../../src-renderer/app/palette/page-verbs.ts';
import { projectTabs } from '../../../src-renderer/app/place-tabs.ts';
import { renderPage } from '../console/render-page.ts';
import { eventually } from '../eventually.ts';
import type { FakeAnswers } from '../fake-core.ts';
import { fakeList, listAnswers } from '../fake-list.ts';
import { givenReach } from '../job-token-scope/rig.ts';
import { sampleEntry, sampleProfile } from '../samples.ts';
import { heading, openWindow } from '../shell/window.ts';

const scope = 'project:7';
const project = sampleEntry({ key: 1, kind: 'project', id: 7, ref: 7, scope, path: 'acme/core' });

/** Commands of the pages of a project, with the title of the form that each of them opens. */
const commands = [
  ['Create branch…', 'Create branch'],
  ['Protect branch or pattern…', 'Protect a branch'],
  ['Delete merged branches…', 'Delete merged branches'],
  ['Create file…', 'Create file'],
  ['Create deployment…', 'Create deployment'],
  ['Add to allowlist…', 'Add to the allowlist'],
  ['Create snippet…', 'Create snippet'],
  ['Upload files…', 'Upload files'],
  ['Create wiki page…', 'Create wiki page'],
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

const chosen = Preferences.parse({ scopes: { p1: { group: null, project: scope, recent: [] } } });

test('each command of the palette for a project has a form', () => {
  const projectVerbs = pageVerbs.filter(({ path, isHarmless }) => path !== undefined && isHarmless !== true);
  const forms = projectVerbs.map(({ label }) => label);
  expect(forms).toEqual(commands.map(([command]) => command));
});

test.each(commands)(
  'the page of the command “%s” offers it by the same title, and it opens the form “%s”',
  async (title, form) => {
    const verb = pageVerbs.find((one) => one.label === title);
    const segment = verb?.path?.split('/')[0] ?? '';
    const tab = projectTabs.find((one) => one.segment === segment);
    if (verb === undefined || tab === undefined) throw new Error(`no page for ${title}`);
    const { default: Page } = await tab.load();
    const { stores } = await renderPage(Page, {
      ...{ path: `/p/7/${verb.path}`, props: { base: `/p/7/${segment}` }, answers },
      world: { catalogue: [project], preferences: chosen },
    });
    const command = await eventually(() => {
      const found = stores.commands.list.find(({ id }) => id === verb.id);
      expect(found).toMatchObject({ title, disabledReason: null });
      return found;
    });
    command?.run();
    const heading = page.getByRole('dialog').getByRole('heading', { name: form, exact: false });
    await expect.element(heading.first()).toBeVisible();
  },
);

/** The window on the settings with the palette, while a project is chosen. */
async function typeCommand(title: string, readOnly = false) {
  const world = { catalogue: [project], preferences: chosen, profiles: [sampleProfile({ readOnly })] };
  await openWindow({ path: '/settings', world, answers });
  await expect.element(heading('Settings')).toBeVisible();
  await userEvent.keyboard('{Control>}k{/Control}');
  await fill(page.getByRole('combobox', { name: 'Command palette' }), `>${title}`);
  return page.getByRole('option', { name: title, exact: false }).first();
}

test('while a project is chosen, the palette opens a form of its pages from any page', async () => {
  await expect.element(await typeCommand('Create snippet…')).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('dialog').getByRole('heading', { name: 'Create snippet' })).toBeVisible();
  expect(location.hash).toBe('#/p/7/snippets');
});

test('while a project is chosen, the palette opens its commit builder from any page', async () => {
  await expect.element(await typeCommand('Open commit builder')).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Commit builder' })).toBeVisible();
});

test('with a read-only profile, the palette says why it can’t open a form of a project', async () => {
  const option = await typeCommand('Create branch…', true);
  await expect.element(option).toMatchTextContent(/Reeve blocks all changes to this instance\./);
  await expect.element(option).toHaveAttribute('aria-disabled', 'true');
});
