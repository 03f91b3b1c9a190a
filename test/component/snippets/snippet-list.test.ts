import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { shell } from '#shared/text/en/shell.ts';
import SnippetsPage from '../../../src-renderer/pages/snippets/SnippetsPage.svelte';
import { box, renderPage } from '../console/render-page.ts';
import { fakeList, listAnswers } from '../fake-list.ts';
import type { FakeWorld } from '../fake-world.ts';
import { click } from '../click.ts';
import { expectDisabled } from '../page-rig.ts';
import PageWithPlan from '../plan/PageWithPlan.svelte';
import { sampleConnection, sampleProfile } from '../samples.ts';
import { dialog, inProject, projectScope, rowOf } from './rig.ts';

const selected = page.getByRole('region', { name: 'Selected rows' });
const inSelection = (name: string) => selected.getByRole('button', { name, exact: true });

/** The list of the personal snippets, or of those of a project. */
async function list({ scope = '', world = {} }: { scope?: string; world?: Partial<FakeWorld> } = {}) {
  const snippet = rowOf({ files: [{ path: 'notes.md', text: '' }], updatedAt: '2026-01-06T10:00:00Z' }, scope);
  const rows = ['Say hello', 'Secret notes', 'Third one'].map((title, at) => ({ ...snippet, id: at + 4, title }));
  const base = scope === '' ? {} : { base: '/p/7/snippets' };
  const rendered = await renderPage(PageWithPlan, {
    path: scope === '' ? '/snippets' : '/p/7/snippets',
    props: { shown: SnippetsPage, own: base },
    world: { ...inProject(scope), ...world },
    answers: { snippets: listAnswers<'snippets'>(fakeList(rows, { scope })) },
  });
  await rendered.table();
  return rendered;
}

test.each([
  ['with a read-only profile', { profiles: [sampleProfile({ readOnly: true })] }, shell.readOnlyWhy],
  [
    'offline',
    { connection: sampleConnection({ state: 'offline', reason: 'connection-lost' }) },
    'Requires the network. The connection was lost.',
  ],
])('%s, snippets can’t be created, edited or deleted in a list, and the reason is shown', async (_, world, why) => {
  const { stores, core } = await list({ world });
  await expectDisabled(page.getByRole('button', { name: 'Create snippet…' }), why);
  await click(page.elementLocator(box(0)));
  await expectDisabled(inSelection('Delete…'), why);
  await expectDisabled(inSelection('Edit…'), why);
  // The palette and the keys `n`, `e` and `d` use the same commands
  const reasons = ['snippets.create', 'snippets.edit', 'snippets.remove'].map(
    (name) => stores.commands.list.find(({ id }) => id === name)?.disabledReason,
  );
  expect(reasons).toEqual([why, why, why]);
  expect(core.calls.filter(({ verb }) => verb.startsWith('changes.') && verb !== 'changes.list')).toEqual([]);
});

test.each([
  ['personal snippets', '', 'personal-snippets.remove'],
  ['snippets of a project', projectScope, 'project-snippets.remove'],
])('selected %s are deleted with one plan, which says what is deleted', async (_, scope, op) => {
  const { calls } = await list({ scope });
  await click(page.elementLocator(box(0)));
  await click(page.elementLocator(box(1)));
  await expectDisabled(inSelection('Edit…'), 'Select only one snippet');
  await click(inSelection('Delete…'));
  await expect.element(dialog()).toMatchTextContent(/The snippets and the history of their files are deleted\./);
  await expect.element(dialog().getByRole('button', { name: 'Delete 2 snippets' })).toBeVisible();
  expect(calls('changes.plan')).toMatchObject([
    { onRows: { op, collection: 'snippets', selection: { kind: 'ids', ids: [1, 2] } } },
  ]);
  expect(calls('changes.apply')).toEqual([]);
});

test('a single selected snippet is edited in its form, or deleted after a plan with its title', async () => {
  const { calls } = await list({ scope: projectScope });
  await click(page.elementLocator(box(1)));
  await click(inSelection('Delete…'));
  await expect.element(dialog().getByRole('heading', { name: 'Delete snippet Secret notes' })).toBeVisible();
  await expect
    .element(dialog())
    .toMatchTextContent(/The snippet, its notes and the history of its files are deleted\./);
  expect(calls('changes.plan')).toMatchObject([
    { calls: [{ op: 'project-snippets.remove', path: { snippet_id: 5 } }] },
  ]);
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog()).not.toBeInTheDocument();
  await click(inSelection('Edit…'));
  await expect.element(dialog().getByRole('heading', { name: 'Edit Secret notes' })).toBeVisible();
});
