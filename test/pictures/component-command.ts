import { resolve } from 'node:path';
import type { BrowserCommand } from 'vitest/node';

/** A browser command for component tests: takes a picture of the page and stores it in a folder. */
export function takePictureIn(folder: string): BrowserCommand<[name: string, theme: 'light' | 'dark']> {
  return async ({ page }, name, theme) => {
    if (theme === 'dark') await page.emulateMedia({ colorScheme: 'dark' });
    await page.screenshot({ path: resolve(folder, `${name}.png`), animations: 'disabled', caret: 'hide' });
    if (theme === 'dark') await page.emulateMedia({ colorScheme: 'light' });
  };
}
