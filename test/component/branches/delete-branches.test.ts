import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import DeleteBranches from '../../../src-renderer/pages/branches/forms/DeleteBranches.svelte';
import type { ListSelection } from '../../../src-renderer/stores/lists/collection-client.ts';
import { sampleWrites } from '../fake-writes.ts';
import { base, fakeRepository, refused, scope, showCode, type FakeBranch } from '../code/fake-repository.ts';
import { click } from '../click.ts';
import { button, dialog } from '../code/controls.ts';

const everything = {
  kind: 'all' as const,
  query: {
    ...{ scope, search: '', filter: {}, sort: { by: 'name', direction: 'asc' as const } },
    notReturned: 'hide' as const,
  },
  except: [],
};

interface Given {
  branches: FakeBranch[];
  selection: ListSelection;
  answer?: ReturnType<typeof refused>;
}

async function openForm({ branches, selection, answer }: Given) {
  const writes = sampleWrites(answer === undefined ? {} : { answer });
  let closed = 0;
  const own = { scope, project: 'acme/core', selection, onclose: () => (closed += 1) };
  const repository = fakeRepository({
    branches: [{ name: 'main', default: true }, { name: 'stable', protected: true }, ...branches],
    ownCommits: { 'feature/login': ['Add a form', 'Check the input'] },
  });
  const shown = await showCode(DeleteBranches, repository, { path: `${base}/branches`, own, world: { writes } });
  await expect.element(dialog()).toBeVisible();
  return { ...shown, writes, repository, closed: () => closed };
}

test('the commits that would be lost are shown before a branch is deleted', async () => {
  const { writes } = await openForm({ branches: [{ name: 'feature/login' }], selection: { kind: 'ids', ids: [3] } });
  const list = page.getByRole('list', { name: 'Branches to delete' });
  await expect.element(list).toMatchTextContent('2 commits not in the default branch');
  await expect.element(list).toMatchTextContent('Check the input');
  await expect.element(dialog()).toMatchTextContent('Commits that are not in the default branch may be lost.');
  await click(button('Delete branch'));
  await expect.element(page.getByText('Deleted branch feature/login')).toBeVisible();
  expect(writes.calls['plan 1']).toMatchObject([{ op: 'branches.remove', path: { id: 7, branch: 'feature/login' } }]);
});

test('if the instance refuses to delete a branch, the form stays open and shows the reason', async () => {
  const answer = refused(403, 'Protected branch, unprotect it first', 'denied');
  const { closed } = await openForm({
    ...{ branches: [{ name: 'docs/v2' }], selection: { kind: 'ids', ids: [3] }, answer },
  });
  await expect.element(dialog()).toMatchTextContent('No commits outside the default branch');
  await click(button('Delete branch'));
  await expect.element(dialog().getByRole('alert')).toMatchTextContent('Unprotect the branch first, then retry.');
  await click(dialog().getByText('Details'));
  await expect.element(dialog().getByText('HTTP 403 · Protected branch, unprotect it first')).toBeVisible();
  expect(closed()).toBe(0);
});

test('the first 20 of many branches are checked for commits, and the default and protected ones are left out', async () => {
  await page.viewport(1280, 800);
  const branches = Array.from({ length: 24 }, (_, at) => ({ name: `old/${at}` }));
  const given = { branches: [{ name: 'feature/login' }, ...branches], selection: everything };
  const { calls } = await openForm(given);
  const left = page.getByRole('list', { name: /^2 branches left out/ });
  await expect.element(left.getByRole('listitem').nth(0)).toMatchTextContent(/main.*default branch/);
  await expect.element(left.getByRole('listitem').nth(1)).toMatchTextContent(/stable.*protected: unprotect it first/);
  await expect.element(dialog().getByText(/^20 of 25 branches checked: 1 has commits/)).toBeVisible();
  expect(calls('branches.ownCommits')).toHaveLength(20);
  await click(button('Check the other 5 branches'));
  await expect.element(dialog().getByText(/^25 of 25 branches checked/)).toBeVisible();
  expect(calls('branches.ownCommits')).toHaveLength(25);
  await page.viewport(720, 450);
  await expect.element(button('Delete 25 branches…')).toBeInViewport();
  await page.viewport(1280, 800);
});

test('a bulk deletion is planned on the selection without the branches that are left out', async () => {
  const selection = { kind: 'ids' as const, ids: [1, 2, 3, 4] };
  const branches = [{ name: 'old/1' }, { name: 'old/2' }, { name: 'old/3' }];
  const { calls } = await openForm({ branches, selection });
  await click(button('Delete 2 branches…'));
  await expect.element(button('Delete 2 branches')).toBeVisible();
  await expect.element(dialog()).toMatchTextContent('Undo creates the branches again at their last commits');
  expect(calls('changes.plan')).toMatchObject([
    { onRows: { op: 'branches.remove', collection: 'branches', selection: { kind: 'ids', ids: [3, 4] } } },
  ]);
});

test('if no branch can be deleted, the button says so', async () => {
  const { writes } = await openForm({ branches: [], selection: { kind: 'ids', ids: [1, 2] } });
  await expect.element(dialog().getByText('All selected branches are default or protected branches.')).toBeVisible();
  await expect.element(button(/^Delete 0 branches/)).toHaveAttribute('aria-disabled', 'true');
  expect(writes.plans).toEqual([]);
});
