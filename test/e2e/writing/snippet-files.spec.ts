import type { Page } from '@playwright/test';
import type { Platform } from '../../platform/platform.ts';
import { castOf } from '../../platform/seed/cast.ts';
import { PROJECT_PATHS } from '../../platform/seed/groups.ts';
import { versionAfter, type SnippetFile } from '../../platform/world/snippets.ts';
import { chooseScope, expectClean, find } from '../by-keyboard.ts';
import { expect, test } from '../consoles.ts';
import { dialog, openAt, undoLast } from './forms.ts';
import { contentsOf, editorOf, snippetIn, syncSnippets, writeText } from './snippet-forms.ts';

/** The beginning of a PNG image. It is not text. */
const image = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0xff]);
/** Text in an old encoding: the byte 0xe9 is an "é" there, and is not valid in UTF-8. */
const latin = Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x0a]);

/** Replace the files of a snippet on the instance, as a push to its repository does. */
function push({ world }: Platform, title: string, files: SnippetFile[]): void {
  const snippet = world.snippets.find((one) => one.title === title);
  if (snippet === undefined) throw new Error(`no snippet ${title}`);
  snippet.versions = [...snippet.versions, versionAfter(snippet.versions.at(-1), files, world.clock.now())];
  snippet.updated_at = world.clock.now();
}
async function openSnippet(window: Page, title: string): Promise<void> {
  await syncSnippets(window);
  await find(window, title);
  await window.keyboard.press('Enter');
  await expect(window.getByRole('heading', { level: 1, name: title })).toBeVisible();
}
const openForm = (window: Page): Promise<void> => window.getByRole('button', { name: 'Edit…', exact: true }).click();
const button = (window: Page, name: string) => dialog(window).getByRole('button', { name, exact: true });
/** The button of a file in the form. Its name ends with the state of the file: `logo.png renamed`. */
const file = (window: Page, path: string) =>
  dialog(window).getByRole('group', { name: 'Files' }).getByRole('button', { name: path });
const save = (window: Page): Promise<void> => button(window, 'Save snippet').click();

test('files that are not text keep their bytes when other parts of the snippet are edited', async ({
  window,
  simulator,
}) => {
  const title = 'Secret notes';
  push(simulator, title, [
    { path: 'logo.png', content: image },
    { path: 'read me.md', content: '# Read me\n' },
    { path: 'menu.txt', content: latin },
  ]);
  const before = contentsOf(simulator, title);
  await openAt(window, '/snippets');
  await openSnippet(window, title);

  await test.step('the form says why the files can’t be edited, and an edit of another file leaves them', async () => {
    await openForm(window);
    await expect(dialog(window).getByText(/^This file isn’t text. The content stays as it is/)).toBeVisible();
    await expect(editorOf(window, 'Content')).toBeHidden();
    await expectClean(window, 'snippet-not-text');
    await file(window, 'menu.txt').click();
    await expect(dialog(window).getByText(/^This file isn’t text/)).toBeVisible();
    await expect(editorOf(window, 'Content')).toBeHidden();
    await file(window, 'read me.md').click();
    await writeText(window, editorOf(window, 'Content'), '# Changed\n');
    await save(window);
    await expect(dialog(window)).toBeHidden();
    expect(contentsOf(simulator, title)).toEqual({ ...before, 'read me.md': '# Changed\n' });
    await undoLast(window);
    await expect.poll(() => contentsOf(simulator, title)).toEqual(before);
  });

  await test.step('a file that is not text is renamed with its bytes, and the undo gives it its former name', async () => {
    await openForm(window);
    await dialog(window).getByLabel('File name').fill('images/logo.png');
    await save(window);
    await expect(dialog(window)).toBeHidden();
    const { 'logo.png': logo, ...others } = before;
    expect(contentsOf(simulator, title)).toEqual({ ...others, 'images/logo.png': logo });
    await undoLast(window);
    await expect.poll(() => contentsOf(simulator, title)).toEqual(before);
  });

  await test.step('its content can be replaced by a text, which the person can take back in the form', async () => {
    await openForm(window);
    await button(window, 'Replace content').click();
    await save(window);
    await expect(dialog(window).getByText(/^Enter the content/)).toBeVisible();
    await button(window, 'Keep content').click();
    await expect(button(window, 'Save snippet')).toHaveAttribute('aria-disabled', 'true');
    await button(window, 'Replace content').click();
    await writeText(window, editorOf(window, 'Content'), 'now a text\n');
    await save(window);
    await expect(dialog(window).getByText(/Can’t be undone: the previous content/)).toBeVisible();
    await button(window, 'Edit Secret notes').click();
    await expect(dialog(window)).toBeHidden();
    expect(contentsOf(simulator, title)).toEqual({ ...before, 'logo.png': 'now a text\n' });
  });
});

