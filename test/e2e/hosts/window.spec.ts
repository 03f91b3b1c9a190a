import { axeFindings, expect, test } from '../fixtures.ts';

// The built program, started as a user does
test.use({ isHostBuilt: true });

test('the window opens on the demo instance without a violation, an error or an axe finding, and the chosen theme is in the page before its first script', async ({
  window,
}) => {
  await expect(window.locator('html')).toHaveAttribute('data-density', 'default');
  await expect(window.getByRole('navigation').first()).toBeVisible();
  await expect(window.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await axeFindings(window, { readsStyles: true, isContrastTested: true })).toEqual([]);

  await window.goto(`${new URL(window.url()).origin}/#/settings`);
  await window.getByText('Dark', { exact: true }).click();
  await expect(window.locator('html')).toHaveAttribute('data-theme', 'dark');
  // The window applies it at once; the core saves it a moment later
  await expect
    .poll(async () => (await window.request.get(new URL(window.url()).origin)).text())
    .toContain('<html data-theme="dark"');
  expect(await axeFindings(window, { rules: ['color-contrast'] })).toEqual([]);
});
