import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import DeleteMerged from '../../../src-renderer/pages/branches/forms/DeleteMerged.svelte';
import { sampleWrites } from '../fake-writes.ts';
import { sampleJob } from '../samples.ts';
import { base, fakeRepository, scope, showCode, type FakeRepository } from '../code/fake-repository.ts';
import { click, clickInVain, fill } from '../click.ts';
import { button, dialog } from '../code/controls.ts';

async function openForm(repository: FakeRepository) {
  const writes = sampleWrites({
    undo: () => ({ kind: 'none', why: 'the instance doesn’t report them' }),
    confirmation: () => ({ kind: 'name', name: 'acme/core' }),
    // Somebody else protects a merged branch and deletes another one
    answer: () => {
      repository.branches = repository.branches.filter(({ name }) => !['merged', 'docs'].includes(name));
      return {};
    },
  });
  const own = { scope, project: 'acme/core', onclose: () => undefined };
  const sync = () => sampleJob({ id: 'sync', state: 'done', startedAt: Date.now() + 1 });
  const answers = { jobs: { sync } };
  const shown = await showCode(DeleteMerged, repository, { path: `${base}/branches`, own, world: { writes }, answers });
  return { ...shown, writes };
}

test('merged branches are listed first, deleted after the project is typed, and compared again afterwards', async () => {
  const branches = [
    { name: 'main', default: true, merged: true },
    { name: 'stable', protected: true, merged: true },
    { name: 'merged', merged: true },
    { name: 'late', merged: true },
    { name: 'docs' },
  ];
  const { writes, calls } = await openForm(fakeRepository({ branches }));
  await expect.element(dialog().getByText('2 branches will be deleted')).toBeVisible();
  const listed = page.getByRole('list', { name: '2 branches will be deleted' });
  expect(
    listed
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['merged', 'late']);
  expect(calls('jobs.sync')).toEqual([{ collection: 'branches', scope }]);
  await click(button('Delete merged branches…'));
  await expect
    .element(
      dialog()
        .getByText(/Can’t be undone/)
        .first(),
    )
    .toBeVisible();
  await expect.element(dialog()).toMatchTextContent('Deletes 2 branches according to the latest sync');
  await fill(page.getByLabelText(/^Type .+ to confirm$/), 'acme/core');
  await click(button('Delete merged branches of project acme/core'));
  const namesIn = (name: string) => page.getByRole('list', { name, exact: true });
  await expect.element(namesIn('1 branch deleted')).toHaveTextContent('merged');
  await expect.element(namesIn('1 branch on the list not deleted')).toHaveTextContent('late');
  await expect.element(namesIn('1 branch not on the list also deleted')).toHaveTextContent('docs');
  expect(writes.calls['plan 1']).toMatchObject([{ op: 'branches.removeMerged', path: { id: 7 } }]);
  expect(calls('jobs.sync')).toHaveLength(2);
});

test('without merged branches there is nothing to delete', async () => {
  const branches = [{ name: 'main', default: true, merged: true }, { name: 'docs' }];
  const { writes } = await openForm(fakeRepository({ branches }));
  await expect.element(dialog().getByText(/^No unprotected branch is merged/)).toBeVisible();
  await expect.element(button('Delete merged branches…')).toHaveAttribute('aria-disabled', 'true');
  await clickInVain(button('Delete merged branches…'));
  expect(writes.plans).toEqual([]);
});
