import { Buffer } from 'node:buffer';
import type { Locator, Page } from '@playwright/test';
import { PROJECT_PATHS } from '../../platform/seed/groups.ts';
import type { Platform } from '../../platform/platform.ts';
import { chooseScope } from '../by-keyboard.ts';
import { expect, test } from '../consoles.ts';
import { dialog, openAt } from './forms.ts';

const path = PROJECT_PATHS.private;
const projectOf = ({ world }: Platform) => {
  const project = world.projects.lookup(path);
  if (project === undefined) throw new Error('no project');
  return project;
};
const wikiOf = (simulator: Platform) => simulator.world.wikis.of(projectOf(simulator));
const pageIn = (simulator: Platform, slug: string) => wikiOf(simulator).pages().get(slug);

async function openWiki(window: Page, simulator: Platform): Promise<void> {
  await chooseScope(window, 'project', path);
  await openAt(window, `/p/${projectOf(simulator).id}/wiki`);
  await window.getByRole('button', { name: 'Sync wiki', exact: true }).last().click();
  await expect(window.getByRole('heading', { name: 'Welcome' })).toBeVisible();
}
const item = (window: Page, name: string) =>
  window.getByRole('tree', { name: 'Wiki pages' }).getByRole('treeitem', { name });
const content = (window: Page): Locator => dialog(window).getByRole('textbox', { name: 'Content', exact: true });
const button = (window: Page, name: string) => dialog(window).getByRole('button', { name, exact: true });

/** Replace the text of an editor. */
async function writeText(window: Page, editor: Locator, text: string): Promise<void> {
  await editor.click();
  await window.keyboard.press('ControlOrMeta+a');
  await window.keyboard.insertText(text);
}
async function undo(window: Page, message: string): Promise<void> {
  await window.getByRole('listitem').filter({ hasText: message }).getByRole('button', { name: 'Undo' }).click();
}
async function choose(window: Page, action: string): Promise<void> {
  await window.getByRole('button', { name: 'More actions' }).click();
  await window.getByRole('menuitem', { name: action }).click();
}

test('a wiki page is created, moved, moved back by the undo, and edited with an attached file', async ({
  window,
  simulator,
}) => {
  await openWiki(window, simulator);

  await test.step('a new page in a folder opens at its path', async () => {
    await window.getByRole('button', { name: 'Create wiki page…' }).click();
    await dialog(window).getByLabel('Title').fill('docs/Release notes');
    await writeText(window, content(window), 'Released on **Friday**.\n');
    await button(window, 'Create wiki page').click();
    await expect(window).toHaveURL(/wiki\/docs%2FRelease-notes/);
    await expect(item(window, 'Release notes')).toBeVisible();
    const made = { format: 'markdown', content: 'Released on **Friday**.\n' };
    expect(pageIn(simulator, 'docs/Release-notes')).toMatchObject(made);
  });

  await test.step('another title moves the page, which opens at its new path, and the undo moves it back', async () => {
    await choose(window, 'Rename or move…');
    await dialog(window).getByLabel('Title').fill('News');
    await button(window, 'Rename or move').click();
    await expect(window).toHaveURL(/wiki\/News$/);
    await expect(window.getByRole('heading', { level: 2, name: 'News' })).toBeVisible();
    expect(pageIn(simulator, 'docs/Release-notes')).toBeUndefined();
    expect(pageIn(simulator, 'News')?.content).toBe('Released on **Friday**.\n');
    await undo(window, 'Moved page to News');
    await expect.poll(() => pageIn(simulator, 'docs/Release-notes')?.content).toBe('Released on **Friday**.\n');
    await item(window, 'Release notes').click();
    await expect(window).toHaveURL(/wiki\/docs%2FRelease-notes/);
  });

  await test.step('while the page is edited, a canceled plan keeps the chosen file, and the link of the attached file is inserted', async () => {
    await window.getByRole('button', { name: 'Edit…', exact: true }).click();
    await content(window).click();
    await window.keyboard.press('ControlOrMeta+End');
    await dialog(window).getByText('Attach a file', { exact: true }).click();
    const file = { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') };
    await dialog(window).getByLabel('File', { exact: true }).setInputFiles(file);
    const apply = dialog(window).getByRole('button', { name: /^Attach file$/ });
    await button(window, 'Attach file and insert link…').click();
    await expect(apply).toBeVisible();
    await button(window, 'Cancel').click();
    // The section stays open with its file
    await button(window, 'Attach file and insert link…').click();
    await apply.click();
    await expect(content(window)).toContainText('logo.svg');
    await expect(content(window)).toBeFocused();
    await content(window).press('ControlOrMeta+Enter');
    await expect(dialog(window)).toBeHidden();
    const [attachment] = wikiOf(simulator).attachments.get('main') ?? [];
    expect(attachment?.bytes.toString()).toBe('<svg/>');
    expect(pageIn(simulator, 'docs/Release-notes')?.content).toContain(`](${attachment?.path})`);
  });
});
