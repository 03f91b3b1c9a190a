import { versionAfter } from '../../platform/world/snippets.ts';
import { find, pressTogether } from '../by-keyboard.ts';
import { expect, test } from '../consoles.ts';
import { applyPlan, dialog, openAt, undoLast } from './forms.ts';
import { contentsOf, editorOf, snippetIn, syncSnippets, writeText } from './snippet-forms.ts';

/** The beginning of a PNG image. It is not text. */
const image = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0xff]);

test('personal snippets are created, edited and deleted with several files, and each change is undone', async ({
  window,
  simulator,
}) => {
  const { snippets } = simulator.world;
  const exists = (title: string): boolean => snippets.find((one) => one.title === title) !== undefined;
  const button = (name: string | RegExp) => dialog(window).getByRole('button', { name });
  await openAt(window, '/snippets');
  await syncSnippets(window);
  await expect(window.getByRole('row', { name: 'Secret notes' })).toBeVisible();

  await test.step('a snippet with two files', async () => {
    await window.getByRole('button', { name: 'Create snippet…' }).click();
    await dialog(window).getByLabel('Title').fill('Two files');
    await dialog(window).getByText('Internal', { exact: true }).click();
    await writeText(window, editorOf(window, 'Description'), 'About **two** files');
    await dialog(window).getByLabel('File name').fill('first.sh');
    await writeText(window, editorOf(window, 'Content'), 'echo 1\n');
    await button('Add file').click();
    await dialog(window).getByLabel('File name').fill('docs/second.md');
    await writeText(window, editorOf(window, 'Content'), '# Second\n');
    await button('Create snippet').click();
    await expect(dialog(window)).toBeHidden();
    await expect(window.getByRole('row', { name: 'Two files' })).toBeVisible();
    expect(contentsOf(simulator, 'Two files')).toEqual({ 'first.sh': 'echo 1\n', 'docs/second.md': '# Second\n' });
    expect(snippetIn(simulator, 'Two files')).toMatchObject({
      visibility: 'internal',
      description: 'About **two** files',
    });
    await undoLast(window);
    await expect.poll(() => exists('Two files')).toBe(false);
  });

  await test.step('one edit renames, changes, deletes and adds files, and a file that is not text keeps its bytes', async () => {
    const snippet = snippetIn(simulator, 'Secret notes');
    const now = simulator.world.clock.now();
    const files = [...(snippet.versions.at(-1)?.files ?? []), { path: 'logo.png', content: image }];
    snippet.versions = [...snippet.versions, versionAfter(snippet.versions.at(-1), files, now)];
    snippet.updated_at = now;
    const before = contentsOf(simulator, 'Secret notes');
    await find(window, 'Secret notes');
    await window.keyboard.press('Enter');
    await expect(window.getByText('日本語 🎉')).toBeVisible();
    await window.getByRole('button', { name: 'Edit…', exact: true }).click();
    await dialog(window).getByLabel('File name').fill('docs/renamed.md');
    await writeText(window, editorOf(window, 'Content'), '# Renamed\n');
    await button('hello.sh').click();
    await button('Delete file').click();
    await button('logo.png').click();
    await dialog(window).getByLabel('File name').fill('images/logo.png');
    await button('Add file').click();
    await dialog(window).getByLabel('File name').fill('new.txt');
    await writeText(window, editorOf(window, 'Content'), 'new\n');
    await button('Edit snippet').click();
    await expect(dialog(window)).toBeHidden();
    expect(contentsOf(simulator, 'Secret notes')).toEqual({
      ...{ 'docs/renamed.md': '# Renamed\n', 'images/logo.png': image, 'new.txt': 'new\n' },
    });
    const shown = window.getByRole('region', { name: 'Files' });
    await expect(shown.getByRole('button', { name: 'docs/renamed.md' })).toBeVisible();
    await expect(shown.getByText('# Renamed')).toBeVisible();
    await undoLast(window);
    await expect.poll(() => contentsOf(simulator, 'Secret notes')).toEqual(before);
    // Otherwise, the undo of the deletion in the next step could not restore its bytes
    snippet.versions = [...snippet.versions, versionAfter(snippet.versions.at(-1), files.slice(0, 2), now)];
  });

  await test.step('a snippet is deleted after its plan shows what is lost, and the undo creates it again', async () => {
    const before = contentsOf(simulator, 'Secret notes');
    await window.getByRole('button', { name: 'More actions' }).click();
    await window.getByRole('menuitem', { name: 'Delete…' }).click();
    await expect(dialog(window)).toContainText('the history of its files');
    await button(/^Delete snippet/).click();
    await expect(dialog(window)).toBeHidden();
    await expect(window.getByText(/^This snippet was deleted with Reeve/)).toBeVisible();
    expect(exists('Secret notes')).toBe(false);
    const edit = window.getByRole('button', { name: 'Edit…', exact: true });
    await expect(edit).toHaveAttribute('aria-disabled', 'true');
    await window
      .getByRole('listitem')
      .filter({ hasText: 'Deleted snippet Secret notes' })
      .getByRole('button', { name: 'Undo' })
      .click();
    await button(/^Undo: Delete snippet/).click();
    await expect.poll(() => exists('Secret notes')).toBe(true);
    expect(contentsOf(simulator, 'Secret notes')).toEqual(before);
    await window.getByRole('link', { name: 'Open the new snippet' }).click();
    await expect(window.getByText(/^This snippet was deleted/)).toBeHidden();
    await expect(edit).not.toHaveAttribute('aria-disabled', 'true');
  });

  await test.step('selected snippets are deleted with one plan, and the undo creates them again', async () => {
    const titles = ['Say hello', 'Secret notes'];
    const before = titles.map((title) => ({ ...snippetIn(simulator, title), files: contentsOf(simulator, title) }));
    const sent = simulator.requests.count('DELETE /snippets/:id');
    await openAt(window, '/snippets');
    await find(window, '');
    for (const title of titles) await expect(window.getByRole('row', { name: title })).toBeVisible();
    await pressTogether(window, 'Home', 'x', 'j', 'x');
    await window
      .getByRole('region', { name: 'Selected rows' })
      .getByRole('button', { name: 'Delete…', exact: true })
      .click();
    for (const title of titles) await expect(dialog(window).getByRole('row', { name: title })).toBeVisible();
    expect(simulator.requests.count('DELETE /snippets/:id')).toBe(sent);
    await button('Delete 2 snippets').click();
    await expect(dialog(window).getByText('2 applied', { exact: true })).toBeVisible();
    for (const { id } of before) expect(snippets.get(id)).toBeUndefined();
    await button(/^Undo/).click();
    await applyPlan(window, 'Undo: Delete 2 snippets', 2);
    for (const { title, description, visibility, files } of before) {
      expect(snippetIn(simulator, title)).toMatchObject({ description, visibility, project_id: null });
      expect(contentsOf(simulator, title)).toEqual(files);
    }
  });
});
