import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import FormHost from '../../../src-renderer/console/forms/FormHost.svelte';
import { form, unprotectedIn } from '../../../src-renderer/pages/branches/forms/protect-branches.ts';
import { sampleWrites } from '../fake-writes.ts';
import { base, fakeRepository, refused, scope, showCode } from '../code/fake-repository.ts';
import { click, fill } from '../click.ts';
import { button, dialog, expectWrong, field } from '../code/controls.ts';

interface Given {
  names?: readonly string[] | null;
  leftOut?: number;
  answer?: ReturnType<typeof refused>;
}

async function openForm({ names = null, leftOut = 0, answer }: Given = {}) {
  const writes = sampleWrites(answer === undefined ? {} : { answer });
  const target = { scope, project: 'acme/core', names, leftOut };
  const own = { make: form, target, onclose: () => undefined };
  const branches = [{ name: 'main', default: true }, { name: 'old/1' }, { name: 'old/2', protected: true }];
  const shown = await showCode(FormHost, fakeRepository({ branches }), {
    ...{ path: `${base}/branches`, own, world: { writes } },
  });
  await expect.element(dialog()).toBeVisible();
  return { ...shown, writes };
}

async function chooseLevel(label: string, level: string): Promise<void> {
  await click(field(label));
  await click(page.getByRole('option', { name: level, exact: true }));
}

test('only chosen levels are sent, as numbers', async () => {
  const { writes } = await openForm({ names: ['old/1'] });
  await expect.element(dialog()).toMatchTextContent('The levels are undocumented parameters');
  await chooseLevel('Allowed to push', 'Developers and Maintainers');
  await chooseLevel('Allowed to merge', 'No one');
  await click(button('Protect branch'));
  await expect.element(page.getByText('Protected branch old/1')).toBeVisible();
  await expect.element(button('Undo')).toBeVisible();
  const body = { name: 'old/1', push_access_level: 30, merge_access_level: 0 };
  expect(writes.calls['plan 1']).toMatchObject([{ op: 'protected-branches.protect', path: { id: 7 }, body }]);
  expect(Object.keys(writes.calls['plan 1']?.[0]?.body ?? {})).toEqual(Object.keys(body));
});

test('a branch or pattern must be named without spaces', async () => {
  const { writes } = await openForm();
  await click(button('Protect branch'));
  await expectWrong(field('Branch or pattern'), /Branch or pattern is required\./);
  await fill(field('Branch or pattern'), 'feature *');
  await expectWrong(field('Branch or pattern'), /can’t contain spaces\./);
  await fill(field('Branch or pattern'), '');
  await expectWrong(field('Branch or pattern'), /Branch or pattern is required\./);
  expect(writes.plans).toEqual([]);
  await fill(field('Branch or pattern'), 'feature/*');
  await click(button('Protect branch'));
  await expect.element(page.getByText('Protected branch feature/*')).toBeVisible();
  expect(writes.calls['plan 1']).toMatchObject([{ body: { name: 'feature/*' } }]);
});

test('a refused protection keeps the form with its input', async () => {
  await openForm({ answer: refused(409, 'Protected branch with this name already exists', 'conflict') });
  await fill(field('Branch or pattern'), 'stable');
  await click(button('Protect branch'));
  await expectWrong(field('Branch or pattern'), /already exists/);
  await expect.element(field('Branch or pattern')).toHaveValue('stable');
});

test('several branches are protected in one plan, and those that are protected already are left out', async () => {
  const { stores, writes } = await openForm({ names: ['old/1', 'old/3'], leftOut: 1 });
  await expect.element(dialog().getByText('old/1, old/3')).toBeVisible();
  await expect.element(dialog().getByText('1 branch left out: already protected.')).toBeVisible();
  await click(button('Protect 2 branches…'));
  await expect.element(button('Protect 2 branches')).toBeVisible();
  expect(writes.calls['plan 1']?.map(({ body }) => body)).toEqual([{ name: 'old/1' }, { name: 'old/3' }]);

  expect(await unprotectedIn(stores, { kind: 'ids', ids: [1, 2, 3] })).toEqual({
    names: ['main', 'old/1'],
    leftOut: 1,
  });
  expect(await unprotectedIn(stores, { kind: 'ids', ids: [3] })).toBeNull();
  await expect.element(page.getByText('All selected branches are already protected.')).toBeVisible();
});
