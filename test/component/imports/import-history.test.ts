import type { FoundImport, ImportEntry, ImportStatusCheck } from '#shared/contract/imports.ts';
import { days, minutes, seconds } from '#shared/time.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { click } from '../click.ts';
import { violations } from '../axe.ts';
import { button, callsOf, dialog, openWindow } from '../shell/window.ts';

const entryOf = (id: number, over: Partial<ImportEntry> = {}): ImportEntry => ({
  ...{ id, planId: `plan ${id}`, op: 'imports.fromCodehostA', label: `acme/r${id}`, at: Date.now(), state: 'applied' },
  ...{ status: 201, reportedMessage: null, project: { id: id + 100, path: `acme/r${id}`, link: null } },
  ...{ import_status: 'started', human_import_status_name: 'started', import_warning: null, import_error: null },
  ...{ statusAt: Date.now(), watch: 'under-way', isInferred: false, isCancellable: true },
  ...{ isUnreported: false, checkedAt: null, seen: null },
  ...over,
});
const entries = [
  entryOf(1),
  entryOf(2),
  entryOf(3, { import_status: 'failed', import_error: 'the archive is broken', watch: 'ended', isCancellable: false }),
  entryOf(4, { import_status: 'scheduled', watch: 'ended', isInferred: true, isCancellable: false }),
];
const foundOf = (projectId: number, import_status: string, statusAt: number): FoundImport => ({
  ...{ projectId, path: `other/r${projectId}`, import_status, human_import_status_name: null, statusAt },
  ...{ import_warning: null, import_error: null, watch: 'ended' },
});
const found = [
  foundOf(7, 'failed', Date.now()),
  foundOf(8, 'finished', Date.now()),
  foundOf(9, 'failed', Date.now() - days(8)),
];
const openImports = (path = '/imports', shown = entries, looked: Partial<ImportStatusCheck> = {}) =>
  openWindow({
    path,
    answers: {
      imports: {
        history: () => ({ entries: shown, found, older: 0, isStatusOffered: false }),
        refreshStatus: () => ({
          ...{ outcome: 'inferred', status: 200, reportedMessage: null, import_status: null, seen: null },
          ...looked,
        }),
      },
    },
  });
const row = (label: string) => page.getByRole('listitem').filter({ hasText: label });

test('a failed import shows the reason of the platform, and an inferred end is marked', async () => {
  await openImports();
  await expect.element(row('acme/r3').getByText('Reason: the archive is broken')).toBeVisible();
  await expect.element(row('acme/r4').getByText('Finished (inferred)')).toBeVisible();
  await expect
    .element(row('acme/r1').getByRole('button', { name: /^Check again/ }))
    .not.toHaveAttribute('aria-disabled');
  expect(await violations()).toEqual([]);
});

test('an import without a reported status says when it was accepted and what its project contains', async () => {
  const unreported = (id: number, over: Partial<ImportEntry>) =>
    entryOf(id, { at: Date.now() - minutes(1), import_status: 'scheduled', isUnreported: true, ...over });
  const checked = { checkedAt: Date.now() - seconds(30), seen: { branches: 0, commits: 0 } };
  await openImports(
    '/imports',
    [unreported(1, checked), unreported(2, { ...checked, seen: { branches: 2, commits: 100 } }), unreported(3, {})],
    { seen: { branches: 0, commits: 0 } },
  );
  const says = (id: number, text: RegExp) => expect.element(row(`acme/r${id}`).getByText(text)).toBeVisible();
  const accepted = 'Accepted \\d+m ago; this instance doesn’t report progress\\.';
  await says(1, new RegExp(`^${accepted} No branches yet \\(checked \\d+s ago\\)$`));
  await says(2, new RegExp(`^${accepted} 2 branches and 100 or more commits so far \\(checked`));
  await says(3, new RegExp(`^${accepted} Not checked yet$`));
  await expect.element(page.getByText('scheduled')).not.toBeInTheDocument();
  await click(row('acme/r1').getByRole('button', { name: /^Check again/ }));
  await expect
    .element(page.getByText('No branches yet. This instance doesn’t report the status of imports.'))
    .toBeVisible();
});

test('a check says which status was reported, also for an import of others', async () => {
  await openImports('/imports', entries, { outcome: 'reported', import_status: 'finished' });
  await click(row('other/r7').getByRole('button', { name: /^Check again/ }));
  await expect.element(page.getByText('Reported status: finished')).toBeVisible();
});

test('imports without a known end are selected and canceled with one plan', async () => {
  const core = await openImports();
  await click(page.getByRole('checkbox', { name: 'Select 2 imports without a known end' }));
  await click(page.getByRole('checkbox', { name: 'Select acme/r1' }));
  await expect.element(button('Cancel 1 import…')).toBeVisible();
  await click(page.getByRole('checkbox', { name: 'Select acme/r1' }));
  await click(button('Cancel 2 imports…'));
  await expect
    .poll(() => callsOf(core, 'changes.plan'))
    .toMatchObject([
      {
        calls: [
          { op: 'imports.cancel', body: { project_id: 101 } },
          { op: 'imports.cancel', body: { project_id: 102 } },
        ],
      },
    ]);
});

test('the link of a notice shows only the import of its project', async () => {
  await openImports('/imports?project=103');
  await expect.element(row('acme/r3')).toBeVisible();
  await expect.element(row('acme/r1')).not.toBeInTheDocument();
  await click(button('Show all imports'));
  await expect.element(row('acme/r1')).toBeVisible();
});

test('the link of the overview shows exactly the imports that were reported as failed, also those of others', async () => {
  await openImports('/imports?state=failed');
  await expect.element(page.getByText(/^Imports that were reported as failed in the last 7 days/)).toBeVisible();
  await expect.element(row('acme/r3')).toBeVisible();
  await expect.element(row('other/r7')).toBeVisible();
  for (const other of ['acme/r1', 'other/r8', 'other/r9']) await expect.element(row(other)).not.toBeInTheDocument();
  expect(await violations()).toEqual([]);
});

test('an import with an unknown outcome is requested again only by a person, as a plan of this import', async () => {
  const lost = { planId: 'plan 1', state: 'unknown', status: null, project: null, isCancellable: false } as const;
  const core = await openImports('/imports', [entryOf(5, lost), entryOf(6, lost)]);
  const calls = [5, 6].map((n) => ({ op: 'imports.fromCodehostA', body: { repo_id: n } }));
  core.world.writes.nameOf = ({ body }) => ({ label: `acme/r${String(body?.['repo_id'])}` });
  await core.session.client.changes.plan({ calls });
  const { rows } = core.world.writes;
  rows['plan 1'] = (rows['plan 1'] ?? []).map((one, at) => ({ ...one, state: 'unknown', journalId: 5 + at }));
  await expect.element(row('acme/r5').getByText('Outcome unknown')).toBeVisible();
  await click(button('Request again: acme/r5'));
  await expect.element(dialog().getByText('acme/r5', { exact: true })).toBeVisible();
  await expect.element(dialog().getByText('acme/r6')).not.toBeInTheDocument();
  await expect.element(dialog().getByText('Import 1 repository').first()).toBeVisible();
  expect(callsOf(core, 'changes.apply')).toEqual([]);
  expect(callsOf(core, 'changes.run')).toEqual([]);
});
