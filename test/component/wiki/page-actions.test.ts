import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { explain } from '#shared/text/en/failures.ts';
import { messages } from '../../../src-renderer/components/messages/messages.svelte.ts';
import { click, fill } from '../click.ts';
import { cannotWrite, expectDisabled } from '../page-rig.ts';
import { button, choose, dialog, inDialog, refusing } from '../plan/render-with-plan.ts';
import { wiki, wikiPage } from './rig.ts';

const title = () => dialog().getByLabelText('Title');
async function more(action: string): Promise<void> {
  await click(button('More actions'));
  await choose(action);
}

test('another title moves the page, says which path changes, and opens the new path', async () => {
  const { calls, stores, pages } = await wiki({ at: 'docs/setup-guide' });
  await more('Rename or move…');
  await expect.element(title()).toHaveValue('docs/setup-guide');
  await fill(title(), 'home');
  await click(inDialog('Rename or move'));
  await expect.element(dialog().getByText('The wiki already has a page with the path home.')).toBeVisible();
  await fill(title(), 'docs/setup guide');
  await expect.element(dialog().getByText('Enter another title.')).toBeVisible();
  expect(calls('changes.run')).toEqual([]);
  await fill(title(), 'News');
  await expect.element(dialog().getByText(/^The path of the page changes to News\./)).toBeVisible();
  pages.set('News', wikiPage('News', 'Set **up**\n'));
  await click(inDialog('Rename or move'));
  await expect.poll(() => stores.route.path).toBe('/p/7/wiki/News');
  // A path that begins with a slash is a path at the top level
  const body = { title: '/News' };
  expect(calls('changes.run')).toMatchObject([{ op: 'wikis.edit', path: { id: 7, slug: 'docs/setup-guide' }, body }]);
  expect(messages.shown.map((one) => one.title)).toEqual(['Moved page to News']);
});

test('a move of a page that no longer exists is explained, and the new title is kept', async () => {
  const { stores } = await wiki({ writes: refusing(404, '404 Wiki Page Not Found') });
  await more('Rename or move…');
  await fill(title(), 'Older');
  await click(inDialog('Rename or move'));
  await expect
    .element(dialog().getByRole('alert'))
    .toMatchTextContent(explain({ code: 'missing', reason: 'hidden-or-missing' }).what);
  await expect.element(title()).toHaveValue('Older');
  expect(stores.route.path).toBe('/p/7/wiki/home');
});

test('the plan of a deletion is always shown, with what is lost, and names the page', async () => {
  const { calls } = await wiki({
    at: 'docs/setup-guide',
    writes: { undo: () => ({ kind: 'lossy', what: ['created_at'], possible: [] }) },
  });
  await more('Delete…');
  await expect.element(dialog().getByText(/^The page and its history are deleted\./)).toBeVisible();
  await expect.element(dialog()).toMatchTextContent(/Undo doesn’t restore creation time/);
  expect(calls('changes.apply')).toEqual([]);
  await click(inDialog('Delete page setup-guide'));
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(page.getByText('Deleted page setup-guide')).toBeVisible();
  expect(calls('changes.plan')).toMatchObject([
    { calls: [{ op: 'wikis.remove', path: { id: 7, slug: 'docs/setup-guide' } }] },
  ]);
});

test.each(cannotWrite)(
  '%s, no page can be created, edited, moved or deleted, and the reason is shown',
  async (_, world, reason) => {
    const { stores } = await wiki({ world });
    await expectDisabled(button('Create wiki page…'), reason);
    await expectDisabled(button('Edit…'), reason);
    await click(button('More actions'));
    for (const name of ['Rename or move…', 'Attach file…', 'Delete…'])
      await expect.element(page.getByRole('menuitem', { name })).toHaveAttribute('aria-disabled', 'true');
    await userEvent.keyboard('{Escape}');
    const writes = stores.commands.list.filter(({ id }) => /wikis\.(create|edit|move|attach|remove)$/.test(id));
    expect(writes).toHaveLength(5);
    for (const { disabledReason } of writes) expect(disabledReason).toMatch(reason);
  },
);
