import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { click } from '../click.ts';
import type { ShownJob } from '#shared/contract/runners.ts';
import { Failure } from '#shared/errors.ts';
import RunnersPage from '../../../src-renderer/pages/runners/RunnersPage.svelte';
import type { FakeAnswers } from '../fake-core.ts';
import { listAnswers } from '../fake-list.ts';
import type { FakeWorld } from '../fake-world.ts';
import { sampleConnection } from '../samples.ts';
import { fakeRunners } from '../console/fake-runners.ts';
import { violations } from '../axe.ts';
import { renderPage, type RenderedPage } from '../console/render-page.ts';

type JobsAnswer = NonNullable<NonNullable<FakeAnswers['runners']>['jobs']>;
const job = (more: Partial<ShownJob> = {}): ShownJob => ({
  ...{ id: null, status: null, name: null, stage: null, ref: null, project: null, webUrl: null, at: null },
  ...{ raw: JSON.stringify(more), isCut: false },
  ...more,
});
const runner = (jobs: JobsAnswer, world?: Partial<FakeWorld>): Promise<RenderedPage> =>
  renderPage(RunnersPage, {
    answers: { runners: { ...listAnswers<'runners'>(fakeRunners()), jobs } },
    path: '/runners/5',
    ...(world && { world }),
  });
const button = (name: string) => page.getByRole('complementary').getByRole('button', { name });
const items = () => page.getByRole('list', { name: 'Jobs' }).getByRole('listitem');

test('jobs are loaded on request, page by page, and all their fields can be read', async () => {
  const { calls } = await runner(({ page: at }) => ({
    rows:
      at === 1
        ? [
            job({
              id: '9',
              status: 'success',
              name: 'lint',
              ref: 'main',
              project: 'corp/api',
              at: '2025-11-01T10:00:00Z',
            }),
            job({ id: '8', status: 'constructor' }),
          ]
        : [job({ id: '8', status: 'constructor' }), job({ raw: '"only text"' })],
    total: null,
    hasMore: at === 1,
    at: Date.now(),
  }));
  await expect.element(button('Load jobs')).toBeVisible();
  expect(calls('runners.jobs')).toEqual([]);
  await click(button('Load jobs'));
  await expect.element(items().nth(0)).toMatchTextContent(/Succeeded\s*lint\s*#9[^]*corp\/api\s*main/);
  const artifacts = items().nth(0).getByRole('link', { name: 'Open artifacts' });
  await expect.element(artifacts).toHaveAttribute('href', '#/p/corp%2Fapi/deployments/jobs/9');
  await expect.element(items().nth(1)).toMatchTextContent(/^constructor\s*Job 8/);
  // Without a project, the page of its artifacts is not known
  await expect.element(items().nth(1).getByRole('link')).not.toBeInTheDocument();
  // With the key, because the button can move while its page is laid out
  (button('Load more').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(items().nth(2)).toMatchTextContent(/Unnamed/);
  expect(items().elements()).toHaveLength(3);
  await click(items().nth(2).getByText('All fields'));
  await expect.element(page.getByText('"only text"')).toBeVisible();
  await expect.element(button('Load more')).not.toBeInTheDocument();
  expect(calls('runners.jobs')).toEqual([
    { id: 5, page: 1 },
    { id: 5, page: 2 },
  ]);
  expect(await violations()).toEqual([]);
});

test('the jobs of another runner are not loaded until requested', async () => {
  const { press, table } = await runner(() => ({ rows: [job({ id: '9' })], total: 1, hasMore: false, at: Date.now() }));
  await click(button('Load jobs'));
  await expect.element(items().nth(0)).toBeVisible();
  await table();
  await press('{ArrowDown}');
  await expect.element(button('Load jobs')).toBeVisible();
  await expect.element(items().nth(0)).not.toBeInTheDocument();
});

test('a refusal is explained and quotes the message of the instance', async () => {
  await runner(() => {
    throw new Failure('denied', 'no', {
      status: 403,
      reportedMessage: '403 Forbidden - No access granted',
      reason: 'role',
    });
  });
  await click(button('Load jobs'));
  await expect.element(page.getByText(/lacks the required role/)).toBeVisible();
  await expect.element(page.getByText(/No access granted/)).toBeVisible();
});

test('offline, the section says that jobs are not cached and why they cannot be loaded', async () => {
  const { calls } = await runner(() => ({ rows: [], total: 0, hasMore: false, at: 0 }), {
    connection: sampleConnection({ state: 'offline' }),
  });
  await expect.element(page.getByText('Jobs aren’t cached, so they aren’t available offline.')).toBeVisible();
  await expect.element(button('Load jobs')).toHaveAttribute('aria-disabled', 'true');
  expect(calls('runners.jobs')).toEqual([]);
});
