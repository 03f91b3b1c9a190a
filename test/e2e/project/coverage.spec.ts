import { goTo } from '../by-keyboard.ts';
import { expect, test } from '../fixtures.ts';

test('the page of coverage is opened and used by keyboard', async ({ window }) => {
  await expect(window.getByRole('heading', { level: 1 })).toBeVisible();
  await goTo(window, 'Coverage');
  await expect(window.getByRole('heading', { name: 'Coverage', level: 1 })).toBeVisible();
  const runners = window.getByRole('row').filter({ hasText: 'Runners' }).first();
  await expect(runners).toContainText('Never synced');
  await runners.getByRole('button').focus();
  await window.keyboard.press('Enter');
  await expect(runners).toContainText(/Complete|without details/);
  await window.setViewportSize({ width: 720, height: 450 });
  await expect(runners.getByRole('button')).toBeInViewport();
  await window.reload();
  await expect(runners).toContainText(/Complete|without details/);
});

test('the filters of the coverage are in its address, so that a reload and Back return to them', async ({ window }) => {
  const state = window.getByLabel('State', { exact: true });
  const search = window.getByRole('textbox', { name: 'Filter lists', exact: true });
  await expect(window.getByRole('heading', { level: 1 })).toBeVisible();
  await window.evaluate(() => (location.hash = '#/coverage?state=never&search=run'));
  await expect(state).toContainText('Never synced');
  await expect(search).toHaveValue('run');
  const rows = window.getByRole('table').last().getByRole('row');
  await expect(rows.filter({ hasText: 'Runners' })).toHaveCount(1);
  await expect(rows.filter({ hasText: 'Users' })).toHaveCount(0);

  await search.fill('users');
  await expect(rows.filter({ hasText: 'Runners' })).toHaveCount(0);
  await expect(window).toHaveURL(/#\/coverage\?search=users&state=never$/);
  await window.reload();
  await expect(search).toHaveValue('users');
  await goTo(window, 'Issues');
  await window.goBack();
  await expect(search).toHaveValue('users');
  await expect(state).toContainText('Never synced');
});
