import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { branchName } from '#shared/text/en/branch-name.ts';
import { messages } from '../../../src-renderer/components/messages/messages.svelte.ts';
import FormHost from '../../../src-renderer/console/forms/FormHost.svelte';
import { form } from '../../../src-renderer/pages/branches/forms/create-branch.ts';
import { sampleWrites } from '../fake-writes.ts';
import { base, fakeRepository, refused, scope, showCode } from '../code/fake-repository.ts';
import { click, fill } from '../click.ts';
import { button, dialog, expectWrong, field } from '../code/controls.ts';

const branches = [{ name: 'main', default: true }, { name: 'feature/login' }];
const create = () => click(button('Create branch'));

async function openForm({ writes = sampleWrites(), from = null as string | null } = {}) {
  let closed = 0;
  const own = { make: form, target: { scope, project: 'acme/core', from }, onclose: () => (closed += 1) };
  const path = `${base}/branches`;
  const shown = await showCode(FormHost, fakeRepository({ branches }), { path, own, world: { writes } });
  await expect.element(field('Name')).toBeVisible();
  return { ...shown, writes, closed: () => closed };
}

test('names that Git or the instance doesn’t allow are explained at the field, and nothing is sent', async () => {
  const { writes } = await openForm();
  await expect.element(field('Starts at')).toHaveValue('main');
  await create();
  await expectWrong(field('Name'), /Enter the name of a branch\./);
  await expect.element(field('Name')).toHaveFocus();
  await fill(field('Name'), 'fix it');
  await expectWrong(field('Name'), /A branch name can’t contain spaces\./);
  await fill(field('Name'), 'fix~it');
  await expectWrong(field('Name'), /A branch name can’t contain “~”\./);
  await fill(field('Name'), 'feature/login');
  await expectWrong(field('Name'), new RegExp(branchName.taken));
  await fill(field('Name'), 'fix/it');
  await fill(field('Starts at'), ' ');
  await create();
  await expectWrong(field('Starts at'), /Starts at is required\./);
  expect(writes.plans).toEqual([]);
});

test('a refused ref is explained at its field, which gets the focus, and the input is kept', async () => {
  const { closed } = await openForm({ writes: sampleWrites({ answer: refused(400, 'Odd reference: gone') }) });
  await fill(field('Name'), 'fix/it');
  await fill(field('Starts at'), 'gone');
  await create();
  await expectWrong(field('Starts at'), /Odd reference: gone/);
  await expect.element(field('Starts at')).toHaveFocus();
  await expect.element(field('Name')).toHaveValue('fix/it');
  expect(closed()).toBe(0);
});

test('a name that the instance refuses is explained at its field, and the input is kept', async () => {
  const { closed } = await openForm({ writes: sampleWrites({ answer: refused(400, 'Branch is too odd') }) });
  await fill(field('Name'), 'between');
  await create();
  await expectWrong(field('Name'), /Branch is too odd/);
  expect(messages.shown.map(({ title }) => title)).toEqual([]);
  await expect.element(field('Name')).toHaveFocus();
  await expect.element(field('Name')).toHaveValue('between');
  await expect.element(field('Starts at')).toHaveValue('main');
  expect(closed()).toBe(0);
});

test('a branch starts at the chosen row, and its message offers to undo it', async () => {
  const { writes, closed } = await openForm({ from: 'feature/login' });
  await expect.element(field('Starts at')).toHaveValue('feature/login');
  await fill(field('Name'), ' fix/it ');
  await create();
  await expect.element(page.getByText('Created branch fix/it')).toBeVisible();
  await expect.element(button('Undo')).toBeVisible();
  expect(writes.calls['plan 1']).toMatchObject([
    { op: 'branches.create', path: { id: 7 }, body: { branch: 'fix/it', ref: 'feature/login' } },
  ]);
  expect(closed()).toBe(1);
});

test('a form without input is closed without a message', async () => {
  const { show, closed } = await openForm();
  await fill(field('Name'), 'fix/it');
  await fill(field('Name'), '');
  await click(button('Cancel'));
  expect(closed()).toBe(1);
  await show(false);
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(page.getByText('Your changes are kept until you close this window').elements()).toEqual([]);
});
