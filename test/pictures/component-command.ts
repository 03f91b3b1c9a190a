import { resolve } from 'node:path';
import type { BrowserCommand } from 'vitest/node';

/** The command for component tests that takes a picture of their page into a folder. */
export function takePictureIn(folder: string): BrowserCommand<[name: string, theme: 'light' | 'dark']> {
  return async ({ page }, name, theme) => {
    if (theme === 'dark') await page.emulateMedia({ colorScheme: 'dark' });
    await page.screenshot({ path: resolve(folder, `${name}.png`), animations: 'disabled', caret: 'hide' });
    if (theme === 'dark') await page.emulateMedia({ colorScheme: 'light' });
  };
}
