import { Buffer } from 'node:buffer';
import type { Locator, Page } from '@playwright/test';
import { PROJECT_PATHS } from '../../platform/seed/groups.ts';
import type { Platform } from '../../platform/platform.ts';
import { chooseScope, expectClean, goOffline } from '../by-keyboard.ts';
import { expect, test } from '../consoles.ts';
import { dialog, openAt, runCommand } from './forms.ts';

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

test('wiki pages are created, edited, moved and deleted, and each change is undone', async ({ window, simulator }) => {
  await openWiki(window, simulator);

  await test.step('input that the platform would refuse is explained at its field', async () => {
    await window.getByRole('button', { name: 'New page…' }).click();
    await button(window, 'Create page').click();
    await expect(dialog(window).getByText('Enter a title.')).toBeVisible();
    await expect(dialog(window).getByText(/^Enter the content/)).toBeVisible();
    await dialog(window).getByLabel('Title').fill('docs/setup guide');
    await expect(dialog(window).getByText('The wiki already has a page with the path docs/setup-guide.')).toBeVisible();
    await expectClean(window, 'wiki-form-errors');
    expect(simulator.requests.count('POST /projects/:id/wikis')).toBe(0);
  });

  await test.step('a page in a folder, with a preview', async () => {
    await dialog(window).getByLabel('Title').fill('docs/Release notes');
    await writeText(window, content(window), 'Released on **Friday**.\n');
    await button(window, 'Preview').click();
    await expect(dialog(window).locator('strong', { hasText: 'Friday' })).toBeVisible();
    await expectClean(window, 'wiki-form-preview');
    await dialog(window).getByText('AsciiDoc', { exact: true }).click();
    await expect(button(window, 'Preview')).toBeHidden();
    await dialog(window).getByText('Markdown', { exact: true }).click();
    await button(window, 'Create page').click();
    await expect(dialog(window)).toBeHidden();
    await expect(window).toHaveURL(/wiki\/docs%2FRelease-notes/);
    await expect(item(window, 'Release notes')).toBeVisible();
    expect(pageIn(simulator, 'docs/Release-notes')).toMatchObject({
      format: 'markdown',
      content: 'Released on **Friday**.\n',
    });
  });

  await test.step('an edit shows its changes first, and is undone', async () => {
    await window.getByRole('button', { name: 'Edit…', exact: true }).click();
    await writeText(window, content(window), 'Released on **Monday**.\n');
    await button(window, 'Changes').click();
    await expect(dialog(window).getByRole('textbox', { name: 'Changes to Content' })).toContainText('Friday');
    await expectClean(window, 'wiki-form-changes');
    await button(window, 'Write').click();
    await content(window).press('ControlOrMeta+Enter');
    await expect(window.getByRole('region', { name: 'Content of Release notes' })).toContainText('Monday');
    expect(pageIn(simulator, 'docs/Release-notes')?.content).toBe('Released on **Monday**.\n');
    await undo(window, 'Saved page docs/Release notes');
    await expect(window.getByRole('region', { name: 'Content of Release notes' })).toContainText('Friday');
    expect(pageIn(simulator, 'docs/Release-notes')?.content).toBe('Released on **Friday**.\n');
  });

  await test.step('another title moves the page, which opens at its new path', async () => {
    await choose(window, 'Rename or move…');
    await dialog(window).getByLabel('Title').fill('notes');
    await button(window, 'Move page').click();
    await expect(dialog(window).getByText('The wiki already has a page with the path notes.')).toBeVisible();
    await dialog(window).getByLabel('Title').fill('News');
    await expect(dialog(window).getByText(/^The path of the page changes to News/)).toBeVisible();
    await expectClean(window, 'wiki-move');
    await button(window, 'Move page').click();
    await expect(window).toHaveURL(/wiki\/News$/);
    await expect(window.getByRole('heading', { level: 2, name: 'News' })).toBeVisible();
    expect(pageIn(simulator, 'docs/Release-notes')).toBeUndefined();
    expect(pageIn(simulator, 'News')?.content).toBe('Released on **Friday**.\n');
    await undo(window, 'Moved page to News');
    await expect.poll(() => pageIn(simulator, 'docs/Release-notes')?.content).toBe('Released on **Friday**.\n');
    await expect(item(window, 'Release notes')).toBeVisible();
  });

  await test.step('a page is deleted after its plan is shown, and the undo creates it again', async () => {
    await item(window, 'Release notes').click();
    await expect(window).toHaveURL(/wiki\/docs%2FRelease-notes/);
    await runCommand(window, 'Delete page Release notes…');
    await expect(dialog(window)).toContainText('the history of the page');
    await button(window, 'Delete page Release notes').click();
    await expect(dialog(window)).toBeHidden();
    await expect(item(window, 'Release notes')).toBeHidden();
    expect(pageIn(simulator, 'docs/Release-notes')).toBeUndefined();
    await undo(window, 'Deleted page Release notes');
    await expect.poll(() => pageIn(simulator, 'docs/Release-notes')?.content).toBe('Released on **Friday**.\n');
  });

  await test.step('a change on the instance in the meantime is shown before it is overwritten', async () => {
    await item(window, 'home').click();
    await expect(window.getByRole('heading', { level: 2, name: 'home' })).toBeVisible();
    await window.getByRole('button', { name: 'Edit…', exact: true }).click();
    await writeText(window, content(window), '# Mine\n');
    const theirs = { slug: 'home', format: 'markdown' as const, content: '# Theirs\n' };
    wikiOf(simulator).commit(1, 'test', new Map([...wikiOf(simulator).pages(), [theirs.slug, theirs]]));
    await button(window, 'Save page').click();
    await expect(dialog(window).getByText(/^The page was changed on the instance/)).toBeVisible();
    expect(pageIn(simulator, 'home')?.content).toBe('# Theirs\n');
    await button(window, 'Changes').click();
    await expect(dialog(window).getByRole('textbox', { name: 'Changes to Content' })).toContainText('Theirs');
    await button(window, 'Save page').click();
    await expect(dialog(window)).toBeHidden();
    expect(pageIn(simulator, 'home')?.content).toBe('# Mine\n');
  });
});

