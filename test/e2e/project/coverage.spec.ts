import { expectClean, goTo } from '../by-keyboard.ts';
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
  await expectClean(window, 'coverage');
  await window.setViewportSize({ width: 720, height: 450 });
  await expect(runners.getByRole('button')).toBeInViewport();
  await window.reload();
  await expect(runners).toContainText(/Complete|without details/);
});
