import { EditorView } from '@codemirror/view';
import { expect } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import { eventually } from '../eventually.ts';

// Controls and texts of forms about code

export const dialog = (): Locator => page.getByRole('dialog');
export const field = (label: string, within: Pick<Locator, 'getByLabelText'> = page): Locator =>
  within.getByLabelText(label, { exact: true });
export const button = (name: string | RegExp, within: Pick<Locator, 'getByRole'> = page): Locator =>
  within.getByRole('button', { name, exact: true });

/** Choose a file of this computer, without sending its bytes through the protocol. */
export async function chooseFile(target: Locator, file: File): Promise<void> {
  await expect.element(target).toBeInTheDocument();
  const chosen = new DataTransfer();
  chosen.items.add(file);
  const input = target.element() as HTMLInputElement;
  input.files = chosen.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Press Enter in a field. */
export function pressEnter(target: Locator): void {
  const key = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
  target.element().dispatchEvent(key);
}

/** Replace the whole text in an editor of code. */
export async function write(name: string | RegExp, text: string): Promise<void> {
  const view = await eventually(() => {
    const found = EditorView.findFromDOM(page.getByRole('textbox', { name }).element() as HTMLElement);
    if (found === null) throw new Error('no editor');
    return found;
  });
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
}

/** Assert that a field is marked as invalid, and that its description explains why. */
export async function expectWrong(target: Locator, description: string | RegExp): Promise<void> {
  await expect.element(target).toHaveAttribute('aria-invalid', 'true');
  await expect.element(target).toHaveAccessibleDescription(description);
}
