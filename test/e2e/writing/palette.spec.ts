import { PROJECT_PATHS } from '../../platform/seed/groups.ts';
import { chooseScope } from '../by-keyboard.ts';
import { expect, setReadOnly, test } from '../consoles.ts';
import { dialog, openAt, runCommand } from './forms.ts';

/** Commands of the pages of a project, with the title of the form that each of them opens. */
const commands = [
  ['New file…', 'New file'],
  ['New branch…', 'New branch'],
  ['Protect branch or pattern…', 'Protect a branch'],
  ['Delete merged branches…', 'Delete merged branches'],
  ['Create deployment…', 'Create a deployment'],
  ['New wiki page…', 'New wiki page'],
  ['New snippet…', 'New snippet'],
  ['Upload files…', 'Upload files'],
  ['Add to allowlist…', 'Add to the allowlist'],
] as const;

test('while a project is chosen, the palette opens each of its forms from any page; a read-only profile says why not', async ({
  window,
}) => {
  await chooseScope(window, 'project', PROJECT_PATHS.private);
  for (const [command, title] of commands) {
    await openAt(window, '/runners');
    await runCommand(window, command);
    await expect(dialog(window).getByRole('heading', { name: title }).first()).toBeVisible();
    await window.keyboard.press('Escape');
    await expect(dialog(window)).toBeHidden();
    // The page of the form offers it by the same title
    await window.keyboard.press('ControlOrMeta+k');
    await window.locator('.palette-input:focus').waitFor();
    await window.keyboard.insertText(`>${command}`);
    await expect(window.getByRole('option', { name: command }).first()).toBeVisible();
    await window.keyboard.press('Escape');
    await expect(dialog(window)).toBeHidden();
  }
  await openAt(window, '/runners');
  await runCommand(window, 'Open commit builder');
  await expect(window.getByRole('heading', { level: 1, name: 'Commit builder' })).toBeVisible();

  await setReadOnly(window);
  await openAt(window, '/runners');
  await window.keyboard.press('ControlOrMeta+k');
  await window.locator('.palette-input:focus').waitFor();
  await window.keyboard.insertText('>New branch…');
  await expect(window.getByRole('option', { name: /New branch…/ })).toContainText(
    'Reeve blocks all changes to this instance.',
  );
});
