import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { messages } from '../../../src-renderer/components/messages/messages.svelte.ts';
import { click } from '../click.ts';
import { expectDisabled } from '../page-rig.ts';
import { button, dialog, inDialog, refusing } from '../plan/render-with-plan.ts';
import { deployment, deployments, four, option, panel } from './writes-rig.ts';

afterEach(() => page.viewport(1280, 800));

const path = (deployment_id: number) => ({ id: 7, deployment_id });
const titles = () => messages.shown.map(({ title }) => title);
const inPanel = (name: string) => panel().getByRole('button', { name, exact: true });

/** Select all rows of the list, and run a command on them. */
async function onAll(stores: Awaited<ReturnType<typeof deployments>>['stores'], op: string): Promise<void> {
  await click(button('List'));
  await click(page.getByRole('checkbox', { name: 'Select the visible rows' }));
  const command = () => stores.commands.list.find(({ id }) => id === `deployments.${op}`);
  await expect.poll(() => command()?.title).toMatch(/ 4 deployments…$/);
  void command()?.run();
}

test('the status of a deployment is changed in the panel, compared with the shown one, and can be undone', async () => {
  const { calls } = await deployments({ tail: '/1' });
  await click(inPanel('Change status…'));
  await expect.element(dialog().getByRole('radio', { name: 'Failed' })).toBeChecked();
  await click(option('Canceled'));
  await click(inDialog('Change status'));
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(titles()).toEqual(['Set staging #1 to “Canceled”']);
  await expect.element(button('Undo')).toBeVisible();
  const change = { op: 'deployments.edit', path: path(1), body: { status: 'canceled' }, seen: { status: 'failed' } };
  expect(calls('changes.run')).toMatchObject([change]);
});

test('a status that only the instance can set says that it can’t be restored, and another one must be chosen', async () => {
  const { calls } = await deployments({ tail: '/1', rows: [deployment(1, 'staging', 'blocked')] });
  await click(inPanel('Change status…'));
  await expect
    .element(dialog().getByText('The current status can’t be restored: only the instance can set it.'))
    .toBeVisible();
  await expect.element(inDialog('Change status')).toHaveAttribute('aria-disabled', 'true');
  expect(calls('changes.run')).toEqual([]);
});

test('the status of a deployment that no longer exists can’t be changed, and the form says so', async () => {
  await deployments({ tail: '/1', writes: refusing(404) });
  await click(inPanel('Change status…'));
  await click(option('Canceled'));
  await click(inDialog('Change status'));
  await expect.element(dialog().getByRole('alert')).toMatchTextContent(/^The deployment no longer exists/);
  await expect.element(dialog().getByRole('radio', { name: 'Canceled' })).toBeChecked();
});

test.each([
  [3, 'The newest deployment of staging can’t be deleted. Create a newer one first.'],
  [2, 'A running deployment can’t be deleted. Change its status first.'],
])('deployment %i can’t be deleted, and the reason is shown also without the focus', async (id, why) => {
  await deployments({ tail: `/${id}` });
  await expect.element(panel().getByText(why)).toBeVisible();
  await expectDisabled(inPanel('Delete…'), why);
  await expect.element(inPanel('Delete…')).toHaveFocus();
  await expect.element(inPanel('Change status…')).not.toHaveAttribute('aria-disabled');
});

test('the plan of a deletion is always shown, and says what undo creates', async () => {
  const { calls } = await deployments({ tail: '/1' });
  await click(inPanel('Delete…'));
  await expect.element(dialog().getByText(/^Undo creates new records/)).toBeVisible();
  expect(calls('changes.apply')).toEqual([]);
  await click(inDialog('Delete 1 deployment'));
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(titles()).toEqual(['Deleted staging #1']);
  expect(calls('changes.plan')).toMatchObject([{ calls: [{ op: 'deployments.remove', path: path(1) }] }]);
});

test('a refused deletion says that the role doesn’t allow it', async () => {
  await deployments({ tail: '/1', writes: refusing(403) });
  await click(inPanel('Delete…'));
  await click(inDialog('Delete 1 deployment'));
  await expect
    .element(
      dialog()
        .getByText(/Your role in this project doesn’t allow deleting deployments/)
        .first(),
    )
    .toBeVisible();
});

test('in bulk, the plan shows how many deployments already have the status, and the form is kept', async () => {
  const { calls, stores } = await deployments({
    writes: { found: ({ path: at }) => (Number(at?.['id']) > 2 ? { state: 'unchanged' } : {}) },
  });
  await onAll(stores, 'edit');
  await expect.element(dialog().getByText(/^Deployments that already have this status aren’t sent\./)).toBeVisible();
  await expect.element(inDialog('Change status…')).toHaveAttribute('aria-disabled', 'true');
  await click(option('Succeeded'));
  await click(inDialog('Change status…'));
  await expect.element(dialog().getByText('No change in 2 of 4 rows.')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog().getByRole('radio', { name: 'Succeeded' })).toBeChecked();
  const onRows = { op: 'deployments.edit', collection: 'deployments', body: { status: 'success' } };
  expect(calls('changes.plan')).toMatchObject([{ onRows }]);
});

test('in bulk, the deployments that can’t be deleted are left out, and the plan says how many', async () => {
  const { calls, stores } = await deployments();
  await onAll(stores, 'remove');
  await expect
    .element(dialog().getByText(/^1 running deployment and 2 newest deployments of environments are left out\./))
    .toBeVisible();
  await click(inDialog('Delete 1 deployment'));
  await expect.element(dialog()).not.toBeInTheDocument();
  const onRows = { op: 'deployments.remove', collection: 'deployments', selection: { kind: 'ids', ids: [1] } };
  expect(calls('changes.plan')).toMatchObject([{ onRows }]);
});

test('if none of the selected deployments can be deleted, the action says why', async () => {
  const { stores } = await deployments({ rows: [...four.slice(1), deployment(5, 'nightly', 'success')] });
  await click(button('List'));
  await click(page.getByRole('checkbox', { name: 'Select the visible rows' }));
  const reason = () => stores.commands.list.find(({ id }) => id === 'deployments.remove')?.disabledReason;
  await expect.poll(reason).toMatch(/^Each selected deployment is running or is the newest of its environment/);
});
