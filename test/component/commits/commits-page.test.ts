import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import CommitsPage from '../../../src-renderer/pages/commits/CommitsPage.svelte';
import { base, fakeRepository, showCode } from '../code/fake-repository.ts';
import { fakeList, listAnswers } from '../fake-list.ts';
import { sampleConnection } from '../samples.ts';

const path = `${base}/commits`;
const cut = page.getByText('Some older commits are not cached.');

async function showTopic(isComplete: boolean): Promise<void> {
  await page.viewport(1440, 900);
  const list = fakeList([{ id: 'a'.repeat(40), title: 'topic 1' }], { scope: 'project:7/ref:topic' });
  if (!isComplete) list.readAt = {};
  const shown = await showCode(CommitsPage, fakeRepository(), {
    ...{ path: `${path}/topic`, own: { base: path }, answers: { commits: listAnswers<'commits'>(list) } },
    world: { connection: sampleConnection({ state: 'offline', reason: 'timed-out' }) },
  });
  await shown.table();
}

test('a list shows when its older commits are not stored', async () => {
  await showTopic(false);
  await expect.element(cut).toBeVisible();
});

test('offline, a list with all commits says when it was synced', async () => {
  await showTopic(true);
  await expect.element(page.getByText(/^Offline: showing commits synced/)).toBeVisible();
  expect(cut.query()).toBeNull();
});
