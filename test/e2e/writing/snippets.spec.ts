import { PROJECT_PATHS } from '../../platform/seed/groups.ts';
import { filesOf, versionAfter } from '../../platform/world/snippets.ts';
import { chooseScope, expectClean, find, goOffline } from '../by-keyboard.ts';
import { expect, test } from '../consoles.ts';
import { dialog, openAt, undoLast } from './forms.ts';
import { contentsOf, editorOf, snippetIn, syncSnippets, writeText } from './snippet-forms.ts';

test('personal snippets are created, edited and deleted with several files, and each change is undone', async ({
  window,
  simulator,
}) => {
  await openAt(window, '/snippets');
  await syncSnippets(window);
  await expect(window.getByRole('row', { name: 'Secret notes' })).toBeVisible();

  await test.step('missing input is explained at its field before anything is sent', async () => {
    const sent = simulator.requests.count('POST /snippets');
    await window.getByRole('button', { name: 'New snippet…' }).click();
    await dialog(window).getByRole('button', { name: 'Create snippet' }).click();
    await expect(dialog(window).getByText('Enter a title.')).toBeVisible();
    await expect(dialog(window).getByText('Enter a file name.')).toBeVisible();
    await expect(dialog(window).getByText(/^Enter the content/)).toBeVisible();
    await dialog(window).getByLabel('File name').fill('/a');
    await expect(dialog(window).getByText(/^Enter a path without a slash/)).toBeVisible();
    await expectClean(window, 'snippet-form-errors');
    expect(simulator.requests.count('POST /snippets')).toBe(sent);
  });

  await test.step('a snippet with two files', async () => {
    await dialog(window).getByLabel('Title').fill('Two files');
    await dialog(window).getByText('Internal', { exact: true }).click();
    await writeText(window, editorOf(window, 'Description'), 'About **two** files');
    await dialog(window).getByRole('button', { name: 'Preview' }).first().click();
    await expect(dialog(window).locator('strong', { hasText: 'two' })).toBeVisible();
    await dialog(window).getByLabel('File name').fill('first.sh');
    await writeText(window, editorOf(window, 'Content'), 'echo 1\n');
    await dialog(window).getByRole('button', { name: 'Add file' }).click();
    await dialog(window).getByLabel('File name').fill('docs/second.md');
    await writeText(window, editorOf(window, 'Content'), '# Second\n');
    await expectClean(window, 'snippet-form');
    await dialog(window).getByRole('button', { name: 'Create snippet' }).click();
    await expect(dialog(window)).toBeHidden();
    await expect(window.getByRole('row', { name: 'Two files' })).toBeVisible();
    expect(contentsOf(simulator, 'Two files')).toEqual({ 'first.sh': 'echo 1\n', 'docs/second.md': '# Second\n' });
    expect(snippetIn(simulator, 'Two files')).toMatchObject({
      visibility: 'internal',
      description: 'About **two** files',
    });
    await undoLast(window);
    await expect.poll(() => simulator.world.snippets.find(({ title }) => title === 'Two files')).toBeUndefined();
  });

  await test.step('one edit renames, changes, deletes and adds files', async () => {
    const before = contentsOf(simulator, 'Secret notes');
    await find(window, 'Secret notes');
    await window.keyboard.press('Enter');
    await expect(window.getByText('日本語 🎉')).toBeVisible();
    await window.getByRole('button', { name: 'Edit…', exact: true }).click();
    await dialog(window).getByLabel('File name').fill('docs/renamed.md');
    await writeText(window, editorOf(window, 'Content'), '# Renamed\n');
    await dialog(window).getByRole('button', { name: 'Changes' }).click();
    await expect(dialog(window).getByRole('textbox', { name: 'Changes to Content' })).toContainText('Renamed');
    await expectClean(window, 'snippet-changes');
    await dialog(window).getByRole('button', { name: 'hello.sh' }).click();
    await dialog(window).getByRole('button', { name: 'Delete file' }).click();
    await dialog(window).getByRole('button', { name: 'Add file' }).click();
    await dialog(window).getByLabel('File name').fill('new.txt');
    await writeText(window, editorOf(window, 'Content'), 'new\n');
    await dialog(window).getByRole('button', { name: 'Save snippet' }).click();
    await expect(dialog(window)).toBeHidden();
    expect(contentsOf(simulator, 'Secret notes')).toEqual({ 'docs/renamed.md': '# Renamed\n', 'new.txt': 'new\n' });
    const shown = window.getByRole('region', { name: 'Files' });
    await expect(shown.getByRole('button', { name: 'docs/renamed.md' })).toBeVisible();
    await expect(shown.getByText('# Renamed')).toBeVisible();
    await undoLast(window);
    await expect.poll(() => contentsOf(simulator, 'Secret notes')).toEqual(before);
  });

  await test.step('a change on the instance in the meantime is shown before it is overwritten', async () => {
    await window.getByRole('button', { name: 'Edit…', exact: true }).click();
    await dialog(window).getByRole('button', { name: 'hello.sh' }).click();
    await writeText(window, editorOf(window, 'Content'), 'echo mine\n');
    const snippet = snippetIn(simulator, 'Secret notes');
    const files = filesOf(snippet).map((file) => ({ ...file, content: `theirs\n` }));
    snippet.updated_at += 5_000;
    snippet.versions = [...snippet.versions, versionAfter(snippet.versions.at(-1), files, snippet.updated_at)];
    await dialog(window).getByRole('button', { name: 'Save snippet' }).click();
    await expect(dialog(window).getByText(/^The snippet was changed on the instance/)).toBeVisible();
    await dialog(window).getByRole('button', { name: 'Changes' }).click();
    await expect(dialog(window).getByRole('textbox', { name: 'Changes to Content' })).toContainText('theirs');
    await dialog(window).getByRole('button', { name: 'Save snippet' }).click();
    await expect(dialog(window)).toBeHidden();
    expect(contentsOf(simulator, 'Secret notes')['hello.sh']).toBe('echo mine\n');
  });

  await test.step('a snippet is deleted after its plan shows what is lost, and the undo creates it again', async () => {
    await window.getByRole('button', { name: 'More actions' }).click();
    await window.getByRole('menuitem', { name: 'Delete…' }).click();
    await expect(dialog(window)).toContainText('the history of its files');
    await expectClean(window, 'snippet-delete');
    const before = contentsOf(simulator, 'Secret notes');
    await dialog(window)
      .getByRole('button', { name: /^Delete snippet/ })
      .click();
    await expect(dialog(window)).toBeHidden();
    await expect(window.getByText(/^This snippet was deleted with Reeve/)).toBeVisible();
    expect(simulator.world.snippets.find(({ title }) => title === 'Secret notes')).toBeUndefined();
    await expect(window.getByRole('button', { name: 'Edit…', exact: true })).toHaveAttribute('aria-disabled', 'true');
    await window
      .getByRole('listitem')
      .filter({ hasText: 'Deleted snippet Secret notes' })
      .getByRole('button', { name: 'Undo' })
      .click();
    await expect
      .poll(() => simulator.world.snippets.find(({ title }) => title === 'Secret notes') !== undefined)
      .toBe(true);
    expect(contentsOf(simulator, 'Secret notes')).toEqual(before);
    await window.getByRole('link', { name: 'Open the new snippet' }).click();
    await expect(window.getByText(/^This snippet was deleted/)).toBeHidden();
    await expect(window.getByRole('heading', { level: 1, name: 'Secret notes' })).toBeVisible();
    await expect(window.getByRole('button', { name: 'Edit…', exact: true })).not.toHaveAttribute(
      'aria-disabled',
      'true',
    );
  });
});

