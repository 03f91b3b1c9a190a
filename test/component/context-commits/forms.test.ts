import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Failure } from '#shared/errors.ts';
import { messages } from '../../../src-renderer/components/messages/messages.svelte.ts';
// Loaded before the tests, because the first load also compiles them
import '../../../src-renderer/pages/merge-requests/add-context-commits.ts';
import ContextCommits from '../../../src-renderer/pages/merge-requests/ContextCommits.svelte';
import '../../../src-renderer/pages/merge-requests/remove-context-commits.ts';
import { fakeList, listAnswers } from '../fake-list.ts';
import type { FakeWorld } from '../fake-world.ts';
import type { FakeWrites } from '../fake-writes.ts';
import { click, fill } from '../click.ts';
import { cannotWrite, expectDisabled } from '../page-rig.ts';
import { button, dialog, inDialog, refusing, renderWithPlan } from '../plan/render-with-plan.ts';

const scope = 'project:7/mr:3';
const sha = (digit: string) => digit.repeat(40);
const path = { id: 7, merge_request_iid: 3 };
const commit = (digit: string) => ({
  ...{ id: sha(digit), short_id: digit.repeat(8), title: `Commit ${digit}`, committed_date: '2026-11-01T00:00:00Z' },
});

async function shown({
  listed = ['a', 'b'],
  isSynced = true,
  ...more
}: { listed?: string[]; isSynced?: boolean; writes?: Partial<FakeWrites>; world?: Partial<FakeWorld> } = {}) {
  const list = fakeList(listed.map(commit), { scope });
  if (!isSynced) list.readAt = {};
  const refresh = ({ id }: { id: string | number }) => {
    if (/^0/.test(String(id))) throw new Failure('missing', 'no such commit');
    return { fetchedAt: 1 };
  };
  const rendered = await renderWithPlan(ContextCommits, {
    ...more,
    path: '/p/7/merge-requests/3',
    props: { scope },
    answers: { contextCommits: listAnswers<'contextCommits'>(list), commits: { refresh } },
  });
  await expect.element(button('Add context commits…')).toBeVisible();
  return rendered;
}
const shas = () => dialog().getByRole('textbox', { name: 'SHAs' });
const titles = () => messages.shown.map(({ title }) => title);

test('the SHAs of new context commits are checked at their field, also against the list, before anything is sent', async () => {
  const { calls } = await shown();
  await expect.element(page.getByText('Commit b')).toBeVisible();
  await click(button('Add context commits…'));
  await click(inDialog('Add context commits'));
  for (const [text, why] of [
    ['', /^Enter at least one SHA\.$/],
    ['main', /^“main” isn’t a SHA\./],
    [`${sha('c')}, cccccccc`, /^cccccccc is entered more than once\./],
    ['bbbbbbbbbbbb', /^bbbbbbbbbbbb is already a context commit\./],
  ] as const) {
    await fill(shas(), text);
    await expect.element(dialog().getByText(why)).toBeVisible();
    await expect.element(shas()).toHaveAttribute('aria-invalid', 'true');
    await click(inDialog('Add context commits'));
  }
  expect(calls('changes.run')).toEqual([]);
});

test('new context commits are sent in one request, which can be undone', async () => {
  const { calls } = await shown();
  await click(button('Add context commits…'));
  await fill(shas(), `CCCCCCC\n${sha('d')}`);
  await click(inDialog('Add context commits'));
  await expect.element(dialog()).not.toBeInTheDocument();
  const body = { commits: ['ccccccc', sha('d')] };
  expect(calls('changes.run')).toMatchObject([{ op: 'context-commits.add', path, body }]);
  expect(titles()).toEqual(['Added 2 context commits to !3']);
  await expect.element(button('Undo')).toBeVisible();
});

test('after a refusal, the SHAs that the project doesn’t have are named at the field, which keeps its text', async () => {
  const { calls } = await shown({ writes: refusing(400, 'One or more commits are not valid.') });
  await click(button('Add context commits…'));
  await fill(shas(), 'ccccccc, 0123456789');
  await click(inDialog('Add context commits'));
  await expect
    .element(dialog().getByText('No commit of this project has the SHA 0123456789. Correct it or remove it.'))
    .toBeVisible();
  await expect.element(shas()).toHaveValue('ccccccc, 0123456789');
  await expect.element(shas()).toHaveAttribute('aria-invalid', 'true');
  expect(calls('commits.refresh')).toHaveLength(2);
  expect(titles()).toEqual([]);
});

test('a refusal that is not about a SHA says that the list may have changed', async () => {
  await shown({ writes: refusing(400, 'Bad request') });
  await click(button('Add context commits…'));
  await fill(shas(), 'ccccccc');
  await click(inDialog('Add context commits'));
  await expect
    .element(dialog().getByText(/is unknown in this project, or is already a context commit\. Check/))
    .toBeVisible();
});

test.each([
  ['Add context commits…', 'Add context commits'],
  ['Remove context commits…', 'Remove context commits'],
])('“%s” explains a refusal with the required roles, and keeps its input', async (opens, submits) => {
  await shown({ writes: refusing(403, '403 Forbidden') });
  await expect.element(page.getByText('Commit a')).toBeVisible();
  await click(button(opens));
  if (opens === 'Add context commits…') await fill(shas(), sha('c'));
  else await click(dialog().getByRole('checkbox', { name: /^aaaaaaaa/ }));
  await click(inDialog(submits));
  await expect.element(dialog().getByRole('alert')).toMatchTextContent(/Usually, Developers of the project/);
  if (opens === 'Add context commits…') await expect.element(shas()).toHaveValue(sha('c'));
  else await expect.element(dialog().getByRole('checkbox', { name: /^aaaaaaaa/ })).toBeChecked();
});

test('selected context commits are removed, and at least one must be selected', async () => {
  const { calls } = await shown();
  await expect.element(page.getByText('Commit a')).toBeVisible();
  await click(button('Remove context commits…'));
  await click(inDialog('Remove context commits'));
  await expect.element(dialog().getByText('Select at least one commit.')).toBeVisible();
  expect(calls('changes.run')).toEqual([]);
  await click(dialog().getByRole('checkbox', { name: 'aaaaaaaa Commit a' }));
  await click(inDialog('Remove context commits'));
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(calls('changes.run')).toMatchObject([{ op: 'context-commits.remove', path, body: { commits: [sha('a')] } }]);
  expect(titles()).toEqual(['Removed 1 context commit from !3']);
});

test.each(cannotWrite)(
  '%s, context commits can’t be changed, and both buttons show the reason',
  async (_, world, reason) => {
    const { calls } = await shown({ world });
    for (const name of ['Add context commits…', 'Remove context commits…']) {
      await expectDisabled(button(name), reason);
      await userEvent.keyboard('{Enter}');
    }
    await expect.element(dialog()).not.toBeInTheDocument();
    expect(calls('changes.run')).toEqual([]);
  },
);

test.each([
  { isSynced: false, reason: 'Sync the context commits first.' },
  { isSynced: true, reason: 'This merge request has no context commits.' },
])('nothing can be removed from an empty list: $reason', async ({ isSynced, reason }) => {
  await shown({ listed: [], isSynced });
  await expectDisabled(button('Remove context commits…'), reason);
  await expect.element(button('Add context commits…')).not.toHaveAttribute('aria-disabled');
});