test('files are attached to the wiki, and their link is inserted or copied', async ({ window, simulator }) => {
  await openWiki(window, simulator);
  const file = { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') };

  await test.step('in a separate form', async () => {
    await choose(window, 'Attach file…');
    await button(window, 'Attach file').click();
    await expect(dialog(window).getByText('Choose a file.')).toBeVisible();
    await dialog(window).getByLabel('File', { exact: true }).setInputFiles(file);
    await dialog(window).getByLabel('Branch of the wiki').fill('drafts');
    await expectClean(window, 'wiki-attach');
    await button(window, 'Attach file').click();
    await expect(dialog(window)).toContainText('this API can’t delete attachments');
    await dialog(window)
      .getByRole('button', { name: /^Attach/ })
      .click();
    await expect(dialog(window).getByRole('heading', { name: 'The file was attached' })).toBeVisible();
    const [attachment] = wikiOf(simulator).attachments.get('drafts') ?? [];
    expect(attachment?.bytes.toString()).toBe('<svg/>');
    await expect(dialog(window).getByText(attachment?.path ?? '-', { exact: true })).toBeVisible();
    await expectClean(window, 'wiki-attached');
    await button(window, 'Close').click();
  });

  await test.step('while a page is edited', async () => {
    await window.getByRole('button', { name: 'Edit…', exact: true }).click();
    await content(window).click();
    await window.keyboard.press('ControlOrMeta+End');
    await dialog(window).getByText('Attach a file', { exact: true }).click();
    await dialog(window).getByLabel('File', { exact: true }).setInputFiles(file);
    await button(window, 'Attach and insert link').click();
    const apply = dialog(window).getByRole('button', { name: /^Attach a file/ });
    await expect(apply).toBeVisible();
    await button(window, 'Cancel').click();
    // The section stays open with its file
    await expect(dialog(window).getByText('logo.svg', { exact: true })).toBeVisible();
    await button(window, 'Attach and insert link').click();
    await apply.click();
    await expect(content(window)).toContainText('logo.svg');
    await expect(content(window)).toBeFocused();
    await button(window, 'Save page').click();
    await expect(dialog(window)).toBeHidden();
    const [attachment] = wikiOf(simulator).attachments.get('main') ?? [];
    expect(pageIn(simulator, 'home')?.content).toContain(`](${attachment?.path})`);
  });
});

test.describe('a guest', () => {
  test.use({ as: 'guest' });

  test('is refused with the input kept; a deleted page and a missing network are explained', async ({
    window,
    simulator,
    network,
  }) => {
    await openWiki(window, simulator);
    await window.getByRole('button', { name: 'Edit…', exact: true }).click();
    await writeText(window, content(window), '# Refused\n');
    await button(window, 'Save page').click();
    await expect(dialog(window).getByRole('alert')).toContainText(/role|token/);
    await expect(content(window)).toContainText('# Refused');
    await window.keyboard.press('Escape');
    expect(pageIn(simulator, 'home')?.content).not.toContain('Refused');

    await item(window, 'legacy').click();
    await expect(window.getByRole('heading', { level: 2, name: 'legacy' })).toBeVisible();
    await choose(window, 'Rename or move…');
    await dialog(window).getByLabel('Title').fill('Older');
    const pages = new Map(wikiOf(simulator).pages());
    pages.delete('legacy');
    wikiOf(simulator).commit(1, 'test', pages);
    await button(window, 'Move page').click();
    await expect(dialog(window).getByRole('alert')).toBeVisible();
    await expect(dialog(window).getByLabel('Title')).toHaveValue('Older');
    await window.keyboard.press('Escape');

    await goOffline(window, network);
    await expect(window.getByRole('button', { name: 'New page…' })).toHaveAttribute('aria-disabled', 'true');
    await expect(window.getByRole('button', { name: 'Edit…', exact: true })).toHaveAttribute('aria-disabled', 'true');
  });
});
