import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Preferences } from '#shared/contract/host.ts';
import type { JournalEntry } from '#shared/contract/journal.ts';
import { minutes } from '#shared/time.ts';
import DeploymentsPage from '../../../src-renderer/pages/deployments/DeploymentsPage.svelte';
import type { RenderedPage } from '../console/render-page.ts';
import type { FakeAnswers } from '../fake-core.ts';
import type { FakeWorld } from '../fake-world.ts';
import type { FakeWrites } from '../fake-writes.ts';
import { click, fill } from '../click.ts';
import { cannotWrite, expectDisabled } from '../page-rig.ts';
import { button, choose, dialog, inDialog, irreversible, refusing, renderWithPlan } from '../plan/render-with-plan.ts';
import { sampleEntry } from '../samples.ts';

const scope = 'project:7';
const base = '/p/7/deployments';
const realPaths: Readonly<Record<string, string>> = {
  'artifacts.keep': '/projects/7/jobs/11/artifacts/keep',
  'artifacts.remove': '/projects/7/jobs/11/artifacts',
  'artifacts.removeAll': '/projects/7/artifacts',
};

interface Options {
  at?: string;
  writes?: Partial<FakeWrites>;
  world?: Partial<FakeWorld>;
  /** The number of files that are stored on this computer. */
  stored?: number | (() => number);
}

/** The artifacts of job 11, or those of the project. The journal shows each applied write under its real path. */
async function shown({ at = 'jobs/11', stored = 1, writes = {}, world = {} }: Options = {}): Promise<RenderedPage> {
  const entries = ['build.json', 'log.txt'].map((path) => ({ path, type: 'file', size: 10 }));
  const stores = (n: number) => entries.slice(0, n).map(({ path }) => ({ path, sizeBytes: 10, storedAt: 1 }));
  // eslint-disable-next-line prefer-const -- the answers need the core that is created with them
  let rendered: RenderedPage;
  const journal = {
    list: ({ query: { op = '' } }: { query: { op?: string } }) => {
      const rows = rendered.core.world.writes.journal
        .filter((entry) => entry.op === op && entry.state === 'applied')
        .map((entry): JournalEntry => ({ ...entry, path: realPaths[op] ?? '' }));
      return { total: rows.length, isCapped: false, from: 0, rows, revision: 1, queryMs: 0 };
    },
  };
  const answers = {
    journal,
    artifacts: {
      summary: () => ({ live: 2, notReturned: 0, completedAt: Date.now() - minutes(5), unreadable: 0, counts: {} }),
    },
    artifactFiles: {
      entries: () => ({ entries }),
      stored: () => ({ files: stores(typeof stored === 'number' ? stored : stored()) }),
      chosen: () => ({ artifacts: [] }),
      knownJobs: () => ({ jobs: [] }),
    },
  };
  rendered = await renderWithPlan(DeploymentsPage, {
    path: `${base}/${at}`,
    props: { base },
    writes,
    world: {
      catalogue: [sampleEntry({ key: 1, kind: 'project', id: 7, ref: 7, scope, path: 'acme/core' })],
      preferences: Preferences.parse({ scopes: { p1: { group: null, project: scope, recent: [] } } }),
      ...world,
    },
    answers: answers as unknown as FakeAnswers,
  });
  return rendered;
}
const byName = (name: string): Partial<FakeWrites> => ({
  ...irreversible('deleted artifacts can’t be restored'),
  confirmation: () => ({ kind: 'name', name }),
});
const keep = () => button('Prevent expiry…');
async function more(action: string): Promise<void> {
  await click(button('More actions'));
  await choose(action);
}

test('the plan that prevents the expiry says that it can’t be undone, and the page says that it was prevented', async () => {
  const { calls } = await shown({ writes: irreversible('the expiry date can’t be restored') });
  await click(keep());
  await expect.element(dialog().getByText(/Can’t be undone: the expiry date can’t be restored/)).toBeVisible();
  await expect
    .element(dialog().getByText(/^The instance keeps these artifacts after their expiry date\./))
    .toBeVisible();
  await click(inDialog('Prevent the expiry of the artifacts of job 11'));
  await expect.element(page.getByText(/^These artifacts no longer expire: Reeve prevented their expiry/)).toBeVisible();
  await expect.element(keep()).not.toHaveAttribute('aria-disabled');
  expect(calls('changes.plan')).toMatchObject([{ calls: [{ op: 'artifacts.keep', path: { id: 7, job_id: 11 } }] }]);
});