test.describe('a developer', () => {
  test.use({ as: 'developer' });

  test('edits the first file of a snippet of a project; other files and refusals are explained', async ({
    window,
    simulator,
    network,
  }) => {
    await chooseScope(window, 'project', PROJECT_PATHS.private);
    await openAt(window, `/p/${encodeURIComponent(PROJECT_PATHS.private)}/snippets`);
    await syncSnippets(window);
    await find(window, 'For the team');
    await window.keyboard.press('Enter');
    await window.getByRole('button', { name: 'Edit…', exact: true }).click();
    await dialog(window)
      .getByRole('button', { name: /ünïcode/ })
      .click();
    await expect(dialog(window).getByText(/^This API returns only the content of the first file/)).toBeVisible();
    await dialog(window).getByRole('button', { name: 'hello.sh' }).click();
    await writeText(window, editorOf(window, 'Content'), 'echo team\n');
    await dialog(window).getByLabel('Title').fill('x'.repeat(300));
    await dialog(window).getByRole('button', { name: 'Save snippet' }).click();
    await expect(dialog(window).getByText(/title is too long/)).toBeVisible();
    await expect(dialog(window).getByLabel('Title')).toBeFocused();
    await dialog(window).getByLabel('Title').fill('For the whole team');
    await dialog(window).getByRole('button', { name: 'Save snippet' }).click();
    await expect(dialog(window)).toBeHidden();
    await expect(window.getByRole('heading', { level: 1, name: 'For the whole team' })).toBeVisible();
    expect(contentsOf(simulator, 'For the whole team')).toMatchObject({
      'hello.sh': 'echo team\n',
      'docs/notes ünïcode.md': '# Notes\n\n日本語 🎉\n',
    });

    await test.step('a snippet that was deleted in the meantime is reported', async () => {
      await window.getByRole('button', { name: 'Edit…', exact: true }).click();
      await dialog(window).getByLabel('Title').fill('Too late');
      simulator.world.snippets.remove(snippetIn(simulator, 'For the whole team').id);
      await dialog(window).getByRole('button', { name: 'Save snippet' }).click();
      await expect(dialog(window).getByRole('alert')).toBeVisible();
      await expect(dialog(window).getByLabel('Title')).toHaveValue('Too late');
      await window.keyboard.press('Escape');
    });

    await test.step('without the network the reason is shown', async () => {
      await goOffline(window, network);
      const edit = window.getByRole('button', { name: 'Edit…', exact: true });
      await expect(edit).toHaveAttribute('aria-disabled', 'true');
    });
  });

  test('sees why a snippet of somebody else can’t be changed', async ({ window, simulator }) => {
    await chooseScope(window, 'project', PROJECT_PATHS.public);
    await openAt(window, `/p/${encodeURIComponent(PROJECT_PATHS.public)}/snippets`);
    await syncSnippets(window);
    await find(window, 'For everyone');
    await window.keyboard.press('Enter');
    await window.getByRole('button', { name: 'Edit…', exact: true }).click();
    await dialog(window).getByLabel('Title').fill('Mine now');
    await dialog(window).getByRole('button', { name: 'Save snippet' }).click();
    await expect(
      dialog(window)
        .getByText(/author|role/i)
        .first(),
    ).toBeVisible();
    expect(snippetIn(simulator, 'For everyone').title).toBe('For everyone');
  });
});

test.describe('a read-only profile', () => {
  test.use({ isReadOnly: true });

  test('offers the forms of snippets with the reason why they are disabled', async ({ window }) => {
    await openAt(window, '/snippets');
    const create = window.getByRole('button', { name: 'New snippet…' });
    await expect(create).toHaveAttribute('aria-disabled', 'true');
    await expect(create).toHaveAttribute('data-tooltip', 'Reeve blocks all changes to this instance.');
  });
});
