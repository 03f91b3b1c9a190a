import type { Page } from '@playwright/test';
import { PROJECT_PATHS } from '../../platform/seed/groups.ts';
import type { Platform } from '../../platform/platform.ts';
import { chooseScope, goOffline, tabTo } from '../by-keyboard.ts';
import { expect, test } from '../consoles.ts';

const path = PROJECT_PATHS.private;
const projectOf = ({ world }: Platform) => {
  const project = world.projects.lookup(path);
  if (project === undefined) throw new Error('no project');
  return project;
};

async function openWiki(window: Page, simulator: Platform): Promise<void> {
  await chooseScope(window, 'project', path);
  await window.evaluate((hash) => void (location.hash = hash), `#/p/${projectOf(simulator).id}/wiki`);
  await expect(window.getByRole('heading', { level: 1, name: 'Wiki', exact: true })).toBeVisible();
}
const tree = (window: Page) => window.getByRole('tree', { name: 'Wiki pages' });

test('a wiki is synced, read by keyboard without running its scripts, and searched without the network', async ({
  window,
  simulator,
  network,
}) => {
  const wiki = simulator.world.wikis.of(projectOf(simulator));
  const release = { slug: 'docs/shipping', format: 'markdown' as const, content: 'Releases leave on **Fridays**.\n' };
  wiki.commit(1, 'test', new Map([...wiki.pages(), [release.slug, release]]));
  await openWiki(window, simulator);
  await expect(window.getByText('Wiki not synced yet')).toBeVisible();
  await tabTo(window, window.getByRole('button', { name: 'Sync wiki', exact: true }).last());
  await window.keyboard.press('Enter');
  await expect(window.getByRole('heading', { name: 'Welcome' })).toBeVisible();
  await window.getByRole('link', { name: 'the guide' }).press('Enter');
  await expect(window.getByRole('heading', { level: 2, name: 'setup guide' })).toBeVisible();
  await expect(window).toHaveURL(/wiki\/docs%2Fsetup-guide/);

  await test.step('a script in a page is text, and so is the HTML of the platform', async () => {
    await tree(window).getByRole('treeitem', { name: 'größe' }).click();
    const page = window.getByRole('region', { name: 'Content of größe' });
    await expect(page).toContainText('<script>alert("wiki")</script>');
    await expect(page.locator('script')).toHaveCount(0);
    await window.getByRole('button', { name: 'HTML of the instance' }).click();
    await expect(page).toContainText('<strong>bold</strong>');
    await expect(page.locator('strong')).toHaveCount(0);
    await window.getByRole('button', { name: 'Back to the page' }).click();
    await tree(window).getByRole('treeitem', { name: 'home' }).click();
    await window.getByRole('button', { name: 'Open version…' }).click();
    const [first] = simulator.world.wikis.of(projectOf(simulator)).commits;
    await window.getByLabel('SHA of a commit of the wiki').fill(first?.sha ?? '');
    await window.keyboard.press('Enter');
    await expect(window.getByRole('region', { name: 'Content of home' })).toContainText('# Hello');
  });

  await goOffline(window, network);
  await window.keyboard.press('/');
  await window.keyboard.type('releases');
  await expect(tree(window).getByRole('treeitem')).toHaveCount(2);
  await window.keyboard.press('ArrowDown');
  await expect(tree(window)).toBeFocused();
  await window.keyboard.press('End');
  await window.keyboard.press('Enter');
  await expect(window.getByText('Releases leave on Fridays.')).toBeVisible();
  await window.reload();
  await expect(window.getByText('Releases leave on Fridays.')).toBeVisible();
  await expect(window.getByText('The history of a wiki.')).toBeVisible();
  await expect(window.getByRole('button', { name: 'HTML of the instance' })).toHaveAttribute('aria-disabled', 'true');
  await window.setViewportSize({ width: 720, height: 450 });
  await window.getByRole('button', { name: 'Pages', exact: true }).press('Enter');
  await expect(tree(window)).toBeVisible();
});
