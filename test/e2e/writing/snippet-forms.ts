import type { Locator, Page } from '@playwright/test';
import type { Platform } from '../../platform/platform.ts';
import { filesOf } from '../../platform/world/snippets.ts';
import { dialog } from './forms.ts';

/** The snippet of the instance with this title. */
export const snippetIn = ({ world }: Platform, title: string) => {
  const found = world.snippets.find((snippet) => snippet.title === title);
  if (found === undefined) throw new Error(`no snippet ${title}`);
  return found;
};
/** The files of a snippet: their contents by their paths. */
export const contentsOf = (simulator: Platform, title: string) =>
  Object.fromEntries(filesOf(snippetIn(simulator, title)).map(({ path, content }) => [path, content]));

export async function syncSnippets(window: Page): Promise<void> {
  await window
    .getByRole('button', { name: /^Sync snippets/ })
    .last()
    .click();
}

/** Replace the text of an editor. */
export async function writeText(window: Page, editor: Locator, text: string): Promise<void> {
  await editor.click();
  await window.keyboard.press('ControlOrMeta+a');
  await window.keyboard.insertText(text);
}
export const editorOf = (window: Page, label: string) =>
  dialog(window).getByRole('textbox', { name: label, exact: true });
