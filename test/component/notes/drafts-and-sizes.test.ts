import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Preferences } from '#shared/contract/host.ts';
import '../../../src-renderer/console/thread/Composer.svelte';
import { renderPage } from '../console/render-page.ts';
import { fakeList, listAnswers } from '../fake-list.ts';
import { click } from '../click.ts';
import { sampleEntry } from '../samples.ts';
import IssueHost from '../thread/IssueHost.svelte';
import { add, composer, field, write } from './rig.ts';

const scope = 'project:7';
const issue = (iid: number) => ({
  ...{ id: 100 + iid, iid, iids: [iid], project_id: 7, title: `Issue ${iid}`, state: 'opened', labels: [] },
  ...{ created_at: '2026-11-01T00:00:00Z', updated_at: '2026-11-01T00:00:00Z' },
});

async function shown() {
  const rendered = await renderPage(IssueHost, {
    path: '/p/7/issues/2',
    answers: {
      issues: listAnswers<'issues'>(fakeList([issue(1), issue(2)], { scope })),
      notes: listAnswers<'notes'>(fakeList([], { scope: `${scope}/issue:2` })),
    },
    world: {
      catalogue: [sampleEntry({ key: 1, kind: 'project', id: 7, ref: 7, scope, path: 'corp/api' })],
      preferences: Preferences.parse({ scopes: { p1: { group: null, project: scope, recent: [] } } }),
    },
  });
  await expect.element(page.getByText('This issue has no notes.')).toBeVisible();
  await expect.element(field()).toBeVisible();
  return rendered;
}
const title = () => page.getByRole('heading', { level: 1 });

test('the draft of a note is kept while another issue is shown, which has its own', async () => {
  const { stores } = await shown();
  write('Half a sentence');
  await expect.element(composer().getByRole('button', { name: 'Discard' })).toBeVisible();
  stores.route.navigate('/p/7/issues/1');
  await expect.element(title()).toHaveTextContent('Issue 1');
  await expect.element(field()).toHaveValue('');
  stores.route.navigate('/p/7/issues/2');
  await expect.element(title()).toHaveTextContent('Issue 2');
  await expect.element(field()).toHaveValue('Half a sentence');
  await click(composer().getByRole('button', { name: 'Discard' }));
  await expect.element(field()).toHaveValue('');
});

test('in a small window, the form of a new note is one line until it gets the focus', async () => {
  const { stores } = await shown();
  const main = document.querySelector('main');
  if (main === null) throw new Error('no page');
  Object.assign(main.style, { width: '720px', height: '400px' });
  await expect.element(add()).not.toBeInTheDocument();
  expect(field().element().getBoundingClientRect().height).toBe(32);
  stores.commands.list.find(({ id }) => id === 'notes.create')?.run();
  await expect.element(field()).toHaveFocus();
  await expect.element(add()).toBeVisible();
  const [{ bottom }, frame] = [add().element().getBoundingClientRect(), main.getBoundingClientRect()];
  expect(bottom).toBeLessThanOrEqual(frame.bottom);
  await userEvent.keyboard('{Escape}');
  await expect.element(add()).not.toBeInTheDocument();
});