test('artifacts are deleted only after their job was typed; the files on this computer stay', async () => {
  const { calls } = await shown({ writes: byName('job 11') });
  await more('Delete artifacts…');
  await expect.element(dialog().getByText(/1 file stored on this computer isn’t deleted\./)).toBeVisible();
  const apply = inDialog('Delete the artifacts of job 11');
  await fill(dialog().getByLabelText('Type job 11 to confirm'), 'job');
  await click(apply);
  await expect.element(dialog().getByText('Type job 11 exactly as shown.')).toBeVisible();
  expect(calls('changes.apply')).toEqual([]);
  await fill(dialog().getByLabelText('Type job 11 to confirm'), 'job 11');
  await click(apply);
  await expect.element(page.getByText(/^Deleted on the instance .* with Reeve\./)).toBeVisible();
  await expect.element(page.getByRole('treeitem', { name: /^build\.json.*stored/ })).toBeVisible();
  await expectDisabled(keep(), 'These artifacts were deleted.');
  expect(calls('changes.plan')).toMatchObject([{ calls: [{ op: 'artifacts.remove', path: { id: 7, job_id: 11 } }] }]);
});

test('the plan of a deletion mentions files on this computer only if there are any, and is updated if one is stored while it is shown', async () => {
  let stored = 0;
  const { core } = await shown({ stored: () => stored, writes: byName('job 11') });
  await more('Delete artifacts…');
  await expect.element(dialog().getByText(/^The instance deletes the archive with all of its files\./)).toBeVisible();
  await expect.element(dialog()).not.toMatchTextContent(/on this computer/);
  stored = 1;
  core.emit('artifactFiles', 'changed', { revision: 2 });
  await expect.element(dialog().getByText(/1 file stored on this computer isn’t deleted\./)).toBeVisible();
});

test('the plan that deletes all artifacts says which are kept, and the page says that it was requested', async () => {
  const { calls } = await shown({ at: 'artifacts', writes: byName('acme/core') });
  await more('Delete all artifacts of the project…');
  await expect
    .element(dialog().getByText(/most recent successful pipeline of each branch and tag are kept/))
    .toBeVisible();
  await expect.element(dialog().getByText(/The API doesn’t document the status code/)).toBeVisible();
  await fill(dialog().getByLabelText('Type acme/core to confirm'), 'acme/core');
  await click(inDialog('Delete all artifacts of acme/core'));
  await expect.element(page.getByText(/^The deletion of all artifacts of this project was requested/)).toBeVisible();
  expect(calls('changes.plan')).toMatchObject([{ calls: [{ op: 'artifacts.removeAll', path: { id: 7 } }] }]);
});

test('a refused deletion names the required role, and the artifacts are not shown as deleted', async () => {
  await shown({ writes: { ...byName('job 11'), ...refusing(403) } });
  await more('Delete artifacts…');
  await fill(dialog().getByLabelText('Type job 11 to confirm'), 'job 11');
  await click(inDialog('Delete the artifacts of job 11'));
  await expect
    .element(
      dialog()
        .getByText(/requires the Maintainer or Owner role/)
        .first(),
    )
    .toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(keep()).not.toHaveAttribute('aria-disabled');
  expect(page.getByText(/^Deleted on the instance/).elements()).toEqual([]);
});

test('preventing the expiry of a job without artifacts is refused with the likely reason', async () => {
  await shown({ writes: { ...irreversible('the expiry date can’t be restored'), ...refusing(404) } });
  await click(keep());
  await click(inDialog('Prevent the expiry of the artifacts of job 11'));
  await expect
    .element(
      dialog()
        .getByText(/has no artifacts\. They may have expired or been deleted/)
        .first(),
    )
    .toBeVisible();
});

test.each(cannotWrite)('%s, artifacts can’t be kept or deleted, and the reason is shown', async (_, world, reason) => {
  const { stores, calls } = await shown({ world });
  await expectDisabled(keep(), reason);
  await userEvent.keyboard('{Enter}');
  const reasonOf = (id: string) => stores.commands.list.find((one) => one.id === `artifacts.${id}`)?.disabledReason;
  expect(reasonOf('remove')).toMatch(reason);
  stores.route.navigate(`${base}/artifacts`);
  await expect.poll(() => reasonOf('removeAll')).toMatch(reason);
  expect(calls('changes.plan')).toEqual([]);
});
