import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { eventually } from '../eventually.ts';
import RunnersPage from '../../../src-renderer/pages/runners/RunnersPage.svelte';
import { fakeRunners } from '../console/fake-runners.ts';
import { box, renderPage, type RenderedPage } from '../console/render-page.ts';
import { listAnswers } from '../fake-list.ts';
import type { FakeWorld } from '../fake-world.ts';
import { sampleWrites, type FakeWrites } from '../fake-writes.ts';
import { click, fill } from '../click.ts';
import { cannotWrite, chosen, reasonOf, run } from '../page-rig.ts';

const dialog = page.getByRole('dialog');
const field = (label: string) => dialog.getByLabelText(label, { exact: true });
const button = (name: string) => dialog.getByRole('button', { name, exact: true });
type Runners = RenderedPage & {
  act: (action: string) => Promise<void>;
  reason: (action: string) => string | null | undefined;
  bodies: () => unknown[];
};

async function runners(world: Partial<FakeWorld> = {}, writes: Partial<FakeWrites> = {}, scope = ''): Promise<Runners> {
  const rendered = await renderPage(RunnersPage, {
    path: '/runners',
    hasPlans: true,
    world: { ...world, writes: sampleWrites(writes) },
    answers: { runners: listAnswers<'runners'>(fakeRunners(8, scope)) },
  });
  await rendered.table();
  await rendered.press('{Home}');
  return {
    ...rendered,
    act: (action) => run(rendered, `runners.${action}`),
    reason: (action) => reasonOf(rendered, `runners.${action}`),
    bodies: () => (rendered.calls('changes.run') as { body: unknown }[]).map(({ body }) => body),
  };
}

test('one runner is edited with its details, and only the changed fields are sent', async () => {
  const { act, bodies, calls } = await runners();
  await act('edit');
  await expect.element(field('Tags')).toBeVisible();
  expect(calls('runners.refresh')).toHaveLength(1);
  await expect.element(field('Maximum job timeout')).toHaveValue(3_600);
  await fill(field('Description'), 'shared nine');
  await fill(field('Maximum job timeout'), '7200');
  await userEvent.type(field('Tags'), 'rack-7,');
  await click(button('Edit runner'));
  await eventually(() =>
    expect(bodies()).toEqual([
      { description: 'shared nine', maximum_timeout: 7_200, tag_list: ['linux', 'pool-1', 'rack-7'] },
    ]),
  );
});

test('a note that is too long and a broken timeout are explained at their fields, and nothing is sent', async () => {
  const { act, bodies } = await runners();
  await act('edit');
  await fill(field('Maintenance note'), 'x'.repeat(1_025));
  await expect.element(dialog).toMatchTextContent('1 character too many');
  await fill(field('Maximum job timeout'), '1.5');
  await click(button('Edit runner'));
  await expect.element(field('Maintenance note')).toHaveAccessibleDescription(/Use at most 1,024 characters\./);
  await expect.element(field('Maximum job timeout')).toHaveAccessibleDescription(/Enter a whole number\./);
  expect(bodies()).toEqual([]);
  await fill(field('Maintenance note'), 'x'.repeat(1_024));
  await expect.element(dialog).toMatchTextContent('0 of 1,024 characters left');
  await expect.element(field('Maintenance note')).not.toHaveAttribute('aria-invalid');
});

test('several runners get only the fields that were set, and tags are added and removed', async () => {
  const { act, calls } = await runners();
  for (const index of [0, 1, 2]) box(index).click();
  await expect.element(page.getByText('3 selected')).toBeVisible();
  await act('edit');
  await expect.element(dialog).toMatchTextContent('Edit 3 runners');
  await click(dialog.getByRole('radiogroup', { name: 'Tags' }).getByText('Add and remove'));
  await click(button('Edit 3 runners…'));
  await expect.element(field('Add')).toHaveAccessibleDescription(/Enter at least one tag to add or remove\./);
  await userEvent.type(field('Add'), 'floor-2,');
  await userEvent.type(field('Remove'), 'linux,');
  await click(dialog.getByRole('radiogroup', { name: 'Locked to its projects' }).getByText('Yes'));
  await click(button('Edit 3 runners…'));
  await eventually(() => expect(calls('changes.plan')).toHaveLength(1));
  expect((calls('changes.plan') as { onRows: object }[])[0]?.onRows).toEqual({
    ...{ op: 'runners.edit', collection: 'runners', selection: { kind: 'ids', ids: [1, 2, 3] } },
    body: { locked: true },
    merge: { tag_list: { add: ['floor-2'], remove: ['linux'] } },
  });
});

test('a value and its removal exclude each other', async () => {
  const { act, calls } = await runners();
  for (const index of [0, 1]) box(index).click();
  await expect.element(page.getByText('2 selected')).toBeVisible();
  await act('edit');
  await fill(field('Maximum job timeout'), '600');
  await click(dialog.getByRole('checkbox', { name: 'Clear timeout' }));
  await click(button('Edit 2 runners…'));
  await expect
    .element(field('Maximum job timeout'))
    .toHaveAccessibleDescription(/Enter a value or clear it, not both\./);
  expect(calls('changes.plan')).toEqual([]);
});

test('a runner that is already paused can’t be paused, one that runs can’t be resumed, and each action says why', async () => {
  const { reason, press } = await runners();
  await eventually(() => expect(reason('pause')).toBeNull());
  expect(reason('resume')).toBe('Not paused');
  await press('{End}');
  await eventually(() => expect(reason('pause')).toBe('Already paused'));
  expect(reason('resume')).toBeNull();
});

test.each(cannotWrite)('%s, no runner can be changed or registered, and what-if still works', async (_, world, why) => {
  const rendered = await runners(world);
  for (const action of ['pause', 'resume', 'edit'])
    await eventually(() => expect(rendered.reason(action)).toMatch(why));
  expect(rendered.reason('whatIf')).toBeNull();
  expect(reasonOf(rendered, 'runners.register')).toMatch(why);
});

test('a new runner of a group begins with its type and group, and other fields must be pairs', async () => {
  const writes = { confirmation: () => ({ kind: 'plan' as const }) };
  const rendered = await runners(chosen(), writes, 'group:42');
  const { calls } = rendered;
  await run(rendered, 'runners.register');
  await expect.element(dialog).toMatchTextContent('The parameters of this request are undocumented');
  const group = dialog.getByRole('combobox', { name: 'Group' });
  await expect.element(group).toHaveValue('corp');
  await expect.element(dialog.getByRole('combobox', { name: 'Project' })).not.toBeInTheDocument();
  await fill(group, '');
  await click(dialog.getByRole('radiogroup', { name: 'Locked' }).getByText('Yes', { exact: true }));
  await fill(field('Other fields'), 'rack');
  await fill(field('Description'), 'new machine');
  await click(button('Register runner…'));
  await expect.element(group).toHaveAccessibleDescription('Enter the group of the runner.');
  await fill(group, 'corp');
  await click(button('Register runner…'));
  await expect.element(field('Other fields')).toHaveAccessibleDescription(/Enter one “name = value” per line\./);
  expect(calls('changes.plan')).toEqual([]);
  await fill(field('Other fields'), 'protected = true\nrack = 7b');
  await click(button('Register runner…'));
  await expect.element(dialog).toMatchTextContent('Reeve can’t delete runners.');
  const [planned] = calls('changes.plan') as { calls: { body: object }[] }[];
  expect(planned?.calls[0]?.body).toEqual({
    ...{
      runner_type: 'group_type',
      description: 'new machine',
      group_id: 42,
      locked: true,
      protected: true,
      rack: '7b',
    },
  });
});