test('a text keeps its byte order mark and its line endings when it is edited', async ({ window, simulator }) => {
  const title = 'Secret notes';
  push(simulator, title, [{ path: 'list.csv', content: '\uFEFFid;name\r\n1;Ann\r\n' }]);
  const before = contentsOf(simulator, title);
  await openAt(window, '/snippets');
  await openSnippet(window, title);
  await openForm(window);
  await editorOf(window, 'Content').click();
  await window.keyboard.press('ControlOrMeta+End');
  await window.keyboard.insertText('2;Bob');
  await window.keyboard.press('Enter');
  await save(window);
  await expect(dialog(window)).toBeHidden();
  expect(contentsOf(simulator, title)).toEqual({ 'list.csv': '\uFEFFid;name\r\n1;Ann\r\n2;Bob\r\n' });
  await undoLast(window);
  await expect.poll(() => contentsOf(simulator, title)).toEqual(before);
});

test('wrong input for the files is explained at its field before anything is sent', async ({ window, simulator }) => {
  const name = dialog(window).getByLabel('File name');
  const create = button(window, 'Create snippet');
  const before = simulator.world.snippets.size;
  await openAt(window, '/snippets');
  await window.getByRole('button', { name: 'New snippet…' }).click();
  await dialog(window).getByLabel('Title').fill('   ');

  await test.step('two files with the same name', async () => {
    await name.fill('run.sh');
    await writeText(window, editorOf(window, 'Content'), 'echo 1\n');
    await button(window, 'Add file').click();
    await name.fill('run.sh');
    await writeText(window, editorOf(window, 'Content'), 'echo 2\n');
    await create.click();
    await expect(dialog(window).getByText('Enter a title.')).toBeVisible();
    await expect(dialog(window).getByText('Another file has this name.')).toBeVisible();
    await dialog(window).getByLabel('Title').fill('Two scripts');
    await create.click();
    await expect(name).toBeFocused();
    await name.fill('stop.sh');
    await expect(dialog(window).getByText('Another file has this name.')).toBeHidden();
  });

  await test.step('a folder that leads out of the snippet, and a file without content', async () => {
    await name.fill('../stop.sh');
    await expect(dialog(window).getByText(/^Enter a path without a slash/)).toBeVisible();
    await name.fill('stop.sh');
    await writeText(window, editorOf(window, 'Content'), '');
    await file(window, 'run.sh').click();
    await expect(file(window, 'stop.sh')).toContainText('incomplete');
    await create.click();
    await expect(file(window, 'stop.sh')).toBeFocused();
    await window.keyboard.press('Enter');
    await expect(name).toHaveValue('stop.sh');
    await expect(dialog(window).getByText(/^Enter the content/)).toBeVisible();
    await expectClean(window, 'snippet-incomplete-file');
  });

  await test.step('a snippet without any file', async () => {
    await button(window, 'Delete file').click();
    await button(window, 'Delete file').click();
    await create.click();
    await expect(dialog(window).getByText('A snippet needs at least one file.')).toBeVisible();
  });

  expect(simulator.requests.count('POST /snippets')).toBe(0);
  expect(simulator.world.snippets.size).toBe(before);

  await test.step('the corrected input is sent', async () => {
    await button(window, 'Add file').click();
    await name.fill('run.sh');
    await writeText(window, editorOf(window, 'Content'), 'echo 1\n');
    await create.click();
    await expect(dialog(window)).toBeHidden();
    expect(contentsOf(simulator, 'Two scripts')).toEqual({ 'run.sh': 'echo 1\n' });
  });
});

test.describe('a developer', () => {
  test.use({ as: 'developer' });

  test('creates a snippet of a project with two files, and the undo deletes it', async ({ window, simulator }) => {
    const { world } = simulator;
    await chooseScope(window, 'project', PROJECT_PATHS.private);
    await openAt(window, `/p/${encodeURIComponent(PROJECT_PATHS.private)}/snippets`);
    await window.getByRole('button', { name: 'New snippet…' }).click();
    await expect(dialog(window)).toContainText(`The snippet belongs to the project ${PROJECT_PATHS.private}.`);
    await dialog(window).getByLabel('Title').fill('Deployment scripts');
    await dialog(window).getByText('Public', { exact: true }).click();
    await dialog(window).getByLabel('File name').fill('scripts/start.sh');
    await writeText(window, editorOf(window, 'Content'), 'echo start\n');
    await button(window, 'Add file').click();
    await dialog(window).getByLabel('File name').fill('scripts/stop.sh');
    await writeText(window, editorOf(window, 'Content'), 'echo stop\n');
    await button(window, 'Create snippet').click();
    await expect(dialog(window)).toBeHidden();
    await expect(window.getByRole('row', { name: 'Deployment scripts' })).toBeVisible();
    expect(snippetIn(simulator, 'Deployment scripts')).toMatchObject({
      project_id: world.projects.lookup(PROJECT_PATHS.private)?.id,
      visibility: 'public',
      author_id: castOf(world).developer.id,
    });
    expect(contentsOf(simulator, 'Deployment scripts')).toEqual({
      'scripts/start.sh': 'echo start\n',
      'scripts/stop.sh': 'echo stop\n',
    });
    await undoLast(window);
    await expect.poll(() => world.snippets.find(({ title }) => title === 'Deployment scripts')).toBeUndefined();
  });
});
