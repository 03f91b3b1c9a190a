import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { shell } from '#shared/text/en/shell.ts';
import SubmodulesTab from '../../../src-renderer/pages/code/SubmodulesTab.svelte';
import { sampleWrites, type FakeWrites } from '../fake-writes.ts';
import { base, fakeRepository, refused, showCode } from '../code/fake-repository.ts';
import { click, fill } from '../click.ts';
import { button, dialog, expectWrong, field } from '../code/controls.ts';
import type { FakeWorld } from '../fake-world.ts';
import { sampleProfile } from '../samples.ts';

const sha = 'ab'.repeat(20);
const update = () => click(button('Update submodule…', dialog()));

async function openTab(over: Partial<FakeWrites> = {}, world: Partial<FakeWorld> = {}) {
  await page.viewport(1440, 900);
  const writes = sampleWrites({
    undo: () => ({ kind: 'none', why: 'the former commit is not known' }),
    confirmation: () => ({ kind: 'plan' }),
    ...over,
  });
  const submodules = [{ name: 'shared', path: 'vendor/shared', url: '../x.git', branch: null, project: null }];
  const path = `${base}/submodules`;
  const shown = await showCode(SubmodulesTab, fakeRepository({ submodules }), {
    ...{ path: `${path}?ref=main`, own: { base: path }, world: { writes, ...world } },
  });
  return { ...shown, writes };
}
const openRow = () => click(button('Update submodule vendor/shared'));

test('a submodule is updated to a full SHA on the shown branch, and other input is explained', async () => {
  const { writes } = await openTab();
  await openRow();
  await expect.element(field('Submodule path')).toHaveValue('vendor/shared');
  await expect.element(field('Branch')).toHaveValue('main');
  await fill(field('Commit of the submodule'), 'abc123');
  await fill(field('Branch'), '');
  await update();
  await expectWrong(field('Commit of the submodule'), /Enter the full SHA: 40 hexadecimal characters/);
  await expectWrong(field('Branch'), /Branch is required\./);
  expect(writes.plans).toEqual([]);
  await fill(field('Commit of the submodule'), sha);
  await fill(field('Branch'), 'main');
  await fill(field('Commit message'), ' Take the fix ');
  await update();
  await expect
    .element(
      dialog()
        .getByText(/Can’t be undone/)
        .first(),
    )
    .toBeVisible();
  await click(button('Update submodule'));
  await expect.element(dialog()).not.toBeInTheDocument();
  const body = { branch: 'main', commit_sha: sha, commit_message: 'Take the fix' };
  expect(writes.calls['plan 1']).toMatchObject([
    { op: 'submodules.edit', path: { id: 7, submodule: 'vendor/shared' }, body },
  ]);
});

test.each([
  ['Invalid branch', 'Branch'],
  ['The submodule vendor/shared is already at abababab', 'Commit of the submodule'],
])('after the plan, the refusal “%s” is shown at its field, and the input is kept', async (message, label) => {
  await openTab({ answer: refused(400, message) });
  await openRow();
  await fill(field('Commit of the submodule'), sha);
  await fill(field('Branch'), 'stable');
  await update();
  await click(button('Update submodule'));
  await expect.element(dialog()).toMatchTextContent(message);
  await click(button('Edit values', dialog()));
  await expectWrong(field(label), new RegExp(message));
  await expect.element(field('Branch')).toHaveValue('stable');
  await expect.element(field('Commit of the submodule')).toHaveValue(sha);
});

test('the action of the page asks for the submodule', async () => {
  const { writes } = await openTab();
  await click(button('Update submodule…'));
  await expect.element(field('Submodule path')).toHaveValue('');
  await fill(field('Commit of the submodule'), sha);
  await update();
  await expectWrong(field('Submodule path'), /Submodule path is required\./);
  expect(writes.plans).toEqual([]);
});

test('with a read-only profile, no submodule can be updated, and the reason is shown', async () => {
  await openTab({}, { profiles: [sampleProfile({ readOnly: true })] });
  await expect.element(button('Update submodule…')).toHaveAttribute('aria-disabled', 'true');
  const row = button('Update submodule vendor/shared');
  await expect.element(row).toHaveAttribute('aria-disabled', 'true');
  (row.element() as HTMLElement).focus();
  await expect.element(page.getByText(shell.readOnlyWhy)).toBeVisible();
});
