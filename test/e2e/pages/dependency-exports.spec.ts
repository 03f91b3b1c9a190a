import type { Page } from '@playwright/test';
import { expectClean, press, pressTogether, write } from '../by-keyboard.ts';
import { expect, test } from '../consoles.ts';
import { expectOnlyText } from '../only-text.ts';
import { hostileName, shownName } from '../project/hostile-data.ts';

const dialog = (window: Page) => window.getByRole('dialog');
const row = (window: Page, place: string) => window.getByRole('row').filter({ hasText: place });

test('an export is requested, stored when it is ready, compared with the next one and searched, by keyboard alone', async ({
  window,
  simulator,
}) => {
  await expect(window.getByRole('heading', { level: 1 })).toBeVisible();
  await pressTogether(window, 'g', 'd');
  await expect(window.getByText('No exports yet.')).toBeVisible();
  for (const kept of [1, 2]) {
    await window.keyboard.press('n');
    await write(window, 'Projects', 'acme/core');
    await press(window, 'Export dependencies…');
    await expect(dialog(window)).toContainText('Reeve can’t delete exports');
    await press(window, 'Export dependencies of 1 place');
    await expect(row(window, 'Stored')).toHaveCount(kept);
    await expect(dialog(window)).toBeHidden();
    // A package of the second export has a hostile name
    const [renamed] = simulator.world.dependencies.all();
    if (renamed !== undefined) renamed.name = hostileName;
  }
  expect(simulator.requests.count('POST /projects/:id/dependency_list_exports')).toBe(2);

  await window.getByRole('grid', { name: 'Dependency exports' }).focus();
  await pressTogether(window, 'Home', ' ', 'ArrowDown', ' ');
  const comparison = window.getByRole('region', { name: 'Comparison of two exports' });
  await expect(comparison).toContainText(/unchanged/);
  await expect(comparison).toContainText(shownName);
  await expectOnlyText(window);
  await write(window, 'Package name', 'lodash');
  const panel = window.getByRole('complementary', { name: 'Which projects contain a package?' });
  await expect(panel).toContainText('1 of 1 project contains lodash');
  await expect(panel).toContainText('2 exports');
  await expectClean(window, 'dependency-exports');
});
