import type { CoverageQuery } from '#shared/contract/coverage.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import CoveragePage from '../../../src-renderer/pages/coverage/CoveragePage.svelte';
import { renderPage } from '../console/render-page.ts';
import { eventually } from '../eventually.ts';

const search = () => page.getByRole('textbox', { name: 'Filter lists', exact: true });
const state = () => page.getByLabelText('State', { exact: true });

async function open(path: string) {
  const list = { total: 0, isCapped: false, from: 0, rows: [], revision: 1, queryMs: 1, counts: {}, places: 3 };
  const { calls, show, core } = await renderPage(CoveragePage, { path, answers: { coverage: { list: () => list } } });
  const asked = (): CoverageQuery => (calls('coverage.list').at(-1) as { query: CoverageQuery }).query;
  return { asked, show, core, calls };
}

test('the filters of the coverage are in its address, and another address shows its filters', async () => {
  const { asked, show } = await open('/coverage?state=never&search=run');
  await expect.element(state()).toMatchTextContent(/Never synced/);
  await expect.element(search()).toHaveValue('run');
  await eventually(() => expect(asked()).toMatchObject({ state: 'never', search: 'run' }));

  await userEvent.fill(search(), 'users');
  await eventually(() => expect(location.hash).toBe('#/coverage?search=users&state=never'));
  await eventually(() => expect(asked()).toMatchObject({ state: 'never', search: 'users' }));
  // The page is opened again, as after a reload or with Back
  await show(false);
  await show(true);
  await expect.element(search()).toHaveValue('users');
  await expect.element(state()).toMatchTextContent(/Never synced/);

  location.hash = '#/coverage?state=refused';
  await expect.element(search()).toHaveValue('');
  await eventually(() => expect(asked()).toMatchObject({ state: 'refused' }));
});

test('the coverage is loaded again when a list, a file or a job has changed', async () => {
  const { core, calls } = await open('/coverage');
  for (const emit of [
    () => core.emit('runners', 'changed', { revision: 2 }),
    () => core.emit('jobs', 'changed', { jobs: [], removed: [] }),
  ]) {
    await eventually(() => expect(calls('coverage.list').length).toBeGreaterThan(0));
    const before = calls('coverage.list').length;
    emit();
    await eventually(() => expect(calls('coverage.list').length).toBeGreaterThan(before));
  }
});
