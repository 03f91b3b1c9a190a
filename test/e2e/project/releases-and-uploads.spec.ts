import { GROUP_PATHS, PROJECT_PATHS } from '../../platform/seed/groups.ts';
import { chooseScope, expectClean, find, goOffline } from '../by-keyboard.ts';
import { expect, test } from '../consoles.ts';

test('the largest upload of a project is found offline, and a release of a group shows its description', async ({
  window,
  simulator,
  network,
}) => {
  const { world } = simulator;
  const id = world.projects.lookup(PROJECT_PATHS.private)?.id ?? 0;
  await chooseScope(window, 'project', PROJECT_PATHS.private);
  await window.evaluate((hash) => void (location.hash = hash), `#/p/${id}/integrations/uploads`);
  await expect(window.getByRole('heading', { level: 1, name: 'Uploads', exact: true })).toBeVisible();
  await window
    .getByRole('button', { name: /^Sync uploads/ })
    .last()
    .click();
  await expect(window.getByRole('row', { name: /dot\.png/ })).toBeVisible();

  const groupId = world.groups.lookup(GROUP_PATHS.top)?.id ?? 0;
  await chooseScope(window, 'group', GROUP_PATHS.top);
  await window.evaluate((hash) => void (location.hash = hash), `#/g/${groupId}/releases`);
  await expect(window.getByRole('heading', { level: 1, name: 'Group releases', exact: true })).toBeVisible();
  await window
    .getByRole('button', { name: /^Sync group releases|^Sync releases/ })
    .last()
    .click();
  await expect(window.getByRole('row', { name: /1\.0\.0/ }).first()).toBeVisible();
  await find(window, '0.9.0');
  await window.keyboard.press('Enter');
  const panel = window.getByRole('complementary');
  await expect(panel.getByRole('heading', { name: 'What is new', exact: true })).toBeVisible();
  await expectClean(window, 'releases');
  const { hash: release } = new URL(window.url());

  await goOffline(window, network);
  await window.evaluate((hash) => void (location.hash = hash), `#/p/${id}/integrations/uploads`);
  await window.reload();
  await window.getByRole('columnheader', { name: 'Bytes' }).getByRole('button').first().click();
  await window.getByRole('columnheader', { name: 'Bytes' }).getByRole('button').first().click();
  const [largest] = world.uploads
    .filter(({ project_id }) => project_id === id)
    .toSorted((a, b) => b.bytes.length - a.bytes.length);
  await expect(window.getByRole('row').nth(1)).toContainText(largest?.filename ?? '');
  await window.evaluate((hash) => void (location.hash = hash), release);
  await expect(panel.getByRole('heading', { name: 'What is new', exact: true })).toBeVisible();
});
