import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { JournalEntry } from '#shared/contract/journal.ts';
import { shell } from '#shared/text/en/shell.ts';
import SnippetPage from '../../../src-renderer/pages/snippets/SnippetPage.svelte';
import { renderPage } from '../console/render-page.ts';
import type { FakeAnswers } from '../fake-core.ts';
import { fakeList, listAnswers } from '../fake-list.ts';
import type { FakeWorld } from '../fake-world.ts';
import { sampleWrites } from '../fake-writes.ts';
import { click } from '../click.ts';
import { expectDisabled } from '../page-rig.ts';
import PageWithPlan from '../plan/PageWithPlan.svelte';
import { sampleConnection, sampleProfile } from '../samples.ts';
import { dialog, id, rowOf, snippetAnswers, type InstanceSnippet } from './rig.ts';

const edit = page.getByRole('button', { name: 'Edit…', exact: true });

async function showPage({ world = {}, answers = {} }: { world?: Partial<FakeWorld>; answers?: FakeAnswers } = {}) {
  const snippet: InstanceSnippet = {
    files: [
      { path: 'notes.md', text: '# Notes\n' },
      { path: 'hello.sh', text: 'echo hello\n' },
    ],
    updatedAt: '2026-01-06T10:00:00Z',
  };
  const rendered = await renderPage(PageWithPlan, {
    path: `/snippets/${id}`,
    props: { shown: SnippetPage, own: { scope: '', id, path: '/snippets' } },
    world,
    answers: { ...snippetAnswers(snippet), ...answers },
  });
  await expect.element(page.getByRole('heading', { level: 1, name: 'Secret notes' })).toBeVisible();
  return { ...rendered, snippet };
}

test.each([
  ['with a read-only profile', { profiles: [sampleProfile({ readOnly: true })] }, shell.readOnlyWhy],
  [
    'offline',
    { connection: sampleConnection({ state: 'offline', reason: 'connection-lost' }) },
    'Requires the network. The connection was lost.',
  ],
])('%s, a shown snippet can’t be edited or deleted, and the reason is shown', async (_, world, why) => {
  await showPage({ world });
  await expectDisabled(edit, why);
  await click(page.getByRole('button', { name: 'More actions' }));
  await expect.element(page.getByRole('menuitem', { name: 'Delete…' })).toHaveAttribute('aria-disabled', 'true');
  await expect.element(page.getByRole('menu')).toMatchTextContent(why);
});

test('a snippet is deleted after its plan shows what is deleted', async () => {
  const { calls } = await showPage();
  await click(page.getByRole('button', { name: 'More actions' }));
  await click(page.getByRole('menuitem', { name: 'Delete…' }));
  await expect.element(dialog()).toMatchTextContent(/The snippet and the history of its files are deleted\./);
  expect(calls('changes.apply')).toEqual([]);
  await click(dialog().getByRole('button', { name: /^Delete snippet/ }));
  await expect
    .poll(() => calls('changes.plan'))
    .toMatchObject([{ calls: [{ op: 'personal-snippets.remove', path: { id } }] }]);
  await expect.element(page.getByText('Deleted snippet Secret notes').first()).toBeVisible();
});

test('a snippet that was deleted with Reeve can’t be changed, and links to the one that the undo created', async () => {
  const at = Date.now();
  const list = fakeList([rowOf({ files: [{ path: 'notes.md', text: '' }], updatedAt: '2026-01-06T10:00:00Z' })]);
  list.rows = list.rows.map((row) => ({ ...row, notReturnedSince: at, deletedAt: at }));
  const entry = { id: 1, planId: 'plan 1', profileId: 'p1', op: 'personal-snippets.remove', path: `/snippets/${id}` };
  const more = { label: '', who: '', state: 'applied', undo: { kind: 'exact' }, reportedMessage: null };
  const journal = [
    { ...entry, ...more, intendedAt: at - 2_000, undoneBy: 'plan 2', undoOf: null },
    { ...entry, ...more, id: 2, planId: 'plan 2', op: 'personal-snippets.create', undoOf: 1, createdId: 9 },
  ] as unknown as JournalEntry[];
  await showPage({
    world: { writes: sampleWrites({ journal }) },
    answers: { snippets: listAnswers<'snippets'>(list) },
  });
  await expect.element(page.getByText(/^This snippet was deleted with Reeve/)).toBeVisible();
  await expectDisabled(edit, 'The snippet was deleted');
  await expect
    .element(page.getByRole('link', { name: /Open the new snippet$/ }))
    .toHaveAttribute('href', expect.stringMatching(/#\/snippets\/9$/));
});

test('after an edit renamed the shown file, the first file is shown', async () => {
  const { core, snippet } = await showPage();
  const shown = page.getByRole('group', { name: 'Files', exact: true });
  await click(shown.getByRole('button', { name: 'hello.sh' }));
  await expect.element(page.getByText('echo hello')).toBeVisible();
  snippet.files = [{ path: 'docs/renamed.md', text: '# Renamed\n' }];
  core.emit('snippets', 'changed', { revision: 2 });
  await click(page.getByRole('button', { name: 'Refresh snippet' }));
  await expect.element(shown.getByRole('button', { name: 'docs/renamed.md' })).toBeVisible();
  await expect.element(page.getByText('# Renamed')).toBeVisible();
});

/** The verbs of a snippet whose file contains the number of its version. */
function versions() {
  const held = { version: 1, stored: 0, isTimeSame: false, duringFetch: () => undefined as void };
  const refresh = () => {
    const { version } = held;
    held.duringFetch();
    held.stored = version;
    return { fetchedAt: Date.now() };
  };
  const content = () => ({
    ...{ state: 'stored', text: `version ${held.stored}`, isCut: false, sizeBytes: 9, sha256: `${held.stored}` },
    ...{ fetchedAt: Date.now(), isOutdated: !held.isTimeSame && held.stored !== held.version },
  });
  return { held, answers: { snippetFiles: { refresh, content } as never } };
}

test('a file is fetched again if the snippet changed while the file was fetched', async () => {
  const { held, answers } = versions();
  held.duringFetch = () => (held.version = Math.min(held.version + 1, 3));
  await showPage({ answers });
  await expect.element(page.getByText('version 3')).toBeVisible();
});

test('a file is fetched again after an edit, even if the platform returns the same time for both changes', async () => {
  const { held, answers } = versions();
  const { core } = await showPage({ answers });
  await expect.element(page.getByText('version 1')).toBeVisible();
  Object.assign(held, { version: 2, isTimeSame: true });
  const plan = await core.session.client.changes.plan({ calls: [{ op: 'personal-snippets.edit', path: { id } }] });
  core.emit('changes', 'changed', { plans: [{ ...plan, state: 'done' }] });
  await expect.element(page.getByText('version 2')).toBeVisible();
});
