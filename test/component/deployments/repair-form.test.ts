import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { FakeWrites } from '../fake-writes.ts';
import { click, fill } from '../click.ts';
import { button, dialog, inDialog, irreversible } from '../plan/render-with-plan.ts';
import { expectDisabled } from '../page-rig.ts';
import { sampleProfile } from '../samples.ts';
import { deployment, deployments, option, panel } from './writes-rig.ts';

afterEach(() => page.viewport(1280, 800));

const rows = [
  deployment(1, 'staging', 'running', 'success'),
  deployment(2, 'staging', 'running'),
  deployment(3, 'production', 'created'),
  deployment(4, 'nightly', 'running', 'running'),
];
const plan: Partial<FakeWrites> = { confirmation: () => ({ kind: 'plan' }) };
const statuses = (calls: unknown[]) =>
  (calls.at(-1) as { calls: { path: { deployment_id: number }; body: object; seen: object }[] }).calls.map(
    ({ path, body, seen }) => [path.deployment_id, body, seen],
  );
const was = (status: string) => ({ status });

test('stuck deployments are grouped by their jobs, and those without a result need a status', async () => {
  const { calls } = await deployments({ rows, stuck: [1, 2, 3, 4], writes: plan });
  await click(button('Repair 4 deployments…'));
  for (const text of [
    '1 deployment: the job succeeded',
    '2 deployments: no job, or its result isn’t known',
    '1 deployment: the job hadn’t finished at the last sync',
  ])
    await expect.element(dialog().getByText(text)).toBeVisible();
  await click(inDialog('Repair deployments…'));
  await expect.element(dialog().getByText('Choose a status.')).toBeVisible();
  expect(calls('changes.plan')).toEqual([]);
  await click(option('Failed'));
  await click(inDialog('Repair deployments…'));
  await expect
    .element(dialog().getByText(/^Undo can’t restore the status of 1 deployment that is “created” now\./))
    .toBeVisible();
  // The one whose job has not finished is left out
  expect(statuses(calls('changes.plan'))).toEqual([
    [1, was('success'), was('running')],
    [2, was('failed'), was('running')],
    [3, was('failed'), was('created')],
  ]);
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog().getByRole('radio', { name: 'Failed' })).toBeChecked();
  await click(dialog().getByRole('checkbox', { name: /^Use the result of the job/ }));
  await click(dialog().getByRole('checkbox', { name: /^Also repair 1 deployment/ }));
  await click(inDialog('Repair deployments…'));
  await expect.poll(() => calls('changes.plan')).toHaveLength(2);
  expect(statuses(calls('changes.plan')).map(([, body]) => body)).toEqual(Array(4).fill(was('failed')));
});

test('the plan of a repair pauses after its first rows, and then continues', async () => {
  const { core } = await deployments({ rows, stuck: [1, 2, 3], writes: plan });
  await click(button('Repair 3 deployments…'));
  await click(option('Canceled'));
  await click(inDialog('Repair deployments…'));
  await fill(dialog().getByLabelText('Rows to apply first'), '1');
  await click(inDialog('Repair 3 deployments'));
  await expect.element(dialog().getByText('First rows applied. Review, then continue.')).toBeVisible();
  const changed = () => Object.values(core.world.writes.things).length;
  expect(changed()).toBe(1);
  await click(inDialog(/^Continue/));
  await expect.poll(changed).toBe(3);
});

test('in the gitlab dialect, a repair lists deployments of jobs with the reason, and repairs only the others', async () => {
  const world = { profiles: [sampleProfile({ dialect: 'gitlab' })] };
  const { calls } = await deployments({ rows, stuck: [1, 2, 3, 4], writes: plan, world });
  await click(button('Repair 2 deployments…'));
  await expect
    .element(dialog().getByText(/^2 deployments of CI jobs can’t be changed by the API of this instance/))
    .toBeVisible();
  await click(inDialog('Open the job of nightly #4 in the browser'));
  expect(calls('host.openWeb')).toEqual([{ url: 'https://git.example/pipelines/4' }]);
  await expect.element(dialog().getByText(/the job succeeded/)).not.toBeInTheDocument();
  await click(option('Failed'));
  await click(inDialog('Repair deployments…'));
  await expect.poll(() => calls('changes.plan')).toHaveLength(1);
  expect(statuses(calls('changes.plan'))).toEqual([
    [2, { status: 'failed' }, was('running')],
    [3, { status: 'failed' }, was('created')],
  ]);
});

test('in the gitlab dialect, the status of a running deployment of a job can’t be changed, so it can’t be deleted, and its job can be opened', async () => {
  const world = { profiles: [sampleProfile({ dialect: 'gitlab' })] };
  await deployments({ tail: '/1', rows, stuck: [1, 4], world });
  const why = 'The API of this instance can’t change deployments of CI jobs.';
  await expect.element(panel().getByText(why)).toBeVisible();
  await expectDisabled(panel().getByRole('button', { name: 'Change status…' }), why);
  const whyNotDeleted = /^A running deployment can’t be deleted, and the API of this instance can’t change the status/;
  await expectDisabled(panel().getByRole('button', { name: 'Delete…' }), whyNotDeleted);
  await expect.element(panel().getByRole('button', { name: 'Open in browser' })).not.toHaveAttribute('aria-disabled');
  await expectDisabled(button('Repair 2 deployments…'), why);
});

test('a repair without a chosen group says what to choose', async () => {
  const { calls } = await deployments({ rows, stuck: [4], writes: irreversible('x') });
  await click(button('Repair 1 deployment…'));
  const choice = dialog().getByRole('checkbox', { name: /^Also repair 1 deployment/ });
  await click(choice);
  await click(inDialog('Repair deployments…'));
  await expect
    .element(dialog().getByText('Select at least one option. Otherwise there is nothing to repair.'))
    .toBeVisible();
  await expect.element(choice).toHaveFocus();
  expect(calls('changes.plan')).toEqual([]);
});

test('the number of deployments to repair is updated when one of them has finished', async () => {
  const { core, finish } = await deployments({ rows, stuck: [2, 3] });
  await expect.element(button('Repair 2 deployments…')).toBeVisible();
  finish(2);
  core.emit('deployments', 'changed', { revision: 2 });
  await expect.element(button('Repair 1 deployment…')).toBeVisible();
});
