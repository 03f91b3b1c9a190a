import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Preferences } from '#shared/contract/host.ts';
// Loaded before the tests, because the first load also compiles them
import '../../../src-renderer/pages/uploads/delete-by-address.ts';
import '../../../src-renderer/pages/uploads/upload-files.ts';
import UploadsPage from '../../../src-renderer/pages/uploads/UploadsPage.svelte';
import { fakeList, listAnswers } from '../fake-list.ts';
import type { FakeWorld } from '../fake-world.ts';
import type { FakeWrites } from '../fake-writes.ts';
import { click, fill } from '../click.ts';
import { cannotWrite, expectDisabled } from '../page-rig.ts';
import { button, dialog, inDialog, irreversible, renderWithPlan } from '../plan/render-with-plan.ts';
import { sampleEntry } from '../samples.ts';

const scope = 'project:7';
const base = '/p/7/integrations/uploads';
const rows = ['one.png', 'two.png', 'three.png'].map((filename, at) => ({
  ...{ id: at + 11, filename, size: 10, created_at: `2026-11-0${9 - at}T00:00:00Z` },
}));

async function shown({ writes = {}, world = {} }: { writes?: Partial<FakeWrites>; world?: Partial<FakeWorld> } = {}) {
  const rendered = await renderWithPlan(UploadsPage, {
    path: base,
    props: { base },
    writes,
    world: {
      catalogue: [sampleEntry({ key: 1, kind: 'project', id: 7, ref: 7, scope, path: 'acme/core' })],
      preferences: Preferences.parse({ scopes: { p1: { group: null, project: scope, recent: [] } } }),
      ...world,
    },
    answers: { uploads: listAnswers<'uploads'>(fakeList(rows, { scope })) },
  });
  await rendered.table();
  return rendered;
}

test('selected uploads are deleted by their IDs after their number was typed', async () => {
  const { calls } = await shown({
    writes: {
      ...irreversible('Reeve can’t restore a file'),
      confirmation: (planned) => ({ kind: 'name', name: String(planned.length) }),
    },
  });
  await userEvent.keyboard('{Home}xjx');
  await click(button(/^Delete…/).first());
  await expect.element(dialog().getByText(/Links to a deleted file stop working/)).toBeVisible();
  await click(inDialog('Delete 2 uploads'));
  expect(calls('changes.apply')).toEqual([]);
  await fill(dialog().getByLabelText('Type 2 to confirm'), '2');
  await click(inDialog('Delete 2 uploads'));
  await expect.poll(() => calls('changes.apply')).toMatchObject([{ confirm: '2' }]);
  const selection = { kind: 'ids', ids: [1, 2] };
  expect(calls('changes.plan')).toMatchObject([{ onRows: { op: 'uploads.remove', collection: 'uploads', selection } }]);
});

test.each(cannotWrite)('%s, files can’t be uploaded or deleted, and the reason is shown', async (_, world, reason) => {
  const { calls, stores } = await shown({ world });
  for (const name of ['Upload files…', 'Delete upload by address…']) {
    await expectDisabled(button(name), reason);
    await userEvent.keyboard('{Enter}');
  }
  await userEvent.keyboard('n');
  await expect.element(dialog()).not.toBeInTheDocument();
  document.querySelector<HTMLElement>('[role="grid"]')?.focus();
  await userEvent.keyboard('{Home}x');
  const remove = () => stores.commands.list.find(({ id }) => id === 'uploads.remove')?.disabledReason;
  await expect.poll(remove).toMatch(reason);
  expect(calls('changes.plan')).toEqual([]);
});

test('both forms are opened by their buttons', async () => {
  await shown();
  await click(button('Upload files…'));
  await expect.element(page.getByRole('heading', { name: 'Upload files' })).toBeVisible();
  await click(inDialog('Cancel'));
  await click(button('Delete upload by address…'));
  await expect.element(page.getByRole('heading', { name: 'Delete upload by address' })).toBeVisible();
});
